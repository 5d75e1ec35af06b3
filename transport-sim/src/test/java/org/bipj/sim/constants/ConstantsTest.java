package org.bipj.sim.constants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConstantsTest {
    private static final Constants SOME = TestConstants.of(
            "link.rate = 160 MB/s | published | BIP paper, section 2",
            "switch.delay = 100 ns | fitted: latency per switch | a | b",
            "poll.period = 2.5 us | derived | sums",
            "sram.size = 256 KiB | published | x",
            "lanai.clock = 33 MHz | published | x",
            "ports = 8",
            "write.combining = true | assumed | x",
            "topology.grid = 4x4x4 | assumed | x");

    @Test
    void valuesComeInTheUnitThatIsAskedFor() {
        assertEquals(160, SOME.number("link.rate"));
        assertEquals(6250, SOME.psPerByte("link.rate"));
        assertEquals(100_000, SOME.ps("switch.delay"));
        assertEquals(2_500_000, SOME.ps("poll.period"));
        assertEquals(256 * 1024, SOME.bytes("sram.size"));
        assertEquals(30_303, SOME.psPerCycle("lanai.clock"));
        assertEquals(8, SOME.count("ports"));
        assertTrue(SOME.flag("write.combining"));
        assertEquals("4x4x4", SOME.word("topology.grid"));
    }

    @Test
    void eachConstantKeepsUnitMarkAndSource() {
        Constant delay = SOME.get("switch.delay");
        assertEquals(
                new Constant("switch.delay", "100", "ns", Mark.FITTED, "latency per switch", "a | b", "constants:2"),
                delay);
        assertEquals("100 ns", delay.value());
        assertEquals(Mark.ASSUMED, SOME.get("ports").mark());
        assertEquals(8, SOME.all().size());
    }

    @Test
    void anUnknownConstantIsNamedWithItsPlatformAndWhatThereIs() {
        assertMessage(
                () -> SOME.number("link.speed"), "platform constants has no constant link.speed; there are link.rate");
        assertMessage(() -> SOME.ps("nothing"), "platform constants has no constant nothing");
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "ps => link.rate => constants:1: link.rate = 160 MB/s: expected a number and one of the units ps, ns, us, ms, s",
                "psPerByte => switch.delay => constants:2: switch.delay = 100 ns: expected a number and one of the units "
                        + "MB/s, GB/s, Mbit/s, Gbit/s",
                "number => topology.grid => constants:8: topology.grid = 4x4x4 is not a number",
                "count => poll.period => constants:3: poll.period = 2.5 us: expected a whole number",
                "flag => ports => constants:6: ports = 8: expected true or false",
            })
    void aConstantOfAnotherKindIsRefused(String how, String key, String message) {
        assertMessage(
                () -> {
                    switch (how) {
                        case "ps" -> SOME.ps(key);
                        case "psPerByte" -> SOME.psPerByte(key);
                        case "number" -> SOME.number(key);
                        case "count" -> SOME.count(key);
                        default -> SOME.flag(key);
                    }
                },
                message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "Link.rate = 1 MB/s | published | x => constants:1: 'Link.rate' is not a key; expected lower-case words with dots and "
                        + "hyphens, as in link.rate",
                "a = 1 KB | published | x => constants:1: a: unknown unit 'KB'; expected one of ps, ns, us, ms, s, MB/s, GB/s, Mbit/s, "
                        + "Gbit/s, B, KiB, MiB, Hz, MHz, GHz, Mop/s, Gop/s, m, ns/m, cycles, accesses, words",
                "a = x ns | published | x => constants:1: a: 'x' is not a number of ns",
                "a = -1 ns | published | x => constants:1: a = -1 ns: expected 0 to 1 s",
                "a = 0 MB/s | published | x => constants:1: a = 0 MB/s: expected 0.001 MB/s to 1000 GB/s",
                "a = | published | x => constants:1: a = : expected a number and a unit, or one word",
                "a = 1 ns | published => constants:1: a has no source; expected KEY = VALUE UNIT | MARK | SOURCE",
                "a = 1 ns | published |  => constants:1: a has no source; expected KEY = VALUE UNIT | MARK | SOURCE",
                "a = 1 ns | guessed | x => constants:1: a: unknown mark 'guessed'; expected published, derived, assumed or fitted: "
                        + "RESULT",
                "a = 1 ns | fitted | x => constants:1: a: a fitted constant names its result; expected fitted: RESULT",
                "a = 1 ns | derived: sum | x => constants:1: a: only a fitted constant names a result",
            })
    void aLineThatDoesNotFitIsRefusedByFileAndLine(String line, String message) {
        assertMessage(() -> TestConstants.of(line), message);
    }

    @Test
    void anOverrideKeepsTheUnitOfTheFile() {
        assertEquals(66, SOME.with("link.rate", "66").number("link.rate"));
        assertEquals(66, SOME.with("link.rate", "66 MB/s").number("link.rate"));
        assertEquals(66, SOME.with("link.rate", "66MB/s").number("link.rate"));
        assertEquals(80, SOME.with("link.rate", "640 Mbit/s").number("link.rate"));
        assertEquals(550, SOME.with("switch.delay", "0.55us").number("switch.delay"));
        assertFalse(SOME.with("write.combining", "false").flag("write.combining"));
        assertEquals("8x2x2", SOME.with("topology.grid", "8x2x2").word("topology.grid"));
        assertEquals(160, SOME.number("link.rate"), "the original stays as it is");
    }

    @Test
    void anOverrideIsMarkedAsSet() {
        Constant set = SOME.with(List.of("switch.delay=50")).get("switch.delay");
        assertEquals(Mark.SET, set.mark());
        assertEquals("--set switch.delay=50", set.source());
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "link.rat=1 => platform constants has no constant link.rat; did you mean link.rate?",
                "link.rate => --set link.rate: expected KEY=VALUE",
                "=1 => --set =1: expected KEY=VALUE",
                "link.rate=fast => --set link.rate=fast: link.rate = fast: expected a number, in MB/s or one of MB/s, GB/s, Mbit/s, "
                        + "Gbit/s",
                "link.rate=3 ns => --set link.rate=3 ns: link.rate = 3 ns: expected a number, in MB/s or one of MB/s, GB/s, Mbit/s, "
                        + "Gbit/s",
                "link.rate=0 => --set link.rate=0: link.rate = 0 MB/s: expected 0.001 MB/s to 1000 GB/s",
                "link.rate= => --set link.rate=: link.rate = : expected a number, in MB/s or one of MB/s, GB/s, Mbit/s, Gbit/s",
                "link.rate=1e400 => --set link.rate=1e400: link.rate = 1e400 MB/s: expected 0.001 MB/s to 1000 GB/s",
                "switch.delay=1e400us => --set switch.delay=1e400us: switch.delay = 1e400 us: expected 0 to 1 s",
                "sram.size=2GiB => --set sram.size=2GiB: sram.size = 2GiB: expected a number, in KiB or one of B, KiB, MiB",
                "sram.size=2048MiB => --set sram.size=2048MiB: sram.size = 2048 MiB: expected 0 to 2147483647 B",
                "ports=1.5 => --set ports=1.5: ports = 1.5: expected a whole number from 0 to 2147483647",
                "ports=8 ns => --set ports=8 ns: ports = 8 ns: expected a number without unit",
                "write.combining=1 => --set write.combining=1: write.combining = 1: expected true or false",
                "topology.grid=4 4 4 => --set topology.grid=4 4 4: topology.grid = 4 4 4: expected a number and a unit, or one word",
            })
    void anOverrideThatDoesNotFitIsRefused(String override, String message) {
        assertMessage(() -> SOME.with(List.of(override)), message);
    }

    private static void assertMessage(Runnable what, String message) {
        assertEquals(
                message, assertThrows(IllegalArgumentException.class, what::run).getMessage());
    }
}
