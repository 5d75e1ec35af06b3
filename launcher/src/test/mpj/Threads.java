// ranks: 2
// script
import mpi.*;

/** Several threads of each rank talk at once, as in MPJ Express, which is thread safe always. */
public class Threads {
    public static void main(String[] args) throws Exception {
        // The programs' own arguments are behind three others.
        String mine = args[3];
        int number = Integer.parseInt(args[0]);
        String[] rest = MPI.Init(args);
        final int me = MPI.COMM_WORLD.Rank();
        if (number != me || rest.length != 1 || !rest[0].equals(mine)) throw new Exception("arguments");
        final int n = Integer.parseInt(rest[0]);
        final long[] sums = new long[4];
        Thread[] threads = new Thread[4];
        for (int t = 0; t < 4; t++) {
            final int tag = t;
            threads[t] = new Thread() {
                public void run() {
                    try {
                        int[] out = new int[1], in = new int[1];
                        for (int i = 0; i < n; i++) {
                            out[0] = i * tag;
                            MPI.COMM_WORLD.Sendrecv(out, 0, 1, MPI.INT, 1 - me, tag, in, 0, 1, MPI.INT, 1 - me, tag);
                            sums[tag] += in[0];
                        }
                    } catch (MPIException e) {
                        e.printStackTrace();
                    }
                }
            };
            threads[t].start();
        }
        for (Thread t : threads) t.join();
        System.out.println(me + ": " + sums[0] + " " + sums[1] + " " + sums[2] + " " + sums[3] + " "
                + (MPI.queryThread() == MPI.THREAD_MULTIPLE));
        MPI.Finalize();
    }
}
