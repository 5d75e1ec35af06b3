package org.bipj.launch.contract;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Win;

/**
 * A random program without a fault, and then one fault of a kind, in a random form: blocking, started or persistent; short or long; on
 * COMM_WORLD, a duplicate or ranks in another order; by any rank. Arguments: kind and seed. All ranks draw the same numbers.
 */
public final class Planted {
    /** A fault. */
    private interface Fault {
        void commit(Planted in);
    }

    /** By the kind that a checker tells; a number behind it tells two faults of one kind apart. */
    private static final Map<String, Fault> FAULTS = new LinkedHashMap<>();

    static {
        FAULTS.put("changed-while-pending", Planted::changeSent);
        FAULTS.put("changed-while-pending 2", Planted::changePut);
        FAULTS.put("buffer-in-use", Planted::useReceived);
        FAULTS.put("overlapping-buffers", Planted::overlap);
        FAULTS.put("started-twice", Planted::startTwice);
        FAULTS.put("freed-handle", Planted::useFreed);
        FAULTS.put("active-requests", Planted::leaveActive);
        FAULTS.put("unreceived-messages", Planted::leaveMessage);
        FAULTS.put("open-epoch", Planted::leaveEpoch);
        FAULTS.put("different-calls", Planted::callOther);
        FAULTS.put("different-calls 2", Planted::passOther);
        FAULTS.put("missing-call", Planted::leaveOut);
        FAULTS.put("wrong-receive", Planted::receiveOther);
        FAULTS.put("overlapping-updates", Planted::updateTwice);
        FAULTS.put("not-freed", Planted::keep);
    }

    private static final int TAG = 7;
    private static final int LONG = 50_000;

    private final Random random;
    private final Intracomm comm;
    private final int size;
    private final int rank;
    /** Who commits the fault, and another rank. */
    private final int culprit;

    private final int peer;
    private final int count;
    private final boolean isCulprit;

    private Planted(long seed) {
        random = new Random(seed);
        Intracomm world = MPI.COMM_WORLD;
        comm = switch (random.nextInt(3)) {
            case 0 -> world;
            case 1 -> world.dup();
            default -> world.split(0, -world.getRank());
        };
        size = comm.getSize();
        rank = comm.getRank();
        culprit = random.nextInt(size);
        peer = (culprit + 1 + random.nextInt(size - 1)) % size;
        count = random.nextBoolean() ? 2 + random.nextInt(20) : LONG;
        isCulprit = rank == culprit;
    }

    /** The kinds of faults. */
    static Iterable<String> kinds() {
        return FAULTS.keySet();
    }

    /** Commits the fault between Init and Finalize. */
    public static void main(String[] args) {
        MPI.Init(args);
        long seed = Long.parseLong(args[1]);
        Faultless.run(seed);
        Planted in = new Planted(seed);
        FAULTS.get(args[0]).commit(in);
        if (in.comm != MPI.COMM_WORLD) {
            in.comm.free();
        }
        MPI.Finalize();
    }

    private boolean isPeer() {
        return rank == peer;
    }

    private int[] data() {
        return new int[count];
    }

    // ---- point to point ------------------------------------------------------------------------------------------

    private Request startSend(int[] data) {
        return switch (random.nextInt(4)) {
            case 0 -> comm.iSend(data, count, MPI.INT, peer, TAG);
            case 1 -> comm.isSend(data, count, MPI.INT, peer, TAG);
            case 2 -> started(comm.sendInit(data, count, MPI.INT, peer, TAG));
            default -> comm.irSend(data, count, MPI.INT, peer, TAG);
        };
    }

    private static Prequest started(Prequest request) {
        request.start();
        return request;
    }

    private void changeSent() {
        int[] data = data();
        Request receive = isPeer() ? comm.iRecv(data(), count, MPI.INT, culprit, TAG) : null;
        comm.barrier();
        if (isCulprit) {
            Request send = startSend(data);
            data[random.nextInt(count)]++;
            send.close();
        } else if (isPeer()) {
            receive.waitFor();
        }
    }

