package org.bipj.mpi.contract;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/**
 * Cancelled sends (MPI 4.1 section 3.8.4): a wait ends with the receiver's next progress, and either the send is cancelled, and
 * its message cannot be received, or it completes and the message is received.
 */
public final class CancelSuite extends Suite {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final int TAG = 3;
    private static final int GO = 99;

    /** Adds the cases. */
    public CancelSuite() {
        add("a synchronous send of any length, and a long one, are withdrawn", 2, CancelSuite::withdrawn);
        add("a short send that has left is received", 2, CancelSuite::left);
        add("a receive that waits already gets the message, if that has left", 2, CancelSuite::tooLate);
        add("a message that a matched probe has taken stays", 2, CancelSuite::probed);
        add("persistent sends are cancelled, and started again", 2, CancelSuite::persistent);
        add("cancelled several times, and freed", 2, CancelSuite::freed);
        add("messages before and behind a cancelled one keep their order", 2, CancelSuite::order);
        add("the receiver has freed the communicator", 2, CancelSuite::freedCommunicator);
        add("many sends are cancelled, more than there is room to ask for", 2, CancelSuite::many);
        add("random programs: each message is received or cancelled", 2, CancelSuite::programs);
    }

    private static boolean isCancelled(Request request) {
        Status status = request.waitStatus();
        Check.that(request.isNull(), "a request that was waited for");
        return status.isCancelled();
    }

    private static void withdrawn(Rank rank) {
        Intracomm comm = rank.comm();
        int large = rank.sizes().large();
        for (int size :
                Arrays.stream(rank.sizes().all()).filter(n -> n <= large).toArray()) {
            if (comm.getRank() == 0) {
                Request request = comm.isSend(Pattern.bytes(size, size), size, MPI.BYTE, 1, TAG);
                request.cancel();
                Check.that(isCancelled(request), () -> size + " bytes");
                comm.send(null, 0, MPI.BYTE, 1, GO);
            } else {
                comm.recv(null, 0, MPI.BYTE, 0, GO);
                Check.that(comm.iProbe(0, TAG) == null, "a cancelled message is there");
            }
            comm.barrier();
        }
        byte[] data = Pattern.bytes(large, 1);
        if (comm.getRank() == 0) {
            Request request = comm.iSend(data, large, MPI.BYTE, 1, TAG);
            request.cancel();
            Status status = null;
            while (status == null) {
                status = request.testStatus();
            }
            Check.that(status.isCancelled(), "a long send");
            comm.send(null, 0, MPI.BYTE, 1, GO);
            comm.send(data, large, MPI.BYTE, 1, TAG);
        } else {
            byte[] room = new byte[large];
            comm.recv(null, 0, MPI.BYTE, 0, GO);
            comm.recv(room, large, MPI.BYTE, 0, TAG);
            Check.sameBytes(data, room, () -> "the next message of this tag");
            Check.that(comm.iProbe(0, TAG) == null, "a cancelled message is there");
        }
    }

    /** It has completed when it is cancelled. */
    private static void left(Rank rank) {
        Intracomm comm = rank.comm();
        if (comm.getRank() == 0) {
            Request request = comm.iSend(new byte[] {7}, 1, MPI.BYTE, 1, TAG);
            request.cancel();
            boolean cancelled = isCancelled(request);
            Check.that(!cancelled || !rank.sizes().fewLeaveAtOnce(), "a send that had left is cancelled");
            comm.send(new byte[] {(byte) (cancelled ? 1 : 0)}, 1, MPI.BYTE, 1, GO);
        } else {
            byte[] cancelled = new byte[1];
            comm.recv(cancelled, 1, MPI.BYTE, 0, GO);
            Check.equal(cancelled[0] == 1, comm.iProbe(0, TAG) == null, "the message is gone");
            if (cancelled[0] == 0) {
                byte[] room = new byte[1];
                comm.recv(room, 1, MPI.BYTE, 0, TAG);
                Check.equal(7, room[0], "data");
            }
        }
    }

    private static void tooLate(Rank rank) {
        Intracomm comm = rank.comm();
        for (int size : new int[] {0, 5, rank.sizes().eagerLimit(), rank.sizes().large()}) {
            byte[] data = Pattern.bytes(size, size);
            if (comm.getRank() == 0) {
                comm.recv(null, 0, MPI.BYTE, 1, GO);
                Request request = comm.isSend(data, size, MPI.BYTE, 1, TAG);
                request.cancel();
                comm.send(new byte[] {(byte) (isCancelled(request) ? 1 : 0)}, 1, MPI.BYTE, 1, GO);
            } else {
                byte[] room = new byte[size];
                Request request = comm.iRecv(room, size, MPI.BYTE, 0, TAG);
                comm.send(null, 0, MPI.BYTE, 0, GO);
                byte[] cancelled = new byte[1];
                comm.recv(cancelled, 1, MPI.BYTE, 0, GO);
                if (cancelled[0] == 1) {
                    // It had found no room to leave.
                    Check.that(request.testStatus() == null, "a cancelled message is received");
                    request.cancel();
                    Check.that(request.waitStatus().isCancelled(), "the receive");
                } else {
                    request.waitFor();
                    Check.sameBytes(data, room, () -> "data");
                }
            }
        }
    }

