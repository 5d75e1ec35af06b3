package org.bipj.launch.hosts.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import org.bipj.core.job.Application;
import org.bipj.core.job.family.Connections;
import org.bipj.launch.mpirun.command.BindingPlan;
import org.bipj.launch.mpirun.command.HostNetwork;
import org.bipj.launch.support.Level;
import org.junit.jupiter.api.Test;

class HostJobTest {
    private static final HostJob JOB = new HostJob(
            List.of(new HostJob.Host("a", List.of(0, 1, 3)), new HostJob.Host("me@b", List.of(2))),
            List.of(program(0, 1), program(1, 3)),
            true,
            new BindingPlan(Level.CORE, Level.SOCKET, 2, "0-3", List.of("1"), List.of("*")),
            false,
            -1,
            1500,
            HostNetwork.AUTO,
            List.of("10.0.0.0/8"),
            "42000-42009",
            30,
            "00ff",
            7,
            new Connections.Parents("shm:/dev/shm/a 0-1", "spawn-3"),
            true,
            0x8000_0000_0000_0001L,
            true);

    private static HostJob.Program program(int number, int ranks) {
        return new HostJob.Program(
                new Application(number, ranks, "java"),
                List.of("/bin/java", "A", "a b"),
                number == 0 ? List.of() : List.of("/bin/java", "-Dcached", "A", "a b"),
                Map.of("COLOUR", "r\u00f6t"),
                "/tmp",
                List.of("/bin/java"));
    }

    @Test
    void aJobTravelsWhole() {
        assertEquals(JOB, HostJob.of(JOB.frame()));
    }

    @Test
    void theTableNamesAllHostsAndMarksItsOwn() {
        assertEquals("a 10.0.0.1 0-1,3\n*me@b - 2\n", JOB.table(1, List.of("10.0.0.1", "-")));
    }

    @Test
    void theTableHasHostsOfOtherJobs() {
        HostJob job = new HostJob(
                List.of(new HostJob.Host("a", List.of()), new HostJob.Host("b", List.of(0))),
                List.of(program(0, 1)),
                false,
                JOB.binding(),
                false,
                -1,
                1500,
                HostNetwork.AUTO,
                List.of(),
                "",
                30,
                "00ff",
                7,
                null,
                true,
                1,
                false);
        assertEquals("a - none\n*b - 0\n", job.table(1, List.of("-", "-")));
    }

    @Test
    void programsHaveConsecutiveRanks() {
        assertEquals(0, JOB.program(0).application().number());
        assertEquals(1, JOB.program(3).application().number());
    }

    @Test
    void otherVersionsAreNamed() {
        Versions own = new Versions("1.0", 25);
        assertNull(own.difference(new Versions("1.0", 25)));
        assertEquals("version 1.1 of the library, here it is version 1.0", own.difference(new Versions("1.1", 25)));
        assertEquals("Java 26, here it is Java 25", own.difference(new Versions("1.0", 26)));
    }
}
