package org.bipj.reproduce.am;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bipj.reproduce.TestClusters;
import org.bipj.reproduce.lab.Cluster;
import org.junit.jupiter.api.Test;

class ClientsTest {
    /** An endpoint holds its frame for longer than the run, so that clients are not answered at all. */
    @Test
    void clientsThatAreNotAnsweredHaveNoShare() {
        Cluster now =
                TestClusters.of("now100", List.of()).with("nic.firmware", "am2").with("am.hold", "10");
        Clients clients = Clients.run(now.with("am.frames", "2"), 4, 4, LogP.WINDOW, 0, 10_000);
        assertEquals(0, clients.leastShare());
        assertTrue(clients.largestShare() >= 0 && clients.largestShare() <= 4, "" + clients.largestShare());
        assertTrue(Double.isFinite(clients.rate()), "" + clients.rate());
    }

    private static double paging(long seed) {
        Cluster now = TestClusters.of("now100", List.of("nic.firmware=am2", "am.frames=2"), seed);
        return Clients.ofThreads(now, 6, LogP.WINDOW, 200_000).rate();
    }

    /** It decides how long endpoints keep their frames. */
    @Test
    void theSeedReachesThePaging() {
        assertEquals(paging(1), paging(1));
        assertNotEquals(paging(1), paging(2));
    }
}
