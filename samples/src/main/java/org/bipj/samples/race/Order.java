package org.bipj.samples.race;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Wrong: rank 0 collects a number of each rank as they come, and stores them as if they came in the order of ranks.
 *
 * <pre>{@code ./bipj explore -n 4 java -cp target/dist/samples/samples.jar org.bipj.samples.race.Order}</pre>
 *
 * <p>As in Open MPI's graph communicators before
 * <a href="https://github.com/open-mpi/ompi/pull/283">pull request 283</a>, which received lists from any source and stored them
 * where they came. Right: store at {@code status.getSource()}.
 */
public final class Order {
    private static final int TAG = 1;
    private static final int WORK_MICROS = 145;

    private Order() {}

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        MPI.Init(args);
        run(MPI.COMM_WORLD);
        MPI.Finalize();
    }

    static void run(Intracomm world) {
        int[] number = {world.getRank()};
        if (number[0] > 0) {
            Pause.ofMicros(WORK_MICROS * number[0]);
            world.send(number, 1, MPI.INT, 0, TAG);
            return;
        }
        int[] all = new int[world.getSize()];
        for (int i = 1; i < all.length; i++) {
            world.recv(number, 1, MPI.INT, MPI.ANY_SOURCE, TAG);
            all[i] = number[0];
        }
        int[] sorted = all.clone();
        Arrays.sort(sorted);
        if (!Arrays.equals(all, sorted)) {
            throw new IllegalStateException("the numbers of ranks are stored as " + Arrays.toString(all));
        }
        System.out.println("the numbers are in order");
    }
}
