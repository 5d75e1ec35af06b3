package org.bipj.launch;

import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** What keeps tests of jobs apart from the speed of the machine. */
public final class TimeLimits {
    /** The line after five seconds, and later ones. */
    private static final Pattern SLOW_START = Pattern.compile(
            "(?m)^mpirun: \\d+ of \\d+ (processes have been started|ranks have joined the job) after \\d+ s.*\\n");

    private TimeLimits() {}

    /** What a job says on standard error, without the lines of a start that takes long. */
    public static String withoutSlowStart(String errors) {
        return SLOW_START.matcher(errors).replaceAll("");
    }

    /**
     * Runs a job that has to come to some point before {@code --timeout} ends it: with a short limit, which is enough on most
     * machines, and again with longer ones until it has come far enough.
     *
     * @param first the short limit in seconds
     * @param job runs the job with a limit
     * @return the first job that came far enough, or else the last
     */
    public static <T> T growing(int first, Predicate<T> isFarEnough, Function<String, T> job) {
        T ended = job.apply("" + first);
        for (int limit : new int[] {4 * first, 50}) {
            if (isFarEnough.test(ended)) {
                break;
            }
            ended = job.apply("" + limit);
        }
        return ended;
    }
}
