package org.bipj.launch.contract;

import java.util.Random;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Request;
import mpi.Status;

/**
 * Random programs that wait much and never for ever: chains of blocking calls, sends that wait for their receives, late ranks.
 * Arguments: the first seed, and how many. All ranks draw the same numbers. The checker looks at each round of each wait,
 * unless a third argument gives the milliseconds of its patience.
 */
public final class Patient {
    private static final int STEPS = 12;
    private static final int MOST = 30_000;
    private static final int TAGS = 10_000;
    private static final int TAGS_OF_STEP = 2;
    private static final int KINDS = 11;

    private static int steps;

    private final Random random;
    private final Random own;
    private final Intracomm world = MPI.COMM_WORLD;
    private final int size = world.getSize();
    private Intracomm comm = world;
    /** Each step has its own: ranks run ahead. */
    private int tag;

    private Patient(long seed) {
        random = new Random(seed);
        own = new Random(seed * size + world.getRank());
    }

    /** Runs programs one after the other between Init and Finalize. */
    public static void main(String[] args) {
        System.setProperty("bipj.check.patience", args.length > 2 ? args[2] : "0");
        MPI.Init(args);
        MPI.COMM_WORLD.barrier();
        System.clearProperty("bipj.check.patience");
        long first = Long.parseLong(args[0]);
        for (long seed = first; seed < first + Long.parseLong(args[1]); seed++) {
            new Patient(seed).run();
        }
        MPI.Finalize();
    }

    private void run() {
        for (int step = 0; step < STEPS; step++) {
            int colour = random.nextInt(4);
            comm = colour == 0 ? world : world.split(colour == 1 ? 0 : world.getRank() % 2, -world.getRank());
            int kind = random.nextInt(KINDS);
            int count = random.nextInt(3) == 0 ? random.nextInt(MOST) : random.nextInt(20);
            tag = TAGS_OF_STEP * (steps++ % TAGS);
            beLate();
            step(kind, count, random.nextInt(size) % comm.getSize());
            if (comm != world) {
                comm.free();
            }
        }
    }

    private void beLate() {
        long turns = own.nextInt(4) == 0 ? own.nextInt(100_000) : 0;
        for (long i = 0; i < turns; i++) {
            Thread.onSpinWait();
        }
    }

    private void step(int kind, int count, int root) {
        switch (kind) {
            case 0 -> token(count, root);
            case 1 -> towardsEnd(count);
            case 2 -> masterAndWorkers(count, root);
            case 3 -> anyOfAll(count);
            case 4 -> comm.sendRecvReplace(new int[count], count, MPI.INT, next(1), tag, next(-1), tag);
            case 5 -> toRootInOrder(count, root);
            case 6 -> startedCalls(count, root);
            case 7 -> calls(count, root);
            case 8 -> matchedProbes(count);
            case 9 -> objects();
            default -> manyShort();
        }
    }

    private int next(int distance) {
        return (comm.getRank() + distance + comm.getSize()) % comm.getSize();
    }

    private int[] data(int count) {
        return new int[count];
    }

    /** A token goes round once. */
    private void token(int count, int root) {
        if (comm.getSize() == 1) {
            return;
        }
        if (comm.getRank() != root) {
            comm.recv(data(count), count, MPI.INT, next(-1), tag);
            beLate();
        }
        comm.send(data(count), count, MPI.INT, next(1), tag);
        if (comm.getRank() == root) {
            comm.recv(data(count), count, MPI.INT, next(-1), tag);
        }
    }

    /** Synchronous sends, of which only the last rank's neighbour can go first. */
    private void towardsEnd(int count) {
        if (comm.getRank() + 1 < comm.getSize()) {
            comm.sSend(data(count), count, MPI.INT, comm.getRank() + 1, tag);
        }
        if (comm.getRank() > 0) {
            comm.recv(data(count), count, MPI.INT, comm.getRank() - 1, tag);
        }
    }

