package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/** Which message goes into which receive (MPI 4.1 sections 3.5 and 3.8), and what happens to those that come early. */
public final class MatchingSuite extends Suite {
    /** Messages between the two ranks that talk, beside those that nobody receives yet. */
    private static final int BALLS = 1000;

    /** Adds the cases. */
    public MatchingSuite() {
        add("ANY_SOURCE and ANY_TAG: the status tells who and what", 4, MatchingSuite::wildcards);
        add("receives match in the order of posting, wildcards among them", 2, MatchingSuite::postingOrder);
        add("a blocking receive takes no message of one that was posted before", 2, MatchingSuite::postedBefore);
        add("messages of one tag do not overtake, short and long mixed", 2, MatchingSuite::noOvertaking);
        add("tags select among unexpected messages", 2, MatchingSuite::selectByTag);
        add("the largest tag", 2, MatchingSuite::largestTag);
        add("probe tells size, source and tag, and leaves the message", 2, MatchingSuite::probe);
        add("a matching probe takes the message: others do not see it", 2, MatchingSuite::matchingProbe);
        add("mProbe and imProbe with PROC_NULL", 1, MatchingSuite::matchingProbeNobody);
        add("imProbe takes messages in order", 2, MatchingSuite::matchingProbeOrder);
        add("a probed message outlives its communicator", 2, MatchingSuite::matchingProbeFreed);
        add("a Message that holds one takes no other", 1, MatchingSuite::matchingProbeTwice);
        add("mRecv into what is no buffer leaves the message", 1, MatchingSuite::matchingProbeNoBuffer);
        add("communicators do not mix: same tags on dup and split", 2, MatchingSuite::contexts);
        add("messages that arrive before the receiver has made the communicator", 3, MatchingSuite::early);
        add("short messages beyond the credits, received in the opposite order", 2, MatchingSuite::flood);
        add("a silent receiver blocks no other pair", 3, MatchingSuite::silentReceiver);
        add("a rank that receives from one makes progress for others too", 3, MatchingSuite::progressForOthers);
        add("100 000 started sends", 2, MatchingSuite::manySends);
        add("100 000 posted receives", 2, MatchingSuite::manyReceives);
    }

