package org.bipj.sim.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChaosSpecTest {
    private static final List<Integer> HOSTS = List.of(2, 0, 1);
    private static final long MS = 1_000_000_000L;

    private static List<String> draw(String chaos, long seed) {
        return ChaosSpec.parse(chaos).draw(seed, HOSTS);
    }

    @Test
    void itemsHaveDefaults() {
        assertEquals(new ChaosSpec(0.5, 0, 0, 100 * MS, 1000 * MS, List.of()), ChaosSpec.parse("kill=0.5"));
        assertEquals(
                new ChaosSpec(0, 2, 1, 5 * MS, 40 * MS, List.of(0, 2, 3, 4)),
                ChaosSpec.parse("until=40ms,hosts=2-4+0,pause=1,restart=5ms,partition=2"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|kill=RATE, partition=RATE, pause=RATE, restart=TIME, until=TIME or hosts=HOSTS; found ''",
                "kill|a rate above 0 and at most 1000, for each host and second of virtual time, such as 0.5; found 'kill'",
                "kill=-1|a rate above 0 and at most 1000, for each host and second of virtual time, such as 0.5; found 'kill=-1'",
                "kill=NaN|a rate above 0 and at most 1000, for each host and second of virtual time, such as 0.5; found 'kill=NaN'",
                "kill=1,kill=2|kill once; found 'kill=2'",
                "kill=1,restart=0s|a time of 1us to 10000s with its unit, such as 50ms; found 'restart=0s'",
                "kill=1,until=5|a time of 1us to 10000s with its unit, such as 50ms; found 'until=5'",
                "kill=1,hosts=|numbers of hosts, such as 0+2-4; found 'hosts='",
                "kill=1,hosts=3-1|numbers of hosts, such as 0+2-4; found 'hosts=3-1'",
                "kill=1,hosts=1-2-3|numbers of hosts, such as 0+2-4; found 'hosts=1-2-3'",
                "until=1s|a rate at least: kill=RATE, partition=RATE or pause=RATE",
            })
    void wrongTexts(String chaos, String expected) {
        String message = assertThrows(IllegalArgumentException.class, () -> ChaosSpec.parse(chaos))
                .getMessage();
        assertEquals("--chaos " + chaos + ": expected " + expected, message);
    }

    @Test
    void whatIsDrawnIsASpecificationOfFaults() {
        List<String> drawn = draw("kill=20,partition=20,pause=20,restart=10ms", 7);
        List<Fault> faults = FaultSpec.parse(String.join(",", drawn)).faults();
        List<Class<?>> kinds = new ArrayList<>();
        faults.forEach(fault -> kinds.add(fault.getClass()));
        assertTrue(
                kinds.containsAll(List.of(
                        Fault.Killed.class,
                        Fault.Started.class,
                        Fault.Cut.class,
                        Fault.Healed.class,
                        Fault.Paused.class)),
                () -> drawn.toString());
        // Each begins before its end, and not before the one of its kind and host has ended.
        for (int host : HOSTS) {
            List<FaultSpec.PowerChange> changes = FaultSpec.parse(String.join(",", drawn)).powerChanges().stream()
                    .filter(change -> change.host() == host)
                    .toList();
            for (int i = 0; i < changes.size(); i++) {
                assertEquals(i % 2 == 1, changes.get(i).on());
            }
        }
    }

    @Test
    void aSeedDrawsTheSameEachTimeAndOthersDrawOthers() {
        assertEquals(draw("kill=5", 3), draw("kill=5", 3));
        assertTrue(LongStream.range(0, 20)
                        .mapToObj(seed -> draw("kill=5", seed))
                        .distinct()
                        .count()
                > 15);
    }

    @Test
    void anotherRateOrHostLeavesTheOthersFaultsAsTheyAre() {
        List<String> all = draw("kill=5,pause=3", 3);
        assertEquals(
                draw("kill=5", 3),
                all.stream().filter(one -> one.startsWith("kill")).toList());
        assertEquals(
                draw("kill=5,pause=3,hosts=1", 3),
                all.stream().filter(one -> one.contains("host1")).toList());
    }

    @Test
    void thereAreAsManyAsTheRateSays() {
        long seeds = 400;
        long kills = LongStream.range(0, seeds)
                .map(seed -> draw("kill=2,restart=1us,until=3s", seed).size())
                .sum();
        double expected = 2.0 * 3 * HOSTS.size() * seeds;
        // Four standard deviations of a Poisson distribution.
        assertEquals(expected, kills, 4 * Math.sqrt(expected));
    }

    @Test
    void thereIsAnEnd() {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> draw("kill=1000,restart=1us,until=10000s", 1));
        assertEquals(
                "--chaos: more than 10000 faults would be drawn; expected lower rates, or an earlier until=TIME",
                e.getMessage());
    }
}
