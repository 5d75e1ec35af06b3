package org.bipj.launch.explore;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bipj.core.replay.Choices;
import org.bipj.launch.support.FileReasons;

/**
 * The choices of one run as a file: four lines about the run, a fifth where ranks may die, then a line for each choice between several alternatives.
 *
 * @param ranks of the job
 * @param bound how often in a row a test or probe may fail although it need not
 * @param deaths how many ranks may die
 * @param choices in order
 */
public record ExploredChoices(int ranks, int bound, Choices.Buffers buffers, int deaths, List<String> choices) {
    private static final String FIRST = "choices of a run, format 1";
    private static final int HEADER = 4;
    /** Stands behind the others where ranks may die. */
    private static final String DEATHS = "deaths ";

    /** Writes the file. */
    public void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                FIRST,
                "ranks " + ranks,
                "bound " + bound,
                "buffers " + buffers.name().toLowerCase(Locale.ROOT)));
        if (deaths > 0) {
            lines.add(DEATHS + deaths);
        }
        lines.addAll(choices);
        Files.write(file, lines);
    }

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read, or is no such file; the message names it
     */
    public static ExploredChoices read(Path file) throws IOException {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            // As another first line.
            lines = List.of();
        } catch (IOException e) {
            throw new IOException("--choices " + file + ": cannot read it: " + FileReasons.why(e), e);
        }
        try {
            if (lines.size() >= HEADER && lines.getFirst().equals(FIRST)) {
                boolean die = lines.size() > HEADER && lines.get(HEADER).startsWith(DEATHS);
                return new ExploredChoices(
                        Integer.parseInt(value(lines.get(1), "ranks ")),
                        Integer.parseInt(value(lines.get(2), "bound ")),
                        Choices.Buffers.valueOf(value(lines.get(3), "buffers ").toUpperCase(Locale.ROOT)),
                        die ? Integer.parseInt(value(lines.get(HEADER), DEATHS)) : 0,
                        List.copyOf(lines.subList(die ? HEADER + 1 : HEADER, lines.size())));
            }
        } catch (IllegalArgumentException e) {
            // As another first line.
        }
        throw new IOException(
                "--choices " + file + ": expected a file that bipj explore has written, which begins with \"" + FIRST
                        + "\" and the lines ranks, bound and buffers");
    }

    private static String value(String line, String name) {
        if (!line.startsWith(name)) {
            throw new IllegalArgumentException(line);
        }
        return line.substring(name.length());
    }
}
