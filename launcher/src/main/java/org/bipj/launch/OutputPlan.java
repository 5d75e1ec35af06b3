package org.bipj.launch;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What becomes of the ranks' output.
 *
 * @param ranks number of ranks
 * @param tagged true to begin each line with stream and rank
 * @param directory where files with the output go; null: nowhere
 * @param shown false if output goes to files only
 */
record OutputPlan(int ranks, boolean tagged, String directory, boolean shown) {
    /** What the command line asks for. */
    static OutputPlan of(Options options) {
        return new OutputPlan(options.ranks, options.tagOutput, options.outputDirectory, options.showOutput);
    }

    /** The lines of one stream of one rank. */
    RankLines lines(Terminal terminal, int rank, boolean err) throws IOException {
        String stream = err ? "stderr" : "stdout";
        RankLines lines = new RankLines(terminal, err);
        if (tagged) {
            lines.tag("[1," + rank + "]<" + stream + ">:");
        }
        if (directory != null) {
            Path folder = folder(rank);
            Files.createDirectories(folder);
            lines.copy(new FileOutputStream(folder.resolve(stream).toFile()), shown);
        }
        return lines;
    }

    /**
     * The folder of a rank's files {@code stdout} and {@code stderr}: {@code DIRECTORY/1/rank.N}, where N has as many
     * digits as the number of ranks, as with Open MPI.
     */
    Path folder(int rank) {
        String number = Integer.toString(rank);
        int width = Integer.toString(ranks).length();
        return Path.of(directory, "1", "rank." + "0".repeat(width - number.length()) + number);
    }
}
