package org.bipj.launch.explore;

import java.util.List;
import java.util.Set;

/**
 * What came of one run.
 *
 * @param output standard output of each rank
 * @param code exit code of the job
 * @param failure why it failed, in lines; empty if it did not
 * @param key the same for all failures that are reported as one; empty if it did not fail
 * @param choices where there were several alternatives, in order
 * @param raced the calls that the last of them was between, with their lines; empty: none
 * @param leftOut what MPI has left open and was not chosen
 * @param warnings faults that have not ended it
 * @param bounded where a test or probe could have failed once more than the bound allows
 */
public record Outcome(
        List<String> output,
        int code,
        String failure,
        String key,
        List<String> choices,
        String raced,
        Set<String> leftOut,
        Set<String> warnings,
        Set<String> bounded) {
    /** True if the run ended well. */
    public boolean isSuccess() {
        return key.isEmpty();
    }

    /** True if another outcome is the same to a user. */
    boolean isLike(Outcome other) {
        return key.equals(other.key) && (!isSuccess() || output.equals(other.output));
    }

    /** Where the output of another run differs first, as text; empty: nowhere. */
    String firstDifference(Outcome other) {
        for (int rank = 0; rank < output.size(); rank++) {
            List<String> mine = output.get(rank).lines().toList();
            List<String> its = other.output.get(rank).lines().toList();
            for (int line = 0; line < Math.max(mine.size(), its.size()); line++) {
                String here = line < mine.size() ? mine.get(line) : null;
                String there = line < its.size() ? its.get(line) : null;
                if (here == null || !here.equals(there)) {
                    return "rank " + rank + ", line " + (line + 1) + ": " + quoted(there) + " instead of "
                            + quoted(here);
                }
            }
        }
        return "";
    }

    private static String quoted(String line) {
        return line == null ? "nothing" : '"' + line + '"';
    }
}
