package org.bipj.launch.mpirun.program;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.bipj.core.machine.HostSystem;

/**
 * Passes commands to {@code java} that are too long for the system, by files. Linux refuses a word, or a variable, of
 * 128 KiB, and all of them together where they exceed a quarter of the stack's limit. Words of an argument file have no
 * such limit.
 */
public final class LongCommand {
    /** Linux lets each process have 128 KiB of words and variables, whatever its limits; Windows has 32 KiB for its words. */
    private static final int SURE_BYTES = HostSystem.isPortable() ? 30_000 : 100_000;

    /** A word's end, and a pointer to it. */
    private static final int BYTES_BESIDE_WORD = 9;

    private final Store store;
    /** What the last file was made of: ranks have the same words. */
    private List<String> lastWords = List.of();

    private Path lastFile;
    /** How many files were written to the store. */
    private int files;

    /** Where the files of a job are. */
    @FunctionalInterface
    public interface Store {
        /**
         * Makes a file.
         *
         * @param name of the file
         * @return its path
         */
        Path write(String name, byte[] text);
    }

    /** Files of a job are made in a store. */
    public LongCommand(Store store) {
        this.store = store;
    }

    /**
     * True if a command, or a variable that it reads, needs a file.
     *
     * @param command an executable and its words
     */
    public static boolean isLong(List<String> command, Map<String, String> environment) {
        return Java.isJava(command.getFirst())
                && command.stream().mapToLong(LongCommand::bytes).sum()
                                + environment.entrySet().stream()
                                        .mapToLong(each -> bytes(each.getKey()) + bytes(each.getValue()))
                                        .sum()
                        > SURE_BYTES;
    }

    private static long bytes(String word) {
        return word.getBytes(StandardCharsets.UTF_8).length + BYTES_BESIDE_WORD;
    }

    /**
     * The command to start, which is this one unless it {@link #isLong is long}.
     *
     * @param environment the variables of the process, which may change too
     */
    public List<String> shortened(List<String> command, Map<String, String> environment) {
        if (!isLong(command, environment)) {
            return command;
        }
        String options = environment.get(EnvironmentOptions.OF_COMMAND);
        if (options != null && bytes(options) > SURE_BYTES) {
            String file = inFile(ArgumentExpansion.wordsOf(options));
            environment.put(EnvironmentOptions.OF_COMMAND, ArgumentExpansion.variable(List.of(file)));
        }
        return List.of(command.getFirst(), inFile(command.subList(1, command.size())));
    }

    /** Writes words to a file, and returns the word that stands for them. */
    private String inFile(List<String> words) {
        // In a file no word stands for another one.
        List<String> plain = new ArgumentExpansion(Path::of).of(words);
        if (!plain.equals(lastWords)) {
            lastFile = store.write("arguments-" + files++, ArgumentFile.text(plain));
            lastWords = plain;
        }
        return "@" + lastFile;
    }
}
