package org.bipj.launch.explore;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import org.bipj.core.replay.Choices;
import org.bipj.launch.support.ShellWord;
import org.bipj.launch.support.UsageException;

/**
 * What is chosen in runs in virtual time where MPI leaves it open.
 *
 * @param choices a file with the choices of one run; empty: all runs are tried
 * @param runs the most runs that are tried; 0: any number
 * @param millis how long runs are tried; 0: without limit
 * @param bound how often in a row a test or probe may fail although it need not
 * @param buffers how standard sends are buffered
 * @param deaths how many ranks may die in a run
 * @param command runs the programs in virtual time, without {@code --choices}; empty: nobody asks for it
 */
public record ExplorationPlan(
        String choices, long runs, long millis, int bound, Choices.Buffers buffers, int deaths, String command) {
    /** What is chosen if no option says otherwise. */
    public static final ExplorationPlan DEFAULT = new ExplorationPlan("", 0, 0, 1, Choices.Buffers.SHORT, 0, "");

    /** The command that repeats a run whose choices are in a file. */
    public String again(Path file) {
        return command.replaceFirst(
                " --mode sim", Matcher.quoteReplacement(" --mode sim --choices " + ShellWord.of(file.toString())));
    }

    /** The command that explores runs in which no standard send is buffered. */
    public String unbuffered() {
        return command.replaceFirst(" --mode sim", " --mode sim --explore --buffers none");
    }

    /** This plan for so many runs in which no standard send is buffered. */
    public ExplorationPlan unbuffered(long most) {
        return new ExplorationPlan(choices, most, millis, bound, Choices.Buffers.NONE, 0, command);
    }

    /** True if all runs are tried; false if one is repeated. */
    public boolean triesAll() {
        return choices.isEmpty();
    }

    /** This plan for a command. */
    public ExplorationPlan of(String words) {
        return new ExplorationPlan(choices, runs, millis, bound, buffers, deaths, words);
    }

    public ExplorationPlan repeating(String file) {
        return new ExplorationPlan(file, runs, millis, bound, buffers, deaths, command);
    }

    /** This plan with the limits of a value of {@code --budget}: a number of runs, or a time. */
    public ExplorationPlan within(String budget) {
        String number = budget.replaceFirst("[a-z]*$", "");
        long unit = switch (budget.substring(number.length())) {
            case "ms" -> 1;
            case "s" -> 1000;
            case "min" -> 60_000;
            case "h" -> 3_600_000;
            default -> 0;
        };
        try {
            long value = Long.parseLong(number);
            if (value >= 1 && value <= Integer.MAX_VALUE && (unit > 0 || number.equals(budget))) {
                return unit > 0
                        ? new ExplorationPlan(choices, runs, value * unit, bound, buffers, deaths, command)
                        : new ExplorationPlan(choices, value, millis, bound, buffers, deaths, command);
            }
        } catch (NumberFormatException e) {
            // As a number out of range.
        }
        throw new UsageException("--budget " + budget
                + ": expected a number of runs, such as 1000, or a time, such as 500ms, 10s, 5min or 2h");
    }

    public ExplorationPlan bound(String value) {
        try {
            int most = Integer.parseInt(value);
            if (most >= 0) {
                return new ExplorationPlan(choices, runs, millis, most, buffers, deaths, command);
            }
        } catch (NumberFormatException e) {
            // As a negative number.
        }
        throw new UsageException("--bound " + value + ": expected a number of failed tests and probes, 0 or more");
    }

    /** This plan for runs in which as many ranks may die. */
    public ExplorationPlan deaths(int most) {
        return new ExplorationPlan(choices, runs, millis, bound, buffers, most, command);
    }

    public ExplorationPlan deaths(String value) {
        try {
            int most = Integer.parseInt(value);
            if (most >= 1) {
                return deaths(most);
            }
        } catch (NumberFormatException e) {
            // As a number out of range.
        }
        throw new UsageException("--deaths " + value + ": expected a number of ranks that may die in a run, 1 or more");
    }

    public ExplorationPlan buffers(Choices.Buffers way) {
        return new ExplorationPlan(choices, runs, millis, bound, way, deaths, command);
    }

    /** This plan in words, for the JVM of the ranks. */
    public List<String> words() {
        return List.of(
                choices,
                Long.toString(runs),
                Long.toString(millis),
                Integer.toString(bound),
                buffers.name(),
                Integer.toString(deaths),
                command);
    }

    /** The plan that words describe. */
    public static ExplorationPlan of(Iterator<String> words) {
        return new ExplorationPlan(
                words.next(),
                Long.parseLong(words.next()),
                Long.parseLong(words.next()),
                Integer.parseInt(words.next()),
                Choices.Buffers.valueOf(words.next()),
                Integer.parseInt(words.next()),
                words.next());
    }
}
