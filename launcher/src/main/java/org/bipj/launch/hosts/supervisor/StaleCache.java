package org.bipj.launch.hosts.supervisor;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bipj.core.machine.HostSystem;
import org.bipj.launch.mpirun.program.JvmFlags;
import org.bipj.launch.mpirun.program.StartCache;
import org.bipj.launch.support.LauncherVariables;

/**
 * A start-up cache that a host has from an earlier build. The supervisor is started with the cache that has the path of
 * {@code mpirun}'s, and the JVM does not look whether jars have changed since: it would run the earlier build's classes. This class
 * and the supervisor's main class are in no cache.
 */
final class StaleCache {
    private static final Path COMMAND_LINE = HostSystem.file("/proc/self/cmdline");

    private StaleCache() {}

    /** True if this JVM was started with a cache that does not fit its jars. */
    static boolean isUsed() throws IOException {
        String directory = LauncherVariables.property(LauncherVariables.CACHE);
        if (directory == null || !Files.isReadable(Path.of(directory, StartCache.LAUNCHER))) {
            return false;
        }
        try {
            return command().stream().anyMatch(StaleCache::namesCache)
                    && !StartCache.ofBuild().fits();
        } catch (LinkageError e) {
            // Classes of two builds do not go together.
            return true;
        }
    }

    /** Runs the same command without the cache, and returns its exit code. Nothing must have been read or written so far. */
    static int runWithout() throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(command());
        words.removeIf(StaleCache::namesCache);
        return new ProcessBuilder(words).inheritIO().start().waitFor();
    }

    private static boolean namesCache(String word) {
        return word.startsWith(JvmFlags.AOT_CACHE);
    }

    /** The words of the command that has started this JVM. */
    private static List<String> command() throws IOException {
        Charset characters = Charset.forName(LauncherVariables.property(LauncherVariables.SYSTEM_CHARACTERS));
        return Arrays.asList(new String(Files.readAllBytes(COMMAND_LINE), characters).split("\0"));
    }
}
