package org.bipj.launch;

import java.util.function.Function;
import java.util.function.Predicate;

/** Limits for {@code --timeout}, where a job has to come to some point before the limit ends it. */
public final class TimeLimits {
    private TimeLimits() {}

    /**
     * Runs a job with a short limit, which is enough on most machines, and again with longer ones until it has come
     * far enough.
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
