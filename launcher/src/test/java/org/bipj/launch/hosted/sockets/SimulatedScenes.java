package org.bipj.launch.hosted.sockets;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankClassLoader;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.onejvm.embedded.EmbeddedJob;
import org.bipj.sim.SimOptions;

/** Runs programs on hosts with IP, in this JVM. */
final class SimulatedScenes {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Classes that each rank loads for itself, with nested ones. */
    private static final List<String> PROGRAMS = Stream.of(
                    SocketScenes.class, ChannelScenes.class, TimerScenes.class, NetScenes.class)
            .map(Class::getName)
            .toList();

    private SimulatedScenes() {}

    /** A scene's side, or both, on each rank; the lines of each. */
    static List<List<String>> run(SimOptions options, int ranks, Class<?> scenes, String scene) throws Exception {
        ConcurrentHashMap<Integer, List<String>> lines = new ConcurrentHashMap<>();
        RankCode code = new RankCode() {
            @Override
            public ClassLoader loader(LoadedRank rank) {
                return RankClassLoader.within(
                        rank, scenes.getClassLoader(), name -> PROGRAMS.stream().anyMatch(name::startsWith));
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
        assertEquals("[] ", outcome.failures() + " " + outcome.report());
        return IntStream.range(0, ranks).mapToObj(lines::get).toList();
    }
}
