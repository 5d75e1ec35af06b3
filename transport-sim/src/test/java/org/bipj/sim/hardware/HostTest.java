package org.bipj.sim.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bipj.core.nic.HostWork;
import org.bipj.sim.trace.Trace;
import org.junit.jupiter.api.Test;

/** What the host's software costs, and how its memory looks to the board. */
class HostTest {
    private final Host host = new Rig().node.host();

    @Test
    void everyPieceOfWorkHasACost() {
        assertEquals("host.bip.send", Host.keyOf(HostWork.BIP_SEND));
        assertEquals("host.mpi.rendezvous", Host.keyOf(HostWork.MPI_RENDEZVOUS));
        assertEquals("host.panda.st.send", Host.keyOf(HostWork.PANDA_ST_SEND));
        assertEquals("host.failed-test", Host.keyOf(HostWork.FAILED_TEST));
        assertEquals(2_400_000, host.workPs(HostWork.MPI_SEND));
        assertEquals(200_000, host.pollPs());
    }

    @Test
    void copiesRunAt80MegabytesPerSecondInTheCacheAnd52Beyond() {
        assertEquals(12_500L * 1000, host.copyPs(1000));
        assertEquals(12_500L * 262_144, host.copyPs(262_144));
        assertEquals(12_500L * 262_144 + 19_231L * 262_144, host.copyPs(524_288));
    }

    @Test
    void aPageIsPinnedOnFirstTouchAndLookedUpLater() {
        long first = host.pinPs(0x10_0ff8, 16);
        assertEquals(2 * (8_200_000 + 50_000), first, "two pages");
        assertEquals(2 * 50_000, host.pinPs(0x10_0ff8, 16));
        assertEquals(50_000 + 8_250_000, host.pinPs(0x10_1000, 4097), "one known, one new");
        assertEquals(0, host.pinPs(0x20_0000, 0));
    }

    @Test
    void aFullTranslationCacheUnpinsThePageUnusedForLongest() {
        Host small = new Rig(Rig.PPRO.with("host.pin.pages", "2"), Trace.OFF).node.host();
        small.pinPs(0x1000, 1);
        small.pinPs(0x2000, 1);
        small.pinPs(0x1000, 1);
        assertEquals(50_000 + 8_200_000 + 2_000_000, small.pinPs(0x3000, 1), "a third page unpins");
        assertEquals(50_000, small.pinPs(0x1000, 1), "used last: still there");
        assertEquals(10_250_000, small.pinPs(0x2000, 1), "was unpinned");
    }

    @Test
    void piecesEndAtPages() {
        assertEquals(4096, host.toPageEnd(0x1000));
        assertEquals(1, host.toPageEnd(0x1fff));
        assertEquals(2, host.pagesOf(0x1fff, 2));
        assertEquals(1, host.pagesOf(0x1000, 4096));
        assertEquals(0, host.pagesOf(0x1000, 0));
    }

    @Test
    void memoryKeepsItsAddress() {
        int[] array = new int[1000];
        byte[] bytes = new byte[100];
        long address = host.addressOf(array, 4000);
        assertNotEquals(address, host.addressOf(bytes, 100));
        assertEquals(address, host.addressOf(array, 4000));
        assertEquals(address + 40, host.addressOf(MemorySegment.ofArray(array).asSlice(40, 8), 8));
        ByteBuffer slice = ByteBuffer.wrap(bytes).position(10).slice();
        assertEquals(host.addressOf(bytes, 100) + 10, host.addressOf(slice, 90));
        assertEquals(
                address + 40, host.addressOf(IntBuffer.wrap(array).position(10).slice(), 3960));
    }

