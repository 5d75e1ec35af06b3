package org.bipj.samples.crl;

import java.util.Arrays;
import java.util.Locale;
import org.bipj.crl.Crl;
import org.bipj.crl.CrlStatistics;

/**
 * Where the time of a program goes: seconds, sections and misses of each of its phases on this rank, and in the end of all. A
 * phase ends with a barrier, whose wait it includes.
 */
public final class Phases {
    /** Of each phase: seconds, of them in the barrier, sections, read misses, write misses, messages with data. */
    private static final int QUANTITIES = 7;

    private static final int SECONDS = 0;
    private static final int WAITED = 1;
    private static final int SECTIONS = 2;
    private static final int READ_MISSES = 3;
    private static final int WRITE_MISSES = 4;
    private static final int MESSAGES = 5;
    private static final int DATA_MESSAGES = 6;

    private final Crl crl;
    private final String[] names;
    private final double[] sums;
    private double start;
    private CrlStatistics before;

    /** Phases by name, none of which has begun. */
    public Phases(Crl crl, String... names) {
        this.crl = crl;
        this.names = names;
        sums = new double[names.length * QUANTITIES];
    }

    /** Waits for all ranks. The next phase begins. */
    void begin() {
        crl.barrier();
        start = crl.time();
        before = crl.statistics();
    }

    /** Waits for all ranks. A phase ends, and the next one begins. */
    void end(int phase) {
        double worked = crl.time();
        crl.barrier();
        double end = crl.time();
        CrlStatistics now = crl.statistics();
        CrlStatistics done = now.since(before);
        int at = phase * QUANTITIES;
        sums[at + SECONDS] += end - start;
        sums[at + WAITED] += end - worked;
        sums[at + SECTIONS] += done.reads() + done.writes();
        sums[at + READ_MISSES] += done.readMisses();
        sums[at + WRITE_MISSES] += done.writeMisses();
        sums[at + MESSAGES] += done.messages();
        sums[at + DATA_MESSAGES] += done.dataMessages();
        start = end;
        before = now;
    }

    /** Sums over all ranks; called by all of them, once. */
    void combine() {
        crl.sum(sums);
    }

    /** Seconds of all phases, mean over the ranks. */
    public double seconds() {
        double seconds = 0;
        for (int phase = 0; phase < names.length; phase++) {
            seconds += mean(phase, SECONDS);
        }
        return seconds;
    }

    /** Messages of the protocol of all phases and ranks. */
    public double messages() {
        double messages = 0;
        for (int phase = 0; phase < names.length; phase++) {
            messages += sums[phase * QUANTITIES + MESSAGES];
        }
        return messages;
    }

    private double mean(int phase, int quantity) {
        return sums[phase * QUANTITIES + quantity] / crl.size();
    }

    /** A table, means over the ranks. */
    public String table() {
        StringBuilder table = new StringBuilder(String.format(
                Locale.ROOT,
                "%-10s %10s %10s %12s %12s %12s %10s %10s%n",
                "phase",
                "s",
                "barrier s",
                "sections",
                "read misses",
                "write misses",
                "messages",
                "with data"));
        for (int phase = 0; phase < names.length; phase++) {
            int number = phase;
            Object[] row = new Object[QUANTITIES + 1];
            row[0] = names[phase];
            Arrays.setAll(row, i -> i == 0 ? names[number] : (Object) mean(number, i - 1));
            table.append(String.format(Locale.ROOT, "%-10s %10.4f %10.4f %12.1f %12.1f %12.1f %10.1f %10.1f%n", row));
        }
        return table.toString();
    }
}
