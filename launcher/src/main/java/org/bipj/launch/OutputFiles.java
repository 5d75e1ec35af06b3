package org.bipj.launch;

import java.nio.file.Path;

/** Where the output of ranks goes under {@code --output-filename}. */
final class OutputFiles {
    private OutputFiles() {}

    /**
     * The directory of a rank's files {@code stdout} and {@code stderr}: {@code d/1/rank.N}, where N has as many digits as
     * the number of ranks, as with Open MPI.
     */
    static Path directory(String base, int rank, int ranks) {
        String number = Integer.toString(rank);
        int width = Integer.toString(ranks).length();
        return Path.of(base, "1", "rank." + "0".repeat(width - number.length()) + number);
    }
}
