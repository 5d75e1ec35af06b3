package org.bipj.launch.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.bipj.launch.system.Cores;
import org.junit.jupiter.api.Test;

class PlacementTest {
    /** Four hardware threads on two cores, of which 4 and 5 share one, and 6 and 7. */
    private static final Cores CORES = new Cores(List.of(4, 5, 6, 7), List.of(4, 6));

    @Test
    void onRequestRanksAreBoundInTurn() {
        assertEquals(List.of("4", "6", "4"), Placement.bindings(Options.Binding.CORE, 3, CORES));
        assertEquals(List.of("4", "5", "6", "7", "4"), Placement.bindings(Options.Binding.HWTHREAD, 5, CORES));
        assertEquals(List.of("none", "none"), Placement.bindings(Options.Binding.NONE, 2, CORES));
    }
}
