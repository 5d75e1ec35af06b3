package org.bipj.launch.mpirun.program;

import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bipj.launch.support.RankNumber;

/**
 * The command to start for each rank.
 *
 * @param words the executable, absolute, and its arguments
 * @param environment variables to set besides the job's
 * @param isJava true if the process that is started is the rank's JVM; false for a script that starts it
 * @param cached the words for other hosts that have a start-up cache ({@link StartCache#command}), with a word in place of its
 *     directory; empty if they are not needed, or the same
 */
public record RankProgram(List<String> words, Map<String, String> environment, boolean isJava, List<String> cached) {
    /** A java command, and variables to set. */
    public static RankProgram java(List<String> words, Map<String, String> environment) {
        return new RankProgram(words, environment, true, List.of());
    }

    /** A script, which may start java or not. */
    static RankProgram script(List<String> words, Map<String, String> environment) {
        return new RankProgram(words, environment, false, List.of());
    }

    /** The same program, with the words for hosts that have a start-up cache. */
    RankProgram withCached(List<String> cachedWords) {
        return new RankProgram(words, environment, isJava, cachedWords.equals(words) ? List.of() : cachedWords);
    }

    /** The class path of the program, without the library; null if its command has none. */
    public String classPath() {
        int at = words.indexOf("-cp") + 1;
        if (!isJava || at == 0) {
            return null;
        }
        Set<String> library = Set.of(Library.classPath().split(File.pathSeparator));
        return Arrays.stream(words.get(at).split(File.pathSeparator))
                .filter(element -> !library.contains(element) && !RankJar.isOne(element))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** The command that starts one rank. */
    public List<String> command(int rank) {
        return RankNumber.in(words, rank);
    }
}
