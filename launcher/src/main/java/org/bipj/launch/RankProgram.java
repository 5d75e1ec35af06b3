package org.bipj.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What to start for each rank.
 *
 * @param words the executable, absolute, and its arguments
 * @param environment variables to set besides the job's
 * @param isJava true if the process that is started is the rank's JVM; false for a script that starts it
 * @param recording where rank 0 writes the start-up cache; null: nowhere
 */
record RankProgram(List<String> words, Map<String, String> environment, boolean isJava, Path recording) {
    /** A java command. */
    static RankProgram java(List<String> words) {
        return new RankProgram(words, Map.of(), true, null);
    }

    /** A script that starts java somewhere. */
    static RankProgram script(List<String> words, Map<String, String> environment) {
        return new RankProgram(words, environment, false, null);
    }

    /** A java command whose rank 0 writes a start-up cache. */
    static RankProgram recorded(List<String> words, Path recording) {
        return new RankProgram(words, Map.of(), true, recording);
    }

    /** The command of one rank. */
    List<String> command(int rank) {
        List<String> command = new ArrayList<>(ProcessGroup.LEADER);
        command.addAll(words);
        if (recording != null && rank == 0) {
            command.addAll(ProcessGroup.LEADER.size() + 1, StartCache.recording(recording));
        }
        return command;
    }
}
