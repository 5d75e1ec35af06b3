package org.bipj.launch.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;

class CoresTest {
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
