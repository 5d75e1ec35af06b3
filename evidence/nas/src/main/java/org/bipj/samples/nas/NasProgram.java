package org.bipj.samples.nas;

import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.core.job.Compute;
import org.bipj.samples.Usage;

/** The common part of the kernels' main programs: the argument, the report and the exit code. */
public final class NasProgram {

    /** A kernel that every rank of a communicator runs together. */
    public interface Kernel {
        /**
         * Runs the kernel; called by every rank.
         *
         * @param problemClass a letter the kernel has
         * @return the report; on every rank, with the same verdict
         * @throws Usage.WrongUsage on every rank, if the problem cannot be cut for this number of ranks
         */
        NasReport run(Intracomm comm, char problemClass);
    }

    private static final String CLASSES = "SWABC";
    private static final double WARM_UP_SECONDS = 1;
    private static final double REHEARSAL_SECONDS = 0.5;

    /** In larger jobs class S has too little for each rank. */
    private static final int MOST_REHEARSING_RANKS = 1024;

    private NasProgram() {}

    /** Runs a kernel as a program: {@code NAME [CLASS]}, CLASS S where none is given. */
    public static void main(String name, String[] args, Kernel kernel) {
        main(name, "", args, kernel);
    }

    /**
     * Runs a kernel that has options of its own as a program.
     *
     * @param options the options, for the usage
     * @param args the arguments without them
     */
    public static void main(String name, String options, String[] args, Kernel kernel) {
        String usage = name + " -n RANKS [CLASS]" + options + "     CLASS is S (default), W, A, B or C";
        String[] rest = MPI.Init(args);
        NasReport report;
        try {
            report = kernel.run(MPI.COMM_WORLD, problemClass(rest));
        } catch (Usage.WrongUsage e) {
            Usage.refuse(usage, e.getMessage());
            return;
        } catch (OutOfMemoryError e) {
            endForMemory(name, problemClass(rest));
            return;
        }
        if (MPI.COMM_WORLD.getRank() == 0) {
            report.print(System.out);
            if (!report.verified()) {
                MPI.COMM_WORLD.abort(1);
            }
        }
        MPI.Finalize();
    }

    /** Ends the job with a sentence. Called by a rank alone: the others may have room enough, and wait for it. */
    private static void endForMemory(String name, char problemClass) {
        // Printed as one piece: another rank may end the job between two.
        System.err.println("rank " + MPI.COMM_WORLD.getRank() + ": class " + problemClass + " of " + name
                + " needs more than the " + (Runtime.getRuntime().maxMemory() >> 20)
                + " MiB that this JVM may use: run it as more processes, or with a larger heap, as by"
                + " JDK_JAVA_OPTIONS=-Xmx4g");
        System.err.flush();
        MPI.COMM_WORLD.abort(Usage.EXIT_CODE);
    }

    /**
     * Repeats a step of a kernel before its time is taken, so that the code is compiled and the memory touched. It ends
     * after a number of steps or about a second, whichever comes first, and performs at least one step. In virtual
     * time, where nothing gets faster, it performs one. Called by every rank of the communicator; all perform as many
     * steps.
     *
     * @param steps after how many steps the code is compiled; the same on all ranks
     * @param step performs a step, communication included, and leaves nothing behind that the timed part could use
     */
    public static void warmUp(Intracomm comm, int steps, Runnable step) {
        repeat(comm, steps, WARM_UP_SECONDS, step);
    }

    /**
     * Repeats a step of class S before the warm-up of a larger class, as {@link #warmUp} does, for about half a second
     * at most.
     */
    public static void rehearse(Intracomm comm, int steps, Runnable step) {
        repeat(comm, steps, REHEARSAL_SECONDS, step);
    }

    private static void repeat(Intracomm comm, int steps, double seconds, Runnable step) {
        int most = Compute.isVirtual() ? 1 : steps;
        double start = MPI.wtime();
        double[] elapsed = new double[1];
        double last;
        int done = 0;
        do {
            double before = elapsed[0];
            step.run();
            elapsed[0] = MPI.wtime() - start;
            comm.allReduce(elapsed, 1, MPI.DOUBLE, MPI.MAX);
            last = elapsed[0] - before;
            done++;
        } while (done < most && elapsed[0] + last < seconds);
    }

    /**
     * Whether a kernel has to {@link #rehearse} class S. The JIT compiler compiles a method for
     * good after some 5,000 calls. A few steps of a larger class are too few calls, so the methods would be compiled in
     * the timed part, where the compiler's thread takes a core from a rank and all ranks wait for that one. Class S needs
     * no rehearsal, and virtual time gains nothing by one.
     */
    public static boolean rehearses(Intracomm comm, char problemClass) {
        return problemClass != 'S' && !Compute.isVirtual() && comm.getSize() <= MOST_REHEARSING_RANKS;
    }

    private static char problemClass(String[] args) {
        if (args.length == 0) {
            return 'S';
        }
        String letter = args[0].toUpperCase(Locale.ROOT);
        if (args.length > 1 || letter.length() != 1 || CLASSES.indexOf(letter.charAt(0)) < 0) {
            throw new Usage.WrongUsage(
                    "expected one class letter out of S, W, A, B, C but got: " + String.join(" ", args));
        }
        return letter.charAt(0);
    }
}
