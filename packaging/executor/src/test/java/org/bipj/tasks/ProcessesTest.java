package org.bipj.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.bipj.launch.Main;
import org.bipj.launch.mpirun.program.Library;
import org.bipj.testkit.StartCaches;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pools of ranks that are processes, under the checker. */
class ProcessesTest {
    private static final long LIMIT_S = 300;

    @TempDir
    Path directory;

    private String run(List<String> options, Class<?> program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        command.addAll(
                List.of(java, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
        // Start-up caches cost more than one job without them.
        command.addAll(
                List.of("-Dbipj.lib=" + Library.classPath(), "-cp", Library.withLauncher(), Main.class.getName()));
        command.addAll(options);
        command.add("java");
        command.addAll(StartCaches.COMPILER);
        command.addAll(List.of("-cp", classPath(), program.getName()));
        command.addAll(List.of(arguments));
        Path out = directory.resolve("out");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        builder.environment().put("BIPJ_SHM_DIR", directory.toString());
        Process process = builder.start();
        if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
            process.destroy();
        }
        String said = Files.readString(out);
        assertEquals(0, process.exitValue(), said);
        return said;
    }

    @Test
    @Tag("tier2")
    void processesDoAllThatAPoolDoes() throws IOException, InterruptedException {
        String said = run(List.of("-n", "3", "--check"), ProcessesProgram.class, "1", "100");
        assertTrue(said.contains("2 started, sum 4950.0"), said);
    }

    @Tag("deep")
    @Timeout(LIMIT_S)
    @RepeatedTest(10)
    void manyRandomGraphsOfTasksOnProcesses(RepetitionInfo part) throws IOException, InterruptedException {
        int first = 50_000 + 1000 * part.getCurrentRepetition();
        run(List.of("-n", "4", "--check"), ProcessesProgram.class, Integer.toString(first), "1000");
    }

    private void killed(int seed) throws IOException, InterruptedException {
        String said =
                run(List.of("-n", "4", "--with-ft", "--check"), Deaths.class, "graphs", seed + "", "20", "killed");
        assertTrue(said.contains("was ended by signal 9"), said);
    }

    @Test
    @Tag("deep")
    void tasksOfProcessesThatAreKilledRunElsewhere() throws IOException, InterruptedException {
        killed(1);
    }

    @Test
    @Tag("deep")
    void aPoolOfProcessesThatItHasStartedEndsWithoutADeadOne() throws IOException, InterruptedException {
        String said = run(List.of("-n", "1", "--with-ft", "--check"), Deaths.class, "spawned");
        assertTrue(said.contains("sum 1225 by 2"), said);
    }

    @Test
    @Tag("deep")
    @Timeout(1200)
    void manyProcessesAreKilled() throws IOException, InterruptedException {
        for (int seed = 2; seed < 40; seed++) {
            killed(seed);
        }
    }

    /** The tests of this module, and what they assert with. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry ->
                        entry.endsWith("test-classes") || entry.contains("opentest4j") || entry.contains("/junit-"))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
