package org.bipj.mpi.contract;

import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.ObjectCodec;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpi.User_function;

/** Arrays of objects as messages and in collective operations: MPI.OBJECT of mpiJava 1.2. */
public final class ObjectArraySuite extends Suite {
    private static final int TAG = 6;

    /** Elements before the data in most arrays here. */
    private static final int OFFSET = 2;

    /** A class of the program. Where ranks share a JVM, each has this class of its own. */
    record Item(int number, byte[] load) implements Serializable {
        static Item of(int number) {
            return new Item(number, new byte[0]);
        }
    }

    /** What serialisation refuses. */
    record NotForSending(int x) {}

    /** Any number of objects as four bytes: their number. */
    private static final class Numbers implements ObjectCodec {
        @Override
        public byte[] encode(Object object) throws IOException {
            return ByteBuffer.allocate(Integer.BYTES)
                    .putInt(((Object[]) object).length)
                    .array();
        }

        @Override
        public Object decode(byte[] bytes, Class<?> type, ClassLoader loader) {
            return new Object[ByteBuffer.wrap(bytes).getInt()];
        }
    }

    /** Not commutative: text after text. */
    private static final class Join extends User_function {
        @Override
        public void Call(Object in, int inOffset, Object inout, int inoutOffset, int count, Datatype type) {
            Object[] left = (Object[]) in;
            Object[] right = (Object[]) inout;
            for (int i = 0; i < count; i++) {
                right[inoutOffset + i] = (String) left[inOffset + i] + right[inoutOffset + i];
            }
        }
    }

    /** Adds the cases. */
    public ObjectArraySuite() {
        add("elements of an array, in every kind of send", 2, ObjectArraySuite::sends);
        add("messages of all lengths", 2, ObjectArraySuite::lengths);
        add("probes count objects, however many and however short", 2, ObjectArraySuite::counts);
        add("to oneself, to and from nobody", 1, ObjectArraySuite::alone);
        add("receives end in every call", 2, ObjectArraySuite::ends);
        add("persistent requests: the objects as they are at each start", 2, ObjectArraySuite::persistent);
        add("exchanges, of objects and numbers, too", 2, ObjectArraySuite::exchanges);
        add("whatever fails, the next message is received", 2, ObjectArraySuite::failures);
        add("arguments", 2, ObjectArraySuite::arguments);
        add("derived types of OBJECT", 2, ObjectArraySuite::derived);
        add("packed objects", 2, ObjectArraySuite::packed);
        each("collective operations", ObjectArraySuite::collectives);
        each("reductions: in the order of ranks", ObjectArraySuite::reductions);
        add("collective operations fail where something is wrong", 3, ObjectArraySuite::collectiveFailures);
        add("across an intercommunicator", 4, rank -> IntercommPairs.each(rank.comm(), 4, ObjectArraySuite::across));
    }

    private static void sends(Rank rank) {
        Intracomm comm = rank.comm();
        Object[] sent = {"before", "text", null, Item.of(3), new int[] {4, 5}, "behind"};
        int kinds = 7;
        if (rank.rank() == 0) {
            rank.attachBuffer(new byte[1 << 16]);
            comm.Recv(null, 0, 0, MPI.BYTE, 1, TAG);
            comm.Send(sent, 1, 4, MPI.OBJECT, 1, TAG);
            comm.Ssend(sent, 1, 4, MPI.OBJECT, 1, TAG);
            comm.Rsend(sent, 1, 4, MPI.OBJECT, 1, TAG);
            comm.Bsend(sent, 1, 4, MPI.OBJECT, 1, TAG);
            Request[] requests = {
                comm.Isend(sent, 1, 4, MPI.OBJECT, 1, TAG),
                comm.Issend(sent, 1, 4, MPI.OBJECT, 1, TAG),
                comm.Ibsend(sent, 1, 4, MPI.OBJECT, 1, TAG)
            };
            // The objects are in the messages already.
            Arrays.fill(sent, "later");
            Request.Waitall(requests);
            rank.detachBuffer();
            return;
        }
        List<Object[]> arrays = new ArrayList<>();
        List<Request> receives = new ArrayList<>();
        for (int i = 0; i < kinds; i++) {
            Object[] room = new Object[OFFSET + 5];
            Arrays.fill(room, "untouched");
            arrays.add(room);
            receives.add(comm.Irecv(room, OFFSET, 5, MPI.OBJECT, 0, TAG));
        }
        comm.Send(null, 0, 0, MPI.BYTE, 0, TAG);
        for (int i = 0; i < kinds; i++) {
            Status status = receives.get(i).Wait();
            Object[] got = arrays.get(i);
            Check.equal(4, status.Get_count(MPI.OBJECT), "number of objects of send " + i);
            Check.equal(4, status.Get_elements(MPI.OBJECT), "elements of send " + i);
            Check.equal(0, status.source, "source");
            Check.equal(TAG, status.tag, "tag");
            Check.equal(List.of("untouched", "untouched"), Arrays.asList(got).subList(0, OFFSET), "before");
            Check.equal("text", got[OFFSET], "text");
            Check.equal(null, got[OFFSET + 1], "null");
            Check.equal(3, ((Item) got[OFFSET + 2]).number(), "an object of the program");
            Check.equal(new int[] {4, 5}, (int[]) got[OFFSET + 3], "an array");
            Check.equal("untouched", got[OFFSET + 4], "behind the message");
        }
    }

