package org.bipj.samples.nas.bt;

import org.bipj.samples.nas.cfd.Grid;
import org.bipj.samples.nas.cfd.LineSystems;
import org.junit.jupiter.api.Test;

class BlockSystemTest {

    @Test
    void vectorsSolveTheSame() {
        Grid grid = new Grid(14, 0.01);
        LineSystems.assertAgree(new PlainBlocks(grid), new VectorBlocks(grid));
    }
}
