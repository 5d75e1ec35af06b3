package org.bipj.launch.hosted.rules;

import org.bipj.launch.hosted.loader.CallRewriter;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankClassLoader;

/**
 * Replaces {@code System.exit} and similar methods, and shutdown hooks, in a rank that shares its JVM. Public because the programs'
 * classes call it; {@link CallRewriter} writes those calls.
 */
public final class RankExit {
    private RankExit() {}

    /** Instead of {@code System.exit(code)}. */
    public static void exit(int code) {
        rank("exit with code " + code).hooks().run();
        end(code);
    }

    /** Instead of {@code runtime.exit(code)}. */
    public static void exit(Runtime runtime, int code) {
        exit(code);
    }

    /** Instead of {@code runtime.halt(code)}. */
    public static void halt(Runtime runtime, int code) {
        rank("halt").hooks().drop();
        end(code);
    }

    /** Instead of {@code runtime.addShutdownHook(hook)}. */
    public static void addShutdownHook(Runtime runtime, Thread hook) {
        rank("addShutdownHook").hooks().add(hook);
    }

    /** Instead of {@code runtime.removeShutdownHook(hook)}. */
    public static boolean removeShutdownHook(Runtime runtime, Thread hook) {
        return rank("removeShutdownHook").hooks().remove(hook);
    }

    private static void end(int code) {
        rank("exit with code " + code).exit(code);
    }

    private static LoadedRank rank(String what) {
        LoadedRank rank = RankClassLoader.rankOfCaller();
        if (rank == null) {
            throw new IllegalStateException(what + " called by a thread of no rank");
        }
        return rank;
    }
}
