package org.bipj.launch.system;

import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

class CoresTest {
    @Test
    void thisMachineHasSome() {
        Cores cores = Cores.ofProcess();
        assertFalse(cores.cores().isEmpty());
        assertFalse(cores.threads().size() < cores.cores().size());
    }
}
