package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The caches that make the launcher and ranks start faster. */
class StartCacheTest {
    /** A first start and the rehearsal behind it take about this long together. */
    private static final int FIRST_START_MS = 6000;

    /** Starts that are killed. */
    private static final int STARTS = 10;

    @TempDir
    private Path directory;

    private Path cache;
    private Mpirun mpirun;

    @BeforeEach
    void open() throws IOException {
        cache = directory.resolve("caches/cache");
        mpirun = new Mpirun(directory);
    }

    @AfterEach
    void leavesNothingBehind() {
        mpirun.assertClean();
    }

    private Process start(String... command) {
        List<String> words = new ArrayList<>(List.of("-n", "2"));
        words.addAll(List.of(command));
        words.addAll(List.of("-cp", Mpirun.programs(), Actor.class.getName(), "init", "jvm", "finalize"));
        return mpirun.start(List.of("-Dbipj.cache=" + cache), words);
    }

    /** Runs a job, which must go well and say nothing; true if it has used the ranks' cache. */
    private boolean usesCache() {
        Mpirun.Result result = mpirun.await(start("java"));
        assertEquals(0, result.code(), result.err());
        assertEquals("", result.err());
        return result.out().contains("-XX:AOTCache=" + cache.resolve("rank.aot"));
    }

    /** A JVM that holds all ranks has a cache with classes of the simulator, which a rank that is a process does not need. */
    private void sharedJvmsUseTheirs() throws IOException {
        for (String mode : List.of("thread", "sim")) {
            Path loaded = directory.resolve("loaded." + mode);
            Mpirun.Result result = mpirun.await(start("--mode", mode, "java", "-Xlog:class+load:file=" + loaded));
            assertEquals(0, result.code(), result.err());
            String out = result.out();
            assertTrue(out.contains("-XX:AOTCache=" + cache.resolve("sharedjvm.aot")), out);
            String archived =
                    mode.equals("sim") ? "org.bipj.sim.SimSession" : "org.bipj.launch.onejvm.job.SharedJvmJob";
            try (Stream<String> lines = Files.lines(loaded)) {
                assertTrue(lines.anyMatch(line -> line.contains(archived + " source: shared objects file")), mode);
            }
        }
    }

    private void awaitCaches() {
        Mpirun.until("the caches are made", () -> Files.exists(cache.resolve("stamp")));
        assertTrue(Files.exists(cache.resolve("launcher.aot")), this::log);
        assertTrue(Files.exists(cache.resolve("rank.aot")), this::log);
        assertTrue(Files.exists(cache.resolve("rankhosts.aot")), this::log);
        assertTrue(Files.exists(cache.resolve("sharedjvm.aot")), this::log);
        assertTrue(Files.exists(cache.resolve("hostsjvm.aot")), this::log);
    }

    private String log() {
        try {
            return Files.readString(cache.resolve("log"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Tag("deep")
    @Test
    void cachesAreMadeBehindTheFirstJobAndUsedFromThenOn() throws Exception {
        // Two at once: each runs without, and one of them has the caches made.
        Process first = start("java");
        assertFalse(usesCache());
        assertEquals(0, first.waitFor(), mpirun::errors);
        awaitCaches();
        assertFalse(log().contains("failed"), this::log);
        assertTrue(usesCache());
        sharedJvmsUseTheirs();
        holdsWhatRanksUse(cache.resolve("rank.jar"));
    }

    @Tag("deep")
    @Test
    void aBrokenCacheIsMadeAgain() throws Exception {
        assertFalse(usesCache());
        awaitCaches();
        Mpirun.until("nobody works at it", () -> mpirun.processes().isEmpty());
        try (FileChannel ranks = FileChannel.open(cache.resolve("rank.aot"), StandardOpenOption.WRITE)) {
            ranks.truncate(100_000);
        }
        assertFalse(usesCache());
        Mpirun.until("the broken cache is made again", () -> sizeOf("rank.aot") > 100_000);
        Mpirun.until("nobody works at it", () -> mpirun.processes().isEmpty());
        assertTrue(usesCache());
    }

    private static void holdsWhatRanksUse(Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            for (String name : List.of("mpi/MPI", "org/bipj/core/job/Job", "org/bipj/shm/ShmSession")) {
                assertNotNull(jar.getEntry(name + ".class"), name);
            }
            assertNull(jar.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH));
        }
    }

    private long sizeOf(String name) {
        try {
            return Files.size(cache.resolve(name));
        } catch (IOException e) {
            return 0;
        }
    }

    @Tag("deep")
    @Test
    void firstStartsMayBeKilledAtAnyMoment() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        // What broken rehearsals of this and of other builds may leave.
        Files.createFile(Files.createDirectories(cache.resolve("new1/deep")).resolve("file"));
        Path orphan = Files.createDirectories(cache.resolveSibling("orphan/new2/deep"));
        Files.writeString(cache.resolveSibling("orphan/stamp"), "java\n25\n/no/such.jar 1 1\n");
        for (int i = 0; i < STARTS; i++) {
            Process process = start("java");
            Thread.sleep(random.nextInt(FIRST_START_MS));
            process.destroyForcibly();
            Mpirun.until("all processes are killed", () -> {
                mpirun.processes().forEach(pid -> Mpirun.signal(pid, "KILL"));
                return mpirun.processes().isEmpty();
            });
        }
        if (!Files.exists(cache.resolve("stamp"))) {
            assertFalse(usesCache());
            awaitCaches();
            Mpirun.until("nobody works at it", () -> mpirun.processes().isEmpty());
        }
        assertFalse(Files.exists(orphan), "an orphan is left");
        assertTrue(usesCache(), () -> "seed " + seed + ": " + log());
        try (Stream<Path> files = Files.list(cache)) {
            List<String> left =
                    files.map(file -> file.getFileName().toString()).sorted().toList();
            assertEquals(
                    List.of(
                            "hostsjvm.aot",
                            "launcher.aot",
                            "lock",
                            "log",
                            "rank.aot",
                            "rank.jar",
                            "rankhosts.aot",
                            "sharedjvm.aot",
                            "stamp"),
                    left,
                    "seed " + seed);
        }
        // A job may end before the reaper beside its start has removed what the killed ones have left.
        Mpirun.until("later jobs have removed the sessions of killed ones", () -> {
            usesCache();
            return mpirun.sessions().isEmpty();
        });
    }

    @Test
    void whereNoneCanBeMadeAllGoesOnWithout() throws IOException {
        cache = Files.createFile(directory.resolve("file")).resolve("cache");
        assertFalse(usesCache());
    }
}