    private static void wildcards(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        int each = 50;
        if (me != 0) {
            for (int i = 0; i < each; i++) {
                int size = i % 2 == 0 ? 2 : rank.sizes().large() / 4;
                int[] data = new int[size];
                data[0] = me;
                data[size - 1] = i;
                comm.send(data, size, MPI.INT, 0, 10 * me + i % 3);
            }
            return;
        }
        int[] next = new int[comm.getSize()];
        int[] room = new int[rank.sizes().large() / 4];
        for (int n = 0; n < each * (comm.getSize() - 1); n++) {
            Status status = comm.recv(room, room.length, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            int from = status.getSource();
            int count = status.getCount(MPI.INT);
            Check.equal(room[0], from, "source in the status");
            Check.equal(next[from]++, room[count - 1], "messages of rank " + from + " in order");
            Check.equal(10 * from + room[count - 1] % 3, status.getTag(), "tag in the status");
        }
    }

    private static void postingOrder(Rank rank) {
        Intracomm comm = rank.comm();
        if (comm.getRank() == 0) {
            comm.recv(new byte[0], 0, MPI.BYTE, 1, 0);
            for (int i = 0; i < 6; i++) {
                comm.send(new int[] {i}, 1, MPI.INT, 1, i < 3 ? 7 : 8);
            }
            return;
        }
        int[][] rooms = new int[6][1];
        Request[] requests = {
            comm.iRecv(rooms[0], 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG),
            comm.iRecv(rooms[1], 1, MPI.INT, 0, 8),
            comm.iRecv(rooms[2], 1, MPI.INT, 0, MPI.ANY_TAG),
            comm.iRecv(rooms[3], 1, MPI.INT, MPI.ANY_SOURCE, 7),
            comm.iRecv(rooms[4], 1, MPI.INT, MPI.ANY_SOURCE, 8),
            comm.iRecv(rooms[5], 1, MPI.INT, 0, 8),
        };
        comm.send(new byte[0], 0, MPI.BYTE, 0, 0);
        Status[] statuses = Request.waitAllStatus(requests);
        int[] found = Arrays.stream(rooms).mapToInt(room -> room[0]).toArray();
        Check.equal(new int[] {0, 3, 1, 2, 4, 5}, found, "which message each receive got");
        Check.equal(7, statuses[0].getTag(), "tag of the first");
    }

    /** Rank 0 runs ahead: often both messages are there, and nobody has looked at them, when the second receive begins. */
    private static void postedBefore(Rank rank) {
        Intracomm comm = rank.comm();
        int[][] wanted = {{0, 5}, {0, MPI.ANY_TAG}, {MPI.ANY_SOURCE, 5}, {MPI.ANY_SOURCE, MPI.ANY_TAG}};
        for (int i = 0; i < 400; i += 2) {
            if (comm.getRank() == 0) {
                comm.send(new int[] {i}, 1, MPI.INT, 1, 5);
                comm.send(new int[] {i + 1}, 1, MPI.INT, 1, 5);
                continue;
            }
            int[] first = new int[1];
            int[] second = new int[1];
            int[] want = wanted[i / 2 % 4];
            Request posted = comm.iRecv(first, 1, MPI.INT, want[0], want[1]);
            comm.recv(second, 1, MPI.INT, 0, 5);
            posted.waitFor();
            Check.equal(i, first[0], "message of the posted receive");
            Check.equal(i + 1, second[0], "message of the blocking one");
        }
    }

    private static void noOvertaking(Rank rank) {
        Intracomm comm = rank.comm();
        int messages = 400;
        Random random = new Random(7);
        int[] sizes = random.ints(messages, 0, 6).toArray();
        int[] bytes = {
            4,
            100,
            rank.sizes().eagerLimit(),
            rank.sizes().eagerLimit() + 4,
            3 * rank.sizes().large(),
            8
        };
        Request[] requests = new Request[messages];
        byte[][] buffers = new byte[messages][];
        for (int i = 0; i < messages; i++) {
            int size = bytes[sizes[i]];
            buffers[i] = comm.getRank() == 0
                    ? Pattern.bytes(size, i)
                    : new byte[rank.sizes().large() * 3];
            requests[i] = comm.getRank() == 0
                    ? comm.iSend(buffers[i], size, MPI.BYTE, 1, 5)
                    : comm.iRecv(buffers[i], buffers[i].length, MPI.BYTE, 0, i % 2 == 0 ? 5 : MPI.ANY_TAG);
            if (i % 16 == 15) {
                check(comm, Arrays.copyOfRange(requests, i - 15, i + 1), buffers, i - 15);
            }
        }
    }

    private static void check(Intracomm comm, Request[] requests, byte[][] buffers, int first) {
        Status[] statuses = Request.waitAllStatus(requests);
        for (int i = 0; comm.getRank() == 1 && i < requests.length; i++) {
            int at = first + i;
            byte[] found = Arrays.copyOf(buffers[at], statuses[i].getCount(MPI.BYTE));
            Check.sameBytes(Pattern.bytes(found.length, at), found, () -> "message " + at);
            buffers[at] = null;
        }
    }

    private static void selectByTag(Rank rank) {
        Intracomm comm = rank.comm();
        int tags = 40;
        if (comm.getRank() == 0) {
            Request[] requests = new Request[3 * tags + 1];
            for (int i = 0; i < 3 * tags; i++) {
                requests[i] = comm.iSend(new int[] {i}, 1, MPI.INT, 1, i % tags);
            }
            requests[3 * tags] = comm.iSend(null, 0, MPI.INT, 1, 1000);
            Request.waitAll(requests);
            return;
        }
        comm.recv(null, 0, MPI.INT, 0, 1000);
        int[] room = new int[1];
        for (int tag = tags - 1; tag >= 0; tag--) {
            for (int round = 0; round < 3; round++) {
                comm.recv(room, 1, MPI.INT, tag % 2 == 0 ? 0 : MPI.ANY_SOURCE, tag);
                Check.equal(round * tags + tag, room[0], "tag " + tag + ", round " + round);
            }
        }
    }

    private static void largestTag(Rank rank) {
        Intracomm comm = rank.comm();
        int upper = (Integer) comm.getAttr(MPI.TAG_UB);
        Check.that(upper >= 32767, "TAG_UB is " + upper);
        if (comm.getRank() == 0) {
            comm.send(new int[] {1}, 1, MPI.INT, 1, upper);
            comm.send(new int[rank.sizes().large()], rank.sizes().large(), MPI.INT, 1, upper);
        } else {
            int[] room = new int[rank.sizes().large()];
            Check.equal(upper, comm.recv(room, 1, MPI.INT, 0, MPI.ANY_TAG).getTag(), "tag of a short message");
            Check.equal(upper, comm.recv(room, room.length, MPI.INT, 0, upper).getTag(), "tag of a long message");
        }
    }

    private static void probe(Rank rank) {
        Intracomm comm = rank.comm();
        for (int size : rank.sizes().all()) {
            if (comm.getRank() == 0) {
                comm.send(Pattern.bytes(size, 1), size, MPI.BYTE, 1, 2 * size);
                continue;
            }
            int tag = 2 * size;
            Status status = size % 2 == 0 ? comm.probe(MPI.ANY_SOURCE, MPI.ANY_TAG) : comm.probe(0, tag);
            Check.equal(size, status.getCount(MPI.BYTE), "probed count");
            Check.equal(0, status.getSource(), "probed source");
            Check.equal(tag, status.getTag(), "probed tag");
            Check.equal(size, comm.iProbe(0, tag).getCount(MPI.BYTE), "probed again");
            Check.that(comm.iProbe(0, tag + 1) == null, "no message of another tag");
            Check.that(comm.iProbe(1, tag) == null, "no message of another source");
            byte[] room = new byte[size];
            comm.recv(room, size, MPI.BYTE, status.getSource(), status.getTag());
            Check.sameBytes(Pattern.bytes(size, 1), room, () -> size + " bytes");
            Check.that(comm.iProbe(0, tag) == null, "received once");
        }
    }

    private static void matchingProbe(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        for (int size : new int[] {0, 8, rank.sizes().eagerLimit(), rank.sizes().large()}) {
            if (comm.getRank() == 0) {
                Request first = comm.iSend(Pattern.bytes(size, 1), size, MPI.BYTE, 1, 3);
                Request second = comm.iSend(Pattern.bytes(size, 2), size, MPI.BYTE, 1, 3);
                Request.waitAll(new Request[] {first, second});
                continue;
            }
            Message message = new Message();
            Check.that(message.isNull(), "a new message is null");
            Status status = message.mProbe(0, 3, comm);
            Check.equal(size, status.getCount(MPI.BYTE), "probed count");
            Check.that(!message.isNull() && !message.isNoProc(), "a message was taken");
            byte[] second = new byte[size];
            comm.recv(second, size, MPI.BYTE, 0, 3);
            Check.sameBytes(Pattern.bytes(size, 2), second, () -> "the message after the taken one");
            byte[] first = new byte[size + 4];
            Status received = size % 16 == 0
                    ? message.mRecv(first, size, MPI.BYTE)
                    : message.imRecv(first, size, MPI.BYTE).waitStatus();
            Check.equal(size, received.getCount(MPI.BYTE), "count");
            Check.equal(3, received.getTag(), "tag");
            Check.sameBytes(Arrays.copyOf(Pattern.bytes(size, 1), size + 4), first, () -> "the taken message");
            Check.that(message.isNull(), "received messages are null");
            Check.error(MPI.ERR_REQUEST, () -> message.mRecv(first, size, MPI.BYTE), "mRecv");
        }
    }

    private static void matchingProbeNobody(Rank rank) {
        Message message = new Message();
        Check.equal(MPI.PROC_NULL, message.mProbe(MPI.PROC_NULL, 1, rank.comm()).getSource(), "source");
        Check.that(message.isNoProc(), "from PROC_NULL");
        Check.equal(0, message.mRecv(new byte[1], 1, MPI.BYTE).getCount(MPI.BYTE), "count");
        Check.that(message.isNull() && !message.isNoProc(), "null after the receive");
        Check.equal(
                MPI.PROC_NULL, message.imProbe(MPI.PROC_NULL, 1, rank.comm()).getSource(), "source");
        Check.that(message.imRecv(new byte[1], 1, MPI.BYTE).waitStatus().getSource() == MPI.PROC_NULL, "source");
        Check.that(message.imProbe(0, 1, rank.comm()) == null && message.isNull(), "nothing there");
    }

    private static void matchingProbeOrder(Rank rank) {
        Intracomm comm = rank.comm();
        int messages = 20;
        if (comm.getRank() == 0) {
            Request[] requests = new Request[messages];
            for (int i = 0; i < messages; i++) {
                requests[i] = comm.iSend(new int[] {i}, 1, MPI.INT, 1, i % 2);
            }
            Request.waitAll(requests);
            return;
        }
        List<Message> taken = new ArrayList<>();
        while (taken.size() < messages) {
            Message message = new Message();
            if (message.imProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, comm) != null) {
                taken.add(message);
            }
        }
        int[] room = new int[1];
        for (int i = messages - 1; i >= 0; i--) {
            taken.get(i).mRecv(room, 1, MPI.INT);
            Check.equal(i, room[0], "message taken as number " + i);
        }
    }

