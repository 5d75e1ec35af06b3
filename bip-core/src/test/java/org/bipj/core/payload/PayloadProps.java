package org.bipj.core.payload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Payloads against a copy byte by byte. Whatever is drawn follows from the seed. */
class PayloadProps {
    private static final int BYTES = 1 << 13;

    /** A random message in a random place of a buffer, and where each of its bytes lies. */
    private static final class Message {
        final Payload payload = new Payload(new SegmentCache());
        final Buffers.Sample sample;
        final long[] at;

        Message(Buffers kind, Random random, int atLeast) {
            sample = kind.make(BYTES, random);
            Layouts layouts = Layouts.random(random);
            while (layouts.places().length == 0 && atLeast > 0) {
                layouts = Layouts.random(random);
            }
            int size = Math.max(1, layouts.places().length);
            int count = (atLeast + size - 1) / size + random.nextInt(20);
            long[] places = layouts.places(count);
            long lowest = Arrays.stream(places).min().orElse(0);
            long highest = Arrays.stream(places).max().orElse(0);
            assertTrue(highest - lowest < BYTES, "the test's buffers are too small");
            long offset = random.nextInt((int) (BYTES - (highest - lowest))) - lowest;
            payload.set(sample.buffer, offset, count, layouts.layout());
            at = Arrays.stream(places).map(place -> place + offset).toArray();
            assertEquals(at.length, payload.size());
            assertEquals(BYTES - offset, payload.capacity());
        }

        byte[] packed() {
            byte[] bytes = sample.bytes();
            byte[] packed = new byte[at.length];
            for (int i = 0; i < packed.length; i++) {
                packed[i] = bytes[(int) at[i]];
            }
            return packed;
        }

        /** What the buffer's bytes must become when a range of the message is overwritten. */
        byte[] with(byte[] data, int from) {
            byte[] bytes = sample.bytes();
            for (int i = 0; i < data.length; i++) {
                boolean flag = sample.buffer instanceof boolean[];
                bytes[(int) at[from + i]] = flag ? (byte) (data[i] == 0 ? 0 : 1) : data[i];
            }
            return bytes;
        }
    }

    private static Buffers writable(Random random) {
        Buffers kind;
        do {
            kind = Buffers.values()[random.nextInt(Buffers.values().length)];
        } while (kind.isReadOnly());
        return kind;
    }

    @Property(tries = 3_000, shrinking = ShrinkingMode.OFF)
    void aRangeIsCopiedOutByteForByte(@ForAll Buffers kind, @ForAll long seed) {
        Random random = new Random(seed);
        Message message = new Message(kind, random, 0);
        assertEquals(kind.isReadOnly(), message.payload.isReadOnly());
        int from = random.nextInt(message.at.length + 1);
        int n = random.nextInt(message.at.length - from + 1);
        int at = random.nextInt(9);
        byte[] expected = new byte[n + 20];
        Arrays.fill(expected, (byte) 0x77);
        MemorySegment packet = Arena.ofAuto().allocate(expected.length).fill((byte) 0x77);
        System.arraycopy(message.packed(), from, expected, at, n);
        message.payload.copyOut(from, packet, at, n);
        assertArrayEquals(expected, packet.toArray(ValueLayout.JAVA_BYTE), kind + ", seed " + seed);
    }

    @Property(tries = 3_000, shrinking = ShrinkingMode.OFF)
    void aRangeIsCopiedInByteForByte(@ForAll long seed) {
        Random random = new Random(seed);
        Buffers kind = writable(random);
        Message message = new Message(kind, random, 0);
        int from = random.nextInt(message.at.length + 1);
        int n = random.nextInt(message.at.length - from + 1);
        int at = random.nextInt(9);
        byte[] data = new byte[n];
        random.nextBytes(data);
        byte[] expected = message.with(data, from);
        MemorySegment packet = Arena.ofAuto().allocate(n + 9);
        MemorySegment.copy(data, 0, packet, ValueLayout.JAVA_BYTE, at, n);
        message.payload.copyIn(packet, at, from, n);
        assertArrayEquals(expected, message.sample.bytes(), kind + ", seed " + seed);
    }

    @Property(tries = 6_000, shrinking = ShrinkingMode.OFF)
    void onePayloadIsCopiedIntoAnother(@ForAll Buffers kind, @ForAll long seed) {
        Random random = new Random(seed);
        Message source = new Message(kind, random, 0);
        Buffers into = writable(random);
        Message target = new Message(into, random, Math.min(source.at.length, 100));
        int n = random.nextInt(Math.min(source.at.length, target.at.length) + 1);
        int from = random.nextBoolean() ? 0 : random.nextInt(n + 1);
        byte[] expected = target.with(Arrays.copyOfRange(source.packed(), from, n), from);
        if (from == 0) {
            target.payload.copyFrom(source.payload, n);
        } else {
            target.payload.copyFrom(source.payload, from, n - from);
        }
        assertArrayEquals(expected, target.sample.bytes(), kind + " to " + into + ", seed " + seed);
    }

