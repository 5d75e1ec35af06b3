package mpi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Groups: the examples of MPI 4.1 section 7.3.2, and what goes wrong. */
class GroupTest {
    private static final int SELF = 12;
    private final Group even = new Group(new int[] {10, 12, 14, 16}, SELF);
    private final Group other = new Group(new int[] {16, 11, 12}, SELF);

    private static void assertMembers(Group group, int... world) {
        assertArrayEquals(world, group.worldRanks("test"));
    }

    @Test
    void knowsItsSizeAndTheCaller() {
        assertEquals(4, even.getSize());
        assertEquals(1, even.getRank());
        assertEquals(MPI.UNDEFINED, even.excl(new int[] {1}).getRank());
        assertEquals(0, MPI.GROUP_EMPTY.getSize());
        assertEquals(MPI.UNDEFINED, MPI.GROUP_EMPTY.getRank());
    }

    @Test
    void setOperationsKeepTheOrderOfTheFirst() {
        assertMembers(Group.union(even, other), 10, 12, 14, 16, 11);
        assertMembers(Group.union(other, even), 16, 11, 12, 10, 14);
        assertMembers(Group.intersection(even, other), 12, 16);
        assertMembers(Group.intersection(other, even), 16, 12);
        assertMembers(Group.difference(even, other), 10, 14);
        assertMembers(Group.union(MPI.GROUP_EMPTY, other), 16, 11, 12);
        assertEquals(2, Group.union(MPI.GROUP_EMPTY, other).getRank(), "the caller is known from either operand");
    }

    @Test
    void selectsByRank() {
        assertMembers(even.incl(new int[] {3, 0}), 16, 10);
        assertMembers(even.excl(new int[] {3, 0}), 12, 14);
        assertMembers(even.rangeIncl(new int[][] {{3, 1, -2}, {0, 0, 5}}), 16, 12, 10);
        assertMembers(even.rangeExcl(new int[][] {{0, 3, 2}}), 12, 16);
        assertMembers(even.rangeIncl(new int[][] {{2, 1, 1}}));
    }

    @Test
    void comparesMembersAndOrder() {
        assertEquals(MPI.IDENT, Group.compare(even, even.incl(new int[] {0, 1, 2, 3})));
        assertEquals(MPI.SIMILAR, Group.compare(even, even.incl(new int[] {1, 0, 2, 3})));
        assertEquals(MPI.UNEQUAL, Group.compare(even, even.incl(new int[] {0, 1, 2})));
    }

    @Test
    void translatesRanks() {
        int[] ranks = {0, 1, 3, MPI.PROC_NULL};
        assertArrayEquals(new int[] {MPI.UNDEFINED, 2, 0, MPI.PROC_NULL}, Group.translateRanks(even, ranks, other));
    }

    @Test
    void refusesRanksThatAreNotThereOrTwice() {
        assertRankError("Group.incl: rank 4 is not in the group; expected 0 to 3", () -> even.incl(new int[] {4}));
        assertRankError("Group.excl: rank 2 is named twice", () -> even.excl(new int[] {2, 2}));
        assertRankError(
                "Group.rangeIncl: rank 4 is not in the group; expected 0 to 3",
                () -> even.rangeIncl(new int[][] {{0, 4, 1}}));
        MPIException e = assertThrows(MPIException.class, () -> even.rangeIncl(new int[][] {{0, 1, 0}}));
        assertEquals(MPI.ERR_ARG, e.getErrorClass());
    }

    private static void assertRankError(String message, Runnable call) {
        MPIException e = assertThrows(MPIException.class, call::run);
        assertEquals(message, e.getMessage());
        assertEquals(MPI.ERR_RANK, e.getErrorClass());
    }

    @Test
    void aFreedGroupIsNullButTheEmptyOneStays() {
        Group group = even.incl(new int[] {0});
        group.free();
        assertTrue(group.isNull());
        assertEquals(
                MPI.ERR_GROUP, assertThrows(MPIException.class, group::getSize).getErrorClass());
        MPI.GROUP_EMPTY.free();
        assertFalse(MPI.GROUP_EMPTY.isNull());
    }
}