    private static void lengths(Rank rank) {
        Intracomm comm = rank.comm();
        int[] all = rank.sizes().all();
        for (int size : all) {
            if (rank.rank() == 0) {
                byte[] load = new byte[size];
                Arrays.fill(load, (byte) size);
                comm.Send(new Item[] {new Item(size, load), Item.of(1)}, 0, 2, MPI.OBJECT, 1, TAG);
            } else {
                Item[] got = new Item[2];
                int n = comm.Recv(got, 0, 2, MPI.OBJECT, 0, TAG).Get_count(MPI.OBJECT);
                Check.equal(2, n, "objects with " + size + " bytes");
                Check.equal(size, got[0].load().length, "length");
                Check.that(size == 0 || got[0].load()[size - 1] == (byte) size, "contents");
                Check.equal(1, got[1].number(), "the second");
            }
        }
    }

    private static void counts(Rank rank) {
        Intracomm comm = rank.comm();
        Intracomm dense = comm.dup();
        dense.setObjectCodec(new Numbers());
        int[] numbers = {
            0,
            1,
            2,
            255,
            256,
            257,
            510,
            511,
            512,
            513,
            1023,
            1024,
            4095,
            4096,
            100_000,
            (1 << 18) - 1,
            1 << 18,
            1_000_003
        };
        for (Intracomm one : List.of(comm, dense)) {
            for (int number : numbers) {
                if (one == comm && number > 5000) {
                    continue;
                }
                Object[] objects = new Object[number];
                if (rank.rank() == 0) {
                    one.Send(objects, 0, number, MPI.OBJECT, 1, TAG);
                } else {
                    Status probed = one.Probe(0, MPI.ANY_TAG);
                    Check.equal(number, probed.Get_count(MPI.OBJECT), "a probe's number");
                    Check.equal(number, one.Iprobe(MPI.ANY_SOURCE, TAG).Get_count(MPI.OBJECT), "an Iprobe's");
                    Status status = one.Recv(objects, 0, number, MPI.OBJECT, probed.source, probed.tag);
                    Check.equal(number, status.Get_count(MPI.OBJECT), "a receive's");
                }
            }
        }
        dense.free();
    }

    private static void alone(Rank rank) {
        Intracomm comm = rank.comm();
        Item[] mine = {Item.of(1), Item.of(2)};
        Object[] copies = new Object[2];
        Request send = comm.Isend(mine, 0, 2, MPI.OBJECT, 0, TAG);
        Check.equal(2, comm.Probe(0, TAG).Get_count(MPI.OBJECT), "objects for oneself");
        comm.Recv(copies, 0, 2, MPI.OBJECT, 0, TAG);
        send.Wait();
        Check.that(copies[1] != mine[1] && ((Item) copies[1]).number() == 2, "copies");
        comm.Send(mine, 0, 2, MPI.OBJECT, MPI.PROC_NULL, TAG);
        Status nobody = comm.Recv(copies, 0, 2, MPI.OBJECT, MPI.PROC_NULL, TAG);
        Check.equal(MPI.PROC_NULL, nobody.source, "source");
        Check.equal(0, nobody.Get_count(MPI.OBJECT), "from nobody");
        Check.that(copies[0] != null, "nothing was received");
    }

