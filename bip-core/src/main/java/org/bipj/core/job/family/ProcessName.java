package org.bipj.core.job.family;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.nic.PortException;

/**
 * A process as all jobs know it: its job, and its rank there. Several are a text, in order: a run of consecutive ranks of a job is {@code
 * ADDRESS FROM-TO}, and runs are separated by semicolons.
 *
 * @param address of the job, see {@link Connections#address}
 * @param rank its number in the world of that job
 */
public record ProcessName(String address, int rank) implements Comparable<ProcessName> {
    /** For reports: the last word of the address, and the rank. */
    public String shown() {
        return address.substring(Math.max(address.lastIndexOf('-'), address.lastIndexOf(':')) + 1) + "." + rank;
    }

    /** The names as text. */
    public static String join(List<ProcessName> names) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < names.size(); ) {
            ProcessName first = names.get(at);
            int last = at;
            while (last + 1 < names.size()
                    && names.get(last + 1).address.equals(first.address)
                    && names.get(last + 1).rank == names.get(last).rank + 1) {
                last++;
            }
            text.append(text.isEmpty() ? "" : ";").append(first.address).append(' ');
            text.append(first.rank).append('-').append(names.get(last).rank);
            at = last + 1;
        }
        return text.toString();
    }

    /**
     * The names of a text.
     *
     * @throws PortException if it is not what {@link #join} makes
     */
    public static List<ProcessName> parse(String text) {
        List<ProcessName> names = new ArrayList<>();
        try {
            for (String run : text.split(";")) {
                int space = run.lastIndexOf(' ');
                String[] ends = run.substring(space + 1).split("-");
                int last = Integer.parseInt(ends[1]);
                for (int rank = Integer.parseInt(ends[0]); rank <= last; rank++) {
                    names.add(new ProcessName(run.substring(0, space), rank));
                }
            }
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            throw new PortException("names of processes: " + text + "; expected ADDRESS FROM-TO;...", e);
        }
        return names;
    }

    @Override
    public int compareTo(ProcessName other) {
        int byJob = address.compareTo(other.address);
        return byJob != 0 ? byJob : Integer.compare(rank, other.rank);
    }
}
