package org.bipj.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Wrong arguments are named, with the rank and what was expected, before any message. */
class ArgumentsTest {
    private static final TypeLayout INT = TypeLayout.bytes(4);
    private static final ReduceType TYPE = new ReduceType(INT, BaseType.INT);
    private static final Reduction SUM = Operations.INT_SUM.reduction();

    private final Mirror mirror = new Mirror(1, 3);
    private final int[] buffer = new int[4];
    private final int[] threeCounts = {1, 1, 1};

    private void assertRefused(int errorClass, String expected, Executable call) {
        // The ranks agree on their tuning in the first operation.
        Collectives.barrier(mirror);
        int before = mirror.messages();
        EngineException e = assertThrows(EngineException.class, call);
        assertEquals(errorClass, e.errorClass());
        assertTrue(e.getMessage().startsWith("rank 1: "), e.getMessage());
        assertTrue(e.getMessage().contains(expected), e.getMessage());
        assertEquals(before, mirror.messages());
    }

    @Test
    void aRootMustBeARank() {
        assertRefused(
                ErrorClass.ROOT,
                "root is 3, expected 0 to 2",
                () -> Collectives.bcast(mirror, Data.of(buffer, 0, 1, INT), 3));
        assertRefused(
                ErrorClass.ROOT,
                "root is -1",
                () -> Collectives.reduce(mirror, buffer, 0, buffer, 0, 1, TYPE, SUM, -1));
    }

    @Test
    void countsAreNotNegative() {
        assertRefused(ErrorClass.COUNT, "count is -1", () -> Collectives.bcast(mirror, Data.of(buffer, 0, -1, INT), 0));
        int[] counts = {1, -5, 1};
        assertRefused(
                ErrorClass.COUNT,
                "receive counts for rank 1 is -5",
                () -> Collectives.allGatherv(
                        mirror, Data.of(buffer, 0, 1, INT), new Blocks().vector(buffer, 0, counts, threeCounts, INT)));
    }

    @Test
    void thereIsACountForEachRank() {
        int[] two = {1, 1};
        assertRefused(
                ErrorClass.ARG,
                "2 entries, expected one for each of 3 ranks",
                () -> Collectives.allGatherv(
                        mirror, Data.of(buffer, 0, 1, INT), new Blocks().vector(buffer, 0, two, threeCounts, INT)));
        assertRefused(
                ErrorClass.ARG,
                "displacements of the receive counts: null",
                () -> Collectives.allGatherv(
                        mirror, Data.of(buffer, 0, 1, INT), new Blocks().vector(buffer, 0, threeCounts, null, INT)));
    }

    @Test
    void onlyTheRootOfAGatherWorksInPlace() {
        assertRefused(
                ErrorClass.BUFFER,
                "send buffer is null",
                () -> Collectives.gather(mirror, Data.of(null, 0, 1, INT), Data.of(null, 0, 1, INT), 0));
        assertRefused(
                ErrorClass.BUFFER,
                "send buffer is IN_PLACE",
                () -> Collectives.gather(
                        mirror, Data.of(Collectives.IN_PLACE, 0, 1, INT), Data.of(null, 0, 1, INT), 0));
    }

    @Test
    void ofEachRankComesAsMuchAsGoesThere() {
        assertRefused(
                ErrorClass.COUNT,
                "sends 0 bytes",
                () -> Collectives.allToAll(mirror, Data.of(null, 0, 0, INT), Data.of(buffer, 0, 1, INT)));
    }

    @Test
    void arraysOfAReductionHoldAllElements() {
        assertRefused(
                ErrorClass.BUFFER,
                "receive buffer has 4 elements, expected elements 2 to 5",
                () -> Collectives.allReduce(mirror, buffer, 0, buffer, 8, 4, TYPE, SUM));
    }
}
