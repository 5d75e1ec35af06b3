package org.bipj.launch.contract;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Op;
import mpi.Request;
import mpi.UserFunction;
import mpi.Win;

/**
 * A program whose ranks wait for rank 0, or for each other. Arguments: what it does, one thing or several with commas between, and for
 * how many milliseconds rank 0 keeps the others waiting where it does so.
 */
public final class Stuck {
    private static final int TAG = 77;
    private static final int BYTES = 1 << 20;
    private static final int MESSAGES = 3000;

    private final Intracomm comm = MPI.COMM_WORLD;
    private final int rank = comm.getRank();
    private final int size = comm.getSize();
    private final long busyMs;

    private Stuck(long busyMs) {
        this.busyMs = busyMs;
    }

    /** Performs steps between Init and Finalize. */
    public static void main(String[] args) throws Exception {
        MPI.InitThread(args, level(args[0]));
        System.out.println("ready");
        Stuck stuck = new Stuck(args.length > 1 ? Long.parseLong(args[1]) : 0);
        for (String step : args[0].split(",")) {
            stuck.perform(step);
        }
        MPI.Finalize();
        System.out.println("done");
    }

    private static int level(String what) {
        return switch (what) {
            case "multiple" -> MPI.THREAD_MULTIPLE;
            case "serialized" -> MPI.THREAD_SERIALIZED;
            default -> MPI.THREAD_SINGLE;
        };
    }

    /** Rank 0 holds the lock of rank 1, which waits for it, and for which rank 0 waits. */
    private void lock(Object memory) {
        try (Win win = new Win(memory, 1, 1, MPI.INFO_NULL, comm)) {
            if (rank == 0) {
                win.lock(MPI.LOCK_EXCLUSIVE, 1, 0);
            }
            comm.barrier();
            if (rank == 0) {
                receiveFrom(1);
            } else {
                win.lock(MPI.LOCK_SHARED, 1, 0);
            }
        }
    }

    private void perform(String what) throws Exception {
        switch (what) {
            case "ring", "multiple" -> receiveFrom((rank + 1) % size);
            case "named" -> inNamedHalf();
            case "gather" -> {
                comm.barrier();
                comm.gather(new int[1], 1, MPI.INT, new int[size], 1, MPI.INT, rank);
            }
            case "bcast" -> {
                comm.barrier();
                comm.bcast(new int[1], 1, MPI.INT, rank);
            }
            case "lock" -> lock(new long[1]);
            case "sharedLock" -> lock(MPI.newLongBuffer(1 << 13));
            case "table" -> exceptRankZero(comm::barrier);
            case "finalize" -> exceptRankZero(() -> {});
            case "createGroup" -> exceptRankZero(() -> comm.createGroup(comm.getGroup(), TAG));
            case "createIntercomm" -> {
                Intracomm half = comm.split(rank == 0 ? 0 : 1, rank);
                exceptRankZero(() -> comm.createIntercomm(half, 0, 0, TAG));
            }
            case "sends" -> freeSends(false);
            case "unreceived" -> freeSends(true);
            case "cancelled" -> cancelTooLate();
            case "reduces" -> {
                reduceSlowly();
                awaitRankZero();
            }
            case "wrongTag" -> {
                if (rank == 0) {
                    comm.send(new int[2], 2, MPI.INT, 1, 8);
                    comm.send(new int[2], 2, MPI.INT, 1, 8);
                }
                receiveFrom(1 - rank);
            }
            case "accepts" -> acceptLate();
            case "serialized" -> otherThreadReceives();
            case "talks" -> talk();
            default -> {
                if (rank == 0) {
                    busy(what);
                }
                awaitRankZero();
            }
        }
    }

    /** The main thread computes while another thread of the rank waits, and lets it end. */
    private void otherThreadReceives() throws InterruptedException {
        Thread other = Thread.ofPlatform().start(() -> receiveFrom((rank + 1) % size));
        Thread.sleep(busyMs);
        Runtime.getRuntime().halt(other.isAlive() ? 0 : 1);
    }

    /** Rank 1 waits at a port of rank 0, which computes before it accepts there. */
    private void acceptLate() {
        if (rank == 0) {
            String port = Intracomm.openPort();
            comm.send(port.toCharArray(), port.length(), MPI.CHAR, 1, TAG);
            compute(System.nanoTime() + busyMs * 1_000_000);
            MPI.COMM_SELF.accept(port, 0).disconnect();
        } else if (rank == 1) {
            char[] name = new char[1000];
            int length = comm.recv(name, name.length, MPI.CHAR, 0, TAG).getCount(MPI.CHAR);
            MPI.COMM_SELF.connect(new String(name, 0, length), 0).disconnect();
        }
        awaitRankZero();
    }

