package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bipj.launch.cache.CacheMaker;
import org.bipj.launch.mpirun.program.Library;
import org.bipj.testkit.StartCaches;

/** Runs {@code mpirun} in a JVM of its own, in a directory of its own, with shared memory in a place of its own. */
public final class Mpirun {
    static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    private static final long LIMIT_SECONDS = 100;

    private final Path directory;
    private final Path shm;
    private final String mark = "mark-" + UUID.randomUUID();
    private final ProcessBuilder builder;
    private final StartCaches installation = INSTALLATION;
    private List<String> prefix = List.of();
    private Path out;
    private int runs;

    /** What a job left behind. */
    public record Result(int code, String out, String err) {
        List<String> lines() {
            return out.lines().sorted().toList();
        }
    }

    /**
     * A place to run jobs in.
     *
     * @param directory working directory, where output is kept too
     */
    Mpirun(Path directory) {
        try {
            this.directory = directory.toRealPath();
            shm = Files.createDirectory(this.directory.resolve("shm"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        builder = new ProcessBuilder().directory(this.directory.toFile());
        builder.environment().put("BIPJ_SHM_DIR", shm.toString());
        builder.environment().put("BIPJ_TEST", mark);
        builder.environment().put("XDG_CACHE_HOME", installation.cachesOfUser().toString());
        builder.environment().put("TMPDIR", this.directory.toString());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH"));
    }

    /** The folder or jar that a class was loaded from. */
    static Path placeOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A class of each part of the library. */
    static final List<Class<?>> PARTS = Library.parts().toList();

    /** What jobs are started from. */
    public static final StartCaches INSTALLATION = StartCaches.of(CacheMaker.class, Main.class, PARTS);

    /** The library's class path. */
    static String library() {
        return PARTS.stream().map(type -> placeOf(type).toString()).collect(Collectors.joining(File.pathSeparator));
    }

    /** Class path of the test programs. */
    static String programs() {
        return placeOf(Actor.class).toString();
    }

    Map<String, String> environment() {
        return builder.environment();
    }

    /** The words of a command that runs the launcher. */
    private List<String> launcher(List<String> jvmOptions, List<String> words) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                JAVA.toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(jvmOptions.isEmpty() ? installation.fastStart() : jvmOptions);
        command.addAll(List.of("-Dbipj.lib=" + installation.library(), "-cp", installation.classPath()));
        command.add(Main.class.getName());
        for (String word : words) {
            command.add(word);
            if (word.equals("java") || word.equals(JAVA.toString())) {
                command.addAll(StartCaches.COMPILER);
            }
        }
        return command;
    }

    /** Starts {@code mpirun}; standard output and error go to files. */
    Process start(String... words) {
        return start(List.of(), List.of(words));
    }

    Process start(List<String> jvmOptions, List<String> words) {
        runs++;
        builder.command(launcher(jvmOptions, words));
        builder.redirectOutput(out == null ? file("out") : out.toFile()).redirectError(file("err"));
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts words before the command of the next jobs. */
    void prefix(String... words) {
        prefix = List.of(words);
    }

    /** Lets the next jobs read a file. */
    Mpirun input(Path file) {
        builder.redirectInput(Redirect.from(file.toFile()));
        return this;
    }

    /** Lets the next jobs write their standard output to a file. */
    Mpirun output(Path file) {
        out = file;
        return this;
    }

    private File file(String what) {
        return directory.resolve(what + runs).toFile();
    }

    /**
     * What {@code mpirun} answers in this JVM to words for which it starts nothing. Paths are relative to this JVM's folder. One test of
     * {@link ProcessModeTest} is about the same in a process.
     */
    static Result answer(String... words) {
        return new MpirunHere(Path.of(System.getProperty("java.io.tmpdir"))).run(words);
    }

    /** Runs {@code mpirun} to its end. */
    Result run(String... words) {
        return await(start(words));
    }

    /** Runs actors; options of {@code mpirun} first, then {@code --}, then steps. */
    Result act(String... words) {
        return await(startActors(words));
    }

    /** Starts actors, see {@link #act}. */
    Process startActors(String... words) {
        return start(List.of(), actors(words));
    }

    /** Runs one actor without {@code mpirun}. */
    Result alone(String... steps) throws IOException {
        String classPath = library() + File.pathSeparator + programs();
        List<String> words = new ArrayList<>(List.of("-cp", classPath, Actor.class.getName()));
        words.addAll(List.of(steps));
        return java(words);
    }

    /** Runs a JVM without {@code mpirun}. */
    Result java(List<String> words) throws IOException {
        List<String> command = new ArrayList<>(List.of(JAVA.toString()));
        command.addAll(words);
        return await(startOther(command));
    }

    /** Starts a command that is not {@code mpirun}. */
    Process startOther(List<String> command) throws IOException {
        runs++;
        builder.command(command).redirectOutput(file("out")).redirectError(file("err"));
        return builder.start();
    }

    /** Words of a command that runs a program of the tests in a JVM, for launchers that are not ours. */
    List<String> program(Class<?> main, String... args) {
        List<String> words =
                new ArrayList<>(List.of(JAVA.toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-D" + mark));
        words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", library() + File.pathSeparator + programs()));
        words.add(main.getName());
        words.addAll(List.of(args));
        return words;
    }

    /** Starts actors with standard output as a pipe to us. */
    Process startWithPipe(Path errors, String... words) throws IOException {
        builder.command(launcher(List.of(), actors(words)));
        return builder.redirectOutput(Redirect.PIPE)
                .redirectError(errors.toFile())
                .start();
    }

    private List<String> actors(String... words) {
        List<String> all = new ArrayList<>(Arrays.asList(words));
        int split = all.indexOf("--");
        all.remove(split);
        all.addAll(split, List.of("java", "-D" + mark, "-cp", programs(), Actor.class.getName()));
        return all;
    }

    /** Waits for the end of a job. */
    Result await(Process process) {
        return await(process, LIMIT_SECONDS);
    }

    /** Waits for the end of a job that may take so many seconds. */
    Result await(Process process, long seconds) {
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                fail("mpirun did not end; it said: " + output() + errors());
            }
            boolean piped = builder.redirectOutput() == Redirect.PIPE;
            return new Result(process.exitValue(), piped || out != null ? "" : output(), piped ? "" : errors());
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a job's launcher has written to a file about the threads of a rank. */
    String stacks(Result result, int rank) {
        Matcher place = Pattern.compile("mpirun: the stacks of all threads of [^\\n]* are in (.*/)rank\\.\\*\n")
                .matcher(result.err());
        assertTrue(place.find(), result.err());
        try {
            return Files.readString(Path.of(place.group(1) + "rank." + rank));
        } catch (IOException e) {
            throw new UncheckedIOException(result.err(), e);
        }
    }

    /** What the last job has written to standard output so far. */
    String output() {
        return read("out");
    }

    /** What the last job has written to standard error so far, without the lines of a slow start. */
    String errors() {
        return TimeLimits.withoutSlowStart(allErrors());
    }

    /** The same, with these. */
    String allErrors() {
        return read("err");
    }

    private String read(String what) {
        try {
            return Files.readString(file(what).toPath());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until something holds. */
    static void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, "timed out waiting until " + what);
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Processes of this place's jobs that live: they have our mark in their environment. */
    List<Long> processes() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid() && isMarked(process.pid()))
                .map(ProcessHandle::pid)
                .toList();
    }

    private boolean isMarked(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "environ"), StandardCharsets.ISO_8859_1)
                    .contains(mark);
        } catch (IOException e) {
            return false;
        }
    }

    /** Ranks' JVMs that live. */
    List<Long> ranks() {
        return processes().stream()
                .filter(pid -> ProcessHandle.of(pid)
                        .flatMap(process -> process.info().arguments())
                        .map(words -> Arrays.asList(words))
                        .map(words -> words.contains("-D" + mark) && !words.contains(Main.class.getName()))
                        .orElse(false))
                .toList();
    }

    /** Session directories that exist. */
    List<Path> sessions() {
        try (Stream<Path> entries = Files.list(shm)) {
            return entries.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** No process of the jobs is left, and nothing in shared memory. */
    void assertClean() {
        until("no process of the job is left", () -> processes().isEmpty());
        until(
                "no session directory is left, but " + sessions(),
                () -> sessions().isEmpty());
    }

    /** By the shell's own kill: a small system has no program of this name. */
    static void signal(long pid, String signal) {
        try {
            new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pid)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Skips a test of a signal that this process ignores, as under nohup: mpirun, which it starts, then ignores it too. */
    static void assumeHeard(String name, int signal) {
        try (Stream<String> status = Files.lines(Path.of("/proc/self/status"))) {
            String mask = status.filter(line -> line.startsWith("SigIgn:"))
                    .findFirst()
                    .orElseThrow()
                    .substring("SigIgn:".length());
            boolean ignored = (Long.parseUnsignedLong(mask.strip(), 16) >>> signal - 1 & 1) != 0;
            assumeFalse(ignored, "SIG" + name + " is ignored here, as under nohup: so it is by mpirun");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
