package org.bipj.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The expected results are checked against those worked out by hand, and a wrong element is seen. */
class CollectiveTest {
    private static final Collective.Layout SECOND_OF_THREE = new Collective.Layout(1, 3, 2);
    private static final Collective.Layout ROOT_OF_THREE = new Collective.Layout(0, 3, 2);

    @Test
    void expectsTheRightResults() {
        double[] unused = new double[6];
        // Rank r contributes (r+1, 2(r+1)).
        assertDoesNotThrow(() -> Collective.BCAST.check(SECOND_OF_THREE, new double[] {1, 2}, unused));
        assertDoesNotThrow(() -> Collective.ALLREDUCE.check(SECOND_OF_THREE, unused, new double[] {6, 12}));
        assertDoesNotThrow(() -> Collective.REDUCE.check(ROOT_OF_THREE, unused, new double[] {6, 12}));
        assertDoesNotThrow(() -> Collective.ALLGATHER.check(SECOND_OF_THREE, unused, new double[] {1, 2, 2, 4, 3, 6}));
        // From rank s to rank r: (3s+r+1) times (1, 2).
        assertDoesNotThrow(() -> Collective.ALLTOALL.check(SECOND_OF_THREE, unused, new double[] {2, 4, 5, 10, 8, 16}));
        double[] contribution = new double[6];
        Collective.ALLTOALL.fill(SECOND_OF_THREE, contribution);
        assertEquals("[4.0, 8.0, 5.0, 10.0, 6.0, 12.0]", Arrays.toString(contribution));
    }

    /** As in the C benchmark: the root of a broadcast, a block for each rank in an exchange of all. */
    @Test
    void saysHowMuchEachRankSends() {
        assertEquals(0, Collective.BARRIER.sent(ROOT_OF_THREE));
        assertEquals(2, Collective.BCAST.sent(ROOT_OF_THREE));
        assertEquals(0, Collective.BCAST.sent(SECOND_OF_THREE));
        assertEquals(2, Collective.ALLREDUCE.sent(SECOND_OF_THREE));
        assertEquals(2, Collective.REDUCE.sent(SECOND_OF_THREE));
        assertEquals(2, Collective.ALLGATHER.sent(SECOND_OF_THREE));
        assertEquals(6, Collective.ALLTOALL.sent(SECOND_OF_THREE));
    }

    @Test
    void touchingChangesNothing() {
        double[] data = new double[20];
        Arrays.setAll(data, i -> i + 0.5);
        double[] before = data.clone();
        Collective.touch(data, data.length);
        assertArrayEquals(before, data);
    }

    @ParameterizedTest
    @EnumSource(names = "BARRIER", mode = EnumSource.Mode.EXCLUDE)
    void seesAMissingResult(Collective operation) {
        double[] never = new double[6];
        Arrays.fill(never, Double.NaN);
        assertThrows(IllegalStateException.class, () -> operation.check(ROOT_OF_THREE, never, never));
    }
}
