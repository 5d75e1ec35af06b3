package org.bipj.launch.seeing.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.bipj.launch.support.FileReasons;
import org.bipj.launch.support.FileTree;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.RankFolder;

/** A temporary folder of one job: the agent's jar, and what its ranks have measured. */
public final class ProfileFolder implements RankFolder, AutoCloseable {
    private static final String JAR = "agent.jar";
    /** The classes that a profiled rank needs, which are copied into the agent's jar. */
    private static final List<String> CLASSES = List.of(
            "ProfileAgent",
            "ClassChanges",
            "CallTimer",
            "CallTimer$Marks",
            "CallTimer$Timed",
            "MpiMethods",
            "WrappedConstructor",
            "WrappedMethod",
            "WrappedMethod$Around",
            "WrappedMethod$Preceded",
            "Profile",
            "Profile$Host",
            "Profile$RankProcess",
            "Profile$Caller",
            "RankProfile",
            "RankProfile$Calls",
            "RankProfile$Peer");

    private final Path folder;
    /** How many ranks jobs have that ranks have asked for, as far as their launcher knows. */
    private final AtomicInteger spawned = new AtomicInteger();

    private ProfileFolder(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes a folder, which is removed when it is closed, or at the end of this JVM.
     *
     * @throws LaunchException if it cannot be made; the message names the variable that chooses another place
     */
    public static ProfileFolder create() {
        Path place = Path.of(LauncherVariables.temporaryDirectory()).toAbsolutePath();
        try {
            ProfileFolder made = new ProfileFolder(Files.createTempDirectory(place, "bipj-profile-"));
            OwnProcess.current().atEnd(new Thread(made::close, "end of the profile"));
            AgentJar.write(made.folder.resolve(JAR), ProfileAgent.class, classes());
            return made;
        } catch (IOException e) {
            throw new LaunchException(
                    1,
                    "--profile: cannot make a file in " + place + ": " + FileReasons.why(e)
                            + "; set TMPDIR to a directory that can be written to");
        }
    }

    /** Names of the classes in the agent's jar. */
    static List<String> classes() {
        return Stream.concat(
                        CLASSES.stream().map(name -> ProfileAgent.class.getPackageName() + "." + name),
                        MpiMethods.NEEDED.stream())
                .toList();
    }

    @Override
    public Path folder() {
        return folder;
    }

    /** The option of a JVM of the first job's ranks that starts the agent. */
    public String agent() {
        return agent(0);
    }

    private String agent(int job) {
        return "-javaagent:" + folder.resolve(JAR) + "=" + job + "," + folder;
    }

    @Override
    public List<String> flagsOf(int job, int ranks) {
        spawned.addAndGet(ranks);
        return List.of(agent(job));
    }

    /**
     * The tables of what the ranks have measured.
     *
     * @param ranks of the first job
     * @param table where all of it is written as CSV; null: nowhere
     * @throws IOException if that fails; the message names the file
     */
    public List<String> report(int ranks, Path table) throws IOException {
        ProfileReport report = new ProfileReport(ranks + spawned.get());
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, RankName::isOfFile)) {
            for (Path file : files) {
                report.add(RankName.of(file.getFileName().toString()), Files.readAllLines(file));
            }
        }
        List<String> lines = report.lines();
        if (table != null) {
            try {
                Files.write(table, report.table());
            } catch (IOException e) {
                throw new IOException("--profile=csv:" + table + ": cannot write it: " + FileReasons.why(e), e);
            }
            lines.add("profile: " + table + " has all of it");
        }
        return lines;
    }

    @Override
    public void close() {
        if (!Files.exists(folder)) {
            return;
        }
        try {
            FileTree.remove(folder);
        } catch (IOException | UncheckedIOException e) {
            OwnProcess.current().err().println("mpirun: --profile: cannot remove " + folder + ": " + e);
        }
    }
}
