package org.bipj.launch.hosted;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankClassLoader;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.onejvm.embedded.EmbeddedJob;
import org.bipj.sim.SimOptions;

/** Runs programs whose names have the word Scenes on hosts with IP, in this JVM. */
public final class SimulatedScenes {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private SimulatedScenes() {}

    /** A scene's side, or both, on each rank; the lines of each. */
    public static List<List<String>> run(SimOptions options, int ranks, Class<?> scenes, String scene)
            throws Exception {
        ConcurrentHashMap<Integer, List<String>> lines = new ConcurrentHashMap<>();
        assertEquals("[] ", outcome(options, ranks, scenes, scene, lines));
        return IntStream.range(0, ranks).mapToObj(lines::get).toList();
    }

    /**
     * As {@link #run}.
     *
     * @param lines of the ranks that have played to the end
     * @return what ranks that have not ended well say, and the report
     */
    public static String outcome(
            SimOptions options, int ranks, Class<?> scenes, String scene, Map<Integer, List<String>> lines)
            throws InterruptedException {
        RankCode code = new RankCode() {
            @Override
            public ClassLoader loader(LoadedRank rank) {
                return RankClassLoader.within(
                        rank,
                        scenes.getClassLoader(),
                        name -> name.startsWith(scenes.getPackageName()) && name.contains("Scenes"));
            }

            @Override
            @SuppressWarnings("unchecked")
            public void run(ClassLoader loader) throws Throwable {
                int rank = ((RankClassLoader) loader).job().rank();
                Class<?> own = Class.forName(scenes.getName(), true, loader);
                try {
                    Method method = ranks == 1
                            ? own.getMethod("onOneHost", String.class)
                            : own.getMethod("onTwoHosts", String.class, int.class);
                    Object result = ranks == 1 ? method.invoke(null, scene) : method.invoke(null, scene, rank);
                    lines.put(rank, (List<String>) result);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        };
        EmbeddedJob.Outcome outcome =
                EmbeddedJob.simulated(ranks, options.withIp(), code, LIMIT).run();
        return outcome.failures().stream()
                        .map(failure -> failure.why().getMessage())
                        .toList() + " " + outcome.report();
    }
}