    /** Longer than the stage through which kinds that cannot be copied directly go. */
    @Test
    void longMessagesOfMixedKindsAreCopied() {
        double[] source = new Random(1).doubles(30_000).toArray();
        int[] target = new int[60_000];
        Payload from = new Payload(new SegmentCache());
        Payload to = new Payload(new SegmentCache());
        from.set(source, 8, 29_998, TypeLayout.bytes(8));
        to.set(target, 4, 59_996, TypeLayout.bytes(4));
        to.copyFrom(from, 239_983);
        byte[] expected = new byte[240_000];
        MemorySegment.copy(MemorySegment.ofArray(source), 8, MemorySegment.ofArray(expected), 4, 239_983);
        assertArrayEquals(expected, MemorySegment.ofArray(target).toArray(ValueLayout.JAVA_BYTE));
    }

    @ParameterizedTest
    @EnumSource
    void whatIsReadOnlyIsNotWritten(Buffers kind) {
        Message message = new Message(kind, new Random(4), 8);
        byte[] before = message.sample.bytes();
        MemorySegment packet = Arena.ofAuto().allocate(8).fill((byte) 1);
        if (kind.isReadOnly()) {
            assertThrows(RuntimeException.class, () -> message.payload.copyIn(packet, 0, 0, 8));
            assertArrayEquals(before, message.sample.bytes());
        } else {
            message.payload.copyIn(packet, 0, 0, 8);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPayloadIsSetAgainAndAgain(Buffers kind) {
        Payload payload = new Payload(new SegmentCache());
        for (int round = 0; round < 100; round++) {
            Buffers.Sample sample = kind.make(64, new Random(round));
            payload.set(sample.buffer, 0, 64, TypeLayout.BYTE);
            MemorySegment packet = Arena.ofAuto().allocate(64);
            payload.copyOut(0, packet, 0, 64);
            assertArrayEquals(sample.bytes(), packet.toArray(ValueLayout.JAVA_BYTE));
            payload.clear();
        }
    }

    @Test
    void aDirectBufferIsKnownAgainWhateverItsPosition() {
        SegmentCache cache = new SegmentCache();
        ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        MemorySegment first = cache.of(buffer).segment();
        buffer.position(10).limit(20);
        assertTrue(first == cache.of(buffer).segment(), "wrapped once");
        assertEquals(64, first.byteSize());
        cache.clear();
        assertEquals(64, cache.of(buffer).segment().byteSize());
    }

    @Test
    void outsideOfTheBufferNothingIsCopied() {
        Payload payload = new Payload(new SegmentCache());
        MemorySegment packet = Arena.ofAuto().allocate(64);
        for (Buffers kind : Buffers.values()) {
            payload.set(kind.make(32, new Random(1)).buffer, 24, 16, TypeLayout.BYTE);
            assertThrows(IndexOutOfBoundsException.class, () -> payload.copyOut(0, packet, 0, 16), kind.name());
        }
    }

    @Test
    void nothingNeedsNoBuffer() {
        Payload payload = new Payload(new SegmentCache());
        payload.set(null, 0, 0, TypeLayout.bytes(8));
        assertEquals(0, payload.size());
        payload.copyOut(0, Arena.ofAuto().allocate(1), 0, 0);
    }

    @Test
    void whatIsNoBufferIsNamed() {
        Payload payload = new Payload(new SegmentCache());
        for (Object none : new Object[] {"text", new Object[1], new int[1][1]}) {
            String message = assertThrows(
                            IllegalArgumentException.class, () -> payload.set(none, 0, 1, TypeLayout.BYTE))
                    .getMessage();
            assertTrue(message.contains(none.getClass().getTypeName()), message);
        }
    }

    @Property(tries = 2_000, shrinking = ShrinkingMode.OFF)
    void theSpanReachesTheLastByteOfAnyElement(@ForAll long seed) {
        Random random = new Random(seed);
        Layouts layouts = Layouts.random(random);
        int count = random.nextInt(9);
        long[] places = layouts.places(count);
        long end = places.length == 0 ? 0 : Arrays.stream(places).max().getAsLong() + 1;
        assertEquals(end, Payload.span(count, layouts.layout()), "seed " + seed);
    }
}
