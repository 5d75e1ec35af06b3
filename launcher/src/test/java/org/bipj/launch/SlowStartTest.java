package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Starts that take long say so. */
class SlowStartTest extends JobTest {
    @Test
    void ranksThatJoinLateAreWaitedForAloud() {
        String actor = "java -cp " + Mpirun.programs() + " " + Actor.class.getName() + " init finalize";
        Mpirun.Result result = mpirun.run("-n", "2", "sh", "-c", "[ $BIPJ_RANK = 0 ] || sleep 6; exec " + actor);
        assertEquals(0, result.code());
        assertEquals("", result.err());
        // A slow machine may say it once more.
        String said =
                "(mpirun: \\d of 2 processes have been started after 5 s\n)?(mpirun: 1 of 2 ranks have joined the job"
                        + " after \\d+ s; the others are starting or have not initialised the library yet\n)+";
        assertTrue(mpirun.allErrors().matches(said), mpirun.allErrors());
    }
}
