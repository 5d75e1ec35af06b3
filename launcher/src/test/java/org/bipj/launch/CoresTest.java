package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;

class CoresTest {
    /** Four hardware threads on two cores, of which 4 and 5 share one, and 6 and 7. */
    private static final Cores CORES = new Cores(List.of(4, 5, 6, 7), List.of(4, 6));

    @Test
    void onRequestRanksAreBoundInTurn() {
        assertEquals(List.of("4", "6", "4"), CORES.bindings(Options.Binding.CORE, 3));
        assertEquals(List.of("4", "5", "6", "7", "4"), CORES.bindings(Options.Binding.HWTHREAD, 5));
        assertEquals(List.of("none", "none"), CORES.bindings(Options.Binding.NONE, 2));
    }

    @Test
    void listsOfProcessors() {
        assertEquals(List.of(0, 1, 2, 5, 7, 8), Cores.parse("0-2,5,7-8\n"));
    }

    @Test
    void thisMachineHasSome() {
        Cores cores = Cores.ofProcess();
        assertFalse(cores.cores().isEmpty());
        assertFalse(cores.threads().size() < cores.cores().size());
    }
}
