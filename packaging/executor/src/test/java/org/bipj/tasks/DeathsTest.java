package org.bipj.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.List;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankClassLoader;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.onejvm.embedded.EmbeddedJob;
import org.bipj.launch.onejvm.embedded.EmbeddedJob.Failure;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers die, as threads and as coroutines of this JVM, and their pool goes on. */
class DeathsTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** The program of each rank. */
    private record Program(String... arguments) implements RankCode {
        @Override
        public ClassLoader loader(LoadedRank rank) {
            return RankClassLoader.within(
                    rank,
                    Deaths.class.getClassLoader(),
                    name -> name.startsWith("org.bipj.tasks.") || name.startsWith("org.bipj.executor."));
        }

        @Override
        public void run(ClassLoader loader) throws Throwable {
            try {
                Class<?> program = Class.forName(Deaths.class.getName(), true, loader);
                var main = program.getDeclaredMethod("main", String[].class);
                main.setAccessible(true);
                main.invoke(null, (Object) arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    private static List<Failure> run(String mode, int ranks, String... arguments) throws InterruptedException {
        Program program = new Program(arguments);
        EmbeddedJob job = mode.equals("thread")
                ? EmbeddedJob.threads(ranks, program, LIMIT)
                : EmbeddedJob.simulated(
                        ranks, SimOptions.of(SimOptions.DEFAULT_PLATFORM).survivingDeaths(), program, LIMIT);
        EmbeddedJob.Outcome outcome = job.survivingDeaths().checked("on").run();
        assertEquals("", outcome.report());
        return outcome.failures();
    }

    /** Ranks have died by their exit alone. */
    private static int deaths(List<Failure> failures) {
        failures.forEach(each -> {
            if (!each.why().getMessage().contains("exited with code 3")) {
                throw new AssertionError("rank " + each.rank(), each.why());
            }
        });
        return failures.size();
    }

    @ParameterizedTest
    @CsvSource({
        "thread, 4, tasks, 1",
        "sim, 4, tasks, 1",
        "sim, 6, deadly, 3",
        "thread, 4, family, 2",
        "sim, 4, family, 2",
        "thread, 3, unattended, 1",
        "sim, 3, unattended, 1",
        "sim, 3, cancelled, 1",
        "sim, 3, all, 2",
    })
    void tasksOfWorkersThatDieRunElsewhere(String mode, int ranks, String what, int deaths) throws Exception {
        assertEquals(deaths, deaths(run(mode, ranks, what)));
    }

    @Tag("deep")
    @ParameterizedTest
    @CsvSource({"thread, 6, deadly, 3", "thread, 3, cancelled, 1", "thread, 3, all, 2"})
    void soTheyDoOnThreads(String mode, int ranks, String what, int deaths) throws Exception {
        assertEquals(deaths, deaths(run(mode, ranks, what)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void aPoolThatIsShutDownFinishesItsTasks(String mode) throws Exception {
        assertEquals(1, deaths(run(mode, 3, "atTheEnd")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void workersWhoseRootDiesEndWithAnErrorThatSaysSo(String mode) throws Exception {
        List<Failure> failures = run(mode, 3, "root");
        assertEquals(List.of(0, 1, 2), failures.stream().map(Failure::rank).toList());
        for (Failure each : failures.subList(1, 3)) {
            String why = String.valueOf(each.why());
            assertTrue(why.contains("rank 0, which has opened this pool, has died: rank 0 exited with code 3"), why);
        }
    }

    private static void randomDeaths(String mode, int seed) throws Exception {
        int deaths = deaths(run(mode, 4, "graphs", Integer.toString(seed), "5"));
        assertTrue(deaths == 1 || deaths == 2, deaths + " deaths, seed " + seed);
    }

    /** With seed 1124 a task and the interrupt of the one that waits come together. */
    @ParameterizedTest
    @CsvSource({"thread, 1", "thread, 2", "sim, 1", "sim, 2", "sim, 1124"})
    void graphsOfTasksWithDeaths(String mode, int seed) throws Exception {
        randomDeaths(mode, seed);
    }

    @Tag("deep")
    @Timeout(1200)
    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void manyGraphsOfTasksWithDeaths(String mode) throws Exception {
        for (int seed = 100; seed < 500; seed++) {
            randomDeaths(mode, seed);
        }
    }
}