    private static void contexts(Rank rank) {
        Intracomm comm = rank.comm();
        Intracomm dup = comm.dup();
        Intracomm turned = comm.split(0, -comm.getRank());
        Check.equal(1 - comm.getRank(), turned.getRank(), "rank in the turned communicator");
        Intracomm[] all = {comm, dup, turned};
        for (int size : new int[] {4, rank.sizes().large()}) {
            byte[][] rooms = new byte[3][size];
            if (comm.getRank() == 0) {
                Request[] requests = new Request[3];
                for (int i = 0; i < 3; i++) {
                    requests[i] = all[i].iSend(Pattern.bytes(size, i), size, MPI.BYTE, 1 - all[i].getRank(), 6);
                }
                Request.waitAll(requests);
            } else {
                for (int i = 2; i >= 0; i--) {
                    Status status = all[i].recv(rooms[i], size, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
                    Check.equal(1 - all[i].getRank(), status.getSource(), "source");
                    int number = i;
                    Check.sameBytes(Pattern.bytes(size, i), rooms[i], () -> "communicator " + number);
                }
            }
        }
        dup.free();
        turned.free();
    }

    /**
     * Rank 0 is done with a dup as soon as it has sent what the agreement needs of it, and uses the new communicator at
     * once; others may still be at work on the agreement.
     */
    private static void early(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        for (int round = 0; round < 50; round++) {
            Intracomm dup = comm.dup();
            int size = round % 2 == 0 ? 4 : rank.sizes().large();
            Request[] requests = new Request[4];
            for (int i = 1; i < 3; i++) {
                int to = (me + i) % 3;
                requests[i - 1] = dup.iSend(Pattern.bytes(size, 10 * round + me), size, MPI.BYTE, to, 0);
            }
            for (int i = 1; i < 3; i++) {
                int from = (me + i) % 3;
                byte[] room = new byte[size];
                dup.recv(room, size, MPI.BYTE, from, 0);
                int seed = 10 * round + from;
                Check.sameBytes(Pattern.bytes(size, seed), room, () -> "round " + seed);
            }
            Request.waitAll(requests);
            dup.free();
        }
    }

    private static void flood(Rank rank) {
        Intracomm comm = rank.comm();
        int size = 1000;
        int messages = rank.sizes().many() / 20;
        if (comm.getRank() == 0) {
            Request[] requests = new Request[messages];
            for (int i = 0; i < messages; i++) {
                requests[i] = comm.iSend(Pattern.bytes(size, i), size, MPI.BYTE, 1, i);
            }
            comm.recv(null, 0, MPI.BYTE, 1, 0);
            Request.waitAll(requests);
        } else {
            comm.send(null, 0, MPI.BYTE, 0, 0);
            byte[] room = new byte[size];
            for (int i = messages - 1; i >= 0; i--) {
                comm.recv(room, size, MPI.BYTE, 0, i);
                int seed = i;
                Check.sameBytes(Pattern.bytes(size, i), room, () -> "message " + seed);
            }
        }
    }

    /**
     * Up to 100 MB for rank 1, which talks to rank 2 meanwhile. Where a rank's memory is limited, it must not hold
     * them.
     */
    private static void silentReceiver(Rank rank) {
        Intracomm comm = rank.comm();
        int size = 8192;
        int messages = 20 * (rank.sizes().huge() / size);
        int[] ball = new int[1];
        if (comm.getRank() == 0) {
            byte[] data = Pattern.bytes(size, 1);
            Request[] requests = new Request[messages];
            for (int i = 0; i < messages; i++) {
                requests[i] = comm.iSend(data, size, MPI.BYTE, 1, 1);
            }
            Request.waitAll(requests);
        } else if (comm.getRank() == 1) {
            for (int i = 0; i < BALLS; i++) {
                comm.recv(ball, 1, MPI.INT, 2, 2);
                Check.equal(i, ball[0], "ball");
                comm.send(ball, 1, MPI.INT, 2, 2);
            }
            byte[] room = new byte[size];
            for (int i = 0; i < messages; i++) {
                Arrays.fill(room, (byte) 0);
                comm.recv(room, size, MPI.BYTE, 0, 1);
                Check.that(room[0] == Pattern.bytes(1, 1)[0], "data of message " + i);
            }
        } else {
            for (int i = 0; i < BALLS; i++) {
                comm.send(new int[] {i}, 1, MPI.INT, 1, 2);
                comm.recv(ball, 1, MPI.INT, 1, 2);
            }
        }
    }

    /** Rank 0 floods rank 1 until rank 2 has the long message of rank 1, which does nothing but receive from rank 0. */
    private static void progressForOthers(Rank rank) {
        Intracomm comm = rank.comm();
        int size = 4 * rank.sizes().large();
        byte[] data = new byte[size];
        int[] room = new int[1];
        if (comm.getRank() == 0) {
            while (comm.iProbe(2, 1) == null) {
                comm.send(room, 1, MPI.INT, 1, 0);
            }
            comm.recv(null, 0, MPI.INT, 2, 1);
            comm.send(new int[] {1}, 1, MPI.INT, 1, 0);
        } else if (comm.getRank() == 1) {
            Request request = comm.iSend(data, size, MPI.BYTE, 2, 0);
            while (room[0] == 0) {
                comm.recv(room, 1, MPI.INT, 0, 0);
            }
            request.waitFor();
        } else {
            comm.recv(data, size, MPI.BYTE, 1, 0);
            comm.send(null, 0, MPI.INT, 0, 1);
        }
    }

    private static void manySends(Rank rank) {
        Intracomm comm = rank.comm();
        int messages = rank.sizes().many();
        if (comm.getRank() == 0) {
            int[] data = Pattern.ints(messages, 3);
            Request[] requests = new Request[messages];
            for (int i = 0; i < messages; i++) {
                requests[i] = comm.iSend(MPI.slice(data, i), 1, MPI.INT, 1, i & 7);
            }
            Request.waitAll(requests);
        } else {
            int[] expected = Pattern.ints(messages, 3);
            int[] room = new int[1];
            for (int i = 0; i < messages; i++) {
                comm.recv(room, 1, MPI.INT, 0, i & 7);
                Check.equal(expected[i], room[0], "message " + i);
            }
        }
    }

    private static void manyReceives(Rank rank) {
        Intracomm comm = rank.comm();
        int messages = rank.sizes().many();
        if (comm.getRank() == 0) {
            int[] data = Pattern.ints(messages, 4);
            comm.recv(null, 0, MPI.INT, 1, 0);
            for (int i = 0; i < messages; i++) {
                comm.send(MPI.slice(data, i), 1, MPI.INT, 1, 1);
            }
        } else {
            int[] room = new int[messages];
            Request[] requests = new Request[messages];
            for (int i = 0; i < messages; i++) {
                requests[i] = comm.iRecv(MPI.slice(room, i), 1, MPI.INT, 0, 1);
            }
            comm.send(null, 0, MPI.INT, 0, 0);
            Request.waitAll(requests);
            Check.equal(Pattern.ints(messages, 4), room, "all messages");
        }
    }

    private static void matchingProbeFreed(Rank rank) throws Exception {
        for (int size : new int[] {8, rank.sizes().large()}) {
            Intracomm dup = rank.comm().dup();
            Message message = new Message();
            Request send = null;
            if (dup.getRank() == 0) {
                send = dup.iSend(Pattern.bytes(size, 3), size, MPI.BYTE, 1, 4);
            } else {
                message.mProbe(0, 4, dup);
            }
            dup.free();
            if (send != null) {
                send.waitFor();
                continue;
            }
            byte[] found = new byte[size];
            Check.error(MPI.ERR_COUNT, () -> message.mRecv(found, -1, MPI.BYTE), "mRecv");
            Status status = message.mRecv(found, size, MPI.BYTE);
            Check.equal(0, status.getSource(), "source");
            Check.sameBytes(Pattern.bytes(size, 3), found, () -> "the message of a communicator that is no more");
        }
    }

    private static void matchingProbeTwice(Rank rank) throws Exception {
        Intracomm self = rank.self();
        Request[] sends = {self.iSend(new int[] {1}, 1, MPI.INT, 0, 1), self.iSend(new int[] {2}, 1, MPI.INT, 0, 2)};
        Message message = new Message();
        message.mProbe(0, 1, self);
        Check.error(MPI.ERR_REQUEST, () -> message.imProbe(0, 3, self), "imProbe", "holds one");
        Check.error(MPI.ERR_REQUEST, () -> message.imProbe(0, 2, self), "imProbe", "holds one");
        Check.error(MPI.ERR_REQUEST, () -> message.mProbe(0, 2, self), "mProbe", "holds one");
        int[] room = new int[1];
        message.mRecv(room, 1, MPI.INT);
        Check.equal(1, room[0], "the message that was held");
        self.recv(room, 1, MPI.INT, 0, 2);
        Check.equal(2, room[0], "the message that was not taken");
        Request.waitAll(sends);
    }

    private static void matchingProbeNoBuffer(Rank rank) throws Exception {
        Request send = rank.self().iSend(new int[] {5}, 1, MPI.INT, 0, 1);
        Message message = new Message();
        message.mProbe(0, 1, rank.self());
        Check.error(MPI.ERR_BUFFER, () -> message.mRecv("no buffer", 1, MPI.INT), "mRecv", "String");
        int[] room = new int[1];
        message.mRecv(room, 1, MPI.INT);
        Check.equal(5, room[0], "the message is still there");
        send.waitFor();
    }
}
