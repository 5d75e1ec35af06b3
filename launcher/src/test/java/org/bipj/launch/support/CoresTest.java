package org.bipj.launch.support;

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