    private static void probed(Rank rank) {
        Intracomm comm = rank.comm();
        for (int size : new int[] {0, 5, rank.sizes().large()}) {
            byte[] data = Pattern.bytes(size, size);
            if (comm.getRank() == 0) {
                Request request = comm.isSend(data, size, MPI.BYTE, 1, TAG);
                Request other = comm.isSend(data, size, MPI.BYTE, 1, TAG);
                comm.recv(null, 0, MPI.BYTE, 1, GO);
                request.cancel();
                other.cancel();
                Check.that(isCancelled(other), "a message of the same tag that no probe has taken");
                Check.that(request.testStatus() == null, "a message that a probe has taken");
                comm.send(null, 0, MPI.BYTE, 1, GO);
                Check.that(!isCancelled(request), "it is received");
            } else {
                Message message = new Message();
                message.mProbe(0, TAG, comm);
                comm.send(null, 0, MPI.BYTE, 0, GO);
                comm.recv(null, 0, MPI.BYTE, 0, GO);
                byte[] room = new byte[size];
                message.mRecv(room, size, MPI.BYTE);
                Check.sameBytes(data, room, () -> "data");
                Check.that(comm.iProbe(0, TAG) == null, "a cancelled message is there");
            }
            comm.barrier();
        }
    }

    private static void persistent(Rank rank) {
        Intracomm comm = rank.comm();
        int large = rank.sizes().large();
        byte[] data = new byte[large];
        if (comm.getRank() == 0) {
            Prequest[] requests = {
                comm.sSendInit(data, 4, MPI.BYTE, 1, TAG),
                comm.sendInit(data, large, MPI.BYTE, 1, TAG),
                comm.rSendInit(data, large, MPI.BYTE, 1, TAG)
            };
            for (Prequest request : requests) {
                for (int round = 0; round < 3; round++) {
                    data[0] = 1;
                    request.start();
                    request.cancel();
                    Check.that(request.waitStatus().isCancelled(), "cancelled");
                    data[0] = 2;
                    comm.send(null, 0, MPI.BYTE, 1, GO);
                    comm.recv(null, 0, MPI.BYTE, 1, GO);
                    request.start();
                    Check.that(!request.waitStatus().isCancelled(), "started again");
                }
                request.free();
            }
        } else {
            for (int round = 0; round < 9; round++) {
                comm.recv(null, 0, MPI.BYTE, 0, GO);
                Request receive = comm.iRecv(data, large, MPI.BYTE, 0, TAG);
                comm.send(null, 0, MPI.BYTE, 0, GO);
                receive.waitFor();
                Check.equal(2, data[0], "data of the second start");
            }
        }
    }

    private static void freed(Rank rank) {
        Intracomm comm = rank.comm();
        int large = rank.sizes().large();
        for (int size : new int[] {0, large}) {
            if (comm.getRank() == 0) {
                Request request = comm.isSend(new byte[size], size, MPI.BYTE, 1, TAG);
                request.cancel();
                request.cancel();
                Request future = comm.isSend(new byte[size], size, MPI.BYTE, 1, TAG);
                boolean ignored = future.cancel(true);
                request.free();
                Request last = comm.iSend(new byte[] {5}, 1, MPI.BYTE, 1, TAG);
                comm.send(null, 0, MPI.BYTE, 1, GO);
                last.waitFor();
                future.cancel();
                Check.that(isCancelled(future), "a future");
                Check.that(future.isNull(), "it has been waited for");
            } else {
                comm.recv(null, 0, MPI.BYTE, 0, GO);
                byte[] room = new byte[large];
                Status status = comm.recv(room, large, MPI.BYTE, 0, TAG);
                Check.equal(1, status.getCount(MPI.BYTE), "bytes of the message behind the cancelled ones");
                Check.equal(5, room[0], "data");
                Check.that(comm.iProbe(0, TAG) == null, "a cancelled message is there");
            }
            comm.barrier();
        }
    }

