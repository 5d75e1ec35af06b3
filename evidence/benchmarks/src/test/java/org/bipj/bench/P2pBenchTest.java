package org.bipj.bench;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class P2pBenchTest {
    private static CommandLine parse(String arguments) {
        return new CommandLine(arguments.split(" "), P2pBench.FLAGS, P2pBench.VALUED);
    }

    private static String refusal(String arguments) {
        return assertThrows(
                        IllegalArgumentException.class, () -> P2pBench.checkCombination(parse(arguments)), arguments)
                .getMessage();
    }

    @Test
    void namesOptionsThatExcludeEachOther() {
        assertEquals("--touch: not together with --percentiles", refusal("--percentiles --mix --touch"));
        assertEquals("--ping: not together with --percentiles", refusal("--percentiles --ping"));
        assertEquals(
                "--mix: measures heap arrays; not together with --buffers direct", refusal("--mix --buffers=Direct"));
        assertEquals(
                "--mix: measures heap arrays; not together with --buffers registered",
                refusal("--buffers registered --touch --mix"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--mix --touch --sizes 8",
                "--mix --buffers HEAP",
                "--mix --percentiles",
                "--touch --buffers direct"
            })
    void takesTheOthersTogether(String arguments) {
        assertDoesNotThrow(() -> P2pBench.checkCombination(parse(arguments)));
    }
}
