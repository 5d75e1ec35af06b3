package org.bipj.shm.link;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
