package org.bipj.samples.race;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Win;

/**
 * Wrong: ranks draw tickets from a counter in a window of rank 0, which each reads and then raises. Two may read the same number.
 *
 * <pre>{@code ./bipj explore -n 3 java -cp target/dist/samples/samples.jar org.bipj.samples.race.Tickets}</pre>
 *
 * <p>As MPICH's own fetch-and-op before <a href="https://github.com/pmodels/mpich/issues/2226">issue 2226</a>, which protected the
 * operation and not the reading before it. Right: {@code fetchAndOp}, or an exclusive lock.
 */
public final class Tickets {
    private static final int WORK_MICROS = 380;

    private Tickets() {}

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        MPI.Init(args);
        run(MPI.COMM_WORLD);
        MPI.Finalize();
    }

    static void run(Intracomm world) {
        int rank = world.getRank();
        int[] counter = {0};
        int[] ticket = {-1};
        try (Win win = new Win(counter, 1, 1, MPI.INFO_NULL, world)) {
            if (rank > 0) {
                Pause.ofMicros(WORK_MICROS * rank);
                win.lock(MPI.LOCK_SHARED, 0, 0);
                win.get(ticket, 1, MPI.INT, 0, 0, 1, MPI.INT);
                win.flush(0);
                win.accumulate(new int[] {1}, 1, MPI.INT, 0, 0, 1, MPI.INT, MPI.SUM);
                win.unlock(0);
            }
        }
        int[] all = new int[world.getSize()];
        world.gather(ticket, 1, MPI.INT, all, 1, MPI.INT, 0);
        if (rank == 0) {
            int[] tickets = Arrays.copyOfRange(all, 1, all.length);
            if (Arrays.stream(tickets).distinct().count() < tickets.length) {
                throw new IllegalStateException("a ticket was drawn twice: " + Arrays.toString(tickets));
            }
            System.out.println("all tickets are different");
        }
    }
}
