package org.bipj.shm.rings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.bipj.shm.Maps;
import org.bipj.shm.NoPackets;
import org.bipj.shm.ShmFabric;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a rank finds in a ring file that is not as it must be. */
class RingFileTest {
    private static MemorySegment ring(int from, int to) {
        MemorySegment memory = Arena.ofAuto().allocate(RingFile.bytes(), 64);
        RingFile.make(memory, from, to);
        return memory;
    }

    private static RingSender sender(int rank) {
        return new RingSender(Integer.toString(rank), rank, null);
    }

    private static String damaged(MemorySegment memory, int from, int to) {
        return assertThrows(PortException.class, () -> RingFile.validate(memory, sender(from), to))
                .getMessage();
    }

    @Test
    void aNewRingIsValidForItsPairAndNoOther() {
        MemorySegment memory = ring(3, 5);
        RingFile.validate(memory, sender(3), 5);
        assertTrue(damaged(memory, 4, 5).contains("sender 3, expected 4"));
        assertTrue(damaged(memory, 3, 6).contains("receiver 5, expected 6"));
    }

    @ParameterizedTest
    @CsvSource({"8,version", "12,sender", "16,receiver", "20,control bytes", "24,data bytes"})
    void everyFieldOfTheHeaderIsChecked(long at, String name) {
        MemorySegment memory = ring(0, 1);
        memory.set(ValueLayout.JAVA_INT, at, 77_777);
        String message = damaged(memory, 0, 1);
        assertTrue(message.contains("ring-0-1") && message.contains(name + " 77777"), message);
    }

    @Test
    void aWrongMagicNumberOrNoneIsDamage() {
        MemorySegment memory = ring(0, 1);
        memory.set(ValueLayout.JAVA_LONG, 0, 1);
        assertTrue(damaged(memory, 0, 1).contains("magic"));
        assertTrue(damaged(Arena.ofAuto().allocate(RingFile.bytes(), 64), 0, 1).contains("magic"));
    }

    @Test
    void aFileThatWasCutOffIsDamage() {
        MemorySegment memory = ring(0, 1);
        assertTrue(damaged(memory.asSlice(0, RingFile.bytes() - 1), 0, 1).contains("expected " + RingFile.bytes()));
        assertTrue(damaged(memory.asSlice(0, 100), 0, 1).contains("damaged"));
    }

    @Test
    void headerAndRingsLieWhereTheLayoutSays() {
        assertEquals(0, RingFile.ringAt(true) % 128);
        assertEquals(RingFile.ringAt(true) + RingFile.CONTROL_BYTES, RingFile.ringAt(false));
        assertEquals(RingFile.ringAt(false) + RingFile.DATA_BYTES, RingFile.bytes());
        assertTrue(Math.abs(RingFile.readAt(true) - RingFile.readAt(false)) >= 128);
    }

    /** The receiver says so at once, in the poll that finds the ring, and keeps no mapping of it. */
    @ParameterizedTest
    @ValueSource(ints = {0, 8, 12, 24, -1, -2})
    void aPollThatFindsADamagedRingSaysWhich(int field) throws IOException {
        try (ShmFabric fabric = ShmFabric.files(2)) {
            NicPort sender = fabric.port(0);
            sender.commit(1, NicPort.DATA, sender.claim(1, NicPort.DATA, 8), 8, 0);
            damage(fabric.directory().resolve("ring-0-1"), field);
            String message = assertThrows(PortException.class, () -> poll(fabric.port(1)))
                    .getMessage();
            assertTrue(message.contains("ring-0-1"), message);
            sender.close();
            assertEquals(List.of(), Maps.of("ring-0-1"));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 8, 12, 16, 20})
    void everyFieldOfALongRingIsChecked(long at) {
        int ringBytes = 1 << 20;
        MemorySegment memory = Arena.ofAuto().allocate(LongRing.bytes(ringBytes), 64);
        LongRing.make(memory, 2, 3, ringBytes);
        LongRing.validate(memory, sender(2), 3);
        assertEquals(ringBytes, LongRing.place(memory).capacity());
        for (int value : new int[] {0, -1, 77_777, Integer.MIN_VALUE}) {
            int good = memory.get(ValueLayout.JAVA_INT, at);
            memory.set(ValueLayout.JAVA_INT, at, value);
            String message = assertThrows(PortException.class, () -> LongRing.validate(memory, sender(2), 3))
                    .getMessage();
            assertTrue(message.contains("long-2-3"), message);
            memory.set(ValueLayout.JAVA_INT, at, good);
        }
        MemorySegment cut = memory.asSlice(0, memory.byteSize() - 64);
        assertThrows(PortException.class, () -> LongRing.validate(cut, sender(2), 3));
    }

    private static void damage(Path file, int field) throws IOException {
        if (field == -2) {
            Files.delete(file);
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (field == -1) {
                channel.truncate(0);
            } else {
                channel.write(java.nio.ByteBuffer.wrap(new byte[] {99, 98, 97, 96}), field);
            }
        }
        assertFalse(Files.notExists(file));
    }

    private static void poll(NicPort port) {
        for (int i = 0; i < 10; i++) {
            port.poll(new NoPackets(), 1);
        }
    }
}
