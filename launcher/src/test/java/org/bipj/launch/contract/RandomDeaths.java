package org.bipj.launch.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Win;

/**
 * A random program, the same on all ranks, of which some die: {@code RandomDeaths SEED ROUNDS throw|kill [RANK=POINT]...}. A rank dies
 * before its call of that number, by an exception; or it is killed some time after it. Those that live go on without the dead, and print
 * a line at the end.
 */
public final class RandomDeaths {
    /** The message of the exception by which a rank dies. */
    static final String CHOSEN = "a chosen death";

    private static final Set<Integer> CLASSES =
            Set.of(MPI.ERR_PROC_FAILED, MPI.ERR_PROC_FAILED_PENDING, MPI.ERR_REVOKED, MPI.ERR_IN_STATUS);
    private static final int KINDS = 8;

    private final Random draw;
    private final int rounds;
    private final boolean isKilled;
    private final int point;
    private int points;

    private RandomDeaths(String[] args, int rank) {
        draw = new Random(Long.parseLong(args[0]));
        rounds = Integer.parseInt(args[1]);
        isKilled = args[2].equals("kill");
        int own = Integer.MAX_VALUE;
        for (int i = 3; i < args.length; i++) {
            String[] one = args[i].split("=");
            own = Integer.parseInt(one[0]) == rank ? Integer.parseInt(one[1]) : own;
        }
        point = own;
    }

    /** Runs a rank. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        world.setErrhandler(MPI.ERRORS_RETURN);
        RandomDeaths program = new RandomDeaths(args, world.getRank());
        int members = program.run(world);
        if (program.isKilled && program.points > program.point) {
            // It is about to die.
            LockSupport.park();
        }
        DeathTimes.ends(MPI.wtime());
        MPI.Finalize();
        System.out.println("ended with " + members + " at " + System.currentTimeMillis());
    }

    private int run(Intracomm world) {
        Intracomm comm = world.shrink();
        for (int round = 0; round < rounds; round++) {
            comm.setErrhandler(MPI.ERRORS_RETURN);
            int kind = draw.nextInt(KINDS);
            int bytes = 1 << draw.nextInt(16);
            Intracomm now = comm;
            int error = classOf(() -> step(now, kind, bytes));
            if (error != MPI.SUCCESS) {
                comm.revoke();
            }
            int[] well = {error == MPI.SUCCESS ? 1 : 0};
            mayDie();
            int agreed = classOf(() -> now.agree(well));
            if (agreed != MPI.SUCCESS || well[0] == 0) {
                mayDie();
                Intracomm next = comm.shrink();
                comm.free();
                comm = next;
            }
        }
        return comm.getSize();
    }

    private void mayDie() {
        if (points++ != point) {
            return;
        }
        if (!isKilled) {
            DeathTimes.dies(MPI.wtime());
            throw new IllegalStateException(CHOSEN);
        }
        try {
            System.out.println("dies at " + System.currentTimeMillis());
            new ProcessBuilder(
                            "kill", "-9", Long.toString(ProcessHandle.current().pid()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int classOf(Runnable call) {
        try {
            call.run();
            return MPI.SUCCESS;
        } catch (MPIException e) {
            if (!CLASSES.contains(e.getErrorClass())) {
                throw e;
            }
            return e.getErrorClass();
        }
    }

    private void step(Intracomm comm, int kind, int bytes) {
        int size = comm.getSize();
        int me = comm.getRank();
        byte[] sent = new byte[bytes];
        byte[] got = new byte[bytes * size];
        int right = (me + 1) % size;
        int left = (me + size - 1) % size;
        mayDie();
        switch (kind) {
            case 0 -> comm.sendRecv(sent, bytes, MPI.BYTE, right, 1, got, bytes, MPI.BYTE, left, 1);
            case 1 -> {
                Request[] both = {comm.iRecv(got, bytes, MPI.BYTE, left, 2), comm.iSend(sent, bytes, MPI.BYTE, right, 2)
                };
                mayDie();
                Request.waitAll(both);
            }
            case 2 -> comm.bcast(sent, bytes, MPI.BYTE, 0);
            case 3 -> comm.allGather(sent, bytes, MPI.BYTE, got, bytes, MPI.BYTE);
            case 4 -> {
                Request sum = comm.iAllReduce(sent, got, bytes, MPI.BYTE, MPI.MAX);
                mayDie();
                sum.waitFor();
            }
            case 5 -> gather(comm, sent, got, bytes);
            case 6 -> access(comm, right);
            default -> comm.barrier();
        }
    }

    /** Rank 0 takes the others' messages as they come. */
    private void gather(Intracomm comm, byte[] sent, byte[] got, int bytes) {
        if (comm.getRank() > 0) {
            comm.send(sent, bytes, MPI.BYTE, 0, 3);
            return;
        }
        for (int other = 1; other < comm.getSize(); other++) {
            mayDie();
            comm.recv(got, bytes, MPI.BYTE, MPI.ANY_SOURCE, 3);
        }
    }

    private void access(Intracomm comm, int target) {
        Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, comm);
        win.setErrhandler(MPI.ERRORS_RETURN);
        try {
            win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
            try {
                mayDie();
                win.put(new int[] {7}, 1, MPI.INT, target, 0, 1, MPI.INT);
            } finally {
                win.unlock(target);
            }
        } finally {
            mayDie();
            win.free();
        }
    }
}