    private static void ends(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int other = 1 - rank.rank();
        int n = 6;
        Object[][] rooms = new Object[n][1];
        Request[] requests = new Request[n];
        for (int i = 0; i < n; i++) {
            requests[i] = comm.Irecv(rooms[i], 0, 1, MPI.OBJECT, other, TAG + i);
        }
        Request cancelled = comm.Irecv(new Object[1], 0, 1, MPI.OBJECT, other, TAG + n);
        cancelled.Cancel();
        Check.that(cancelled.Wait().Test_cancelled(), "cancelled");
        for (int i = 0; i < n; i++) {
            comm.Send(new Item[] {Item.of(10 + i)}, 0, 1, MPI.OBJECT, other, TAG + i);
        }
        requests[0].Wait();
        Status status = requests[1].Test();
        while (status == null) {
            status = requests[1].Test();
        }
        Check.equal(TAG + 1, status.tag, "tag of a test");
        for (int i = 2; i < 4; i++) {
            Status any = i == 2 ? Request.Waitany(requests) : Request.Waitsome(requests)[0];
            Check.that(any.index >= 2 && any.tag == TAG + any.index, "index and tag");
            Check.equal(1, any.Get_count(MPI.OBJECT), "objects");
        }
        Request.Waitall(requests);
        for (int i = 0; i < n; i++) {
            Check.equal(10 + i, ((Item) rooms[i][0]).number(), "request " + i);
        }
    }

    private static void persistent(Rank rank) {
        Intracomm comm = rank.comm();
        Object[] array = new Object[OFFSET + 1];
        if (rank.rank() == 0) {
            rank.attachBuffer(new byte[1 << 16]);
            Prequest[] sends = {
                comm.Send_init(array, OFFSET, 1, MPI.OBJECT, 1, TAG),
                comm.Ssend_init(array, OFFSET, 1, MPI.OBJECT, 1, TAG),
                comm.Bsend_init(array, OFFSET, 1, MPI.OBJECT, 1, TAG)
            };
            for (int i = 0; i < 3; i++) {
                array[OFFSET] = Item.of(i);
                Prequest.Startall(sends);
                array[OFFSET] = null;
                Request.Waitall(sends);
            }
            rank.detachBuffer();
            return;
        }
        Prequest receive = comm.Recv_init(array, OFFSET, 1, MPI.OBJECT, 0, TAG);
        for (int i = 0; i < 9; i++) {
            receive.Start();
            Check.equal(1, receive.Wait().Get_count(MPI.OBJECT), "objects");
            Check.equal(i / 3, ((Item) array[OFFSET]).number(), "start " + i);
        }
        receive.Free();
    }

    private static void exchanges(Rank rank) {
        Intracomm comm = rank.comm();
        int me = rank.rank();
        int other = 1 - me;
        Object[] array = {Item.of(me), null};
        comm.Sendrecv(array, 0, 1, MPI.OBJECT, other, TAG, array, 1, 1, MPI.OBJECT, other, TAG);
        Check.equal(other, ((Item) array[1]).number(), "objects for objects");
        Status status = comm.Sendrecv_replace(array, 0, 2, MPI.OBJECT, other, TAG, other, TAG);
        Check.equal(2, status.Get_count(MPI.OBJECT), "replaced");
        Check.equal(other, ((Item) array[0]).number(), "replaced: the first");
        Check.equal(me, ((Item) array[1]).number(), "replaced: the second");
        int[] number = {-1};
        if (me == 0) {
            comm.Sendrecv(array, 0, 2, MPI.OBJECT, 1, TAG, number, 0, 1, MPI.INT, 1, TAG);
            Check.equal(7, number[0], "a number for objects");
        } else {
            comm.Sendrecv(new int[] {7}, 0, 1, MPI.INT, 0, TAG, array, 0, 2, MPI.OBJECT, 0, TAG);
            Check.equal(1, ((Item) array[0]).number(), "objects for a number");
        }
    }

