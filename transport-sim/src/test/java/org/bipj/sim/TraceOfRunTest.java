package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bipj.bip.Bip;
import org.bipj.sim.trace.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The trace of a whole run: what its rows are, and that it tells what happened. */
class TraceOfRunTest {
    private static final int RANKS = 3;
    private static final int ROUNDS = 10;
    private static final int LONG = 20_000;
    private static final double PS_PER_US = 1e6;

    @TempDir
    Path folder;

    /** Each rank sends short messages around a ring, and a long one of several packets. */
    private SimSession run(String trace) {
        SimOptions options = new SimOptions("lab", 1, "", trace, List.of());
        SimSession session = SimSession.open(RANKS, options, SimSession.Listener.NONE);
        session.run(rank -> {
            try (Bip bip = Bip.init()) {
                int[] words = new int[16];
                for (int round = 0; round < ROUNDS; round++) {
                    bip.tsend((rank + 1) % RANKS, 1, words, words.length);
                    bip.trecv(1, words, words.length);
                }
                int receive = bip.tirecv(2, new int[LONG], LONG);
                bip.tsend((rank + RANKS - 1) % RANKS, 3, words, 1);
                bip.trecv(3, words, 1);
                bip.tsend((rank + 1) % RANKS, 2, new int[LONG], LONG);
                bip.rwait(receive);
            }
        });
        session.close();
        return session;
    }

    private List<Map<String, Object>> traced() throws IOException {
        Path file = folder.resolve("run.json");
        run(file.toString());
        @SuppressWarnings("unchecked")
        Map<String, Object> trace = (Map<String, Object>) Json.parse(Files.readString(file));
        @SuppressWarnings("unchecked")
        List<Map<String, Object>> events = (List<Map<String, Object>>) trace.get("traceEvents");
        return events;
    }

    @Test
    void watchingDoesNotChangeTheRun() {
        SimSession plain = run("");
        SimSession watched = run(folder.resolve("run.json").toString());
        assertEquals(plain.endedPs(), watched.endedPs());
        assertEquals(plain.kernel().fired(), watched.kernel().fired());
        assertEquals(plain.summary(), watched.summary());
    }

    @Test
    void eachNodeHasItsHostItsProcessorAndItsEngines() throws IOException {
        Map<Object, String> processes = new HashMap<>();
        Map<String, Set<String>> rows = new HashMap<>();
        for (Map<String, Object> event : traced()) {
            String name = event.get("ph").equals("M") ? (String) ((Map<?, ?>) event.get("args")).get("name") : null;
            if ("process_name".equals(event.get("name"))) {
                processes.put(event.get("pid"), name);
            } else if ("thread_name".equals(event.get("name"))) {
                rows.computeIfAbsent(processes.get(event.get("pid")), key -> new TreeSet<>())
                        .add(name);
            }
        }
        for (int node = 0; node < RANKS; node++) {
            assertTrue(
                    rows.get("node " + node)
                            .containsAll(List.of("host", "LANai", "host DMA", "send DMA", "receive DMA")),
                    rows.toString());
        }
    }

    @Test
    void spansOfARowFollowEachOther() throws IOException {
        Map<Object, BigDecimal> ends = new HashMap<>();
        int spans = 0;
        for (Map<String, Object> event : traced()) {
            if (event.get("ph").equals("X")) {
                BigDecimal from = (BigDecimal) event.get("ts");
                BigDecimal last = ends.getOrDefault(event.get("tid"), BigDecimal.ZERO);
                assertTrue(from.compareTo(last) >= 0, () -> event + " begins before " + last);
                assertTrue(((BigDecimal) event.get("dur")).signum() >= 0, event::toString);
                ends.put(event.get("tid"), from.add((BigDecimal) event.get("dur")));
                spans++;
            }
        }
        assertTrue(spans > RANKS * ROUNDS * 4, "spans: " + spans);
    }

    @Test
    void spansAreWhatHappened() throws IOException {
        Map<String, Integer> names = new HashMap<>();
        double last = 0;
        for (Map<String, Object> event : traced()) {
            if (event.get("ph").equals("X")) {
                names.merge((String) event.get("name"), 1, Integer::sum);
                last = Math.max(
                        last,
                        ((BigDecimal) event.get("ts"))
                                .add((BigDecimal) event.get("dur"))
                                .doubleValue());
            }
        }
        int messages = RANKS * ROUNDS;
        assertTrue(names.get("short send") >= messages, names.toString());
        int sent = count(names, "send ");
        int received = count(names, "receive ");
        assertTrue(sent >= messages, names.toString());
        assertTrue(received >= messages, names.toString());
        assertTrue(names.get("worm") >= 2 * messages, "each worm passes two cables at least: " + names);
        SimSession plain = run("");
        long end = Math.max(plain.endedPs(), plain.kernel().now());
        assertTrue(last <= end / PS_PER_US + 1e-6, "after the end: " + last);
    }

    private static int count(Map<String, Integer> names, String prefix) {
        return names.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }
}
