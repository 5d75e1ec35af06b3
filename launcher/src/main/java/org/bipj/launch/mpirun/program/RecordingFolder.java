package org.bipj.launch.mpirun.program;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.ProgramOptions;
import org.bipj.launch.support.FileReasons;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.OwnProcess;

/**
 * The folder of {@code --record} and {@code --replay}: beside the files of the ranks it has a file that says which job was recorded.
 * Class path and options of the JVM do not count: another build may make the same calls.
 */
public final class RecordingFolder {
    private static final String NAME = "job";
    private static final String FIRST_LINE = "BIPJ recording 1";

    private RecordingFolder() {}

    /**
     * Makes the folder of a job that is recorded, or checks that of one that is replayed. Other jobs need nothing.
     *
     * @throws LaunchException if it cannot serve the job
     */
    public static void prepare(Options options) {
        ChoiceFolder folder = options.choiceFolder();
        if (folder == null) {
            return;
        }
        String option = (folder.isReplayed() ? "--replay " : "--record ") + folder.path() + ": ";
        try {
            if (folder.isReplayed()) {
                check(option, folder.path(), lines(options));
            } else {
                make(option, folder.path(), lines(options));
            }
        } catch (IOException e) {
            throw new LaunchException(1, option + FileReasons.why(e));
        }
    }

    private static void make(String option, Path folder, List<String> lines) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new LaunchException(1, option + "this is a file; expected an empty folder, or none");
        }
        Files.createDirectories(folder);
        try (Stream<Path> files = Files.list(folder)) {
            if (files.findAny().isPresent()) {
                throw new LaunchException(1, option + "the folder is not empty; expected an empty one, or none");
            }
        }
        Files.write(folder.resolve(NAME), lines);
    }

    /** The job has ended, or was not started: where no rank has recorded anything, nothing is left behind. */
    public static void end(Options options) {
        ChoiceFolder folder = options.choiceFolder();
        if (folder == null || folder.isReplayed()) {
            return;
        }
        try (Stream<Path> files = Files.list(folder.path())) {
            if (files.allMatch(file -> file.endsWith(NAME))) {
                Files.deleteIfExists(folder.path().resolve(NAME));
                OwnProcess.current()
                        .err()
                        .println("mpirun: --record " + folder.path()
                                + ": nothing is recorded, since no rank has initialised MPI");
            }
        } catch (IOException e) {
            // The user has removed it.
        }
    }

    private static void check(String option, Path folder, List<String> lines) throws IOException {
        Path file = folder.resolve(NAME);
        List<String> recorded = Files.isRegularFile(file) ? Files.readAllLines(file) : List.of();
        if (recorded.isEmpty() || !recorded.getFirst().equals(FIRST_LINE)) {
            throw new LaunchException(1, option + "this is no recording; expected a folder of --record");
        }
        if (recorded.equals(lines)) {
            return;
        }
        String ranks = recorded.size() > 1 ? recorded.get(1) : "";
        if (!ranks.equals(lines.get(1))) {
            throw new LaunchException(1, option + "it was recorded with " + ranks + ", this job has " + lines.get(1));
        }
        throw new LaunchException(
                1,
                option + "another program was recorded: " + programs(recorded) + "; this job runs " + programs(lines)
                        + (programs(recorded).equals(programs(lines)) ? " with other arguments" : ""));
    }

    private static String programs(List<String> lines) {
        List<String> names = new ArrayList<>();
        for (String line : lines.subList(Math.min(2, lines.size()), lines.size())) {
            String[] words = line.split(" ", 4);
            names.add(words[words.length - 1] + " on " + (words.length > 1 ? words[1] : ""));
        }
        return String.join(", ", names);
    }

    /** What the file says of a job. */
    private static List<String> lines(Options options) {
        List<String> lines = new ArrayList<>();
        lines.add(FIRST_LINE);
        lines.add(options.ranks() + (options.ranks() == 1 ? " rank" : " ranks"));
        for (ProgramOptions program : options.programs()) {
            lines.add(line(program));
        }
        return lines;
    }

    /** A program: its ranks, a digest of its arguments, its name. */
    private static String line(ProgramOptions program) {
        List<String> words = program.command();
        String name = words.getFirst();
        List<String> arguments = words.subList(1, words.size());
        if (Java.isJava(name)) {
            JavaCommand java = parsed(arguments);
            if (java != null && java.target() != null) {
                boolean isFile = java.kind() == JavaCommand.Kind.JAR || java.kind() == JavaCommand.Kind.SOURCE;
                name = isFile ? Path.of(java.target()).getFileName().toString() : java.target();
                arguments = java.arguments();
            }
        }
        return "program " + program.ranks() + " " + digest(arguments) + " " + name.replaceAll("\\p{Cntrl}", " ");
    }

    /** Null for a command that only the JVM can read, since it names argument files. */
    private static JavaCommand parsed(List<String> words) {
        try {
            return JavaCommand.parse(words);
        } catch (LaunchException e) {
            return null;
        }
    }

    private static String digest(List<String> words) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String word : words) {
                digest.update(word.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each JDK has it", e);
        }
    }
}
