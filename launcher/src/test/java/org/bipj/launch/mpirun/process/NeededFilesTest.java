package org.bipj.launch.mpirun.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.bipj.launch.support.LaunchException;
import org.junit.jupiter.api.Test;

class NeededFilesTest {
    @Test
    void whatIsEnoughIsEnough() {
        OpenFiles.check(4, 40, 40);
        OpenFiles.check(4, 40, Long.MAX_VALUE);
        var refused = assertThrows(LaunchException.class, () -> OpenFiles.check(4, 40, 39));
        assertEquals(
                "a job of 4 ranks needs 40 file descriptors here, and only 39 are allowed: raise the limit on open"
                        + " files (ulimit -n)",
                refused.getMessage());
    }
}
