package org.bipj.net.pmi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessMappingTest {
    @Test
    void blocksAreRepeatedUntilAllRanksHaveAHost() {
        assertArrayEquals(new int[] {0, 0, 1, 1, 0}, ProcessMapping.parse("(vector,(0,2,2))", 5));
        assertArrayEquals(new int[] {0, 0, 0, 3, 4}, ProcessMapping.parse("(vector,(0,1,3),(3,2,1))", 5));
        assertArrayEquals(new int[] {0, 0}, ProcessMapping.parse("(vector, (0, 1, 64))", 2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "(vector)", "(vector,(0,1))", "vector,(0,1,1)", "(vector,(0,1,0))", "(vector,(0,-1,1))"})
    void whatIsNoMappingIsShown(String text) {
        PortException refused = assertThrows(PortException.class, () -> ProcessMapping.parse(text, 2));
        assertTrue(refused.getMessage().contains("\"" + text + "\""), refused::getMessage);
    }
}