    private void awaitRankZero() {
        if (rank > 0) {
            receiveFrom(0);
        }
        for (int peer = 1; rank == 0 && peer < size; peer++) {
            sendTo(peer);
        }
    }

    private void sendTo(int peer) {
        comm.send(new int[1], 1, MPI.INT, peer, TAG);
    }

    /** Ranks 0 and 1 exchange messages for as long, and say so now and then; rank 0 begins when it has read a line. */
    private void talk() throws IOException {
        if (rank == 0) {
            awaitLine();
        }
        int[] on = {1};
        for (long end = System.nanoTime() + busyMs * 1_000_000; rank < 2 && on[0] == 1; ) {
            if (rank == 0) {
                on[0] = System.nanoTime() < end ? 1 : 0;
                comm.send(on, 1, MPI.INT, 1, TAG);
                receiveFrom(1);
            } else {
                comm.recv(on, 1, MPI.INT, 0, TAG);
                sendTo(0);
            }
        }
        awaitRankZero();
    }

    /** The operation of rank 0 takes its time, inside a call of the library. */
    private void reduceSlowly() {
        long end = System.nanoTime() + busyMs * 1_000_000;
        UserFunction slow = new UserFunction() {
            @Override
            public void call(Object in, Object inOut, int count, Datatype type) {
                compute(rank == 0 ? end : 0);
            }
        };
        comm.reduce(new int[1], new int[1], 1, MPI.INT, new Op(slow, true), 0);
    }

    private void receiveFrom(int peer) {
        comm.recv(new int[1], 1, MPI.INT, peer, TAG);
    }

    private void exceptRankZero(Runnable call) {
        if (rank == 0) {
            receiveFrom(1);
        } else {
            call.run();
        }
    }

    /** A blocking send, before which a receive was posted. The half's ranks are in descending order. */
    private void inNamedHalf() {
        Intracomm half = comm.split(rank % 2, -rank);
        half.setName("half " + rank % 2);
        int peer = 1 - half.getRank();
        half.iRecv(new int[1], 1, MPI.INT, peer, 1);
        half.send(new byte[BYTES], BYTES, MPI.BYTE, peer, 2);
    }

    /** Rank 1 takes the message by a matched probe, and waits for another one instead of receiving it. */
    private void cancelTooLate() {
        if (rank == 0) {
            Request request = comm.isSend(new int[3], 3, MPI.INT, 1, 5);
            receiveFrom(1);
            request.cancel();
            request.waitFor();
        } else {
            new Message().mProbe(0, 5, comm);
            comm.send(new int[1], 1, MPI.INT, 0, TAG);
            receiveFrom(0);
        }
    }

    /**
     * Rank 0 starts many sends to rank 1 and gives them up; rank 1 does the same with their receives, if there are any,
     * and so late that it is the last to finalise.
     */
    private void freeSends(boolean unreceived) throws InterruptedException {
        if (rank == 1) {
            Thread.sleep(busyMs);
        }
        int[] all = new int[MESSAGES];
        for (int i = 0; i < MESSAGES; i++) {
            Object place = MPI.slice(all, i);
            Request request = null;
            if (rank == 0) {
                request = unreceived ? comm.isSend(place, 1, MPI.INT, 1, TAG) : comm.iSend(place, 1, MPI.INT, 1, TAG);
            } else if (rank == 1 && !unreceived) {
                request = comm.iRecv(place, 1, MPI.INT, 0, TAG);
            }
            if (request != null) {
                request.free();
            }
        }
    }

    /** Rank 0 does something that no deadlock detector may take for waiting. */
    private void busy(String what) throws Exception {
        long end = System.nanoTime() + busyMs * 1_000_000;
        switch (what) {
            case "computes" -> compute(end);
            case "sleeps" -> Thread.sleep(busyMs);
            case "reads" -> awaitLine();
            case "probes" -> {
                while (System.nanoTime() < end) {
                    comm.iProbe(1, TAG);
                    LockSupport.parkNanos(100_000);
                }
            }
            case "tests" -> {
                Request request = comm.iRecv(new int[1], 1, MPI.INT, 1, TAG);
                while (System.nanoTime() < end) {
                    request.test();
                }
                request.cancel();
                request.waitFor();
            }
            default -> throw new IllegalArgumentException(what);
        }
    }

    private static void compute(long end) {
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static void awaitLine() throws IOException {
        int read = System.in.read();
        while (read >= 0 && read != '\n') {
            read = System.in.read();
        }
    }
}
