package org.bipj.samples.nas;

import java.io.PrintStream;
import java.util.Locale;

/**
 * The outcome of a kernel, printed the way the NAS benchmarks print it.
 *
 * @param kernel the kernel's two letters
 * @param problemClass the letter of the problem's size
 * @param size the size of the problem in the kernel's own unit
 * @param iterations how often the kernel repeated its step; 0 where it has none
 * @param ranks the number of ranks that computed
 * @param seconds time of the part that NPB times, on the slowest rank
 * @param mops millions of operations a second, of all ranks together, as NPB counts the kernel's operations
 * @param operation what is counted
 * @param verified whether the result is the official one
 * @param detail the values that were verified, one line each
 */
public record NasReport(
        String kernel,
        char problemClass,
        long size,
        int iterations,
        int ranks,
        double seconds,
        double mops,
        String operation,
        boolean verified,
        String detail) {

    /** Prints the report in the form of the official benchmarks. */
    public void print(PrintStream out) {
        StringBuilder text = new StringBuilder(512);
        text.append(detail).append('\n');
        text.append(' ').append(kernel).append(" Benchmark Completed.\n");
        line(text, "Class", String.valueOf(problemClass));
        line(text, "Size", Long.toString(size));
        line(text, "Iterations", Integer.toString(iterations));
        line(text, "Time in seconds", decimal(seconds));
        line(text, "Total processes", Integer.toString(ranks));
        line(text, "Mop/s total", decimal(mops));
        line(text, "Mop/s/process", decimal(mops / ranks));
        line(text, "Operation type", operation);
        text.append(" Verification: ").append(verified ? "SUCCESSFUL" : "UNSUCCESSFUL");
        out.println(text);
        out.flush();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format(Locale.ROOT, " %-16s= %24s%n", name, value));
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.4f" : "%.2f", value);
    }
}
