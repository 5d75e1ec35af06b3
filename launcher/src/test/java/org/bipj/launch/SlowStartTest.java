package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Starts that take long say so. */
class SlowStartTest extends JobTest {
    @Test
    void ranksThatJoinLateAreWaitedForAloud() {
        String actor = "java -cp " + Mpirun.programs() + " " + Actor.class.getName() + " init finalize";
        Mpirun.Result result = mpirun.run("-n", "2", "sh", "-c", "[ $BIPJ_RANK = 0 ] || sleep 6; exec " + actor);
        assertEquals(0, result.code());
        assertEquals(
                "mpirun: 1 of 2 ranks have joined the job after 5 s; the others are starting or have not called MPI.Init"
                        + " yet\n",
                result.err());
    }
}
