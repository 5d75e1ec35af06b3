package org.bipj.shm.rings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.bipj.core.nic.NicPort;
import org.bipj.core.payload.StreamingCopy;
import org.bipj.shm.memory.Distance;
import org.bipj.shm.memory.NonTemporalCopy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When a reader is taken to be far, and that what is written to a far reader arrives whole and in order. */
class DistanceTest {
    private static final int NEAR_NS = 120;
    private static final int FAR_NS = 390;

    private long ns = NEAR_NS;
    private int measurements;
    private final Distance distance = new Distance(Distance.Given.MEASURED, (memory, at) -> {
        measurements++;
        return ns;
    });

    private boolean afterPackets(int packets) {
        for (int i = 1; i < packets; i++) {
            boolean ignored = distance.isFar(MemorySegment.NULL, 0);
        }
        return distance.isFar(MemorySegment.NULL, 0);
    }

    @Test
    void theFirstPacketsTell() {
        ns = FAR_NS;
        assertFalse(afterPackets(2));
        assertTrue(afterPackets(1), "three measurements in a row");
        assertEquals(3, measurements);
    }

    @Test
    void oneMomentChangesNothing() {
        assertFalse(afterPackets(1));
        for (int moment = 0; moment < 10; moment++) {
            ns = FAR_NS;
            for (int before = measurements; measurements < before + 2; ) {
                assertFalse(afterPackets(1));
            }
            ns = NEAR_NS;
            assertFalse(afterPackets(40));
        }
    }

    @Test
    void theDistanceMayChangeAgainAndAgain() {
        for (int spell = 0; spell < 5; spell++) {
            ns = FAR_NS;
            assertTrue(afterPackets(100));
            ns = NEAR_NS;
            assertFalse(afterPackets(100));
        }
    }

    @Test
    void mostPacketsAreNotMeasured() {
        assertFalse(afterPackets(1600));
        assertTrue(measurements <= 101, () -> measurements + " measurements of 1,600 packets to a near reader");
        ns = FAR_NS;
        assertTrue(afterPackets(100));
        measurements = 0;
        assertTrue(afterPackets(6400));
        assertTrue(measurements <= 101, () -> measurements + " measurements of 6,400 packets to a far reader");
    }

    @Test
    void whatTheUserSaysIsNotMeasured() {
        Distance.Owning never = (memory, at) -> {
            throw new AssertionError("measured");
        };
        Distance near = new Distance(Distance.Given.NEAR, never);
        Distance far = new Distance(Distance.Given.FAR, never);
        for (int i = 0; i < 100; i++) {
            assertFalse(near.isFar(MemorySegment.NULL, 0));
            assertTrue(far.isFar(MemorySegment.NULL, 0));
        }
    }

    @Test
    void theReportSaysHowOftenTheReaderWasFar() {
        assertEquals("", distance.report(), "nothing was written");
        assertFalse(afterPackets(5));
        assertEquals("near; of 5 copies of 6 KiB and more it was far in 0", distance.report());
        ns = FAR_NS;
        assertTrue(afterPackets(95));
        assertTrue(
                distance.report().matches("far; of 100 copies of 6 KiB and more it was far in [78]\\d"),
                distance::report);
    }

    /** Where a rank reads what another has written, it tells the time that its own copies took. */
    @Test
    void readingTellsTheDistanceToo() {
        int told = 0;
        for (int copy = 0; copy < 100; copy++) {
            if (distance.isDue()) {
                told++;
                distance.hasRead(1 << 16, 20_000);
            }
        }
        assertTrue(distance.wasFar(), "65,536 bytes in 20 us, " + told + " times");
        for (int copy = 0; copy < 300; copy++) {
            if (distance.isDue()) {
                distance.hasRead(1 << 16, 3_000);
            }
        }
        assertFalse(distance.wasFar());
        assertEquals(0, measurements, "nothing was written");
    }

    /** Measuring writes to the packet's lines only. */
    @Test
    void measuringWritesBehindTheBeginning() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(8192, 64).fill((byte) 1);
            assertFalse(new Distance(Distance.Given.MEASURED, (m, at) -> 0).isFar(memory, 1000));
            boolean ignored = new Distance(Distance.Given.MEASURED).isFar(memory, 1000);
            for (int i = 0; i < 8192; i++) {
                byte found = memory.get(ValueLayout.JAVA_BYTE, i);
                assertTrue(found == 1 || i >= 1000 && i < 1000 + NicPort.STREAMED_MIN, "byte " + i);
            }
        }
    }

    /** Two threads on a ring whose packets are written past the caches. */
    @Tag("tier2")
    @Test
    void streamedPacketsArriveWholeAndInOrder() throws InterruptedException {
        assumeTrue(NonTemporalCopy.get() != null, "no copy by non-temporal stores on this machine");
        int packets = 20_000;
        MemorySegment memory = Arena.ofAuto().allocate(LongRing.bytes(1 << 16), 64);
        LongRing.make(memory, 0, 1, 1 << 16);
        RingPlace place = LongRing.place(memory);
        RingWriter writer = new RingWriter(memory, place, new Distance(Distance.Given.FAR));
        AtomicReference<String> wrong = new AtomicReference<>();
        AtomicBoolean ends = new AtomicBoolean();
        Thread reader = Thread.ofPlatform().start(() -> read(memory, place, packets, ends, wrong));
        long[] data = new long[2048];
        for (int packet = 0; packet < packets && wrong.get() == null; packet++) {
            int words = 256 + packet % 1700;
            for (int i = 0; i < words; i++) {
                data[i] = packet * 10_000L + i;
            }
            long claim = writer.claim(8 * words);
            while (claim < 0 && wrong.get() == null) {
                Thread.onSpinWait();
                claim = writer.claim(8 * words);
            }
            StreamingCopy copy = writer.streaming(claim);
            copy.copy(MemorySegment.ofArray(data), 0, memory, claim, 8L * words);
            writer.commit(claim, 8 * words, packet);
        }
        reader.join(60_000);
        assertEquals(null, wrong.get());
        assertTrue(ends.get(), "the reader has had all packets");
    }

    private static void read(
            MemorySegment memory, RingPlace place, int packets, AtomicBoolean ends, AtomicReference<String> wrong) {
        RingReader reader = new RingReader(memory, place, NicPort.DATA, 0, peer -> {});
        int next = 0;
        while (next < packets && wrong.get() == null) {
            long shown = reader.peek(16);
            if (shown != 0) {
                check(memory, reader.shownAt(), (int) (shown >>> 32), (int) shown - 1, next++, wrong);
                reader.take();
            }
        }
        ends.set(true);
    }

    private static void check(
            MemorySegment memory, long at, int immediate, int length, int packet, AtomicReference<String> wrong) {
        int words = 256 + packet % 1700;
        if (immediate != packet || length != 8 * words) {
            wrong.set("packet " + immediate + " of " + length + " bytes instead of " + packet);
        }
        for (int i = 0; i < words && wrong.get() == null; i++) {
            long found = memory.get(ValueLayout.JAVA_LONG, at + 8L * i);
            if (found != packet * 10_000L + i) {
                wrong.set("word " + i + " of packet " + packet + " is " + found);
            }
        }
    }
}
