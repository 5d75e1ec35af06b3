package org.bipj.mpi.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.junit.jupiter.api.Test;

/** Arithmetic of Cartesian topologies (MPI 4.1 section 8.5). */
class CartesianTest {
    private static final int[] DIMS = {2, 3, 4};
    private final Cartesian grid = Cartesian.of(DIMS, new boolean[] {false, true, false}, 30);

    @Test
    void ranksAreRowMajor() {
        assertEquals(24, grid.size());
        assertArrayEquals(new int[] {0, 0, 1}, grid.coords(1));
        assertArrayEquals(new int[] {1, 2, 3}, grid.coords(23));
        for (int rank = 0; rank < grid.size(); rank++) {
            assertEquals(rank, grid.rank(grid.coords(rank)));
        }
    }

    @Test
    void coordinatesWrapAroundAlongPeriodicDimensionsOnly() {
        assertEquals(grid.rank(new int[] {1, 2, 0}), grid.rank(new int[] {1, -1, 0}));
        assertEquals(grid.rank(new int[] {1, 1, 0}), grid.rank(new int[] {1, 7, 0}));
        assertError(ErrorClass.ARG, "coords[2] is 4", () -> grid.rank(new int[] {1, 1, 4}));
        assertError(ErrorClass.RANK, "rank is 24; expected 0 to 23", () -> grid.coords(24));
    }

    @Test
    void shiftsEndAtTheEdgeOrWrapAround() {
        int origin = 0;
        assertEquals(CommCore.PROC_NULL, grid.neighbour(origin, 0, -1));
        assertEquals(grid.rank(new int[] {1, 0, 0}), grid.neighbour(origin, 0, 1));
        assertEquals(grid.rank(new int[] {0, 2, 0}), grid.neighbour(origin, 1, -1));
        assertEquals(grid.rank(new int[] {0, 1, 0}), grid.neighbour(origin, 1, -2));
        assertEquals(origin, grid.neighbour(origin, 1, 3));
        assertEquals(CommCore.PROC_NULL, grid.neighbour(origin, 2, Integer.MIN_VALUE));
        assertError(ErrorClass.DIMS, "direction is 3; expected 0 to 2", () -> grid.neighbour(origin, 3, 1));
    }

    @Test
    void whatIsSentByAShiftIsReceivedByIt() {
        for (int direction = 0; direction < DIMS.length; direction++) {
            for (int steps = -4; steps <= 4; steps++) {
                for (int rank = 0; rank < grid.size(); rank++) {
                    int dest = grid.neighbour(rank, direction, steps);
                    if (dest != CommCore.PROC_NULL) {
                        assertEquals(rank, grid.neighbour(dest, direction, -steps));
                    }
                }
            }
        }
    }

    @Test
    void subgridsPartTheGrid() {
        boolean[] remain = {true, false, true};
        Cartesian sub = grid.sub(remain);
        assertEquals(8, sub.size());
        Set<Integer> colours = new HashSet<>();
        for (int rank = 0; rank < grid.size(); rank++) {
            assertEquals(grid.coords(rank)[1], grid.subgrid(rank, remain));
            colours.add(grid.subgrid(rank, remain));
        }
        assertEquals(3, colours.size());
        assertEquals(1, grid.sub(new boolean[3]).size(), "without dimensions each process is alone");
    }

    @Test
    void refusesGridsThatDoNotFit() {
        boolean[] none = new boolean[2];
        assertError(
                ErrorClass.DIMS,
                "dims are [4, 2], which is 8 processes; expected no more than 7",
                () -> Cartesian.of(new int[] {4, 2}, none, 7));
        assertError(ErrorClass.DIMS, "dims[1] is 0", () -> Cartesian.of(new int[] {1, 0}, none, 7));
        assertError(ErrorClass.DIMS, "one length", () -> Cartesian.of(new int[] {1}, none, 7));
    }

    private static void assertError(int errorClass, String part, Runnable call) {
        EngineException e = assertThrows(EngineException.class, call::run);
        assertTrue(e.getMessage().contains(part), e.getMessage());
        assertEquals(errorClass, e.errorClass());
    }
}
