package waits;

import java.util.Random;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Win;

/**
 * A random program of calls in which no rank is late for long, but for one at one step, before a call that ends nowhere before it has come.
 * Arguments: the seed, the late rank, the step before which it is late, the number of that call in {@link #NAMES}, milliseconds.
 */
public class Planted {
    /** What the calls that all ranks make together are called in a recording: each is made in one line only, but for a barrier before. */
    public static final String[] NAMES = {
        "barrier", "allReduce", "allGather", "Win.fence", "dup", "Request.waitFor", "bcast", "allToAll", "Win.new"
    };

    private static final int STEPS = 8;
    private static final int OTHERS = 7;

    private static Intracomm all;
    private static Win window;
    private static int rank;
    private static int size;

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        all = MPI.COMM_WORLD;
        rank = all.getRank();
        size = all.getSize();
        Random random = new Random(Long.parseLong(args[0]));
        int late = Integer.parseInt(args[1]);
        int step = Integer.parseInt(args[2]);
        window = Win.allocate(64, 1, MPI.INFO_NULL, all);
        for (int i = 0; i < STEPS; i++) {
            if (i == step) {
                // A rank that sleeps serves no locks of its window.
                all.barrier();
                if (rank == late) {
                    Thread.sleep(Long.parseLong(args[4]));
                }
                together(Integer.parseInt(args[3]), late);
            }
            apart(random.nextInt(OTHERS), random.nextInt(size));
        }
        window.free();
        MPI.Finalize();
    }

    private static void together(int call, int late) throws Exception {
        int[] one = new int[size];
        int[] other = new int[size];
        switch (call) {
            case 0 -> all.barrier();
            case 1 -> all.allReduce(one, other, 1, MPI.INT, MPI.SUM);
            case 2 -> all.allGather(one, 1, MPI.INT, other, 1, MPI.INT);
            case 3 -> window.fence(0);
            case 4 -> all.dup().free();
            case 5 -> all.iBarrier().waitFor();
            case 6 -> all.bcast(one, 1, MPI.INT, late);
            case 7 -> all.allToAll(one, 1, MPI.INT, other, 1, MPI.INT);
            case 8 -> new Win(one, 1, 1, MPI.INFO_NULL, all).free();
            default -> throw new IllegalArgumentException("call " + call);
        }
    }

    /** Calls for which nobody has to wait for long, though all take part or some do. */
    private static void apart(int call, int chosen) throws Exception {
        int[] one = new int[4096];
        int[] other = new int[4096 * size];
        int next = (rank + 1) % size;
        int before = (rank + size - 1) % size;
        switch (call) {
            case 0 -> all.sendRecv(one, 1, MPI.INT, next, 1, other, 1, MPI.INT, before, 1);
            case 1 -> {
                Request[] both = {
                    all.iRecv(other, 4096, MPI.INT, before, 2), all.iSend(one, 4096, MPI.INT, next, 2),
                };
                Request.waitAll(both);
            }
            case 2 -> all.reduce(one, other, 8, MPI.INT, MPI.SUM, chosen);
            case 3 -> all.gather(one, 8, MPI.INT, other, 8, MPI.INT, chosen);
            case 4 -> all.scan(one, other, 8, MPI.INT, MPI.SUM);
            case 5 -> {
                window.lock(MPI.LOCK_EXCLUSIVE, chosen, 0);
                window.put(one, 1, MPI.INT, chosen, 0, 1, MPI.INT);
                window.unlock(chosen);
            }
            case 6 -> {
                Request sent = all.isSend(one, 16, MPI.INT, next, 3);
                all.probe(before, 3);
                all.recv(other, 16, MPI.INT, before, 3);
                Request.waitAll(new Request[] {sent});
            }
            default -> throw new IllegalArgumentException("call " + call);
        }
    }
}