    private static void order(Rank rank) {
        Intracomm comm = rank.comm();
        int large = rank.sizes().large();
        if (comm.getRank() == 0) {
            Request[] requests = new Request[9];
            for (int i = 0; i < requests.length; i++) {
                byte[] data = new byte[large];
                data[0] = (byte) i;
                requests[i] = i % 2 == 0
                        ? comm.iSend(data, large, MPI.BYTE, 1, TAG)
                        : comm.isSend(data, 1 + i, MPI.BYTE, 1, TAG);
            }
            for (int i = 1; i < requests.length; i += 3) {
                requests[i].cancel();
            }
            comm.send(null, 0, MPI.BYTE, 1, GO);
            for (int i = 0; i < requests.length; i++) {
                int at = i;
                Check.equal(i % 3 == 1, isCancelled(requests[i]), "message " + at + " is cancelled");
            }
        } else {
            comm.recv(null, 0, MPI.BYTE, 0, GO);
            byte[] room = new byte[large];
            for (int i = 0; i < 9; i++) {
                if (i % 3 != 1) {
                    comm.recv(room, large, MPI.BYTE, i % 2 == 0 ? 0 : MPI.ANY_SOURCE, TAG);
                    Check.equal(i, room[0], "the order of messages");
                }
            }
        }
    }

    private static void freedCommunicator(Rank rank) {
        Intracomm comm = rank.comm();
        Intracomm copy = comm.dup();
        if (comm.getRank() == 0) {
            Request request = copy.isSend(new byte[3], 3, MPI.BYTE, 1, TAG);
            comm.send(null, 0, MPI.BYTE, 1, GO);
            copy.free();
            comm.recv(null, 0, MPI.BYTE, 1, GO);
            request.cancel();
            Check.that(isCancelled(request), "nothing could receive it");
            comm.send(null, 0, MPI.BYTE, 1, GO);
        } else {
            comm.recv(null, 0, MPI.BYTE, 0, GO);
            copy.free();
            comm.send(null, 0, MPI.BYTE, 0, GO);
            comm.recv(null, 0, MPI.BYTE, 0, GO);
        }
    }

    private static void many(Rank rank) {
        Intracomm comm = rank.comm();
        int messages = 500;
        if (comm.getRank() == 0) {
            Request[] requests = new Request[messages];
            for (int i = 0; i < messages; i++) {
                requests[i] = comm.isSend(new byte[] {1}, 1, MPI.BYTE, 1, TAG);
            }
            for (Request request : requests) {
                request.cancel();
            }
            for (Request request : requests) {
                Check.that(isCancelled(request), "cancelled");
            }
            comm.send(null, 0, MPI.BYTE, 1, GO);
        } else {
            comm.recv(null, 0, MPI.BYTE, 0, GO);
            Check.that(comm.iProbe(0, TAG) == null, "a cancelled message is there");
        }
    }

    // ---- random programs ---------------------------------------------------------------------------------------

