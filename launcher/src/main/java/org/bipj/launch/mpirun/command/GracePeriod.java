package org.bipj.launch.mpirun.command;

import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.UsageException;

/** The time that ranks have between SIGTERM and SIGKILL. */
public final class GracePeriod {
    private static final long DEFAULT_MILLIS = 2000;

    private GracePeriod() {}

    /**
     * The grace period in milliseconds: the value of {@code BIPJ_GRACE_MS}, else 2000.
     *
     * @throws UsageException if the variable's value is not a number of milliseconds
     */
    public static long millis() {
        String given = LauncherVariables.value(LauncherVariables.GRACE_MS);
        if (given == null || given.isEmpty()) {
            return DEFAULT_MILLIS;
        }
        try {
            long millis = Long.parseLong(given);
            if (millis >= 0) {
                return millis;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new UsageException(LauncherVariables.GRACE_MS + "=" + given + ": expected a number of milliseconds");
    }
}
