package org.bipj.launch.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bipj.launch.command.RankNumber;

/**
 * The command to start for each rank.
 *
 * @param words the executable, absolute, and its arguments
 * @param environment variables to set besides the job's
 * @param isJava true if the process that is started is the rank's JVM; false for a script that starts it
 * @param ofRank0 JVM options that only rank 0 gets
 * @param cached the words for other hosts that have a start-up cache ({@link StartCache#command}), with a word in place of its
 *     directory; empty if they are not needed, or the same
 */
public record RankProgram(
        List<String> words,
        Map<String, String> environment,
        boolean isJava,
        List<String> ofRank0,
        List<String> cached) {
    /** A java command, and variables to set. */
    static RankProgram java(List<String> words, Map<String, String> environment) {
        return new RankProgram(words, environment, true, List.of(), List.of());
    }

    /** A script, which may start java or not. */
    static RankProgram script(List<String> words, Map<String, String> environment) {
        return new RankProgram(words, environment, false, List.of(), List.of());
    }

    /** A java command with JVM options that only rank 0 gets. */
    public static RankProgram java(List<String> words, List<String> ofRank0) {
        return new RankProgram(words, Map.of(), true, ofRank0, List.of());
    }

    /** The same program, with the words for hosts that have a start-up cache. */
    RankProgram withCached(List<String> cachedWords) {
        return new RankProgram(
                words, environment, isJava, ofRank0, cachedWords.equals(words) ? List.of() : cachedWords);
    }

    /** The command that starts one rank. */
    public List<String> command(int rank) {
        return RankNumber.in(wordsOf(rank), rank);
    }

    /** The words of one rank, still without its number: {@link RankNumber}. */
    public List<String> wordsOf(int rank) {
        List<String> all = new ArrayList<>(words);
        if (rank == 0) {
            all.addAll(1, ofRank0);
        }
        return all;
    }
}
