package org.bipj.launch.mpirun.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

class SlowStartLineTest {
    private static String line(int started, int joined) {
        return new SlowStart(8, () -> started, () -> joined).line(5);
    }

    @Test
    void saysHowManyProcessesHaveBeenStarted() {
        assertEquals("mpirun: 3 of 8 processes have been started after 5 s", line(3, 1));
    }

    @Test
    void saysNothingOfProgramsThatDoNotUseTheLibrary() {
        assertNull(line(8, 0));
        assertNull(line(8, 8));
    }
}
