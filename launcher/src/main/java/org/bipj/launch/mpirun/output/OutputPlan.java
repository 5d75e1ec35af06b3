package org.bipj.launch.mpirun.output;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.support.LaunchException;

/**
 * Where the ranks' output goes, and in which form.
 *
 * @param job number of the job among those of the launcher, from 0
 * @param ranks number of ranks
 * @param tagged true to begin each line with stream and rank
 * @param timed true to begin each line with the time and its stream
 * @param directory where files with the output go; null: nowhere
 * @param shown false if output goes to files only
 * @param merged true if standard error is part of standard output
 */
public record OutputPlan(
        int job, int ranks, boolean tagged, boolean timed, String directory, boolean shown, boolean merged) {
    /** The plan of a command line. Files are relative to the launcher's working directory, not to the ranks'. */
    public static OutputPlan of(Options options) {
        return of(options, options.ranks());
    }

    /** The same for so many ranks. */
    public static OutputPlan of(Options options, int ranks) {
        return new OutputPlan(
                options.job(),
                ranks,
                options.tagOutput(),
                options.timestampOutput(),
                options.ownFile(options.outputDirectory()),
                options.showOutput(),
                options.mergeErrors());
    }

    /** The same for a job that ranks have asked for. */
    public OutputPlan ofSpawned(int number, int processes) {
        return new OutputPlan(number, processes, tagged, timed, directory, shown, merged);
    }

    /** The lines of one stream of one rank. */
    public RankLines lines(Terminal terminal, int rank, boolean err) {
        String stream = err ? "stderr" : "stdout";
        RankLines lines = new RankLines(terminal, err);
        if (tagged || timed) {
            lines.tag((tagged ? "[" + (job + 1) + "," + rank + "]" : "") + "<" + stream + ">:", timed);
        }
        if (directory != null) {
            lines.copy(file(rank, stream), shown);
        }
        return lines;
    }

    private OutputStream file(int rank, String stream) {
        Path folder = folder(rank);
        try {
            Files.createDirectories(folder);
            return new FileOutputStream(folder.resolve(stream).toFile());
        } catch (IOException e) {
            throw new LaunchException(1, "--output-filename " + directory + ": " + reason(e));
        }
    }

    /** Some exceptions have no other message than the file. */
    private static String reason(IOException failure) {
        return switch (failure) {
            case NoSuchFileException e -> "cannot create " + e.getFile();
            case AccessDeniedException e -> "no permission to create " + e.getFile();
            case FileAlreadyExistsException e -> e.getFile() + " is no directory";
            default -> failure.getMessage();
        };
    }

    /**
     * The folder of a rank's files {@code stdout} and {@code stderr}: {@code DIRECTORY/JOB/rank.N}, with jobs from 1, where N has as many
     * digits as the number of ranks, as with Open MPI.
     */
    Path folder(int rank) {
        String number = Integer.toString(rank);
        int width = Integer.toString(ranks).length();
        return Path.of(directory, Integer.toString(job + 1), "rank." + "0".repeat(width - number.length()) + number);
    }
}
