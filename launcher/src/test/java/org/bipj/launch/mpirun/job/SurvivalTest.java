package org.bipj.launch.mpirun.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SurvivalTest {
    private final List<String> told = new ArrayList<>();
    private final Survival survival = new Survival((rank, how) -> told.add(rank + " " + how));

    @Test
    void aJobEndsWellIfItsSurvivorsDo() {
        survival.died(2, 137, "was ended by signal 9 (SIGKILL; exit code 137): by somebody");
        survival.ended(0);
        survival.died(1, 1, "failed: uncaught X\n\tat A.main(A.java:1)");
        survival.ended(0);
        assertEquals(0, survival.exitCode());
        assertEquals(List.of("2 was ended by signal 9 (SIGKILL)", "1 failed: uncaught X"), told);
    }

    @Test
    void theFirstSurvivorThatFailsDecides() {
        survival.died(0, 137, "was ended by signal 9");
        survival.ended(0);
        survival.ended(3);
        survival.ended(4);
        assertEquals(3, survival.exitCode());
    }

    @Test
    void aJobWithoutASurvivorFails() {
        survival.died(0, 0, "exited with code 0 after MPI.Init, without MPI.Finalize");
        assertEquals(1, survival.exitCode());
        survival.died(1, 7, "exited with code 7");
        survival.died(2, 8, "exited with code 8");
        assertEquals(7, survival.exitCode());
    }

    @Test
    void theFirstLineOfATextGetsAnotherEnd() {
        assertEquals("dies; the others go on", Survival.withEnd("dies", "; the others go on"));
        assertEquals("dies; the others go on\n\tat A", Survival.withEnd("dies\n\tat A", "; the others go on"));
    }
}
