package org.bipj.samples.nas.lu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.bipj.samples.Usage;
import org.junit.jupiter.api.Test;

class RankGridTest {

    @Test
    void theNumbersOfRanksAreThoseThatNpbAllows() {
        List<Integer> allowed = new ArrayList<>();
        for (int ranks = 1; ranks <= 25; ranks++) {
            try {
                RankGrid grid = RankGrid.of(ranks, 0, LuProblem.A);
                assertEquals(ranks, grid.columns() * grid.rows());
                allowed.add(ranks);
            } catch (Usage.WrongUsage e) {
                // not one of them
            }
        }
        assertEquals(List.of(1, 2, 4, 6, 8, 9, 12, 15, 16, 18, 20, 24, 25), allowed);
    }

    @Test
    void tooManyRanksAreRefused() {
        RankGrid.of(16, 3, LuProblem.S);
        Usage.WrongUsage refusal = assertThrows(Usage.WrongUsage.class, () -> RankGrid.of(25, 3, LuProblem.S));
        assertEquals(
                "class S of LU has 12 points along each direction: too few to give each of 5 columns of ranks 3",
                refusal.getMessage());
    }
}
