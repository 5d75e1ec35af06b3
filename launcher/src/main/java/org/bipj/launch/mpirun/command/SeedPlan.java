package org.bipj.launch.mpirun.command;

import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bipj.launch.support.UsageException;

/**
 * Seeds with which a job is run in virtual time, one after the other, until it fails.
 *
 * @param from the first one
 * @param to the last one
 * @param command runs the programs in virtual time, without {@code --seeds}; empty: nobody asks for it
 */
public record SeedPlan(long from, long to, String command) {
    private static final Pattern RANGE = Pattern.compile("(-?\\d{1,18})\\.\\.(-?\\d{1,18})");

    /** The seeds of a value of {@code --seeds}. */
    static SeedPlan of(String value) {
        Matcher range = RANGE.matcher(value);
        if (range.matches()) {
            SeedPlan plan = new SeedPlan(Long.parseLong(range.group(1)), Long.parseLong(range.group(2)), "");
            if (plan.from <= plan.to) {
                return plan;
            }
        }
        throw new UsageException("--seeds " + value + ": expected the first and the last seed, such as 1..1000");
    }

    /** This plan for a command. */
    SeedPlan with(String words) {
        return new SeedPlan(from, to, words);
    }

    /**
     * The command that runs the job with one of the seeds.
     *
     * @param faults those that it has drawn, and that were given; empty: it draws none
     */
    public String again(long seed, String faults) {
        return command.replaceFirst(
                " --mode sim", " --mode sim --seed " + seed + (faults.isEmpty() ? "" : " --faults " + faults));
    }

    @Override
    public String toString() {
        return from + ".." + to;
    }

    /** This plan in words, for the JVM of the ranks. */
    public List<String> words() {
        return List.of(Long.toString(from), Long.toString(to), command);
    }

    /** The plan that words describe. */
    public static SeedPlan of(Iterator<String> words) {
        return new SeedPlan(Long.parseLong(words.next()), Long.parseLong(words.next()), words.next());
    }
}
