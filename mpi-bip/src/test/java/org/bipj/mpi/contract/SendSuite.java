package org.bipj.mpi.contract;

import java.util.Arrays;
import java.util.stream.IntStream;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Send modes, sizes and special destinations (MPI 4.1 sections 3.2, 3.4, 3.7, 3.10). */
public final class SendSuite extends Suite {
    /** One byte more than a buffered send may have without an attached buffer. */
    private static final int LONG = (1 << 16) + 1;

    /** How a message is sent. */
    private enum Mode {
        SEND,
        SSEND,
        RSEND,
        BSEND,
        ISEND,
        ISSEND,
        IRSEND,
        IBSEND;

        void send(Intracomm comm, Object buf, int count, int dest, int tag) {
            switch (this) {
                case SEND -> comm.send(buf, count, MPI.BYTE, dest, tag);
                case SSEND -> comm.sSend(buf, count, MPI.BYTE, dest, tag);
                case RSEND -> comm.rSend(buf, count, MPI.BYTE, dest, tag);
                case BSEND -> comm.bSend(buf, count, MPI.BYTE, dest, tag);
                default -> start(comm, buf, count, dest, tag).waitFor();
            }
        }

        Request start(Intracomm comm, Object buf, int count, int dest, int tag) {
            return switch (this) {
                case ISSEND -> comm.isSend(buf, count, MPI.BYTE, dest, tag);
                case IRSEND -> comm.irSend(buf, count, MPI.BYTE, dest, tag);
                case IBSEND -> comm.ibSend(buf, count, MPI.BYTE, dest, tag);
                default -> comm.iSend(buf, count, MPI.BYTE, dest, tag);
            };
        }

        boolean isBuffered() {
            return this == BSEND || this == IBSEND;
        }

        boolean isReady() {
            return this == RSEND || this == IRSEND;
        }
    }

    /** Adds the cases. */
    public SendSuite() {
        for (Mode mode : Mode.values()) {
            add(mode + ": every size, receive posted before and after", 2, rank -> sizes(rank, mode));
            add(mode + " to PROC_NULL does nothing", 1, rank -> toNobody(rank, mode));
            add(mode + " to oneself", 1, rank -> toSelf(rank, mode));
        }
        add("5 MB and 3 bytes, both ways at once", 2, SendSuite::hugeBothWays);
        add("recv from PROC_NULL", 1, SendSuite::fromNobody);
        add("sendRecv around a ring, every size", 3, SendSuite::ring);
        add("sendRecvReplace around a ring, every size", 3, SendSuite::ringReplace);
        add("sendRecv between columns of one matrix", 2, SendSuite::columns);
        add("sendRecv and sendRecvReplace with PROC_NULL", 2, SendSuite::sendRecvNobody);
        add("sSend ends after the receive has begun", 2, SendSuite::synchronous);
        add("isSend is not done before its receive", 2, SendSuite::startedSynchronous);
        add("bSend returns without a receive, in order with other sends", 2, SendSuite::buffered);
        add("without an attached buffer a buffered send of more than 64 KiB is refused", 2, SendSuite::unbuffered);
        add("without an attached buffer shorter ones wait for no receiver, in order", 2, SendSuite::shortUnbuffered);
        add("a buffered send takes its overhead until it is done", 1, SendSuite::overhead);
        add("short messages to oneself that are received make room for others", 1, SendSuite::manyToSelf);
        add("the send buffer may be changed after the send", 2, SendSuite::reuse);
        add("a rank that always finds a message sends its long one all the same", 3, SendSuite::flooded);
        add("interrupted threads communicate, and stay interrupted", 3, SendSuite::interrupted);
    }

