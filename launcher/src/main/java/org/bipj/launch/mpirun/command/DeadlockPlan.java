package org.bipj.launch.mpirun.command;

import java.math.BigDecimal;
import java.util.concurrent.TimeUnit;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.UsageException;

/**
 * What happens in a deadlock, in which no rank of a job can ever continue.
 *
 * @param action what to do
 * @param patienceMillis how long nothing has happened before a deadlock is reported
 */
public record DeadlockPlan(Action action, long patienceMillis) {
    /** Exit code of a job that has been ended for a deadlock. */
    public static final int EXIT_CODE = 123;

    private static final long DEFAULT_MILLIS = 5000;
    private static final long MOST_SECONDS = 1_000_000;
    private static final int MILLIS_DIGITS = 3;

    /** What {@code mpirun} does about a deadlock. */
    public enum Action {
        /** Report the deadlock and end the job. */
        ABORT,
        /** Report the deadlock and leave the job as it is, for a debugger. */
        REPORT,
        /** Do not look for deadlocks. */
        OFF
    }

    /** The plan with this action, and the patience of the environment variable. */
    static DeadlockPlan of(Action action) {
        String given = LauncherVariables.value(LauncherVariables.DEADLOCK_SECONDS);
        return new DeadlockPlan(action, given == null || given.isEmpty() ? DEFAULT_MILLIS : millis(given));
    }

    private static long millis(String seconds) {
        try {
            BigDecimal number = new BigDecimal(seconds);
            if (number.signum() > 0 && number.compareTo(BigDecimal.valueOf(MOST_SECONDS)) <= 0) {
                return Math.max(1, number.movePointRight(MILLIS_DIGITS).longValue());
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new UsageException(
                LauncherVariables.DEADLOCK_SECONDS + "=" + seconds + ": expected a positive number of seconds");
    }

    /** How long nothing may have happened before that is reported, in nanoseconds. */
    public long patienceNs() {
        return TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    }
}
