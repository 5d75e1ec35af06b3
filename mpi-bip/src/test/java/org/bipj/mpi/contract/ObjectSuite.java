package org.bipj.mpi.contract;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Message;
import mpi.ObjectCodec;
import mpi.ObjectRequest;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Messages and collective operations on objects. */
public final class ObjectSuite extends Suite {
    private static final int TAG = 5;

    /** A class of the program. Where ranks share a JVM, each has this class of its own. */
    record Point(int x, String label) implements Serializable {}

    /** What serialisation refuses. */
    record NotForSending(int x) {}

    /** Strings as UTF-8, and nothing else. */
    private static final class Utf8 implements ObjectCodec {
        @Override
        public byte[] encode(Object object) throws IOException {
            if (object instanceof String text) {
                return text.getBytes(StandardCharsets.UTF_8);
            }
            throw new IOException("no string");
        }

        @Override
        public Object decode(byte[] bytes, Class<?> type, ClassLoader loader) {
            Check.that(loader == ObjectSuite.class.getClassLoader(), "the program's loader");
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    /** Adds the cases. */
    public ObjectSuite() {
        add("objects of every kind from one rank to another", 2, ObjectSuite::exchange);
        add("to oneself, to and from nobody", 1, ObjectSuite::alone);
        add("who sent it: matched probes, any source", 4, ObjectSuite::anySource);
        add("objects and other messages stay in order", 2, ObjectSuite::ordered);
        add("posted receives of objects of any size", 2, ObjectSuite::posted);
        add("posted receives of objects end in every way", 2, ObjectSuite::ends);
        add("whatever fails, the next message is received", 2, ObjectSuite::failures);
        add("filters and codecs, on a communicator and what is made of it", 2, ObjectSuite::codecs);
        add("buffered sends of objects", 2, ObjectSuite::buffered);
        add("persistent sends of objects: as they are at each start", 2, ObjectSuite::persistent);
        add("arguments", 2, ObjectSuite::arguments);
        each("collective operations", ObjectSuite::collectives);
        add("collective operations fail on all ranks", 3, ObjectSuite::collectiveFailures);
        add("across an intercommunicator", 4, rank -> IntercommPairs.each(rank.comm(), 4, ObjectSuite::across));
    }

    private static void exchange(Rank rank) {
        Intracomm comm = rank.comm();
        Point[] points = new Point[rank.sizes().large() / 8];
        Arrays.setAll(points, i -> new Point(i, "p"));
        List<Object> objects = Arrays.asList(
                "text",
                7,
                null,
                new Point(1, "one"),
                new long[] {1, 2},
                points,
                new ArrayList<>(List.of(new Point(2, "b"))));
        if (rank.rank() == 0) {
            List<Request> sends = new ArrayList<>();
            for (Object object : objects) {
                comm.sendObject(object, 1, TAG);
                sends.add(comm.iSendObject(object, 1, TAG + 1));
            }
            Request.waitAll(sends.toArray(new Request[0]));
            return;
        }
        for (Object object : objects) {
            Check.equal(object, comm.recvObject(Object.class, 0, TAG), "received");
        }
        for (Object object : objects) {
            Check.equal(object, comm.recvObject(Object.class, MPI.ANY_SOURCE, TAG + 1), "received from an iSend");
        }
    }

    private static void alone(Rank rank) {
        Intracomm comm = rank.comm();
        Point point = new Point(3, "me");
        Request send = comm.iSendObject(point, 0, TAG);
        Point copy = comm.recvObject(Point.class, 0, TAG);
        send.waitFor();
        Check.that(copy.equals(point) && copy != point, "a copy");
        comm.sendObject(point, MPI.PROC_NULL, TAG);
        Check.equal(null, comm.recvObject(Point.class, MPI.PROC_NULL, TAG), "from nobody");
        Message message = new Message();
        message.mProbe(MPI.PROC_NULL, TAG, comm);
        Check.equal(null, message.mRecvObject(Point.class), "the message of nobody");
    }

    private static void anySource(Rank rank) {
        Intracomm comm = rank.comm();
        int last = comm.getSize() - 1;
        if (rank.rank() != last) {
            comm.sendObject(new Point(rank.rank(), "from"), last, TAG + rank.rank());
            return;
        }
        boolean[] seen = new boolean[last];
        for (int i = 0; i < last; i++) {
            Message message = new Message();
            Status status = message.mProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, comm);
            Point point = message.mRecvObject(Point.class);
            Check.that(message.isNull(), "the message was received");
            Check.equal(point.x(), status.getSource(), "source");
            Check.equal(TAG + point.x(), status.getTag(), "tag");
            seen[point.x()] = true;
        }
        Check.equal(new boolean[] {true, true, true}, seen, "one of each");
    }