    /** Rank 1 floods rank 0, which is slower, until rank 2 has got rank 0's long message (MPI 4.1 section 3.5, Progress). */
    private static void flooded(Rank rank) {
        int most = 20_000;
        Intracomm comm = rank.comm();
        int[] number = {0};
        switch (comm.getRank()) {
            case 0 -> {
                byte[] data = Pattern.bytes(rank.sizes().huge(), 7);
                Request request = comm.iSend(data, data.length, MPI.BYTE, 2, 1);
                while (number[0] >= 0) {
                    comm.recv(number, 1, MPI.INT, 1, 2);
                    long until = System.nanoTime() + 20_000;
                    while (System.nanoTime() < until) {
                        Thread.onSpinWait();
                    }
                }
                request.waitFor();
            }
            case 1 -> {
                Request stop = comm.iRecv(new byte[0], 0, MPI.BYTE, 2, 3);
                while (!stop.test() && number[0] < most) {
                    number[0]++;
                    comm.send(number, 1, MPI.INT, 0, 2);
                }
                int sent = number[0];
                number[0] = -1;
                comm.send(number, 1, MPI.INT, 0, 2);
                stop.waitFor();
                Check.that(sent < most, "the long message has waited for " + sent + " short ones");
            }
            default -> {
                byte[] room = new byte[rank.sizes().huge()];
                comm.recv(room, room.length, MPI.BYTE, 0, 1);
                Check.sameBytes(Pattern.bytes(room.length, 7), room, () -> "the long message");
                comm.send(new byte[0], 0, MPI.BYTE, 1, 3);
            }
        }
    }

    private static void interrupted(Rank rank) {
        Thread.currentThread().interrupt();
        try {
            ring(rank);
            rank.comm().barrier();
        } finally {
            Check.that(Thread.interrupted(), "the interrupt is lost");
        }
    }

    private static void sizes(Rank rank, Mode mode) {
        Intracomm comm = rank.comm();
        int[] sizes = Arrays.copyOf(rank.sizes().all(), rank.sizes().all().length + 1);
        sizes[sizes.length - 1] = rank.sizes().huge();
        if (mode.isBuffered() && comm.getRank() == 0) {
            // What has left may still be in use: nothing makes the receiver hurry.
            rank.attachBuffer(
                    new byte
                            [2
                                    * Arrays.stream(sizes)
                                            .map(n -> n + MPI.BSEND_OVERHEAD)
                                            .sum()]);
        }
        for (int i = 0; i < sizes.length; i++) {
            transfer(comm, mode, sizes[i], i, true);
            if (!mode.isReady()) {
                transfer(comm, mode, sizes[i], i, false);
            }
        }
        if (mode.isBuffered() && comm.getRank() == 0) {
            rank.detachBuffer();
        }
    }

    /** One message from rank 0 to 1; the receiver posts its receive before the sender starts, or after a barrier. */
    private static void transfer(Intracomm comm, Mode mode, int size, int tag, boolean postedFirst) {
        if (comm.getRank() == 0) {
            if (postedFirst) {
                comm.recv(new byte[0], 0, MPI.BYTE, 1, 1000);
            }
            byte[] data = Pattern.bytes(size, size);
            Request request = mode.name().startsWith("I") ? mode.start(comm, data, size, 1, tag) : null;
            if (request == null) {
                mode.send(comm, data, size, 1, tag);
            } else {
                request.waitFor();
            }
        } else {
            byte[] room = new byte[size + 9];
            Arrays.fill(room, (byte) 77);
            Request request = comm.iRecv(room, size, MPI.BYTE, 0, tag);
            if (postedFirst) {
                comm.send(new byte[0], 0, MPI.BYTE, 0, 1000);
            }
            Status status = request.waitStatus();
            Check.equal(size, status.getCount(MPI.BYTE), "count");
            Check.equal(0, status.getSource(), "source");
            Check.equal(tag, status.getTag(), "tag");
            byte[] expected = Arrays.copyOf(Pattern.bytes(size, size), size + 9);
            Arrays.fill(expected, size, size + 9, (byte) 77);
            Check.sameBytes(expected, room, () -> mode + " of " + size + " bytes");
        }
    }

