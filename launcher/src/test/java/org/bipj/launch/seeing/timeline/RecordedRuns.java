package org.bipj.launch.seeing.timeline;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankClassLoader;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.onejvm.embedded.EmbeddedJob;
import org.bipj.launch.seeing.view.JobTimeline;
import org.bipj.sim.SimOptions;

/** Simulated jobs in this JVM that are recorded, without an agent. */
public final class RecordedRuns {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final RecordedLibrary RECORDING = library(true);

    private RecordedRuns() {}

    private static RecordedLibrary library(boolean hasRecords) {
        return new RecordedLibrary(RecordedRuns.class.getClassLoader(), hasRecords, Set.of());
    }

    /**
     * Runs a main class on a simulated cluster, in virtual time.
     *
     * @param folder an empty one, for what ranks write
     * @param program each rank loads its own, and other classes of its package
     */
    public static JobTimeline run(Path folder, int ranks, Class<?> program, String... arguments) throws IOException {
        run(RECORDING, folder, ranks, program, arguments);
        return JobTimeline.read(JobFacts.of("sim", ranks), folder);
    }

    /** The same where only totals are counted, as for {@code --profile}. */
    public static void count(Path folder, int ranks, Class<?> program, String... arguments) {
        run(library(false), folder, ranks, program, arguments);
    }

    private static void run(RecordedLibrary library, Path folder, int ranks, Class<?> program, String... arguments) {
        try {
            library.record(folder, Inside.class, ranks, program.getName(), arguments);
        } catch (Throwable e) {
            throw new AssertionError(program + " fails", e);
        }
    }

    /** What is done by the library's other classes. */
    private static final class Inside {
        /** All runs rewrite the same classes in the same way. */
        private static final Map<String, byte[]> REWRITTEN = new ConcurrentHashMap<>();

        static void inside(int ranks, String program, String[] arguments) throws InterruptedException {
            String own = program.substring(0, program.lastIndexOf('.') + 1);
            RankCode code = new RankCode() {
                @Override
                public ClassLoader loader(LoadedRank rank) {
                    return RankClassLoader.within(
                            rank, Inside.class.getClassLoader(), name -> name.startsWith(own), REWRITTEN);
                }

                @Override
                public void run(ClassLoader loader) throws Throwable {
                    try {
                        Class.forName(program, true, loader)
                                .getMethod("main", String[].class)
                                .invoke(null, (Object) arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }
            };
            SimOptions options = SimOptions.of(SimOptions.DEFAULT_PLATFORM);
            EmbeddedJob.Outcome outcome =
                    EmbeddedJob.simulated(ranks, options, code, LIMIT).run();
            if (!outcome.isSuccess()) {
                throw new IllegalStateException(outcome.failures() + " " + outcome.report());
            }
        }
    }
}
