package org.bipj.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.bipj.launch.Main;
import org.bipj.launch.cache.CacheMaker;
import org.bipj.launch.mpirun.program.Library;
import org.bipj.testkit.StartCaches;

/** Runs a program as a job of several ranks: {@code mpirun} in a JVM of its own, as users run it. */
public final class SampleJob {
    /** The executor is part of the programs: tests of other modules, which share the caches, have none. */
    private static final String EXECUTOR = "executor";

    private static final StartCaches CACHES = StartCaches.of(
            CacheMaker.class,
            Main.class,
            Library.parts()
                    .filter(part -> !part.getPackageName().endsWith("." + EXECUTOR))
                    .toList());

    private final Path directory;
    private final String[] launch;

    /**
     * A place for jobs.
     *
     * @param directory where their shared memory and output go
     * @param launch further options of {@code mpirun}
     */
    public SampleJob(Path directory, String... launch) {
        this.directory = directory;
        this.launch = launch;
    }

    /**
     * What a job printed.
     *
     * @param code its exit code
     * @param out the lines of standard output
     * @param err standard error
     */
    public record Result(int code, List<String> out, String err) {
        /** Returns the lines of a job that must have gone well. */
        public List<String> lines() {
            assertEquals(0, code, () -> out + err);
            return out;
        }
    }

    /**
     * Runs a program to its end.
     *
     * @param mode process, thread or sim
     * @param options options of the ranks' JVMs
     * @param limitSeconds how long it may take
     */
    public Result run(
            String mode, int ranks, List<String> options, long limitSeconds, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        command.addAll(
                List.of(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(CACHES.fastStart());
        command.addAll(List.of("-Dbipj.lib=" + CACHES.library(), "-cp", CACHES.classPath(), Main.class.getName()));
        command.addAll(List.of("-n", "" + ranks, "--mode", mode));
        command.addAll(List.of(launch));
        command.add("java");
        command.addAll(options);
        if (options.isEmpty()) {
            command.addAll(StartCaches.COMPILER);
        }
        command.addAll(List.of("-cp", classPath(SampleJob::isProgram), program.getName()));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(directory, "job", ".out");
        Path err = Files.createTempFile(directory, "job", ".err");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("BIPJ_SHM_DIR", directory.toString());
        Process process = builder.start();
        if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
            process.destroy();
            fail(mode + " job of " + ranks + " did not end; it said: " + Files.readString(out) + Files.readString(err));
        }
        // Of a start that takes long.
        String slow = "(?m)^mpirun: \\d+ of \\d+ (processes|ranks) have .* after \\d+ s.*\\n";
        return new Result(
                process.exitValue(),
                Files.readAllLines(out),
                Files.readString(err).replaceAll(slow, ""));
    }

    /** The folders and jars of the tests' class path that a predicate holds for. */
    private static String classPath(Predicate<String> wanted) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(wanted)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isProgram(String entry) {
        return isModule("samples").or(isModule("nas")).or(isModule(EXECUTOR)).test(entry);
    }

    /** A reactor build has a module's folder or jar on the class path. */
    private static Predicate<String> isModule(String name) {
        return entry -> entry.contains(File.separator + name + File.separator + "target" + File.separator)
                || Path.of(entry).getFileName().toString().equals(name + ".jar");
    }
}
