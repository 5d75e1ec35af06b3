package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The caches that make the launcher and ranks start faster. */
class StartCacheTest {
    @TempDir
    private Path directory;

    private Mpirun.Result run(Mpirun mpirun, Path cache) {
        return mpirun.await(mpirun.start(
                List.of("-Dbipj.cache=" + cache),
                List.of(
                        "-n",
                        "2",
                        "java",
                        "-cp",
                        Mpirun.programs(),
                        Actor.class.getName(),
                        "init",
                        "jvm",
                        "finalize")));
    }

    @Test
    void cachesAreMadeOnFirstUseAndUsedFromThenOn() throws IOException {
        Path cache = directory.resolve("cache");
        Mpirun mpirun = new Mpirun(directory).jarred();
        // Two at once: one makes the caches, the other goes on with or without.
        Process first = mpirun.start(List.of("-Dbipj.cache=" + cache), List.of("-n", "1", "true"));
        Mpirun.Result second = run(mpirun, cache);
        assertEquals(0, mpirun.await(first).code());
        assertEquals(0, second.code(), second.err());
        assertEquals("", second.err());

        Mpirun.until("the caches are made", () -> Files.exists(cache.resolve("stamp")));
        assertTrue(Files.exists(cache.resolve("launcher.aot")), () -> log(cache));
        assertTrue(Files.exists(cache.resolve("rank.aot")), () -> log(cache));
        Mpirun.Result third = run(mpirun, cache);
        assertEquals("", third.err());
        assertTrue(third.out().contains("-XX:AOTCache=" + cache.resolve("rank.aot")), third.out());
        mpirun.assertClean();
    }

    private static String log(Path cache) {
        try {
            return Files.readString(cache.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void whereNoneCanBeMadeAllGoesOnWithout() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        Mpirun mpirun = new Mpirun(directory);
        Mpirun.Result result = run(mpirun, file.resolve("cache"));
        assertEquals(0, result.code(), result.err());
        assertEquals("", result.err());
        assertFalse(result.out().contains("AOTCache"), result.out());
        mpirun.assertClean();
    }
}