    private static void toNobody(Rank rank, Mode mode) {
        mode.send(rank.comm(), new byte[100_000], 100_000, MPI.PROC_NULL, 3);
        Check.that(rank.comm().iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG) == null, "nothing was sent");
    }

    private static void toSelf(Rank rank, Mode mode) {
        Intracomm self = rank.self();
        if (mode.isBuffered()) {
            rank.attachBuffer(new byte[4 * rank.sizes().large()]);
        }
        for (int size : new int[] {
            0, 1, 100, rank.sizes().eagerLimit() + 1, rank.sizes().large()
        }) {
            byte[] data = Pattern.bytes(size, size);
            byte[] room = new byte[size];
            Request receive = self.iRecv(room, size, MPI.BYTE, 0, 4);
            mode.send(self, data, size, 0, 4);
            Status status = receive.waitStatus();
            Check.equal(size, status.getCount(MPI.BYTE), "count");
            Check.equal(0, status.getSource(), "source");
            Check.sameBytes(data, room, () -> mode + " to self, receive posted, " + size);
            if (!mode.isReady()) {
                selfUnexpected(self, mode, data);
            }
        }
        if (mode.isBuffered()) {
            rank.detachBuffer();
        }
    }

    private static void selfUnexpected(Intracomm self, Mode mode, byte[] data) {
        byte[] room = new byte[data.length];
        boolean blocks = mode == Mode.SEND || mode == Mode.SSEND;
        Request send = blocks ? null : mode.start(self, data, data.length, 0, 5);
        if (send == null) {
            return;
        }
        Check.equal(data.length, self.probe(0, 5).getCount(MPI.BYTE), "probed count");
        self.recv(room, room.length, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
        send.waitFor();
        Check.sameBytes(data, room, () -> mode + " to self before the receive, " + data.length);
    }

    private static void hugeBothWays(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        int huge = rank.sizes().huge();
        byte[] room = new byte[huge];
        Request in = comm.iRecv(room, huge, MPI.BYTE, 1 - me, 0);
        Request out = comm.iSend(Pattern.bytes(huge, me), huge, MPI.BYTE, 1 - me, 0);
        Request.waitAll(new Request[] {in, out});
        Check.sameBytes(Pattern.bytes(huge, 1 - me), room, () -> "5 MB from the other");
    }

    private static void fromNobody(Rank rank) {
        byte[] room = {1, 2, 3};
        Status status = rank.comm().recv(room, 3, MPI.BYTE, MPI.PROC_NULL, 8);
        Check.equal(MPI.PROC_NULL, status.getSource(), "source");
        Check.equal(MPI.ANY_TAG, status.getTag(), "tag");
        Check.equal(0, status.getCount(MPI.BYTE), "count");
        Check.equal(new byte[] {1, 2, 3}, room, "the buffer is as it was");
        Check.equal(
                MPI.PROC_NULL,
                rank.comm()
                        .iRecv(room, 3, MPI.BYTE, MPI.PROC_NULL, 8)
                        .waitStatus()
                        .getSource(),
                "source of iRecv");
        Check.equal(MPI.PROC_NULL, rank.comm().probe(MPI.PROC_NULL, 8).getSource(), "source of probe");
        Check.equal(MPI.PROC_NULL, rank.comm().iProbe(MPI.PROC_NULL, 8).getSource(), "source of iProbe");
    }

    private static void ring(Rank rank) {
        Intracomm comm = rank.comm();
        int n = comm.getSize();
        int me = comm.getRank();
        for (int size : rank.sizes().all()) {
            byte[] room = new byte[size];
            Status status = comm.sendRecv(
                    Pattern.bytes(size, me),
                    size,
                    MPI.BYTE,
                    (me + 1) % n,
                    1,
                    room,
                    size,
                    MPI.BYTE,
                    (me + n - 1) % n,
                    1);
            Check.equal(size, status.getCount(MPI.BYTE), "count");
            Check.sameBytes(Pattern.bytes(size, (me + n - 1) % n), room, () -> "ring, " + size);
        }
    }

    private static void ringReplace(Rank rank) {
        Intracomm comm = rank.comm();
        int n = comm.getSize();
        int me = comm.getRank();
        for (int size : rank.sizes().all()) {
            byte[] data = Pattern.bytes(size, me);
            Status status = comm.sendRecvReplace(data, size, MPI.BYTE, (me + 1) % n, 1, (me + n - 1) % n, 1);
            Check.equal(size, status.getCount(MPI.BYTE), "count");
            Check.sameBytes(Pattern.bytes(size, (me + n - 1) % n), data, () -> "ring in place, " + size);
        }
    }

    private static void sendRecvNobody(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        int up = me == 0 ? 1 : MPI.PROC_NULL;
        int down = me == 1 ? 0 : MPI.PROC_NULL;
        int[] in = {-1};
        Status status = comm.sendRecv(new int[] {me + 10}, 1, MPI.INT, up, 0, in, 1, MPI.INT, down, 0);
        Check.equal(me == 1 ? 10 : -1, in[0], "received");
        Check.equal(me == 1 ? 0 : MPI.PROC_NULL, status.getSource(), "source");
        int[] both = {me + 20};
        status = comm.sendRecvReplace(both, 1, MPI.INT, up, 0, down, 0);
        Check.equal(20, both[0], "replaced at rank 1, kept at rank 0");
        Check.equal(me == 1 ? 0 : MPI.PROC_NULL, status.getSource(), "source");
    }

    /** Rank 1 takes a message that rank 0 sent before its sSend ended only if the sSend waits for the receive. */
    private static void synchronous(Rank rank) {
        Intracomm comm = rank.comm();
        for (int size : new int[] {0, 8, rank.sizes().eagerLimit(), rank.sizes().large()}) {
            if (comm.getRank() == 0) {
                comm.sSend(new byte[size], size, MPI.BYTE, 1, 1);
                comm.send(new byte[0], 0, MPI.BYTE, 1, 2);
            } else {
                comm.probe(0, 1);
                for (int i = 0; i < 2000; i++) {
                    Check.that(comm.iProbe(0, 2) == null, "the sSend of " + size + " bytes ended before its receive");
                }
                comm.recv(new byte[size], size, MPI.BYTE, 0, 1);
                comm.recv(new byte[0], 0, MPI.BYTE, 0, 2);
            }
        }
    }

    private static void startedSynchronous(Rank rank) {
        Intracomm comm = rank.comm();
        for (int size : new int[] {0, 8, rank.sizes().large()}) {
            if (comm.getRank() == 0) {
                Request request = comm.isSend(new byte[size], size, MPI.BYTE, 1, 1);
                for (int i = 0; i < 2000; i++) {
                    Check.that(!request.test(), "an isSend of " + size + " bytes is done before its receive");
                }
                comm.send(new byte[0], 0, MPI.BYTE, 1, 2);
                request.waitFor();
            } else {
                comm.recv(new byte[0], 0, MPI.BYTE, 0, 2);
                comm.recv(new byte[size], size, MPI.BYTE, 0, 1);
            }
        }
    }

    /** Rank 1 receives in the opposite order: blocking sends of this size could not get past the first. */
    private static void buffered(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int size = rank.sizes().large();
        int messages = 8;
        if (comm.getRank() == 0) {
            byte[] attached = new byte[messages * (size + MPI.BSEND_OVERHEAD)];
            rank.attachBuffer(attached);
            byte[] data = new byte[size];
            for (int i = 0; i < messages; i++) {
                Arrays.fill(data, (byte) i);
                comm.bSend(data, size, MPI.BYTE, 1, i);
            }
            // The room is full: the next one does not fit.
            Check.error(MPI.ERR_BUFFER, () -> comm.bSend(data, size, MPI.BYTE, 1, 99), "bSend", "attached");
            comm.send(new byte[0], 0, MPI.BYTE, 1, 100);
            Check.that(rank.detachBuffer() == attached, "detachBuffer returns the attached buffer");
            Check.that(rank.detachBuffer() == null, "nothing is attached any more");
            byte[] more = new byte[LONG];
            Check.error(MPI.ERR_BUFFER, () -> comm.bSend(more, LONG, MPI.BYTE, 1, 99), "bSend");
        } else {
            comm.recv(new byte[0], 0, MPI.BYTE, 0, 100);
            for (int i = messages - 1; i >= 0; i--) {
                byte[] room = new byte[size];
                comm.recv(room, size, MPI.BYTE, 0, i);
                Check.that(room[0] == i && room[size - 1] == i, "the data as they were when bSend was called");
            }
        }
    }

    private static void unbuffered(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int other = 1 - comm.getRank();
        byte[] data = new byte[LONG];
        String needed = "at least " + (LONG + MPI.BSEND_OVERHEAD) + " bytes";
        for (int dest : new int[] {other, comm.getRank()}) {
            Check.error(
                    MPI.ERR_BUFFER,
                    () -> comm.bSend(data, LONG, MPI.BYTE, dest, 1),
                    "bSend",
                    "none is attached",
                    needed);
            Check.error(MPI.ERR_BUFFER, () -> comm.ibSend(data, LONG, MPI.BYTE, dest, 1), "ibSend", "none");
        }
        Prequest request = comm.bSendInit(data, LONG, MPI.BYTE, other, 1);
        Check.error(MPI.ERR_BUFFER, request::start, "start", "none is attached");
        request.free();
        comm.bSend(data, LONG, MPI.BYTE, MPI.PROC_NULL, 1);
        rank.attachBuffer(new byte[MPI.BSEND_OVERHEAD + 1]);
        comm.bSend(new byte[1], 1, MPI.BYTE, other, 1);
        comm.recv(new byte[1], 1, MPI.BYTE, other, 1);
        rank.detachBuffer();
    }

    /** Both ranks send all before they receive, in the opposite order. */
    private static void shortUnbuffered(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int other = 1 - comm.getRank();
        int[] sizes = {0, 1, rank.sizes().eagerLimit() + 1, LONG - 1};
        byte[] data = new byte[LONG];
        for (int i = 0; i < sizes.length; i++) {
            int size = Math.min(sizes[i], LONG - 1);
            Arrays.fill(data, (byte) i);
            comm.bSend(data, size, MPI.BYTE, other, i);
            Check.that(comm.ibSend(data, size, MPI.BYTE, other, i).test(), "complete at once");
            Prequest request = comm.bSendInit(data, size, MPI.BYTE, other, i);
            request.start();
            Check.that(request.test(), "a buffered send waits for nobody");
            request.free();
        }
        // Nothing is attached, so nothing is waited for.
        Check.that(rank.detachBuffer() == null, "nothing was attached");
        for (int i = sizes.length - 1; i >= 0; i--) {
            int size = Math.min(sizes[i], LONG - 1);
            for (int copy = 0; copy < 3; copy++) {
                byte[] room = new byte[LONG];
                Check.equal(size, comm.recv(room, LONG, MPI.BYTE, other, i).getCount(MPI.BYTE), "length");
                Check.that(size == 0 || room[0] == i && room[size - 1] == i, "the data as they were when sent");
            }
        }
    }

    private static void overhead(Rank rank) throws Exception {
        Intracomm self = rank.self();
        int size = rank.sizes().eagerLimit() + 1;
        byte[] data = Pattern.bytes(size, 1);
        byte[] room = new byte[size];
        rank.attachBuffer(new byte[2 * (size + MPI.BSEND_OVERHEAD) - 1]);
        for (int round = 0; round < 3; round++) {
            self.bSend(data, size, MPI.BYTE, 0, 1);
            Check.error(MPI.ERR_BUFFER, () -> self.bSend(data, size, MPI.BYTE, 0, 2), "in use");
            self.recv(room, size, MPI.BYTE, 0, 1);
            Check.sameBytes(data, room, () -> "the message that had room");
        }
        rank.detachBuffer();
    }

    /** More than any rank has credits for at a time. */
    private static void manyToSelf(Rank rank) {
        Intracomm self = rank.self();
        int size = Math.min(4, rank.sizes().eagerLimit());
        byte[] room = new byte[size];
        for (int i = 0; i < 9_000; i++) {
            byte[] data = Pattern.bytes(size, i);
            self.send(data, size, MPI.BYTE, 0, 1);
            self.recv(room, size, MPI.BYTE, 0, 1);
            Check.sameBytes(data, room, () -> "a message to oneself");
        }
    }

    private static void reuse(Rank rank) {
        Intracomm comm = rank.comm();
        for (int size : rank.sizes().all()) {
            if (comm.getRank() == 0) {
                byte[] data = new byte[size];
                for (int i = 0; i < 3; i++) {
                    Arrays.fill(data, (byte) i);
                    comm.send(data, size, MPI.BYTE, 1, 0);
                }
            } else {
                for (int i = 0; i < 3; i++) {
                    byte[] room = new byte[size];
                    comm.recv(room, size, MPI.BYTE, 0, 0);
                    byte[] expected = new byte[size];
                    Arrays.fill(expected, (byte) i);
                    Check.sameBytes(expected, room, () -> "message of " + size);
                }
            }
        }
    }

    /** The exchange of a border: one matrix is both buffers, and no element is sent and received. */
    private static void columns(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        int n = 4;
        Datatype first = Datatype.createVector(n, 1, n, MPI.INT);
        int[] rows = IntStream.range(0, n).map(i -> i * n + n - 1).toArray();
        int[] ones = new int[n];
        Arrays.fill(ones, 1);
        Datatype last = Datatype.createIndexed(ones, rows, MPI.INT);
        first.commit();
        last.commit();
        int[] matrix = new int[n * n];
        Arrays.setAll(matrix, i -> 100 * me + i);
        comm.sendRecv(matrix, 1, first, 1 - me, 0, matrix, 1, last, 1 - me, 0);
        for (int i = 0; i < n * n; i++) {
            int expected = i % n == n - 1 ? 100 * (1 - me) + i - n + 1 : 100 * me + i;
            Check.equal(expected, matrix[i], "element " + i);
        }
    }
}
