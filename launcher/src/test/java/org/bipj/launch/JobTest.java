package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.Arguments;

/** Tests that run jobs: each in a place of its own, where no process and no shared memory may be left behind. */
abstract class JobTest {
    @TempDir
    Path directory;

    Mpirun mpirun;

    /** The caches that the first job of a build needs are no part of its test: they take a minute where many share the processors. */
    @BeforeAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    static void makeCaches() {
        assertNotNull(Mpirun.INSTALLATION);
    }

    @BeforeEach
    void open() {
        mpirun = new Mpirun(directory);
    }

    @AfterEach
    void leavesNothingBehind() {
        mpirun.assertClean();
    }

    /** Steps of a rank that shares its JVM with others, by which it fails, and how the job's end is reported. */
    static List<Arguments> failures() {
        return List.of(
                Arguments.of("exit:0", "exited with code 0 after MPI.Init"),
                Arguments.of("abort:1", "ended the job: the actor was told to"),
                Arguments.of("throw:bad", "ended the job: uncaught java.lang.IllegalStateException: bad"),
                Arguments.of("throwInThread:bad", "\": java.lang.IllegalStateException: bad"));
    }

    /** {@code mpirun} in this JVM, with its ranks, which share one. */
    MpirunHere here() {
        MpirunHere here = new MpirunHere(directory);
        mpirun.environment().forEach(here::with);
        return here;
    }

    /** Runs actors that share this JVM, in a mode. */
    Mpirun.Result actHere(String mode, int ranks, String... steps) {
        List<String> words = new ArrayList<>(List.of("-n", "" + ranks, "--mode", mode, "--"));
        words.addAll(List.of(steps));
        return here().act(words.toArray(String[]::new));
    }

    /** Runs actors in a mode. */
    Mpirun.Result actIn(String mode, int ranks, String... steps) {
        List<String> words = new ArrayList<>(List.of("-n", "" + ranks, "--mode", mode, "--"));
        words.addAll(List.of(steps));
        return mpirun.act(words.toArray(String[]::new));
    }
}
