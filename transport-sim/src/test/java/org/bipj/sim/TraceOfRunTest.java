package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
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
    private static final int WORDS = 16;
    private static final int LONG = 20_000;
    private static final double PS_PER_US = 1e6;

    @TempDir
    Path folder;

    /** Each rank sends short messages around a ring, and a long one of several packets. */
    private static SimSession run(String trace) {
        SimOptions options = new SimOptions("lab", 1, "", trace, List.of());
        SimSession session = SimSession.open(RANKS, options, SimSession.Listener.NONE);
        session.run(TraceOfRunTest::program);
        session.close();
        return session;
    }

    private static void program(int rank) {
        try (Bip bip = Bip.init()) {
            int[] words = new int[WORDS];
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
    }

    private List<Map<String, Object>> traced() throws IOException {
        Path file = folder.resolve("run.json");
        run(file.toString());
        return events(file);
    }

    private static List<Map<String, Object>> events(Path file) throws IOException {
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

    @Test
    void wormsSayWhereTheyComeFromWhereTheyGoAndHowLongTheyAre() throws IOException {
        Map<String, Integer> bars = new HashMap<>();
        int longest = 0;
        for (Map<String, Object> event : traced()) {
            if (event.get("name").equals("worm")) {
                Map<?, ?> worm = (Map<?, ?>) event.get("args");
                int bytes = ((BigDecimal) worm.get("bytes")).intValueExact();
                longest = Math.max(longest, bytes);
                if (bytes >= 4 * WORDS && bytes < 4 * LONG) {
                    bars.merge(worm.get("from") + " to " + worm.get("to"), 1, Integer::sum);
                }
            }
        }
        // Each message of the ring passes the cable to the switch and the one behind it.
        assertEquals(Map.of("0 to 1", 2 * ROUNDS, "1 to 2", 2 * ROUNDS, "2 to 0", 2 * ROUNDS), bars);
        assertTrue(longest >= 4 * LONG, "bytes of the longest worm: " + longest);
    }

    /** The process that has an instant of a name, and the instant's object; null if there is no object. */
    private Map<String, Object> marks(String faults) throws IOException {
        Path file = folder.resolve("faults.json");
        SimOptions options = new SimOptions("lab", 1, faults, file.toString(), List.of());
        try (SimSession session = SimSession.open(RANKS, options, SimSession.Listener.NONE)) {
            assertThrows(RuntimeException.class, () -> session.run(TraceOfRunTest::program));
        }
        Map<Object, String> processes = new HashMap<>();
        Map<String, Object> marks = new HashMap<>();
        for (Map<String, Object> event : events(file)) {
            Map<?, ?> arguments = (Map<?, ?>) event.get("args");
            if (event.get("name").equals("process_name")) {
                processes.put(event.get("pid"), (String) arguments.get("name"));
            } else if (event.get("ph").equals("i")) {
                marks.put(
                        processes.get(event.get("pid")) + ": " + event.get("name"),
                        arguments == null ? "" : arguments.get("what"));
            }
        }
        return marks;
    }

    @Test
    void faultsMarkTheLinkOrBoardWhereTheyHappen() throws IOException {
        assertEquals(
                "worm 2 from rank 0 to rank 1", marks("drop@host0-out:worm=3").get("node 0: dropped"));
        assertEquals(
                "worm 2 from rank 0 to rank 1",
                marks("truncate@host0-out:worm=3").get("node 0: end cut off"));
        Map<String, Object> dead = marks("dead@host2:at=20us");
        assertEquals("", dead.get("node 2: board dead"), dead.toString());
        assertTrue(dead.get("node 2: dead").toString().endsWith(" to rank 2"), dead.toString());
        Map<String, Object> cut = marks("cut@host1:at=20us");
        assertEquals("", cut.get("node 1: cable dead"), cut.toString());
        assertEquals("", cut.get("switch 0: cable dead"), cut.toString());
    }

    private static int count(Map<String, Integer> names, String prefix) {
        return names.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }
}