    private static void failures(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        Object[] three = {Item.of(1), Item.of(2), Item.of(3)};
        if (rank.rank() == 0) {
            Object[] refused = {new NotForSending(1)};
            String name = NotForSending.class.getName();
            Check.error(MPI.ERR_TYPE, () -> comm.Send(refused, 0, 1, MPI.OBJECT, 1, TAG), "Send", name);
            Check.error(MPI.ERR_TYPE, () -> comm.Isend(refused, 0, 1, MPI.OBJECT, 1, TAG), "Isend", name);
            for (int i = 0; i < 3; i++) {
                comm.Send(three, 0, 3, MPI.OBJECT, 1, TAG);
            }
            comm.Send(new int[] {5}, 0, 1, MPI.INT, 1, TAG);
            comm.sendObject("one object", 1, TAG);
            comm.Send(three, 0, 3, MPI.OBJECT, 1, TAG);
            if (rank.checksTypes()) {
                comm.Send(three, 0, 3, MPI.OBJECT, 1, TAG);
                comm.Send(three, 0, 3, MPI.OBJECT, 1, TAG);
            }
            comm.Send(three, 1, 1, MPI.OBJECT, 1, TAG);
            return;
        }
        Object[] room = new Object[3];
        Check.error(MPI.ERR_TRUNCATE, () -> comm.Recv(room, 0, 2, MPI.OBJECT, 0, TAG), "Recv", "3 objects", "for 2");
        Check.error(MPI.ERR_TYPE, () -> comm.Recv(new String[3], 0, 3, MPI.OBJECT, 0, TAG), "Item", "String[]");
        Request request = comm.Irecv(room, 0, 0, MPI.OBJECT, 0, TAG);
        Check.error(MPI.ERR_TRUNCATE, request::Wait, "Wait", "3 objects");
        Check.error(MPI.ERR_TYPE, () -> comm.Recv(room, 0, 3, MPI.OBJECT, 0, TAG), "OBJECT");
        Check.error(MPI.ERR_TYPE, () -> comm.Recv(room, 0, 3, MPI.OBJECT, 0, TAG), "OBJECT");
        comm.setObjectCodec(ObjectCodec.serialization("java.base/*;!*"));
        Check.error(MPI.ERR_ACCESS, () -> comm.Recv(room, 0, 3, MPI.OBJECT, 0, TAG), "filter", Item.class.getName());
        comm.setObjectCodec(ObjectCodec.serialization());
        if (rank.checksTypes()) {
            Check.error(MPI.ERR_TYPE, () -> comm.Recv(new int[500], 0, 500, MPI.INT, 0, TAG), "OBJECT", "INT");
            Check.error(MPI.ERR_TYPE, () -> comm.recv(new int[500], 500, MPI.INT, 0, TAG), "OBJECT", "INT");
        }
        comm.Recv(room, 0, 3, MPI.OBJECT, 0, TAG);
        Check.equal(2, ((Item) room[0]).number(), "the next one");
    }

    private static void arguments(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        Object[] two = new Object[2];
        Check.error(MPI.ERR_BUFFER, () -> comm.Send(two, 0, 3, MPI.OBJECT, 0, TAG), "Send", "2 elements", "3 of");
        Check.error(MPI.ERR_BUFFER, () -> comm.Send(two, 1, 2, MPI.OBJECT, 0, TAG), "from offset 1");
        Check.error(MPI.ERR_BUFFER, () -> comm.Recv(two, -1, 1, MPI.OBJECT, 0, TAG), "Recv", "offset -1");
        Check.error(MPI.ERR_BUFFER, () -> comm.Irecv(two, 3, 1, MPI.OBJECT, 0, TAG), "offset 3");
        Check.error(MPI.ERR_BUFFER, () -> comm.Send(null, 0, 1, MPI.OBJECT, 0, TAG), "null");
        Check.error(MPI.ERR_BUFFER, () -> comm.Send(new int[2], 0, 1, MPI.OBJECT, 0, TAG), "int[]", "array of objects");
        Check.error(MPI.ERR_COUNT, () -> comm.Send(two, 0, -1, MPI.OBJECT, 0, TAG), "count is -1");
        Check.error(MPI.ERR_RANK, () -> comm.Send(two, 0, 1, MPI.OBJECT, 2, TAG), "dest is 2");
        Check.error(MPI.ERR_RANK, () -> comm.Recv(two, 0, 1, MPI.OBJECT, 2, TAG), "source is 2");
        Check.error(MPI.ERR_TAG, () -> comm.Isend(two, 0, 1, MPI.OBJECT, 0, -5), "tag is -5");
        Check.error(MPI.ERR_RANK, () -> comm.Send_init(two, 0, 1, MPI.OBJECT, 2, TAG), "dest is 2");
        Check.error(MPI.ERR_BUFFER, () -> comm.Recv_init(two, 2, 1, MPI.OBJECT, 0, TAG), "offset 2");
        Check.error(MPI.ERR_ROOT, () -> comm.Bcast(two, 0, 1, MPI.OBJECT, 2), "root is 2");
        Check.error(MPI.ERR_OP, () -> comm.Allreduce(two, 0, two, 1, 1, MPI.OBJECT, MPI.SUM), "OBJECT");
        Check.error(MPI.ERR_TYPE, () -> comm.send(two, 1, MPI.OBJECT, 0, TAG), "OBJECT");
    }

