package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Without the script: library, launcher and program lie together on one class path, as in an IDE or a build tool. */
class OneClassPathTest extends JobTest {
    private static final String CLASS_PATH = String.join(
            File.pathSeparator,
            Mpirun.programs(),
            Mpirun.library(),
            Mpirun.placeOf(Main.class).toString());

    private Mpirun.Result run(Class<?> main, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("-cp", CLASS_PATH, main.getName()));
        command.addAll(List.of(words));
        return mpirun.java(command);
    }

    private Mpirun.Result runThreads(String... words) throws IOException {
        return run(ThreadMode.class, words);
    }

    @ParameterizedTest
    @CsvSource({"thread"})
    void ranksHaveTheirOwnStaticFields(String mode) throws IOException {
        Mpirun.Result result = runThreads(
                "-n", "3", "--mode", mode, Actor.class.getName(), "init", "count", "count@1", "print:%r", "finalize");
        assertEquals(List.of("0", "1", "2", "count 1", "count 1", "count 1", "count 2"), result.lines());
        assertEquals(0, result.code(), result.err());
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"sim"})
    void ranksHaveTheirOwnStaticFieldsInVirtualTime(String mode) throws IOException {
        ranksHaveTheirOwnStaticFields(mode);
    }

    @Tag("tier2")
    @Test
    void aFailingRankEndsTheJvmWithItsExitCode() throws IOException {
        Mpirun.Result result = runThreads("-n", "2", Actor.class.getName(), "init", "finalize", "exit:42@1", "hang");
        assertEquals(42, result.code());
        assertTrue(result.err().matches("mpirun: rank 1 \\(thread of pid \\d+\\) exited with code 42\n"), result.err());
    }

    @Tag("tier2")
    @Test
    void programsSeeTheClassPathWithoutTheLibrary() throws IOException {
        Mpirun.Result result = runThreads("-n", "1", Actor.class.getName(), "property:java.class.path");
        assertEquals(List.of("java.class.path=" + Mpirun.programs()), result.lines(), result.err());
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--mode process Main | --mode process: expected thread or sim; processes need mpirun",
                "-x A=B Main         | -x: set environment variables in the run configuration",
                "--bind-to core Main | --bind-to: needs mpirun",
                "-n 2 java Main      | java: expected the main class, without the java command",
                "-n 0 Main           | -n 0: expected a number of ranks from 1 to 4096",
            })
    void aWrongCommandLineIsRefused(String words, String expected) {
        Mpirun.Result result = here().call(() -> ThreadMode.start(words.split(" ")));
        String usage = "Usage: java -cp CLASSPATH org.bipj.launch.ThreadMode [OPTIONS OF MPIRUN] Main [ARGS...]";
        assertEquals(List.of(expected, usage), result.err().lines().toList());
        assertEquals(2, result.code());
    }

    @Tag("tier2")
    @Test
    void aRefusalIsTheExitCodeOfTheJvm() throws IOException {
        assertEquals(2, runThreads("-n", "0", "Main").code());
    }

    @Test
    void theLauncherFindsTheLibraryWhereItsClassesAre() throws IOException {
        Mpirun.Result result =
                run(Main.class, "-n", "2", "java", "-cp", Mpirun.programs(), Actor.class.getName(), "print:%r");
        assertEquals(List.of("0", "1"), result.lines(), result.err());
        assertEquals(0, result.code(), result.err());
    }

    @Tag("tier2")
    @Test
    void threadsOfTheLauncherHaveTheirOwnStaticFields() throws IOException {
        String[] threads = {"-n", "2", "--mode", "thread", "java", "-cp", Mpirun.programs(), Actor.class.getName()};
        List<String> words = new ArrayList<>(List.of(threads));
        words.add("count");
        Mpirun.Result result = run(Main.class, words.toArray(String[]::new));
        assertEquals(List.of("count 1", "count 1"), result.lines(), result.err());
        assertEquals(0, result.code(), result.err());
    }
}
