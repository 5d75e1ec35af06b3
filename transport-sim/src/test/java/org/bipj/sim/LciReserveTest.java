package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.bipj.sim.kernel.FiberException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Boards that forward can wait for each other's receive buffers in a circle, unless they have some for each depth of the
 * trees (LCI paper, section 3.6).
 *
 * <pre>
 *   rank 0 multicasts to 0 2 3 4:   0 -> 2 -> 4        a packet on 0 -> 2 keeps its buffer until 2 -> 4 has room,
 *   rank 2 multicasts to 0 2 4 5:   2 -> 4 -> 0        which waits for 4 -> 0,
 *   rank 4 multicasts to 0 1 2 4:   4 -> 0 -> 2        which waits for 0 -> 2
 * </pre>
 */
class LciReserveTest {
    private static final int RANKS = 6;
    private static final int[][] GROUPS = {{0, 2, 3, 4}, {0, 2, 4, 5}, {0, 1, 2, 4}};
    private static final int EACH = 60;
    private static final int POLLS = 300;

    private static void circle(String... settings) {
        LciRig.run(
                RANKS,
                host -> {
                    int expected = 0;
                    for (int group = 0; group < GROUPS.length; group++) {
                        int rank = host.rank();
                        if (Arrays.stream(GROUPS[group]).anyMatch(member -> member == rank)) {
                            host.lci.group(group, GROUPS[group]);
                            expected += rank == 2 * group ? 0 : EACH;
                        }
                    }
                    host.compute(50);
                    if (host.rank() % 2 == 0) {
                        for (int i = 0; i < EACH; i++) {
                            host.multicast(host.rank() / 2, i, new byte[8]);
                        }
                    }
                    for (int poll = 0; poll < POLLS && host.received.size() < expected; poll++) {
                        host.compute(1000);
                        host.lci.poll(Integer.MAX_VALUE);
                    }
                    host.givesUp = host.received.size() < expected;
                    assertEquals(expected, host.received.size(), "packets of rank " + host.rank());
                },
                settings);
    }

    private static String[] settings(String retransmission, String reserve) {
        return new String[] {
            "lci.retransmission=" + retransmission,
            "lci.multicast=ni",
            "lci.window=1",
            "lci.reserve=" + reserve,
            "lci.memory.receive.retransmission=16KiB"
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "ni"})
    void withBuffersByDepthAllArrive(String retransmission) {
        circle(settings(retransmission, "depth"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "ni"})
    void withoutTheBoardsWaitForEachOther(String retransmission) {
        FiberException stuck = assertThrows(FiberException.class, () -> circle(settings(retransmission, "off")));
        assertTrue(stuck.getCause().getMessage().startsWith("packets of rank "), stuck::toString);
    }

    @ParameterizedTest
    @CsvSource({"none, host, boards that do not forward", "ni, host, boards that do not forward"})
    void placementsThatCannotReserveSaySo(String retransmission, String multicast, String reason) {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> LciRig.run(
                        2,
                        host -> {},
                        "lci.retransmission=" + retransmission,
                        "lci.multicast=" + multicast,
                        "lci.reserve=depth"));
        assertTrue(refused.getMessage().contains("lci.reserve"), refused.getMessage());
        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    }
}