    private static void derived(Rank rank) {
        Intracomm comm = rank.comm();
        int n = 4;
        Datatype column = Datatype.Vector(n, 1, n, MPI.OBJECT);
        Datatype pair = Datatype.Struct(new int[] {2, 1}, new int[] {0, 3}, new Datatype[] {MPI.OBJECT, MPI.OBJECT});
        Datatype some = Datatype.Indexed(new int[] {1, 2}, new int[] {1, 5}, MPI.OBJECT);
        Check.equal(4, pair.Extent(), "extent in elements");
        Check.equal(3, pair.Size(), "size in elements");
        if (rank.rank() == 0) {
            Object[] matrix = IntStream.range(0, n * n).mapToObj(Item::of).toArray();
            comm.Send(matrix, 1, 1, column, 1, TAG);
            comm.Send(matrix, 0, 2, pair, 1, TAG);
            comm.Send(matrix, OFFSET, 1, some, 1, TAG);
            return;
        }
        Item[] found = new Item[10];
        Status status = comm.Recv(found, 1, n, MPI.OBJECT, 0, TAG);
        Check.equal(n, status.Get_count(MPI.OBJECT), "a column's objects");
        Check.equal(1, status.Get_count(column), "columns");
        Check.equal("1 5 9 13", numbers(found, 1, 4), "a column");
        status = comm.Recv(found, 1, 2, pair, 0, TAG);
        Check.equal(2, status.Get_count(pair), "pairs");
        Check.equal(6, status.Get_elements(pair), "elements");
        Check.equal(MPI.UNDEFINED, status.Get_count(column), "no whole number of columns");
        Check.equal("0 1 9 3 4 5 - 7", numbers(found, 1, 8), "pairs, where pairs lie");
        comm.Recv(found, 0, 3, MPI.OBJECT, 0, TAG);
        Check.equal("3 7 8", numbers(found, 0, 3), "indexed");
    }