    private void useReceived() {
        int[] data = data();
        int how = random.nextInt(4);
        if (isCulprit) {
            Request receive = random.nextBoolean()
                    ? comm.iRecv(data, count, MPI.INT, peer, TAG)
                    : started(comm.recvInit(data, count, MPI.INT, peer, TAG));
            switch (how) {
                case 0 -> comm.send(data, 1, MPI.INT, peer, TAG);
                case 1 -> comm.iRecv(data, count / 2, MPI.INT, peer, TAG);
                case 2 -> comm.allReduce(data, count, MPI.INT, MPI.SUM);
                default -> comm.iBcast(data, count, MPI.INT, culprit);
            }
            receive.waitFor();
        } else if (how == 2) {
            comm.allReduce(data, count, MPI.INT, MPI.SUM);
        } else if (how == 3) {
            comm.iBcast(data, count, MPI.INT, culprit).waitFor();
        } else if (isPeer() && how == 0) {
            comm.recv(data, count, MPI.INT, culprit, TAG);
        }
    }

    private void overlap() {
        java.nio.IntBuffer all = MPI.newIntBuffer(2 * count * size);
        Object second = MPI.slice(all, 1 + random.nextInt(count - 1));
        switch (random.nextInt(4)) {
            case 0 -> comm.allReduce(all, second, count, MPI.INT, MPI.SUM);
            case 1 -> comm.iAllGather(second, count, MPI.INT, all, count, MPI.INT);
            case 2 -> comm.scan(all, second, count, MPI.INT, MPI.MAX);
            default -> started(comm.allToAllInit(all, count, MPI.INT, second, count, MPI.INT));
        }
    }

    private void startTwice() {
        Prequest request = switch (random.nextInt(3)) {
            case 0 -> comm.recvInit(data(), count, MPI.INT, peer, TAG);
            case 1 -> comm.sSendInit(data(), count, MPI.INT, peer, TAG);
            default -> comm.bcastInit(data(), count, MPI.INT, culprit);
        };
        request.start();
        request.start();
    }

    private void useFreed() {
        Prequest request = random.nextBoolean()
                ? comm.recvInit(data(), count, MPI.INT, peer, TAG)
                : comm.allReduceInit(data(), data(), count, MPI.INT, MPI.SUM);
        request.free();
        if (random.nextBoolean()) {
            request.start();
        } else {
            request.waitFor();
        }
    }

    private void leaveActive() {
        if (isCulprit) {
            startSend(data());
        } else if (isPeer()) {
            comm.recv(data(), count, MPI.INT, culprit, TAG);
        }
    }

    private void leaveMessage() {
        if (isCulprit) {
            switch (random.nextInt(3)) {
                case 0 -> comm.send(data(), 1, MPI.INT, peer, TAG);
                case 1 -> comm.iSend(data(), count, MPI.INT, peer, TAG).free();
                default ->
                    comm.iSend(new double[1], 1, MPI.DOUBLE, peer, TAG + 1).waitFor();
            }
        }
    }

    private void receiveOther() {
        int how = random.nextInt(4);
        if (isCulprit) {
            Request receive = switch (how) {
                case 0 -> comm.iRecv(new double[count], count, MPI.DOUBLE, peer, TAG);
                case 1 -> comm.iRecv(data(), count - 1, MPI.INT, MPI.ANY_SOURCE, TAG);
                case 2 -> started(comm.recvInit(new float[count], count, MPI.FLOAT, peer, MPI.ANY_TAG));
                default -> comm.iRecv(new byte[2 * Double.BYTES], 1, mixture(false), peer, TAG);
            };
            receive.waitFor();
        } else if (isPeer() && how < 3) {
            comm.send(data(), count, MPI.INT, culprit, TAG);
        } else if (isPeer()) {
            comm.send(new byte[2 * Double.BYTES], 1, mixture(true), culprit, TAG);
        }
    }

    private static Datatype mixture(boolean isFirst) {
        Datatype[] types = isFirst
                ? new Datatype[] {MPI.INT, MPI.FLOAT, MPI.DOUBLE}
                : new Datatype[] {MPI.FLOAT, MPI.INT, MPI.DOUBLE};
        Datatype made = Datatype.createStruct(new int[] {1, 1, 1}, new int[] {0, 4, 8}, types);
        made.commit();
        return made;
    }

    // ---- one-sided -----------------------------------------------------------------------------------------------