    private static void ordered(Rank rank) {
        Intracomm comm = rank.comm();
        for (int i = 0; i < 20; i++) {
            if (rank.rank() == 0) {
                comm.sendObject(i, 1, TAG);
                comm.send(new int[] {i}, 1, MPI.INT, 1, TAG);
            } else {
                int[] found = new int[1];
                Check.equal((Object) i, comm.recvObject(Integer.class, 0, MPI.ANY_TAG), "object");
                comm.recv(found, 1, MPI.INT, 0, TAG);
                Check.equal(i, found[0], "message");
            }
        }
    }

    private static void posted(Rank rank) {
        Intracomm comm = rank.comm();
        int other = 1 - rank.rank();
        // Short, long, and long ones in a row; some come before their receive, some after it.
        int[] lengths = {0, 1, 1000, rank.sizes().large(), rank.sizes().large(), 5};
        for (boolean early : new boolean[] {true, false}) {
            List<Request> requests = new ArrayList<>();
            List<ObjectRequest<byte[]>> receives = new ArrayList<>();
            if (!early) {
                comm.barrier();
            }
            int[] between = {-1};
            for (int length : lengths) {
                receives.add(comm.iRecvObject(byte[].class, other, TAG));
                if (length == 1000) {
                    requests.add(comm.iRecv(between, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG));
                }
            }
            if (early) {
                comm.barrier();
            }
            for (int length : lengths) {
                byte[] bytes = new byte[length];
                Arrays.fill(bytes, (byte) length);
                requests.add(comm.iSendObject(bytes, other, TAG));
                if (length == 1000) {
                    requests.add(comm.iSend(new int[] {other}, 1, MPI.INT, other, TAG));
                }
            }
            requests.addAll(receives);
            Request.waitAll(requests.toArray(new Request[0]));
            Check.equal(rank.rank(), between[0], "the receive posted between them");
            for (int i = 0; i < lengths.length; i++) {
                byte[] got = receives.get(i).getObject();
                Check.equal(lengths[i], got.length, "length");
                Check.that(got.length == 0 || got[got.length - 1] == (byte) lengths[i], "contents");
                Check.that(receives.get(i).getObject() == got, "the same object again");
            }
        }
    }

    private static void ends(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int other = 1 - rank.rank();
        ObjectRequest<Point> mine = comm.iRecvObject(Point.class, rank.rank(), TAG);
        comm.sendObject(new Point(1, "me"), rank.rank(), TAG);
        Check.equal(new Point(1, "me"), mine.getObject(), "from oneself, without a wait before");
        Check.that(mine.isNull(), "the request has ended");
        Check.equal(null, comm.iRecvObject(Point.class, MPI.PROC_NULL, TAG).getObject(), "from nobody");

        ObjectRequest<Point> cancelled = comm.iRecvObject(Point.class, other, TAG + 1);
        cancelled.cancel();
        Check.that(cancelled.waitStatus().isCancelled(), "cancelled");
        Check.equal(null, cancelled.getObject(), "of a cancelled one");
        ObjectRequest<Point> freed = comm.iRecvObject(Point.class, other, TAG + 2);
        freed.free();
        Check.error(MPI.ERR_REQUEST, freed::getObject, "freed");
        comm.sendObject(new Point(2, "for the freed one"), other, TAG + 2);

        ObjectRequest<Point> wrong = comm.iRecvObject(Point.class, other, TAG);
        ObjectRequest<Point> empty = comm.iRecvObject(Point.class, other, TAG);
        ObjectRequest<Object> none = comm.iRecvObject(Object.class, other, TAG);
        int[] plain = new int[2];
        Request next = comm.iRecv(plain, 2, MPI.INT, other, TAG);
        comm.sendObject("a string", other, TAG);
        comm.send(new byte[0], 0, MPI.BYTE, other, TAG);
        comm.sendObject(null, other, TAG);
        comm.send(new int[] {3, 4, 5}, 3, MPI.INT, other, TAG);
        Status status = wrong.waitStatus();
        Check.equal(other, status.getSource(), "source");
        Check.error(MPI.ERR_TYPE, wrong::getObject, "java.lang.String", "Point", "getObject");
        Check.error(MPI.ERR_TRUNCATE, empty::getObject, "0 bytes");
        Check.equal(null, none.getObject(), "null");
        // Operations are used again: this one must not take what is too long for it.
        Check.error(MPI.ERR_TRUNCATE, next::waitFor, "12 bytes");
    }