    private static void programs(Rank rank) {
        long[] first = {Long.getLong("bipj.seed", System.nanoTime())};
        rank.comm().bcast(first, 1, MPI.LONG, 0);
        Intracomm results = rank.comm().dup();
        int[] outcomes = new int[2];
        int programs = DEEP ? 1000 : 25;
        for (long seed = first[0]; seed < first[0] + programs; seed++) {
            try {
                new Program(rank, results, seed, outcomes).run();
                // The next program's messages must not come before this one has looked for its last ones.
                results.barrier();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e, e);
            }
        }
        rank.comm().allReduce(outcomes, 2, MPI.INT, MPI.SUM);
        Check.that(outcomes[0] > 0, "sends that were cancelled");
        Check.that(outcomes[1] > 0, "sends that were cancelled too late");
        results.free();
    }

    /** Two ranks that send, cancel and receive in any order. Each message begins with its number. */
    private static final class Program {
        private static final int MESSAGES = 40;
        private static final int HEADER = 4;
        private static final int RECEIVES_MAX = 5;

        private final Intracomm comm;
        private final Intracomm results;
        private final int other;
        private final Random choices;
        private final int[] sizes;
        private final int[] outcomes;
        private final Request[] sends = new Request[MESSAGES];
        private final boolean[] asked = new boolean[MESSAGES];
        private final int[] sizeOf = new int[MESSAGES];
        private int posted;
        /** What has become of the sends: first their number, then 1 for each that is cancelled. */
        private final int[] cancelled = new int[MESSAGES];

        private int done;
        private final TreeSet<Integer> received = new TreeSet<>();
        private final List<Message> held = new ArrayList<>();
        private final List<Request> receives = new ArrayList<>();
        private final List<byte[]> rooms = new ArrayList<>();
        private final int large;

        Program(Rank rank, Intracomm results, long seed, int[] outcomes) {
            comm = rank.comm();
            this.results = results;
            this.outcomes = outcomes;
            other = 1 - rank.rank();
            choices = new Random(seed * 31 + rank.rank());
            large = rank.sizes().large();
            sizes = Arrays.stream(rank.sizes().all())
                    .filter(n -> n >= HEADER && n <= large)
                    .toArray();
        }

        void run() {
            int[] theirs = new int[MESSAGES];
            Request result = results.iRecv(theirs, MESSAGES, MPI.INT, other, TAG);
            boolean told = false;
            while (!told || !result.test()) {
                switch (choices.nextInt(6)) {
                    case 0 -> post();
                    case 1 -> cancel();
                    case 2, 3 -> end();
                    default -> receive();
                }
                if (!told && done == MESSAGES) {
                    told = true;
                    results.send(cancelled, MESSAGES, MPI.INT, other, TAG);
                }
            }
            drain();
            for (int i = 0; i < MESSAGES; i++) {
                Check.equal(theirs[i] == 0, received.contains(i), "message " + i + " is received");
            }
        }

        private void post() {
            if (posted == MESSAGES) {
                return;
            }
            int size = choices.nextBoolean() ? sizes[choices.nextInt(sizes.length)] : HEADER + choices.nextInt(60);
            byte[] data = Pattern.bytes(size, posted);
            ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN).putInt(0, posted);
            int tag = choices.nextInt(3);
            sizeOf[posted] = size;
            sends[posted++] = choices.nextBoolean()
                    ? comm.isSend(data, size, MPI.BYTE, other, tag)
                    : comm.iSend(data, size, MPI.BYTE, other, tag);
        }

        private void cancel() {
            int i = posted == 0 ? 0 : posted - 1 - choices.nextInt(Math.min(4, posted));
            if (posted > 0 && !sends[i].isNull()) {
                sends[i].cancel();
                asked[i] = true;
            }
        }

        private void end() {
            int i = posted == 0 ? 0 : choices.nextInt(posted);
            for (int k = 0; k < posted && sends[i].isNull(); k++) {
                i = (i + 1) % posted;
            }
            Status status = posted == 0 || sends[i].isNull() ? null : sends[i].testStatus();
            if (status != null) {
                Check.that(asked[i] || !status.isCancelled(), "a send that was not to be cancelled");
                cancelled[i] = status.isCancelled() ? 1 : 0;
                outcomes[0] += cancelled[i];
                outcomes[1] += asked[i] && !status.isCancelled() ? 1 : 0;
                done++;
            }
        }

        private void receive() {
            int tag = choices.nextBoolean() ? MPI.ANY_TAG : choices.nextInt(3);
            switch (choices.nextInt(5)) {
                case 0 -> {
                    if (receives.size() < RECEIVES_MAX) {
                        byte[] room = new byte[large];
                        rooms.add(room);
                        receives.add(comm.iRecv(room, large, MPI.BYTE, other, tag));
                    }
                }
                case 1 -> {
                    Message message = new Message();
                    if (message.imProbe(other, tag, comm) != null) {
                        held.add(message);
                    }
                }
                case 2 -> {
                    if (!held.isEmpty()) {
                        take(held.remove(choices.nextInt(held.size())));
                    }
                }
                case 3 -> {
                    if (!receives.isEmpty()) {
                        int i = choices.nextInt(receives.size());
                        if (choices.nextInt(3) == 0) {
                            receives.get(i).cancel();
                        }
                        Status status = receives.get(i).testStatus();
                        if (status != null) {
                            receives.remove(i);
                            note(rooms.remove(i), status);
                        }
                    }
                }
                default -> {
                    Message message = new Message();
                    if (message.imProbe(other, tag, comm) != null) {
                        take(message);
                    }
                }
            }
        }

        private void take(Message message) {
            byte[] room = new byte[large];
            note(room, message.mRecv(room, large, MPI.BYTE));
        }

        /** All that the other rank has sent has come, and what it has cancelled has gone. */
        private void drain() {
            held.forEach(this::take);
            for (int i = 0; i < receives.size(); i++) {
                receives.get(i).cancel();
                note(rooms.get(i), receives.get(i).waitStatus());
            }
            byte[] room = new byte[large];
            for (Status status; (status = comm.iProbe(other, MPI.ANY_TAG)) != null; ) {
                note(room, comm.recv(room, large, MPI.BYTE, other, status.getTag()));
            }
        }

        private void note(byte[] room, Status status) {
            if (status.isCancelled()) {
                return;
            }
            int id = ByteBuffer.wrap(room).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
            int size = status.getCount(MPI.BYTE);
            byte[] expected = Pattern.bytes(size, id);
            ByteBuffer.wrap(expected).order(ByteOrder.LITTLE_ENDIAN).putInt(0, id);
            Check.sameBytes(expected, Arrays.copyOf(room, size), () -> "message " + id);
            Check.that(received.add(id), () -> "message " + id + " is received twice");
        }
    }
}