    private void changePut() {
        int[] data = data();
        boolean isFenced = random.nextBoolean();
        try (Win win = new Win(new int[count], count, 1, MPI.INFO_NULL, comm)) {
            if (isFenced) {
                win.fence(0);
            } else {
                win.lock(MPI.LOCK_SHARED, peer, 0);
            }
            if (isCulprit && random.nextBoolean()) {
                win.put(data, count, MPI.INT, peer, 0, count, MPI.INT);
                data[0]++;
            } else if (isCulprit) {
                win.accumulate(data, count, MPI.INT, peer, 0, count, MPI.INT, MPI.SUM);
                data[count - 1]++;
            }
            if (isFenced) {
                win.fence(0);
            } else {
                win.unlock(peer);
            }
        }
    }

    private void updateTwice() {
        boolean isOfTwo = random.nextBoolean();
        try (Win win = new Win(new int[2 * count], 2 * count, 1, MPI.INFO_NULL, comm)) {
            win.fence(0);
            if (isCulprit) {
                win.put(data(), count, MPI.INT, peer, 0, count, MPI.INT);
            }
            if (isOfTwo ? isPeer() : isCulprit) {
                win.put(data(), count, MPI.INT, peer, count - 1, count, MPI.INT);
            }
            win.fence(0);
        }
    }

    private void leaveEpoch() {
        Win win = new Win(data(), count, 1, MPI.INFO_NULL, comm);
        if (isCulprit) {
            switch (random.nextInt(3)) {
                case 0 -> win.lock(MPI.LOCK_SHARED, peer, 0);
                case 1 -> win.lockAll(0);
                default -> win.post(comm.getGroup().incl(new int[] {peer}), 0);
            }
        }
    }

    // ---- collective ----------------------------------------------------------------------------------------------

    /** The culprit calls another operation, or another form of it. */
    private void callOther() {
        int one = random.nextInt(6);
        int other = (one + 1 + random.nextInt(5)) % 6;
        switch (isCulprit ? other : one) {
            case 0 -> comm.barrier();
            case 1 -> comm.bcast(data(), count, MPI.INT, peer);
            case 2 -> comm.allReduce(data(), count, MPI.INT, MPI.SUM);
            case 3 -> comm.iBarrier().waitFor();
            case 4 -> comm.iAllReduce(data(), data(), count, MPI.INT, MPI.SUM).waitFor();
            default -> comm.dup().free();
        }
    }

    /** The culprit passes other arguments. */
    private void passOther() {
        Op op = isCulprit ? MPI.MAX : MPI.SUM;
        int other = isCulprit ? count - 1 : count;
        int root = isCulprit ? culprit : peer;
        switch (random.nextInt(8)) {
            case 0 -> comm.allReduce(data(), count, MPI.INT, op);
            case 1 -> comm.bcast(data(), other, MPI.INT, peer);
            case 2 -> comm.iBcast(data(), count, MPI.INT, root).waitFor();
            case 3 -> comm.reduce(data(), data(), count, MPI.INT, MPI.SUM, root);
            case 4 -> comm.allGather(data(), other, MPI.INT, new int[count * size], other, MPI.INT);
            case 5 -> comm.allReduceInit(data(), data(), other, MPI.INT, MPI.SUM);
            case 6 -> parts();
            default -> {
                Object values = isCulprit ? new float[count] : data();
                comm.bcast(values, count, isCulprit ? MPI.FLOAT : MPI.INT, peer);
            }
        }
    }

    /** The culprit sends one value too many to a rank. */
    private void parts() {
        int[] sent = new int[size];
        int[] received = new int[size];
        int[] places = new int[size];
        for (int i = 0; i < size; i++) {
            sent[i] = isCulprit && i == peer ? 2 : 1;
            received[i] = 1;
            places[i] = 2 * i;
        }
        comm.allToAllv(new int[2 * size], sent, places, MPI.INT, new int[2 * size], received, places, MPI.INT);
    }

    /** The last call of a communicator, for which the root waits for nobody. */
    private void leaveOut() {
        Intracomm own = comm.dup();
        if (!isCulprit && own.getRank() == peer) {
            own.bcast(new int[1], 1, MPI.INT, peer);
        }
    }

    // ---- handles -------------------------------------------------------------------------------------------------

    private void keep() {
        switch (random.nextInt(4)) {
            case 0 -> comm.dup();
            case 1 -> new Win(data(), count, 1, MPI.INFO_NULL, comm);
            case 2 -> comm.sendInit(data(), count, MPI.INT, peer, TAG);
            default -> {
                Datatype pair = Datatype.createContiguous(2, MPI.INT);
                pair.commit();
                comm.bcast(data(), count / 2, pair, peer);
            }
        }
    }
}
