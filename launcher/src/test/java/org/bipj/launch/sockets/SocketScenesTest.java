package org.bipj.launch.sockets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.bipj.launch.loader.LoadedRank;
import org.bipj.launch.loader.RankClassLoader;
import org.bipj.launch.loader.RankCode;
import org.bipj.launch.sharedjvm.EmbeddedJob;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sockets in virtual time do what the JDK's do: the same programs see the same. */
class SocketScenesTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    static List<String> scenes() {
        return SocketScenes.names();
    }

    /** A scene's side, or both, on each rank; the lines of each. */
    private static List<List<String>> simulated(SimOptions options, int ranks, String scene) throws Exception {
        ConcurrentHashMap<Integer, List<String>> lines = new ConcurrentHashMap<>();
        RankCode code = new RankCode() {
            @Override
            public ClassLoader loader(LoadedRank rank) {
                return RankClassLoader.within(
                        rank,
                        SocketScenes.class.getClassLoader(),
                        name -> name.startsWith(SocketScenes.class.getName())
                                && !name.startsWith(SocketScenesTest.class.getName()));
            }

            @Override
            @SuppressWarnings("unchecked")
            public void run(ClassLoader loader) throws Throwable {
                int rank = ((RankClassLoader) loader).job().rank();
                Class<?> scenes = Class.forName(SocketScenes.class.getName(), true, loader);
                try {
                    Method method = ranks == 1
                            ? scenes.getMethod("onOneHost", String.class)
                            : scenes.getMethod("onTwoHosts", String.class, int.class);
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
        return java.util.stream.IntStream.range(0, ranks).mapToObj(lines::get).toList();
    }

    @ParameterizedTest
    @MethodSource("scenes")
    void aSceneIsTheSameOnTheJdksSocketsOnOneHostAndOnTwo(String scene) throws Exception {
        List<String> real = SocketScenes.onOneHost(scene);
        assertFalse(real.isEmpty());
        List<String> oneHost = simulated(SimOptions.of("lab"), 1, scene).getFirst();
        assertEquals(String.join("\n", real), String.join("\n", oneHost));
        List<List<String>> twoHosts = simulated(SimOptions.of("lab"), 2, scene);
        assertEquals(
                String.join("\n", real), String.join("\n", SocketScenes.both(twoHosts.getFirst(), twoHosts.getLast())));
    }
}
