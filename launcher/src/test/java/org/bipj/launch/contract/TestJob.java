package org.bipj.launch.contract;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.bipj.launch.Main;
import org.bipj.launch.Mpirun;
import org.bipj.launch.MpirunHere;
import org.bipj.launch.TimeLimits;
import org.bipj.mpi.contract.ContractMain;
import org.bipj.testkit.StartCaches;

/** Starts jobs of the test classes the way that the script {@code mpirun} does, and collects what they print. */
final class TestJob {
    /** The command of this JVM, and of ranks. */
    static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    private static final long LIMIT_S = 120;

    private final List<String> options = new ArrayList<>();
    private final List<String> jvmOptions = new ArrayList<>();
    private final List<String> launcherOptions = new ArrayList<>();
    private final List<Class<?>> used = new ArrayList<>();
    private String before = "";
    private final Map<String, String> environment = new java.util.HashMap<>();
    private ProcessBuilder.Redirect input = ProcessBuilder.Redirect.from(new File("/dev/null"));

    /**
     * A job that has ended.
     *
     * @param seconds how long it took
     */
    record Ended(int code, String out, String err, double seconds) {
        /** Everything, for the message of a failed test. */
        String all() {
            return "exit code " + code + " after " + seconds + " s\n--- stdout\n" + out + "--- stderr\n" + err;
        }
    }

    /** A job under way. */
    record Running(Process process, Path out, Path err, long startNs) {
        /** What it has printed so far. */
        String printed() {
            return read(out);
        }

        /** What it has said on standard error so far. */
        String errors() {
            return TimeLimits.withoutSlowStart(read(err));
        }

        /** Waits until it has printed a line so often. */
        void awaitLines(String line, int times) {
            until(() -> !process.isAlive() || count(line) >= times);
            if (count(line) < times) {
                throw new AssertionError("not " + times + " times " + line + "\n" + await().all());
            }
        }

        private long count(String line) {
            return printed().lines().filter(line::equals).count();
        }

        /** Writes the one line of standard input. */
        void writeLine() throws IOException {
            try (OutputStream input = process.getOutputStream()) {
                input.write('\n');
            }
        }

        /** Waits until something holds. */
        static void until(BooleanSupplier condition) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
            while (!condition.getAsBoolean()) {
                if (System.nanoTime() > end) {
                    throw new AssertionError("not within " + LIMIT_S + " s");
                }
                LockSupport.parkNanos(10_000_000);
            }
        }

        /** Sends a signal to a process. */
        static void signal(String name, long pid) {
            try {
                new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid)
                        .start()
                        .waitFor();
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        /** The ranks' JVMs, by rank: they have their rank in their environment. */
        Map<Integer, ProcessHandle> ranks() {
            Map<Integer, ProcessHandle> ranks = new TreeMap<>();
            for (ProcessHandle one : process.descendants().toList()) {
                String variables = environmentOf(one.pid());
                int at = variables.indexOf("\0BIPJ_RANK=");
                if (at >= 0) {
                    String rest = variables.substring(at + "\0BIPJ_RANK=".length());
                    ranks.put(Integer.parseInt(rest.substring(0, rest.indexOf('\0'))), one);
                }
            }
            return ranks;
        }

        private static String environmentOf(long pid) {
            try {
                Path file = Path.of("/proc", Long.toString(pid), "environ");
                return "\0" + Files.readString(file, StandardCharsets.ISO_8859_1) + "\0";
            } catch (IOException e) {
                return "";
            }
        }

        Ended await() {
            return await(LIMIT_S);
        }

        /** Waits for the end, which must come within so many seconds. */
        Ended await(long seconds) {
            try {
                if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                    process.toHandle().destroy();
                    process.waitFor(10, TimeUnit.SECONDS);
                    process.destroyForcibly();
                    throw new AssertionError("not done after " + seconds + " s\n" + read(out) + read(err));
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                throw new AssertionError("interrupted\n" + read(out) + read(err), e);
            }
            Ended ended = new Ended(process.exitValue(), read(out), errors(), (System.nanoTime() - startNs) * 1e-9);
            delete(out);
            delete(err);
            return ended;
        }
    }

    /** Options of mpirun. */
    TestJob with(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    /** Options of the ranks' JVMs. */
    TestJob jvm(String... more) {
        jvmOptions.addAll(List.of(more));
        return this;
    }

    /** Options of the launcher's JVM. */
    TestJob launcher(String... more) {
        launcherOptions.addAll(List.of(more));
        return this;
    }

    /** Classes from whose places the program has others. */
    TestJob using(Class<?>... more) {
        used.addAll(List.of(more));
        return this;
    }

    /** A folder whose classes replace others of the program. */
    TestJob before(Path folder) {
        before = folder + File.pathSeparator;
        return this;
    }

    /** A variable of mpirun's environment. */
    TestJob environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /** Standard input is written by the test. */
    TestJob withInput() {
        input = ProcessBuilder.Redirect.PIPE;
        return this;
    }

    /**
     * Runs a class of the tests on ranks that share this JVM: {@link MpirunHere}. Options of the ranks' JVMs have no effect.
     *
     * @param directory for temporary files
     */
    Ended here(Path directory, Class<?> main, String... args) {
        List<String> words = new ArrayList<>(options);
        words.addAll(List.of("java", "-cp", classPath(main), main.getName()));
        words.addAll(List.of(args));
        MpirunHere mpirun = new MpirunHere(directory);
        environment.forEach(mpirun::with);
        long start = System.nanoTime();
        Mpirun.Result result = mpirun.run(words.toArray(String[]::new));
        return new Ended(result.code(), result.out(), result.err(), (System.nanoTime() - start) * 1e-9);
    }

    private String classPath(Class<?> main) {
        StringBuilder path = new StringBuilder(before + of(main) + File.pathSeparator + of(ContractMain.class));
        used.forEach(type -> path.append(File.pathSeparator).append(of(type)));
        return path.toString();
    }

    /** Starts a class of the tests without a launcher, which is on its class path. */
    Running alone(Class<?> main, String... args) {
        return onClassPath(Mpirun.INSTALLATION.classPath() + File.pathSeparator + classPath(main), main, args);
    }

    /** Starts a class on a class path. */
    Running onClassPath(String classPath, Class<?> main, String... args) {
        List<String> command = new ArrayList<>(List.of(JAVA, "-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(StartCaches.COMPILER);
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(args));
        return run(command);
    }

    /** Starts a class of the tests. */
    Running start(Class<?> main, String... args) {
        List<String> command = new ArrayList<>();
        command.addAll(
                List.of(JAVA, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
        command.addAll(Mpirun.INSTALLATION.fastStart());
        command.addAll(launcherOptions);
        command.addAll(List.of("-Dbipj.lib=" + Mpirun.INSTALLATION.library(), "-cp", Mpirun.INSTALLATION.classPath()));
        command.add(Main.class.getName());
        command.addAll(options);
        command.add(JAVA);
        command.addAll(StartCaches.COMPILER);
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", classPath(main), main.getName()));
        command.addAll(List.of(args));
        return run(command);
    }

    private Running run(List<String> command) {
        try {
            Path out = Files.createTempFile("bipj-test", ".out");
            Path err = Files.createTempFile("bipj-test", ".err");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectInput(input)
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment()
                    .put("XDG_CACHE_HOME", Mpirun.INSTALLATION.cachesOfUser().toString());
            builder.environment().putAll(environment);
            return new Running(builder.start(), out, err, System.nanoTime());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where a class was loaded from. */
    static String of(Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .toString();
    }
}
