package org.bipj.shm.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bipj.core.machine.HostSystem;

/**
 * What the system says of a process.
 *
 * @param state R runs, S sleeps, D waits for a device, T is stopped, Z has ended, and others
 * @param cpuNs processor time so far
 * @param start when it began, in ticks since the system did: the same number means another process only if this is different
 * @param processor that it ran on last; negative: not known
 * @param rssBytes memory that it has; negative: not known
 */
public record ProcessStat(char state, long cpuNs, long start, int processor, long rssBytes) {
    /** Linux counts a hundred ticks a second for programs, whatever its clock does. */
    private static final long TICK_NS = 10_000_000;

    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int START = 19;
    private static final int PROCESSOR = 36;
    private static final int KILOBYTE = 1024;

    /** When a process began, as {@link #start}; 0 if the system does not say it. Loads few classes: a launcher calls it. */
    static long startOf(long pid) {
        try {
            String stat = Files.readString(HostSystem.file("/proc/" + pid + "/stat"));
            int at = stat.lastIndexOf(')') + 1;
            for (int field = 0; field <= START; field++) {
                at = stat.indexOf(' ', at) + 1;
            }
            return Long.parseLong(stat, at, stat.indexOf(' ', at), 10);
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            return 0;
        }
    }

    /** What the system says of a process; null if it has none of this number, or does not say it. */
    public static ProcessStat of(long pid) {
        Path process = HostSystem.file("/proc/" + pid);
        try {
            String stat = Files.readString(process.resolve("stat"));
            // The name, in brackets, may hold anything.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long ticks = Long.parseLong(fields[USER]) + Long.parseLong(fields[SYSTEM]);
            return new ProcessStat(
                    fields[0].charAt(0),
                    ticks * TICK_NS,
                    Long.parseLong(fields[START]),
                    Integer.parseInt(fields[PROCESSOR].strip()),
                    rss(process));
        } catch (IOException | IndexOutOfBoundsException | NumberFormatException e) {
            return null;
        }
    }

    private static long rss(Path process) throws IOException {
        for (String line : Files.readAllLines(process.resolve("status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("[^0-9]", "")) * KILOBYTE;
            }
        }
        return -1;
    }

    /** True for a process that has ended, though its parent has not asked about it yet. */
    public boolean hasEnded() {
        return state == 'Z' || state == 'X';
    }
}
