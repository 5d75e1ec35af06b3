package org.bipj.samples.ip;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bipj.launch.hosted.loader.LoadedRank;
import org.bipj.launch.hosted.loader.RankClassLoader;
import org.bipj.launch.hosted.loader.RankCode;
import org.bipj.launch.onejvm.embedded.EmbeddedJob;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Test;

/** The samples that use sockets, on simulated hosts and on the JDK's sockets. */
class NetworkSamplesTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** Lines of a sample on simulated hosts, by rank. */
    private static List<String> simulated(SimOptions options, Class<?> sample, int amount) throws Exception {
        ConcurrentHashMap<Integer, String> lines = new ConcurrentHashMap<>();
        RankCode code = new RankCode() {
            @Override
            public ClassLoader loader(LoadedRank rank) {
                return RankClassLoader.within(
                        rank,
                        sample.getClassLoader(),
                        name -> name.startsWith("org.bipj.samples.ip.") && !name.contains("Test"));
            }

            @Override
            public void run(ClassLoader loader) throws Throwable {
                try {
                    Object line = Class.forName(sample.getName(), true, loader)
                            .getMethod("run", String.class, int.class)
                            .invoke(null, "node0", amount);
                    lines.put(((RankClassLoader) loader).job().rank(), (String) line);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            }
        };
        EmbeddedJob.Outcome outcome =
                EmbeddedJob.simulated(4, options.withIp(), code, LIMIT).run();
        assertEquals("[] ", outcome.failures() + " " + outcome.report());
        return List.of(lines.get(0), lines.get(1), lines.get(2), lines.get(3));
    }

    private static SimOptions options(long seed, String faults) {
        return new SimOptions("lab", seed, faults, "", List.of(), true);
    }

    /** What both samples say of a run in which each has 3 clients or guests. */
    private static void check(List<String> http, List<String> chat) {
        assertTrue(http.contains("server: 30 requests of 3 clients"), http.toString());
        assertTrue(
                http.stream().anyMatch(line -> line.startsWith("client: 10 answers, the last one 30, in ")),
                http::toString);
        assertTrue(chat.contains("room: 3 guests said 15 lines"), chat.toString());
        assertEquals(
                3,
                chat.stream().filter(line -> line.endsWith(": heard 10 lines")).count(),
                chat.toString());
    }

    @Test
    void simulatedHostsServeAndTalk() throws Exception {
        List<String> http = simulated(options(1, ""), Http.class, 10);
        check(http, simulated(options(1, ""), Chat.class, 5));
        assertEquals(http, simulated(options(1, ""), Http.class, 10), "the same seed");
        assertTrue(!http.equals(simulated(options(2, ""), Http.class, 10)), "another seed");
    }

    @Test
    void aCableThatIsCutAndHealsLosesNothing() throws Exception {
        String faults = "cut@host0:at=1500us,heal@host0:at=400ms";
        List<String> http = simulated(options(3, faults), Http.class, 10);
        check(http, simulated(options(3, faults), Chat.class, 5));
    }

    @Test
    void theJdksSocketsServeAndTalk() throws Exception {
        try (ExecutorService pool = Executors.newFixedThreadPool(4)) {
            List<Future<String>> http = new ArrayList<>();
            List<Future<String>> chat = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                http.add(pool.submit(() -> Http.run("localhost", 10)));
            }
            List<String> ofHttp = new ArrayList<>();
            for (Future<String> line : http) {
                ofHttp.add(line.get());
            }
            for (int i = 0; i < 4; i++) {
                chat.add(pool.submit(() -> Chat.run("localhost", 5)));
            }
            List<String> ofChat = new ArrayList<>();
            for (Future<String> line : chat) {
                ofChat.add(line.get());
            }
            check(ofHttp, ofChat);
        }
    }
}
