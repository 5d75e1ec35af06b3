package example;

import mpi.MPI;

/** Every rank says what it knows of itself and of its program, and then how many ranks have agreed on that. */
public final class Who {
    private Who() {}

    /**
     * Runs as a rank.
     *
     * @param args the program's name
     */
    public static void main(String[] args) {
        MPI.InitThread(args, MPI.THREAD_FUNNELED);
        int[] programs = {(Integer) MPI.COMM_WORLD.getAttr(MPI.APPNUM)};
        System.out.println("rank " + MPI.COMM_WORLD.getRank() + " is " + String.join(" ", args) + ", program "
                + programs[0] + " of " + MPI.INFO_ENV.get("maxprocs") + " " + MPI.INFO_ENV.get("command") + " "
                + MPI.INFO_ENV.get("thread_level"));
        MPI.COMM_WORLD.allReduce(programs, 1, MPI.INT, MPI.SUM);
        if (MPI.COMM_WORLD.getRank() == 0) {
            System.out.println("sum of programs " + programs[0]);
        }
        MPI.Finalize();
    }
}
