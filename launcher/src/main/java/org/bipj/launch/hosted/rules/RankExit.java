package org.bipj.launch.hosted.rules;

import org.bipj.launch.hosted.loader.CallRewriter;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankClassLoader;

/**
 * Replaces {@code System.exit} and similar methods in a rank that shares its JVM. Public because the programs'
 * classes call it; {@link CallRewriter} writes those calls.
 */
public final class RankExit {
    private RankExit() {}

    /** Instead of {@code System.exit(code)}. */
    public static void exit(int code) {
        end(code);
    }

    /** Instead of {@code runtime.exit(code)}. */
    public static void exit(Runtime runtime, int code) {
        end(code);
    }

    /** Instead of {@code runtime.halt(code)}. */
    public static void halt(Runtime runtime, int code) {
        end(code);
    }

    private static void end(int code) {
        LoadedRank rank = RankClassLoader.rankOfCaller();
        if (rank == null) {
            throw new IllegalStateException("exit with code " + code + " called by a thread of no rank");
        }
        rank.exit(code);
    }
}