    private static void buffered(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int[] data = new int[rank.sizes().large() / 4];
        if (rank.rank() == 1) {
            comm.recv(null, 0, MPI.BYTE, 0, TAG + 1);
            for (int i = 0; i < 3; i++) {
                Check.equal(i, comm.recvObject(int[].class, 0, TAG)[0], "the object as it was when it was sent");
            }
            Check.equal("short", comm.recvObject(String.class, 0, TAG), "a short one");
            return;
        }
        int[] more = new int[1 << 15];
        Check.error(MPI.ERR_BUFFER, () -> comm.bSendObject(more, 1, TAG), "none is attached");
        Check.error(MPI.ERR_BUFFER, () -> comm.ibSendObject(more, 1, TAG), "none is attached");
        rank.attachBuffer(new byte[4 * (4 * data.length + 1000 + MPI.BSEND_OVERHEAD)]);
        comm.bSendObject(data, 1, TAG);
        data[0] = 1;
        Check.that(comm.ibSendObject(data, 1, TAG).test(), "complete at once");
        data[0] = 2;
        Prequest request = comm.bSendObjectInit(data, 1, TAG);
        request.start();
        Check.that(request.test(), "a buffered send waits for nobody");
        data[0] = 3;
        request.free();
        comm.bSendObject("short", 1, TAG);
        comm.bSendObject("nobody's", MPI.PROC_NULL, TAG);
        Check.error(MPI.ERR_TYPE, () -> comm.bSendObject(new NotForSending(1), 1, TAG), "bSendObject");
        comm.send(null, 0, MPI.BYTE, 1, TAG + 1);
        rank.detachBuffer();
    }

    private static void persistent(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int size = rank.sizes().large() / 4;
        if (rank.rank() == 1) {
            for (int i = 0; i < 3; i++) {
                Check.equal(List.of(i, size), comm.recvObject(ArrayList.class, 0, TAG), "start " + i);
                Check.equal(i, comm.recvObject(int[].class, 0, TAG)[0], "long, start " + i);
            }
            Check.equal(List.of("fit again"), comm.recvObject(ArrayList.class, 0, TAG), "after an error");
            return;
        }
        ArrayList<Object> list = new ArrayList<>();
        int[] data = new int[size];
        Prequest first = comm.sendObjectInit(list, 1, TAG);
        Prequest second = comm.sendObjectInit(data, 1, TAG);
        Check.that(!first.isNull() && first.test(), "inactive");
        for (int i = 0; i < 3; i++) {
            list.clear();
            list.addAll(List.of(i, size));
            data[0] = i;
            Prequest.startAll(new Prequest[] {first, second});
            // The bytes are sent: the object may change.
            list.clear();
            data[0] = -1;
            Request.waitAll(new Request[] {first, second});
        }
        list.add(new NotForSending(1));
        Check.error(MPI.ERR_TYPE, first::start, "Prequest.start", "NotForSending");
        list.clear();
        list.add("fit again");
        first.start();
        first.waitFor();
        first.free();
        second.free();
        Check.error(MPI.ERR_RANK, () -> comm.sendObjectInit(list, 9, TAG), "sendObjectInit", "dest is 9");
        Check.error(MPI.ERR_TAG, () -> comm.bSendObjectInit(list, 1, -5), "bSendObjectInit", "tag is -5");
    }

