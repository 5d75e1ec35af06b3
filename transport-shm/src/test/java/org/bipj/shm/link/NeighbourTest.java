package org.bipj.shm.link;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bipj.core.job.Jobs;
import org.bipj.core.job.family.Connections;
import org.bipj.core.nic.PortException;
import org.bipj.shm.ShmSession;
import org.junit.jupiter.api.Test;

/** Jobs of threads that other jobs of the JVM find. */
class NeighbourTest {
    @Test
    void aSessionThatIsClosedIsNotFoundAnyMore() {
        ShmSession session = ShmSession.forThreads(1);
        assertTrue(Neighbour.isThere(session.address()));
        session.close();
        assertThrows(PortException.class, () -> Neighbour.open(session.address()));
    }

    /** A job that goes on without it is there as before. */
    @Test
    void whoeverCallsAtTheDoorOfADeadRankHearsOfThat() {
        try (ShmSession host = ShmSession.forThreads(2);
                ShmSession guest = ShmSession.forThreads(1)) {
            host.surviveDeaths();
            Connections.Door door = Jobs.connections(host.job(1)).openDoor();
            Connections.Calling call = Jobs.connections(guest.job(0)).call(door.name(), "letter");
            assertNull(call.poll());
            host.died(0, "has died");
            for (int i = 0; i < 1000; i++) {
                assertNull(call.poll());
            }
            host.died(1, "has died");
            assertThrows(PortException.class, () -> {
                for (int i = 0; i < 1000; i++) {
                    assertNull(call.poll());
                }
            });
        }
    }

    @Test
    void sessionsThatNobodyClosesAreForgotten() {
        int before = Neighbour.announced();
        for (int i = 0; i < 1000; i++) {
            ShmSession.forThreads(1);
        }
        System.gc();
        ShmSession.forThreads(1).close();
        assertTrue(Neighbour.announced() < before + 100, () -> Neighbour.announced() + " jobs");
    }
}