    private static String numbers(Item[] items, int from, int count) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < from + count; i++) {
            text.append(i > from ? " " : "").append(items[i] == null ? "-" : "" + items[i].number());
        }
        return text.toString();
    }

    private static void packed(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        byte[] bytes = new byte[5000];
        if (rank.rank() == 0) {
            int end = comm.Pack(new Item[] {null, Item.of(1), Item.of(2)}, 1, 2, MPI.OBJECT, bytes, 3);
            end = comm.Pack(new int[] {8, 9}, 1, 1, MPI.INT, bytes, end);
            int all = comm.Pack(new String[] {"last"}, 0, 1, MPI.OBJECT, bytes, end);
            comm.Send(bytes, 0, all, MPI.PACKED, 1, TAG);
            int full = bytes.length - 10;
            Check.error(MPI.ERR_ARG, () -> comm.Pack(new String[1], 0, 1, MPI.OBJECT, bytes, full), "Pack", "outbuf");
            return;
        }
        int received = comm.Recv(bytes, 0, bytes.length, MPI.PACKED, 0, TAG).Get_count(MPI.PACKED);
        Item[] items = new Item[3];
        int[] number = new int[1];
        Object[] text = new Object[1];
        int end = comm.Unpack(bytes, 3, items, 1, 2, MPI.OBJECT);
        end = comm.Unpack(bytes, end, number, 0, 1, MPI.INT);
        Check.equal(received, comm.Unpack(bytes, end, text, 0, 1, MPI.OBJECT), "the end");
        Check.equal("- 1 2", numbers(items, 0, 3), "objects");
        Check.equal(9, number[0], "a number between them");
        Check.equal("last", text[0], "text");
    }

    private static Item[] items(int first, int count) {
        return IntStream.range(first, first + count).mapToObj(Item::of).toArray(Item[]::new);
    }

    private static void collectives(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        int[] counts = IntStream.range(0, n).map(r -> r % 3).toArray();
        int[] displs = IntStream.range(0, n).map(r -> 2 * r).toArray();
        for (int root = 0; root < n; root++) {
            boolean isRoot = me == root;
            Item[] array = isRoot ? items(root, OFFSET + 2) : new Item[OFFSET + 2];
            comm.Bcast(array, OFFSET, 2, MPI.OBJECT, root);
            Check.equal((root + 2) + " " + (root + 3), numbers(array, OFFSET, 2), "Bcast");

            Item[] room = new Item[1 + 2 * n];
            Item[] mine = items(2 * me, 2);
            comm.Gather(mine, 0, 2, MPI.OBJECT, isRoot ? room : null, 1, 2, MPI.OBJECT, root);
            Check.equal(
                    isRoot ? numbers(items(0, 2 * n), 0, 2 * n) : numbers(room, 1, 2 * n),
                    numbers(room, 1, 2 * n),
                    "Gather");
            Check.that(!isRoot || room[1 + 2 * me] != mine[0], "one's own are copies");
            Item[] part = new Item[3];
            comm.Scatter(isRoot ? items(5, 1 + 2 * n) : null, 1, 2, MPI.OBJECT, part, 1, 2, MPI.OBJECT, root);
            Check.equal("- " + (6 + 2 * me) + " " + (7 + 2 * me), numbers(part, 0, 3), "Scatter");

            Arrays.fill(room, null);
            comm.Gatherv(mine, 0, counts[me], MPI.OBJECT, isRoot ? room : null, 1, counts, displs, MPI.OBJECT, root);
            Check.that(
                    !isRoot || numbers(room, 1, 2 * n).equals(parts(n)), () -> "Gatherv: " + numbers(room, 1, 2 * n));
            Arrays.fill(part, null);
            comm.Scatterv(
                    isRoot ? items(0, 2 * n) : null,
                    0,
                    counts,
                    displs,
                    MPI.OBJECT,
                    part,
                    0,
                    counts[me],
                    MPI.OBJECT,
                    root);
            Check.that(counts[me] == 0 || part[0].number() == 2 * me, "Scatterv");
            Check.that(part[counts[me]] == null, "Scatterv: no more than that");
        }
        Item[] room = new Item[1 + 2 * n];
        comm.Allgather(items(2 * me, 2), 0, 2, MPI.OBJECT, room, 1, 2, MPI.OBJECT);
        Check.equal(numbers(items(0, 2 * n), 0, 2 * n), numbers(room, 1, 2 * n), "Allgather");
        Arrays.fill(room, null);
        comm.Allgatherv(items(2 * me, 2), 0, counts[me], MPI.OBJECT, room, 1, counts, displs, MPI.OBJECT);
        Check.equal(parts(n), numbers(room, 1, 2 * n), "Allgatherv");
        Item[] to = IntStream.range(0, n).mapToObj(r -> Item.of(100 * me + r)).toArray(Item[]::new);
        Item[] from = IntStream.range(0, n).mapToObj(r -> Item.of(100 * r + me)).toArray(Item[]::new);
        comm.Alltoall(to, 0, 1, MPI.OBJECT, room, 1, 1, MPI.OBJECT);
        Check.equal(numbers(from, 0, n), numbers(room, 1, n), "Alltoall");
        int[] ones = new int[n];
        Arrays.fill(ones, 1);
        int[] order = IntStream.range(0, n).toArray();
        int[] reverse = IntStream.range(0, n).map(r -> n - 1 - r).toArray();
        comm.Alltoallv(to, 0, ones, order, MPI.OBJECT, room, 1, ones, reverse, MPI.OBJECT);
        for (int r = 0; r < n; r++) {
            Check.equal(100 * r + me, room[n - r].number(), "Alltoallv");
        }
    }

    /** What the calls with counts 0, 1, 2, 0, 1, ... gather. */
    private static String parts(int n) {
        Item[] all = items(0, 2 * n);
        for (int i = 0; i < 2 * n; i++) {
            all[i] = i % 2 < i / 2 % 3 ? all[i] : null;
        }
        return numbers(all, 0, 2 * n);
    }

    private static void reductions(Intracomm comm) {
        int n = comm.getSize();
        int me = comm.getRank();
        Op join = new Op(new Join(), false);
        Object[] mine = new Object[1 + 2 * n];
        for (int i = 0; i < 2 * n; i++) {
            mine[1 + i] = "<" + me + "." + i + ">";
        }
        Object[] result = new Object[2 * n];
        for (int root = 0; root < n; root++) {
            Arrays.fill(result, null);
            comm.Reduce(mine, 1, result, 0, 2, MPI.OBJECT, join, root);
            Check.equal(me == root ? joined(n, 1) : null, result[1], "Reduce");
        }
        comm.Allreduce(mine, 1, result, 0, 2, MPI.OBJECT, join);
        Check.equal(joined(n, 0), result[0], "Allreduce");
        comm.Scan(mine, 1, result, 0, 2, MPI.OBJECT, join);
        Check.equal(joined(me + 1, 1), result[1], "Scan");
        int[] counts = new int[n];
        Arrays.fill(counts, 2);
        comm.Reduce_scatter(mine, 1, result, 0, counts, MPI.OBJECT, join);
        Check.equal(joined(n, 2 * me + 1), result[1], "Reduce_scatter");
        Check.equal("<" + me + ".1>", mine[2], "operands are as they were");
        join.free();
    }

    private static String joined(int n, int element) {
        StringBuilder text = new StringBuilder();
        for (int r = 0; r < n; r++) {
            text.append("<").append(r).append(".").append(element).append(">");
        }
        return text.toString();
    }

    private static void collectiveFailures(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        boolean fails = rank.rank() == 1;
        Object[] mine = {fails ? new NotForSending(1) : "fine", null, null};
        Object[] room = new Object[3];
        Op join = new Op(new Join(), false);
        for (Check.Action call : List.<Check.Action>of(
                () -> comm.Bcast(mine, 0, 1, MPI.OBJECT, 1),
                () -> comm.Gather(mine, 0, 1, MPI.OBJECT, room, 0, 1, MPI.OBJECT, 0),
                () -> comm.Allgather(mine, 0, 1, MPI.OBJECT, room, 0, 1, MPI.OBJECT),
                () -> comm.Alltoall(mine, 0, 1, MPI.OBJECT, room, 0, 1, MPI.OBJECT),
                () -> comm.Allreduce(mine, 0, room, 0, 1, MPI.OBJECT, join))) {
            if (fails) {
                Check.error(MPI.ERR_TYPE, call, NotForSending.class.getName());
            } else {
                Check.error(MPI.ERR_OTHER, call, "rank 1 has failed to encode");
            }
        }
        // More than one expects: found where it arrives.
        Object[] texts = {"a", "b", "c"};
        if (fails) {
            Check.error(
                    MPI.ERR_TRUNCATE,
                    () -> comm.Allgather(texts, 0, 1, MPI.OBJECT, room, 0, 0, MPI.OBJECT),
                    "from rank 0",
                    "1 objects");
        } else {
            comm.Allgather(texts, 0, 1, MPI.OBJECT, room, 0, 1, MPI.OBJECT);
        }
        comm.Allgather(texts, rank.rank(), 1, MPI.OBJECT, room, 0, 1, MPI.OBJECT);
        Check.equal(List.of(texts), List.of(room), "the next call");
    }

    private static void across(Intracomm all, Intracomm mine, Intercomm inter) {
        Comm comm = inter;
        int me = comm.Rank();
        int others = inter.Remote_size();
        Request[] sends = new Request[others];
        for (int i = 0; i < others; i++) {
            sends[i] = comm.Isend(items(me, 2), 0, 2, MPI.OBJECT, i, TAG);
        }
        for (int i = 0; i < others; i++) {
            Item[] got = new Item[2];
            comm.Recv(got, 0, 2, MPI.OBJECT, i, TAG);
            Check.equal(i + " " + (i + 1), numbers(got, 0, 2), "from the other group");
        }
        Request.Waitall(sends);
    }
}