    private static void failures(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        byte[] half = new byte[20];
        System.arraycopy(ObjectCodec.serialization().encode(new Point(1, "cut")), 0, half, 0, half.length);
        String refused = NotForSending.class.getName();
        if (rank.rank() == 0) {
            Check.error(MPI.ERR_TYPE, () -> comm.sendObject(new NotForSending(1), 1, TAG), "sendObject", refused);
            Check.error(MPI.ERR_TYPE, () -> comm.iSendObject(new NotForSending(1), 1, TAG), "iSendObject", refused);
            comm.sendObject("a string", 1, TAG);
            comm.send(half, half.length, MPI.BYTE, 1, TAG);
            comm.send(new byte[0], 0, MPI.BYTE, 1, TAG);
            comm.send(new int[100], 100, MPI.INT, 1, TAG);
            comm.sendObject(new Point(2, "refused"), 1, TAG);
            comm.sendObject(new Point(3, "next"), 1, TAG);
            return;
        }
        Check.error(
                MPI.ERR_TYPE, () -> comm.recvObject(Point.class, 0, TAG), "java.lang.String", "Point", "recvObject");
        Check.error(MPI.ERR_TRUNCATE, () -> comm.recvObject(Point.class, 0, TAG), "20 bytes");
        Check.error(MPI.ERR_TRUNCATE, () -> comm.recvObject(Point.class, 0, TAG), "0 bytes");
        Message message = new Message();
        message.mProbe(0, TAG, comm);
        Check.error(MPI.ERR_CONVERSION, () -> message.mRecvObject(Point.class), "no object", "mRecvObject");
        comm.setObjectCodec(ObjectCodec.serialization("java.base/*;!*"));
        Check.error(MPI.ERR_ACCESS, () -> comm.recvObject(Point.class, 0, TAG), "filter", Point.class.getName());
        comm.setObjectCodec(ObjectCodec.serialization());
        Check.equal(new Point(3, "next"), comm.recvObject(Point.class, 0, TAG), "the next one");
    }

    private static void codecs(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int other = 1 - rank.rank();
        Intracomm strings = comm.dup();
        strings.setObjectCodec(new Utf8());
        Intracomm part = strings.split(0, rank.rank());
        Intracomm copy = strings.dup();
        Check.that(part.getObjectCodec() == strings.getObjectCodec(), "taken over by a part");
        Check.that(!(comm.getObjectCodec() instanceof Utf8), "not by the original");
        for (Intracomm each : List.of(strings, part, copy)) {
            Check.error(MPI.ERR_CONVERSION, () -> each.sendObject(1, other, TAG), "no string");
            Request send = each.iSendObject("é" + rank.rank(), other, TAG);
            Check.equal("é" + other, each.recvObject(String.class, other, TAG), "a string");
            send.waitFor();
            Check.equal(List.of("r0", "r1"), each.allGatherObject(String.class, "r" + rank.rank()), "strings");
            each.free();
        }
        comm.setObjectCodec(ObjectCodec.serialization(info -> info.serialClass() == UUID.class
                ? java.io.ObjectInputFilter.Status.REJECTED
                : java.io.ObjectInputFilter.Status.UNDECIDED));
        Request send = comm.iSendObject(new UUID(1, 2), other, TAG);
        Check.error(MPI.ERR_ACCESS, () -> comm.recvObject(UUID.class, other, TAG), "java.util.UUID");
        send.waitFor();
    }

    private static void arguments(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        Check.error(MPI.ERR_RANK, () -> comm.sendObject(1, 2, TAG), "dest is 2");
        Check.error(MPI.ERR_TAG, () -> comm.iSendObject(1, 0, -5), "tag is -5");
        Check.error(MPI.ERR_RANK, () -> comm.recvObject(Point.class, 9, TAG), "source is 9");
        Check.error(MPI.ERR_ARG, () -> comm.recvObject(int.class, 0, TAG), "type is int");
        Check.error(MPI.ERR_ARG, () -> comm.recvObject(null, 0, TAG), "type is null");
        Check.error(MPI.ERR_RANK, () -> comm.iRecvObject(Point.class, 9, TAG), "source is 9");
        Check.error(MPI.ERR_ARG, () -> comm.iRecvObject(int.class, 0, TAG), "type is int");
        Check.error(MPI.ERR_ARG, () -> comm.setObjectCodec(null), "codec");
        Check.error(MPI.ERR_ARG, () -> ObjectCodec.serialization((String) null), "pattern");
        Check.error(MPI.ERR_REQUEST, () -> new Message().mRecvObject(Point.class), "no message");
        Check.error(MPI.ERR_ROOT, () -> comm.bcastObject(Point.class, null, 2), "root is 2");
        Check.error(MPI.ERR_ARG, () -> comm.gatherObject(long.class, 1L, 0), "type is long");
        Check.error(MPI.ERR_OP, () -> comm.reduceObject(Long.class, 1L, null, 0), "operator is null");
        Check.error(MPI.ERR_OP, () -> comm.allReduceObject(Long.class, 1L, null), "operator is null");
        Check.error(MPI.ERR_ARG, () -> comm.allToAllObject(Point.class, List.of()), "0 objects; expected 2");
    }