    /** Whatever part of it was asked for first. */
    @Test
    void memoryOfAnArrayIsAsLongAsItsElements() {
        Object[] arrays = {
            new byte[1000],
            new boolean[1000],
            new short[1000],
            new char[1000],
            new int[1000],
            new float[1000],
            new long[1000],
            new double[1000]
        };
        int[] sizes = {1, 1, 2, 2, 4, 4, 8, 8};
        long expected = host.addressOf(new byte[1000], 8);
        for (int i = 0; i < arrays.length; i++) {
            expected += 1000L * (i == 0 ? 1 : sizes[i - 1]) + 8;
            assertEquals(
                    expected, host.addressOf(arrays[i], 8), arrays[i].getClass().getSimpleName());
        }
        assertEquals(expected + 8000 + 8, host.addressOf(new byte[1], 1));
    }

    @Test
    void nativeMemoryKeepsItsAddressBySlices() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(10_000);
            long address = host.addressOf(segment, 10_000);
            assertEquals(address + 4000, host.addressOf(segment.asSlice(4000, 100), 100));
            ByteBuffer direct = ByteBuffer.allocateDirect(64);
            long other = host.addressOf(direct, 64);
            assertEquals(other, host.addressOf(direct.duplicate().position(3), 64));
            assertEquals(
                    other + 3, host.addressOf(direct.duplicate().position(3).slice(), 61));
            assertTrue(other >= address + 10_000);
        }
    }

    @Test
    void aSliceThatWasSeenFirstGivesWayToTheWhole() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(10_000);
            long slice = host.addressOf(segment.asSlice(100, 50), 50);
            long whole = host.addressOf(segment, 10_000);
            assertTrue(whole > slice);
            assertEquals(whole + 100, host.addressOf(segment.asSlice(100, 50), 50));
        }
    }

    /** Where an allocator puts it must not show. */
    @Test
    void emptyNativeMemoryIsNotItsNeighbours() {
        MemorySegment both = Arena.global().allocate(200);
        long first = host.addressOf(both.asSlice(0, 100), 100);
        long empty = host.addressOf(both.asSlice(100, 0), 0);
        assertNotEquals(first + 100, empty);
        assertEquals(empty, host.addressOf(both.asSlice(100, 0), 0));
    }

    /** Real addresses of what is never freed lie anywhere, in any order and aligned in any way. */
    @Test
    void globalMemoryIsPlacedByFirstUseAndSizeOnly() {
        Arena arena = Arena.global();
        List<MemorySegment> segments = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            segments.add(arena.allocate(1000, 1L << i % 13));
        }
        long expected = host.addressOf(segments.getLast(), 1000);
        for (int i = segments.size() - 2; i >= 0; i--) {
            expected += 1000 + 8;
            assertEquals(expected, host.addressOf(segments.get(i), 1000), "segment " + i);
        }
        assertEquals(expected, host.addressOf(segments.getFirst(), 1000));
    }

    /** An allocator gives freed memory out again or not, as it likes: that must not show. */
    @Test
    void nativeMemoryThatWasFreedIsOtherMemoryWhenItComesAgain() {
        long last = 0;
        for (int i = 0; i < 200; i++) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment segment = arena.allocate(4096);
                long address = host.addressOf(segment, 4096);
                assertTrue(address > last);
                assertEquals(address, host.addressOf(segment, 4096));
                last = address;
            }
        }
    }

    @Test
    void blocksAreAlignedAsMallocDoesAndNeverOverlapOrComeBack() {
        Set<Long> seen = new HashSet<>();
        long end = 0;
        boolean inPage = false;
        for (int i = 0; i < 2000; i++) {
            long address = host.addressOf(new byte[i], i);
            assertTrue(seen.add(address));
            assertTrue(address >= end + 8 && address % 8 == 0, "aligned, and a header lies between");
            inPage |= address % 4096 > 1000;
            end = address + i;
        }
        assertTrue(inPage, "buffers start anywhere in a page");
    }

    @Test
    void addressesDoNotKeepMemoryAlive() throws InterruptedException {
        byte[] array = new byte[1 << 20];
        host.addressOf(array, array.length);
        WeakReference<byte[]> gone = new WeakReference<>(array);
        array = null;
        for (int i = 0; i < 100 && gone.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertEquals(null, gone.get());
        for (int i = 0; i < 200; i++) {
            host.addressOf(new byte[8], 8);
        }
    }
}
