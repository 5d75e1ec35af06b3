package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Clocks and random numbers of ranks in virtual time, with {@code --virtual-time}. */
class RankWorldTest extends JobTest {
    private Mpirun.Result run(String what, String... options) {
        List<String> words = new ArrayList<>(List.of("--mode", "sim", "-n", "1"));
        words.addAll(List.of(options));
        words.addAll(List.of("java", "-cp", Mpirun.programs(), WorldActor.class.getName(), what));
        Mpirun.Result result = here().run(words.toArray(String[]::new));
        assertEquals(0, result.code(), result.err());
        return result;
    }

    private static Map<String, String> values(List<String> lines) {
        Map<String, String> values = new LinkedHashMap<>();
        lines.forEach(line -> values.put(line.split(" ")[0], line.substring(line.indexOf(' ') + 1)));
        return values;
    }

    @Test
    void allClocksShowTheVirtualTimeFrom1998() {
        Map<String, String> times =
                values(run("clocks", "--virtual-time", "--set", "host.poll=1ps").lines());
        Map<String, String> others =
                new LinkedHashMap<>(Map.of("Year", "1998 1998-01 --01-01", "LocalDateHere", "-1", "DateClass", "true"));
        others.forEach((name, value) -> assertEquals(value, times.remove(name), name));
        assertTrue(times.size() > 15, times.toString());
        times.forEach((name, time) ->
                assertEquals("1998-01-01T01:00:00Z", Instant.parse(time).toString(), name));
    }

    @Test
    void randomNumbersFollowFromTheSeedAndTheRank() {
        List<String> first = run("random", "--virtual-time").lines();
        assertEquals(first, run("random", "--virtual-time").lines());
        Map<String, String> otherSeed =
                values(run("random", "--virtual-time", "--seed", "2").lines());
        Map<String, String> values = values(first);
        assertEquals(22, values.size(), values.toString());
        assertEquals(values.remove("seeded"), otherSeed.get("seeded"));
        values.forEach((name, value) -> assertNotEquals(value, otherSeed.get(name), name));
        List<String> two = run("random", "--virtual-time", "-n", "2").lines();
        assertEquals(44, two.size());
        Map<String, String> ofRank1 = new LinkedHashMap<>(
                values(two.stream().filter(line -> !first.contains(line)).toList()));
        assertEquals(values.keySet(), ofRank1.keySet());
    }

    @Test
    void withoutTheOptionTheyAreTheMachines() {
        long hours = Long.parseLong(run("now").lines().getFirst());
        assertTrue(hours > Instant.parse("2025-01-01T00:00:00Z").toEpochMilli(), "" + hours);
        assertEquals("883612800000", run("now", "--virtual-time").lines().getFirst());
        assertNotEquals(run("random").lines(), run("random").lines());
    }
}