    private void masterAndWorkers(int count, int root) {
        if (comm.getRank() == root) {
            for (int left = 2 * (comm.getSize() - 1); left > 0; left--) {
                Status status = comm.recv(data(1), 1, MPI.INT, MPI.ANY_SOURCE, tag);
                comm.send(data(count), count, MPI.INT, status.getSource(), tag + 1);
            }
            return;
        }
        for (int i = 0; i < 2; i++) {
            comm.send(data(1), 1, MPI.INT, root, tag);
            comm.recv(data(count), count, MPI.INT, root, tag + 1);
            beLate();
        }
    }

    private void anyOfAll(int count) {
        int ranks = comm.getSize();
        Request[] receives = new Request[ranks];
        Request[] sends = new Request[ranks];
        for (int peer = 0; peer < ranks; peer++) {
            receives[peer] = comm.iRecv(data(count), count, MPI.INT, peer, tag);
        }
        beLate();
        for (int peer = 0; peer < ranks; peer++) {
            sends[peer] = comm.iSend(data(count), count, MPI.INT, peer, tag);
        }
        while (Request.waitAny(receives) != MPI.UNDEFINED) {
            beLate();
        }
        Request.waitAll(sends);
    }

    /** The root takes them one by one, and the others wait until it is their turn. */
    private void toRootInOrder(int count, int root) {
        if (comm.getRank() != root) {
            comm.sSend(data(count), count, MPI.INT, root, tag);
            return;
        }
        for (int peer = comm.getSize() - 1; peer >= 0; peer--) {
            if (peer != root) {
                comm.recv(data(count), count, MPI.INT, peer, tag);
            }
        }
    }

    private void startedCalls(int count, int root) {
        int[] sum = {1};
        Request[] all = {
            comm.iBcast(data(count), count, MPI.INT, root),
            comm.iAllReduce(sum, 1, MPI.INT, MPI.SUM),
            comm.iRecv(data(count), count, MPI.INT, next(-1), tag),
            comm.iBarrier()
        };
        beLate();
        comm.send(data(count), count, MPI.INT, next(1), tag);
        Request.waitAll(all);
    }

    private void calls(int count, int root) {
        comm.barrier();
        beLate();
        comm.bcast(data(count), count, MPI.INT, root);
        comm.gather(data(count), count, MPI.INT, data(count * comm.getSize()), count, MPI.INT, root);
        beLate();
        comm.allReduce(data(count), data(count), count, MPI.INT, MPI.MAX);
        comm.reduce(data(count), data(count), count, MPI.INT, MPI.SUM, root);
        comm.scatter(data(count * comm.getSize()), count, MPI.INT, data(count), count, MPI.INT, root);
    }

    private void matchedProbes(int count) {
        Request send = comm.iSend(data(count), count, MPI.INT, next(1), tag);
        Message message = new Message();
        message.mProbe(next(-1), MPI.ANY_TAG, comm);
        beLate();
        message.mRecv(data(count), count, MPI.INT);
        send.waitFor();
    }

    private void objects() {
        if (comm.getRank() == 0) {
            for (int peer = 1; peer < comm.getSize(); peer++) {
                comm.sendObject("to " + peer, peer, tag);
            }
        } else {
            comm.recvObject(String.class, 0, tag);
        }
    }

    /** More than credits suffice for, and of two tags, received in the other order. */
    private void manyShort() {
        Datatype type = MPI.INT;
        int number = 40;
        Request[] all = new Request[2 * number];
        for (int i = 0; i < number; i++) {
            all[i] = comm.iSend(data(100), 100, type, next(1), tag + i % 2);
        }
        beLate();
        for (int i = 0; i < number; i++) {
            all[number + i] = comm.iRecv(data(100), 100, type, next(-1), tag + (i < number / 2 ? 1 : 0));
        }
        Request.waitAll(all);
    }
}
