package org.bipj.mpi.check;

import java.nio.file.Path;
import java.util.Set;
import org.bipj.core.job.WatchedArrays;
import org.jspecify.annotations.Nullable;

/**
 * How the checker tells what it finds.
 *
 * @param json the file that takes a line of JSON for each finding; null: none
 * @param once true if a warning is printed once by all jobs of this JVM: for tests
 * @param races true if receives are listed that could have matched another message
 */
record Settings(@Nullable Path json, boolean once, boolean races) {
    private static final String JSON = "json:";

    /** Words that others look for. */
    private static final Set<String> KNOWN = Set.of("on", "unsafe", WatchedArrays.CHECK);

    /**
     * Reads a list such as {@code on,json:findings.json}.
     *
     * @throws IllegalArgumentException if a word of it is unknown
     */
    static Settings parse(String words) {
        Path json = null;
        boolean once = false;
        boolean races = false;
        for (String word : words.split(",")) {
            if (word.startsWith(JSON) && word.length() > JSON.length()) {
                json = Path.of(word.substring(JSON.length()));
            } else if (word.equals("once")) {
                once = true;
            } else if (word.equals("races")) {
                races = true;
            } else if (!KNOWN.contains(word)) {
                throw new IllegalArgumentException(
                        "checks: " + words + "; expected off, or a list of on, unsafe, races, loads and json:FILE");
            }
        }
        return new Settings(json, once, races);
    }
}
