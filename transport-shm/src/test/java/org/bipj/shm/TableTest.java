package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import org.bipj.core.nic.NicPort;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.shm.memory.Native;
import org.bipj.testkit.Ranks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table: what one rank lays all ranks read, in the turn that it was laid for. */
class TableTest {
    @BeforeAll
    static void linkNativeCalls() {
        Native.get();
    }

    private static Payload payload(long[] values, int count) {
        Payload payload = new Payload(new SegmentCache());
        payload.set(values, 0, count * 8L, TypeLayout.BYTE);
        return payload;
    }

    private static void awaitLaid(NicPort port) {
        for (int fruitless = 1; !port.table().isComplete(); fruitless++) {
            port.idle(fruitless);
        }
    }

    /** Ranks are late by turns, so that each of them sleeps, is last, and overtakes others into the next turn. */
    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "2, true", "5, false", "5, true"})
    void everyTurnBringsWhatWasLaidInIt(int ranks, boolean files) {
        int turns = 2000;
        try (ShmFabric fabric = files ? ShmFabric.files(ranks) : ShmFabric.local(ranks)) {
            Ranks.run(fabric, job -> {
                NicPort port = job.open();
                Random random = new Random(job.rank());
                long[] own = new long[7];
                long[] all = new long[7 * ranks];
                for (int turn = 1; turn <= turns; turn++) {
                    int count = turn % 8;
                    Arrays.fill(own, 1000L * turn + job.rank());
                    if (random.nextInt(300) == 0) {
                        Thread.sleep(2);
                    }
                    port.table().publish(payload(own, count));
                    awaitLaid(port);
                    port.table().gather(payload(all, count * ranks), count * 8L);
                    for (int i = 0; i < count * ranks; i++) {
                        assertEquals(1000L * turn + i / count, all[i], "turn " + turn + ", element " + i);
                    }
                }
            });
        }
    }

    @Test
    void aTurnEndsWithTheLastRank() {
        try (ShmFabric fabric = ShmFabric.local(3)) {
            NicPort[] ports = {fabric.port(0), fabric.port(1), fabric.port(2)};
            long[] value = new long[8];
            ports[0].table().publish(payload(value, 1));
            ports[2].table().publish(payload(value, 1));
            assertFalse(ports[0].table().isComplete());
            assertFalse(ports[2].table().isComplete());
            ports[1].table().publish(payload(value, 1));
            for (NicPort port : ports) {
                assertTrue(port.table().isComplete());
            }
            ports[1].table().publish(payload(value, 0));
            assertFalse(ports[1].table().isComplete());
            assertTrue(ports[0].table().isComplete(), "rank 0 is still in its turn before");
        }
    }

    @Test
    void moreThanALineHoldsIsRefused() {
        try (ShmFabric fabric = ShmFabric.local(2)) {
            NicPort port = fabric.port(0);
            Payload nine = payload(new long[9], 8);
            assertTrue(assertThrows(
                            IllegalArgumentException.class, () -> port.table().publish(nine))
                    .getMessage()
                    .contains("64 bytes"));
        }
    }
}
