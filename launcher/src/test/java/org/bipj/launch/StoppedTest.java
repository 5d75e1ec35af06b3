package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes of a job that somebody stops, as Ctrl-Z does. */
class StoppedTest extends JobTest {
    private Process startReady(String... options) {
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(List.of("--", "init", "print:ready", "hang"));
        Process process = mpirun.startActors(words.toArray(String[]::new));
        Mpirun.until("ranks are ready", () -> mpirun.output().lines().count() == 2);
        return process;
    }

    private static boolean isStopped(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.substring(stat.lastIndexOf(')')).startsWith(") T");
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"process"})
    void ranksStopAndGoOnWithMpirun(String mode) {
        Process process = startReady("-n", "2", "--mode", mode);
        List<Long> ranks = mpirun.ranks();
        assertEquals(mode.equals("process") ? 2 : 1, ranks.size());
        Mpirun.signal(process.pid(), "TSTP");
        Mpirun.until(
                "all are stopped", () -> ranks.stream().allMatch(StoppedTest::isStopped) && isStopped(process.pid()));
        Mpirun.signal(process.pid(), "CONT");
        Mpirun.until("all go on", () -> ranks.stream().noneMatch(StoppedTest::isStopped) && !isStopped(process.pid()));
        Mpirun.signal(process.pid(), "TERM");
        assertEquals(143, mpirun.await(process).code());
    }

    @Tag("tier2")
    @ParameterizedTest
    @ValueSource(strings = {"thread"})
    void ranksStopAndGoOnWithMpirunInOneJvm(String mode) {
        ranksStopAndGoOnWithMpirun(mode);
    }

    @Tag("tier2")
    @Test
    void aStoppedWatchdogHoldsNothingUp() {
        Process process = startReady("-n", "2");
        List<Long> ranks = mpirun.ranks();
        List<Long> watchdogs = mpirun.processes().stream()
                .filter(pid -> pid != process.pid() && !ranks.contains(pid))
                .toList();
        assertEquals(1, watchdogs.size());
        Mpirun.signal(watchdogs.getFirst(), "STOP");
        Mpirun.signal(process.pid(), "TERM");
        assertEquals(143, mpirun.await(process).code());
    }

    @Tag("tier2")
    @Test
    void aStoppedJvmOfThreadsEndsAtTheTimeLimit() {
        Process process = startReady("-n", "2", "--mode", "thread", "--timeout", "8");
        long start = System.nanoTime();
        long jvm = mpirun.ranks().getFirst();
        Mpirun.signal(jvm, "STOP");
        Mpirun.Result result = mpirun.await(process);
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        assertEquals(124, result.code());
        assertTrue(result.err().contains("(pid " + jvm + ")"), result.err());
        assertTrue(seconds < 40, "the job took " + seconds + " s to end");
    }
}
