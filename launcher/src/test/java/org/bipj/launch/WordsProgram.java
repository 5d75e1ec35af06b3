package org.bipj.launch;

import java.util.List;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.runtime.Client;

/** Prints what reaches a rank: how many arguments, a sum over them, and properties. It joins the job directly. */
public final class WordsProgram {
    private WordsProgram() {}

    /** Runs a rank. */
    public static void main(String[] args) {
        Job job = Jobs.of(WordsProgram.class);
        job.started(Client.MPI.ordinal());
        System.out.println(job.rank() + ": " + text(List.of(args)) + ", from " + System.getProperty("from") + ", by "
                + System.getProperty("by"));
        job.finished();
    }

    /** What is printed of the arguments. */
    static String text(List<String> args) {
        return args.size() + " words, " + args.hashCode();
    }
}
