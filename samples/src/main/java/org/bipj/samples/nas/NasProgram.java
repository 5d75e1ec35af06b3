package org.bipj.samples.nas;

import java.util.Locale;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.samples.Usage;

/** What the kernels' main programs have in common: the argument, the report and the exit code. */
final class NasProgram {

    /** A kernel that every rank of a communicator runs together. */
    interface Kernel {
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

    private NasProgram() {}

    /** Runs a kernel as a program: {@code NAME [CLASS]}, CLASS S where none is given. */
    static void main(String name, String[] args, Kernel kernel) {
        String usage = name + " -n RANKS [CLASS]     CLASS is S (default), W, A, B or C";
        String[] rest = MPI.Init(args);
        NasReport report;
        try {
            report = kernel.run(MPI.COMM_WORLD, problemClass(rest));
        } catch (Usage.WrongUsage e) {
            Usage.refuse(usage, e.getMessage());
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
