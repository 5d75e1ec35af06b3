package org.bipj.core.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of endpoints, as they travel. */
class EndpointNameTest {
    private static final int LAST = EndpointName.MOST - 1;

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0",
        "3, 5, 7",
        LAST + ", 0, 1",
        "0, " + LAST + ", 1",
        "1, 2, 8388607",
        LAST + ", " + LAST + ", 8388607"
    })
    void comeBackFromOneNumber(int rank, int endpoint, int generation) {
        EndpointName name = new EndpointName(rank, endpoint, generation);
        long packed = name.packed();
        assertTrue(packed >= 0, "a name is not negative");
        assertEquals(name, EndpointName.of(packed));
        assertEquals(rank, EndpointName.rank(packed));
        assertEquals(endpoint, EndpointName.endpoint(packed));
        assertEquals(generation, EndpointName.generation(packed));
        assertEquals(new EndpointName(rank, endpoint, 0).packed(), EndpointName.place(packed));
    }

    @Test
    void partsOutOfRangeAreNamed() {
        assertError("rank -1", -1, 0, 0);
        assertError("endpoint 1048576", 0, EndpointName.MOST, 0);
        assertError("generation 8388608", 0, 0, 1 << 23);
    }

    private static void assertError(String part, int rank, int endpoint, int generation) {
        String message = assertThrows(
                        IllegalArgumentException.class, () -> new EndpointName(rank, endpoint, generation))
                .getMessage();
        assertTrue(message.contains(part + ", expected 0 to "), message);
    }
}