    private static void collectives(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        List<Point> all = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            // Of different lengths.
            all.add(i == 1 ? null : new Point(i, "x".repeat(100 * i)));
        }
        Point mine = all.get(me);
        for (int root = 0; root < n; root++) {
            boolean isRoot = me == root;
            Check.equal(all.get(root), comm.bcastObject(Point.class, isRoot ? mine : null, root), "bcast");
            Check.equal(isRoot ? all : List.of(), comm.gatherObject(Point.class, mine, root), "gather");
            Check.equal(mine, comm.scatterObject(Point.class, isRoot ? all : null, root), "scatter");
            String joined = comm.reduceObject(String.class, "<" + me + ">", String::concat, root);
            Check.equal(isRoot ? joined(n) : null, joined, "reduce");
        }
        Check.equal(all, comm.allGatherObject(Point.class, mine), "allGather");
        Check.equal(joined(n), comm.allReduceObject(String.class, "<" + me + ">", String::concat), "allReduce");
        List<String> to = new ArrayList<>();
        List<String> from = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            to.add(me + " to " + i);
            from.add(i + " to " + me);
        }
        Check.equal(from, comm.allToAllObject(String.class, to), "allToAll");
        // Not associative: only one order gives this.
        Check.equal(
                (Object) (2 - n * (n + 1) / 2),
                comm.allReduceObject(Integer.class, me + 1, (a, b) -> a - b),
                "in the order of ranks");
    }

    private static String joined(int n) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < n; i++) {
            text.append("<").append(i).append(">");
        }
        return text.toString();
    }

    private static void collectiveFailures(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        boolean fails = rank.rank() == 1;
        Object object = fails ? new NotForSending(1) : "fine";
        List<Object> objects = Arrays.asList("a", object, "c");
        List<Check.Action> calls = List.of(
                () -> comm.bcastObject(Object.class, object, 1),
                () -> comm.scatterObject(Object.class, objects, 1),
                () -> comm.gatherObject(Object.class, object, 0),
                () -> comm.allGatherObject(Object.class, object),
                () -> comm.allToAllObject(Object.class, Collections.nCopies(3, object)),
                () -> comm.reduceObject(Object.class, object, (a, b) -> a, 2),
                () -> comm.allReduceObject(Object.class, object, (a, b) -> a));
        for (Check.Action call : calls) {
            MPIException e = fails
                    ? Check.error(MPI.ERR_TYPE, call, NotForSending.class.getName())
                    : Check.error(MPI.ERR_OTHER, call, "rank 1 has failed to encode");
            Check.that(e.getMessage().contains("Object (rank " + rank.rank()), () -> "method and rank: " + e);
        }
        // The wrong class is found where it arrives.
        if (fails) {
            Check.error(
                    MPI.ERR_TYPE, () -> comm.allGatherObject(String.class, "text"), "from rank 0", "java.lang.Integer");
        } else {
            Check.error(
                    MPI.ERR_TYPE,
                    () -> comm.allGatherObject(Integer.class, rank.rank() + 1),
                    "from rank 1",
                    "java.lang.String");
        }
        Check.equal(List.of(1, 2, 3), comm.allGatherObject(Integer.class, rank.rank() + 1), "the next call");
    }

    private static void across(Intracomm all, Intracomm mine, Intercomm inter) {
        int me = inter.getRank();
        List<Request> sends = new ArrayList<>();
        for (int i = 0; i < inter.getRemoteSize(); i++) {
            sends.add(inter.iSendObject(new Point(me, "across"), i, TAG));
        }
        for (int i = 0; i < inter.getRemoteSize(); i++) {
            Check.equal(new Point(i, "across"), inter.recvObject(Point.class, i, TAG), "from the other group");
        }
        Request.waitAll(sends.toArray(new Request[0]));
    }
}
