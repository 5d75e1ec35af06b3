package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.bipj.core.protocol.MulticastTree;
import org.bipj.sim.kernel.FiberException;
import org.junit.jupiter.api.Test;
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

    // ---- hosts that forward -------------------------------------------------------------------------------------

    /** Of each group, and by rank the group to which it multicasts, or none. */
    private static final int[][] HOSTS = {{0, 1, 3, 4}, {0, 1, 3, 5}, {0, 2, 3, 4}};

    private static final int[] GROUP_OF = {-1, 0, 2, -1, 0, 1};

    private static final int MANY_POLLS = 3000;

    /**
     * Ranks 4 and 5 multicast over 0 to 3, ranks 1 and 2 over 3 to 0. The receive packets of hosts 0 and 3 fill with packets that
     * are to be forwarded, and their send packets with those that find the other host full.
     */
    private static void opposite(String... settings) {
        LciRig.run(
                RANKS,
                host -> {
                    int rank = host.rank();
                    int expected = 0;
                    for (int group = 0; group < HOSTS.length; group++) {
                        if (Arrays.stream(HOSTS[group]).anyMatch(member -> member == rank)) {
                            host.lci.group(group, HOSTS[group]);
                            for (int root = 0; root < RANKS; root++) {
                                expected += root != rank && GROUP_OF[root] == group ? EACH : 0;
                            }
                        }
                    }
                    host.compute(50);
                    int toSend = GROUP_OF[rank] < 0 ? 0 : EACH;
                    int polls = 0;
                    for (; polls < MANY_POLLS && (toSend > 0 || host.received.size() < expected); polls++) {
                        host.compute(20);
                        host.lci.poll(Integer.MAX_VALUE);
                        for (int packet = 0; toSend > 0 && packet >= 0; ) {
                            packet = host.lci.allocate();
                            if (packet >= 0) {
                                host.lci.multicast(GROUP_OF[rank], packet, 8, EACH - toSend);
                                toSend--;
                            }
                        }
                    }
                    host.givesUp = polls == MANY_POLLS;
                    assertEquals(expected, host.received.size(), "packets of rank " + rank);
                },
                settings);
    }

    private static String[] hosts(String reserve, String sendMemory) {
        return new String[] {
            "lci.retransmission=host",
            "lci.multicast=host",
            "lci.window=1",
            "lci.reserve=" + reserve,
            "lci.host-packets=" + RANKS * MulticastTree.height(RANKS),
            "lci.memory.send.retransmission=" + sendMemory
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"3KiB", "30KiB"})
    void withPacketsByDepthHostsForwardAll(String sendMemory) {
        opposite(hosts("depth", sendMemory));
    }

    @ParameterizedTest
    @ValueSource(strings = {"3KiB", "30KiB"})
    void withoutTheHostsWaitForEachOther(String sendMemory) {
        FiberException stuck = assertThrows(FiberException.class, () -> opposite(hosts("off", sendMemory)));
        assertTrue(stuck.getCause().getMessage().startsWith("packets of rank "), stuck::toString);
    }

    @Test
    void hostsNeedASendPacketForEachDepth() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> opposite(hosts("depth", "1KiB")));
        assertTrue(refused.getMessage().contains("send packets, which are reserved"), refused.getMessage());
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
