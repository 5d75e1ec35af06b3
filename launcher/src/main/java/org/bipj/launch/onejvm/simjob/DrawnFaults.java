package org.bipj.launch.onejvm.simjob;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bipj.launch.onejvm.job.ThreadJobSpec;

/**
 * A job with the faults that its seed has drawn.
 *
 * @param job the job as it was given
 * @param drawn texts of faults, each with what ends it
 */
public record DrawnFaults(ThreadJobSpec job, List<String> drawn) {
    /**
     * Draws the faults of a job; none if it does not say which.
     *
     * @throws IllegalArgumentException if what it says is wrong
     */
    public static DrawnFaults of(ThreadJobSpec job) {
        String chaos = job.options().chaos();
        return new DrawnFaults(job, chaos.isEmpty() ? List.of() : job.sim().drawFaults(chaos, job.ranks()));
    }

    private boolean isDrawn() {
        return !job.options().chaos().isEmpty();
    }

    /** The job with these faults as if they had been given. */
    public ThreadJobSpec spec() {
        return isDrawn() ? job.withFaults(text()) : job;
    }

    /** All faults, as {@code --faults} takes them; empty if none may be drawn. */
    String text() {
        return isDrawn()
                ? String.join(
                        ",",
                        Stream.concat(Stream.of(job.sim().faults()), drawn.stream())
                                .filter(fault -> !fault.isEmpty())
                                .toList())
                : "";
    }

    /** A line that says what was drawn; empty if none may be. */
    public String line() {
        if (!isDrawn()) {
            return "";
        }
        return "seed " + job.sim().seed() + ": " + (text().isEmpty() ? "no fault was drawn" : "--faults " + text());
    }

    int count() {
        return drawn.size();
    }

    /** The same without one of those that were drawn. */
    DrawnFaults without(int index) {
        return new DrawnFaults(
                job,
                IntStream.range(0, drawn.size())
                        .filter(other -> other != index)
                        .mapToObj(drawn::get)
                        .toList());
    }
}
