package org.bipj.launch.mpirun.process;

import java.io.IOException;
import java.nio.file.Files;
import java.util.NoSuchElementException;
import java.util.StringTokenizer;
import org.bipj.core.machine.HostSystem;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.support.LaunchException;

/**
 * The file descriptors that the launcher needs. It checks the limit beforehand, because without descriptors the start
 * of a process fails with an unintelligible message.
 */
public final class OpenFiles {
    /** How many files a rank's output and error streams take. */
    private static final int PER_RANK = 2;

    /** For all else; 22 to 28 were in use at most. */
    private static final int BASE = 32;

    private static final String LIMIT = "Max open files";
    private static final String UNLIMITED = "unlimited";

    private OpenFiles() {}

    /**
     * Checks that a job can be started.
     *
     * @throws LaunchException if it needs more than the system allows; the message names both
     */
    public static void check(Options options) {
        int ranks = options.mode() == Options.Mode.PROCESS ? options.ranks() : 0;
        int files = options.outputDirectory() == null ? 0 : PER_RANK;
        int streams = options.hosts() == null ? PER_RANK : 0;
        check(options.ranks(), BASE + (long) (files + streams) * ranks, limit());
    }

    static void check(int ranks, long needed, long limit) {
        if (needed > limit) {
            throw new LaunchException(
                    1,
                    "a job of " + ranks + " ranks needs " + needed + " file descriptors here, and only " + limit
                            + " are allowed: raise the limit on open files (ulimit -n)");
        }
    }

    /** The limit of this process; no limit where the system does not name one. */
    private static long limit() {
        try {
            String limits = Files.readString(HostSystem.file("/proc/self/limits"));
            String soft = new StringTokenizer(limits.substring(limits.indexOf(LIMIT) + LIMIT.length())).nextToken();
            return soft.equals(UNLIMITED) ? Long.MAX_VALUE : Long.parseLong(soft);
        } catch (IOException | NumberFormatException | NoSuchElementException e) {
            // Not Linux.
            return Long.MAX_VALUE;
        }
    }
}
