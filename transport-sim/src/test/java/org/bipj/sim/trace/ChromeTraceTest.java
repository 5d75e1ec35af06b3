package org.bipj.sim.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChromeTraceTest {
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final ChromeTrace trace = new ChromeTrace(file);

    @Test
    void anEmptyTraceIsValid() throws IOException {
        assertTrue(events().isEmpty());
    }

    @Test
    void spansAndInstantsCarryTheirTimesExactly() throws IOException {
        int track = trace.track("node 0", "LANai");
        trace.span(track, "send", 6_250, 1_000_000_012_500L);
        trace.instant(track, "doorbell", 1);

        Map<String, Object> span = only("X");
        assertEquals(new BigDecimal("0.006250"), span.get("ts"));
        assertEquals(new BigDecimal("1000000.006250"), span.get("dur"));
        assertEquals("send", span.get("name"));
        Map<String, Object> instant = only("i");
        assertEquals(new BigDecimal("0.000001"), instant.get("ts"));
        assertEquals("t", instant.get("s"));
    }

    /** What Perfetto makes of a time in microseconds: it keeps whole nanoseconds. */
    private static long asPerfettoReads(Object micros) {
        return Math.round(((BigDecimal) micros).doubleValue() * 1000);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 7_149_345_094L, 1_000_000_000_000_000L})
    void spansThatTouchDoNotOverlapWhereTimesAreRoundedToNanoseconds(long start) throws IOException {
        int track = trace.track("node 0", "host");
        Random random = new Random(start);
        List<Long> ends = new ArrayList<>(List.of(start));
        for (int i = 0; i < 20_000; i++) {
            // Cycles and characters make halves of a nanosecond common.
            long end = ends.getLast() + random.nextLong(3_000);
            ends.add(random.nextInt(4) == 0 ? end : 500 * Math.ceilDiv(end, 500));
            trace.span(track, "step", ends.get(i), ends.getLast());
        }

        List<Map<String, Object>> spans =
                events().stream().filter(event -> event.get("ph").equals("X")).toList();
        assertEquals(20_000, spans.size());
        for (int i = 0; i < spans.size(); i++) {
            BigDecimal from = (BigDecimal) spans.get(i).get("ts");
            BigDecimal duration = (BigDecimal) spans.get(i).get("dur");
            assertEquals(BigDecimal.valueOf(ends.get(i), 6), from.setScale(6));
            BigDecimal shorter =
                    BigDecimal.valueOf(ends.get(i + 1) - ends.get(i), 6).subtract(duration);
            assertTrue(shorter.signum() >= 0 && shorter.compareTo(new BigDecimal("0.001")) <= 0, "cut by " + shorter);
            if (i + 1 < spans.size() && duration.signum() > 0) {
                long end = asPerfettoReads(from) + asPerfettoReads(duration);
                assertTrue(end <= asPerfettoReads(spans.get(i + 1).get("ts")), spans.get(i) + " reaches its successor");
            }
        }
    }

    @Test
    void aProcessPerGroupAndAThreadPerTrackAllNumberedApart() throws IOException {
        trace.track("node 0", "host");
        trace.track("node 1", "host");
        trace.track("node 0", "LANai");

        List<Map<String, Object>> processes = named("process_name");
        List<Map<String, Object>> threads = named("thread_name");
        assertEquals(2, processes.size());
        assertEquals(3, threads.size());
        Set<Object> ids = new HashSet<>();
        processes.forEach(event -> assertTrue(ids.add(event.get("pid"))));
        threads.forEach(event -> assertTrue(ids.add(event.get("tid"))));
        assertEquals(threads.get(0).get("pid"), threads.get(2).get("pid"));
        assertEquals(
                List.of("node 0", "node 1"),
                processes.stream().map(ChromeTraceTest::nameArgument).toList());
    }

    @Test
    void nodesAreOrderedByNumberAndPartsAlongTheWayOfTheData() throws IOException {
        trace.track("node 10", "send DMA");
        trace.track("node 2", "link 10");
        trace.track("node 2", "link 9");
        trace.track("node 2", "LANai");
        trace.track("node 2", "host");

        assertEquals(List.of("node 2", "node 10"), ordered("process", "pid"));
        assertEquals(List.of("host", "LANai", "send DMA", "link 9", "link 10"), ordered("thread", "tid"));
    }

    @Test
    void textIsEscaped() throws IOException {
        String odd = "a \"quoted\" \\ back\nslash, µs, \uD83D\uDE00";
        trace.span(trace.track(odd, odd), odd, 0, 1);
        assertEquals(odd, only("X").get("name"));
        assertEquals(odd, nameArgument(named("process_name").getFirst()));
    }

    @Test
    void whatLeavesDoesNotStay() throws IOException {
        int[] largest = new int[1];
        long[] total = new long[1];
        OutputStream counting = new OutputStream() {
            @Override
            public void write(int b) {
                total[0]++;
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
                total[0] += length;
                largest[0] = Math.max(largest[0], length);
            }
        };
        ChromeTrace streaming = new ChromeTrace(counting);
        int track = streaming.track("node 0", "host");
        for (int i = 0; i < 100_000; i++) {
            streaming.span(track, "work", 2L * i, 2L * i + 1);
        }
        assertTrue(total[0] > 4_000_000, "written before the end: " + total[0]);
        assertTrue(largest[0] <= 1 << 16, "largest piece: " + largest[0]);
        streaming.close();
    }

    @Test
    void aFullDiskEndsThePictureAndNotTheRun() {
        IOException full = new IOException("no space left on device");
        ChromeTrace failing = new ChromeTrace(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw full;
            }
        });
        List<IOException> told = new ArrayList<>();
        failing.onFailure(told::add);
        int track = failing.track("node 0", "host");
        for (int i = 0; i < 10_000; i++) {
            failing.instant(track, "tick", i);
        }
        assertEquals(List.of(full), told);
        assertSame(full, assertThrows(IOException.class, failing::close));
    }

    @Test
    void theFirstFailureIsToldAndNothingIsWrittenBehindIt() throws IOException {
        IOException first = new IOException("no space left on device");
        int[] written = new int[1];
        ChromeTrace failing = new ChromeTrace(new OutputStream() {
            private boolean hasFailed;

            @Override
            public void write(int b) {
                written[0]++;
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                if (!hasFailed) {
                    hasFailed = true;
                    throw first;
                }
                written[0] += length;
            }

            @Override
            public void close() throws IOException {
                throw new IOException("closed already");
            }
        });
        int track = failing.track("node 0", "host");
        for (int i = 0; i < 10_000; i++) {
            failing.instant(track, "tick", i);
        }
        assertSame(first, assertThrows(IOException.class, failing::close));
        assertEquals(0, written[0]);
    }

    @Test
    void aFileThatCannotBeClosedIsTold() {
        IOException lost = new IOException("server gone");
        ChromeTrace failing = new ChromeTrace(new ByteArrayOutputStream() {
            @Override
            public void close() throws IOException {
                throw lost;
            }
        });
        assertSame(lost, assertThrows(IOException.class, failing::close));
    }

    @Test
    void whatComesAfterTheEndIsNotWritten() throws IOException {
        int track = trace.track("node 0", "host");
        trace.close();
        int size = file.size();
        for (int i = 0; i < 10_000; i++) {
            trace.span(track, "work", i, i + 1);
        }
        assertEquals(size, file.size());
        for (int i = 0; i < 10_000; i++) {
            trace.span(track, "worm", i, i + 1, 0, 1, 8);
        }
        assertEquals(size, file.size());
        for (int i = 0; i < 10_000; i++) {
            trace.instant(track, "tick", i);
        }
        assertEquals(size, file.size());
        for (int i = 0; i < 10_000; i++) {
            trace.instant(track, "lost", i, "worm 0");
        }
        assertEquals(size, file.size());
    }

    @Test
    void aWormThatGoesNowhereHasNoDestination() throws IOException {
        trace.span(trace.track("node 3", "link"), "worm", 0, 1, 3, -1, 8);
        assertEquals(
                Map.of("from", new BigDecimal(3), "bytes", new BigDecimal(8)),
                only("X").get("args"));
    }

    @Test
    void closingTwiceIsClosingOnce() throws IOException {
        trace.close();
        int size = file.size();
        trace.close();
        assertEquals(size, file.size());
        assertFalse(file.toString(StandardCharsets.UTF_8).isEmpty());
    }

    private List<Map<String, Object>> events() throws IOException {
        trace.close();
        return events(file.toString(StandardCharsets.UTF_8));
    }

    /** The events of a trace file. */
    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> events(String text) {
        return (List<Map<String, Object>>) ((Map<String, Object>) Json.parse(text)).get("traceEvents");
    }

    private Map<String, Object> only(String phase) throws IOException {
        List<Map<String, Object>> found =
                events().stream().filter(event -> event.get("ph").equals(phase)).toList();
        assertEquals(1, found.size(), phase);
        return found.getFirst();
    }

    private List<Map<String, Object>> named(String name) throws IOException {
        return events().stream()
                .filter(event ->
                        event.get("ph").equals("M") && event.get("name").equals(name))
                .toList();
    }

    private static String nameArgument(Map<String, Object> event) {
        return (String) ((Map<?, ?>) event.get("args")).get("name");
    }

    private List<String> ordered(String kind, String id) throws IOException {
        Map<Object, String> names =
                named(kind + "_name").stream().collect(Collectors.toMap(e -> e.get(id), ChromeTraceTest::nameArgument));
        return named(kind + "_sort_index").stream()
                .sorted((a, b) -> sortIndex(a).compareTo(sortIndex(b)))
                .map(event -> names.get(event.get(id)))
                .toList();
    }

    private static BigDecimal sortIndex(Map<String, Object> event) {
        return (BigDecimal) ((Map<?, ?>) event.get("args")).get("sort_index");
    }
}
