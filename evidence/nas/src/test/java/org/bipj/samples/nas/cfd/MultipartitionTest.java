package org.bipj.samples.nas.cfd;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.bipj.samples.Usage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartitionTest {

    private static int[] place(Box box) {
        return new int[] {box.global(0, 0), box.global(1, 0), box.global(2, 0)};
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 9, 16})
    void eachPointBelongsToOneCell(int ranks) {
        int side = 12;
        int[] owners = new int[side * side * side];
        for (int rank = 0; rank < ranks; rank++) {
            Multipartition partition = new Multipartition(ranks, rank, side, "SP");
            for (int cell = 0; cell < partition.cells(); cell++) {
                Box box = partition.box(cell);
                for (int k = 0; k < box.size(2); k++) {
                    for (int j = 0; j < box.size(1); j++) {
                        for (int i = 0; i < box.size(0); i++) {
                            owners[(box.global(2, k) * side + box.global(1, j)) * side + box.global(0, i)]++;
                        }
                    }
                }
            }
        }
        int[] one = new int[owners.length];
        Arrays.fill(one, 1);
        assertArrayEquals(one, owners);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 9, 16})
    void theCellBehindBelongsToTheNeighbour(int ranks) {
        for (int rank = 0; rank < ranks; rank++) {
            Multipartition partition = new Multipartition(ranks, rank, 13, "SP");
            for (int axis = 0; axis < Grid.AXES; axis++) {
                Multipartition next = new Multipartition(ranks, partition.neighbour(axis, true), 13, "SP");
                assertEquals(rank, next.neighbour(axis, false));
                for (int slice = 0; slice + 1 < partition.cells(); slice++) {
                    Box here = partition.box(partition.cellIn(axis, slice));
                    int[] expected = place(here);
                    expected[axis] += here.size(axis);
                    assertArrayEquals(expected, place(next.box(next.cellIn(axis, slice + 1))));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8, 10})
    void numbersThatAreNoSquaresAreRefused(int ranks) {
        Usage.WrongUsage refusal = assertThrows(Usage.WrongUsage.class, () -> new Multipartition(ranks, 0, 12, "BT"));
        assertEquals("BT needs a square number of ranks (1, 4, 9, 16, 25, ...) but has " + ranks, refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(ints = {25, 36})
    void tooManyRanksAreRefused(int ranks) {
        Usage.WrongUsage refusal = assertThrows(Usage.WrongUsage.class, () -> new Multipartition(ranks, 0, 12, "BT"));
        assertEquals(
                "with 12 points along each direction BT runs on at most 16 ranks but has " + ranks,
                refusal.getMessage());
    }
}
