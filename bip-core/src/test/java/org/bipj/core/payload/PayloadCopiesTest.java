package org.bipj.core.payload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each way in which bytes are copied, with lengths around those where another one begins: {@link PayloadProps} draws some of them. */
class PayloadCopiesTest {
    private static final int BYTES = 256;

    private final SegmentCache cache = new SegmentCache();
    private final Random random = new Random(3);

    /** Elements of a layout in a buffer, and where their bytes lie. */
    private final class Message {
        final Buffers.Sample sample;
        final Payload payload = new Payload(cache);
        final int[] at;

        Message(Buffers kind, Layouts layouts, int start, int count) {
            sample = kind.make(BYTES, random);
            payload.set(sample.buffer, start, count, layouts.layout());
            at = Arrays.stream(layouts.places(count))
                    .mapToInt(place -> (int) place + start)
                    .toArray();
            assertEquals(at.length, payload.size());
        }

        byte[] packed() {
            byte[] bytes = sample.bytes();
            byte[] packed = new byte[at.length];
            for (int i = 0; i < packed.length; i++) {
                packed[i] = bytes[at[i]];
            }
            return packed;
        }

        /** What the buffer's bytes become where a part of the message is overwritten. */
        byte[] with(byte[] data, int from) {
            byte[] bytes = sample.bytes();
            for (int i = 0; i < data.length; i++) {
                bytes[at[from + i]] = sample.buffer instanceof boolean[] ? (byte) (data[i] == 0 ? 0 : 1) : data[i];
            }
            return bytes;
        }
    }

    private static Layouts dense() {
        return new Layouts(TypeLayout.BYTE, new long[] {0});
    }

    /** Runs of one length at one distance; of two runs, whose elements do not go on at that distance. */
    private static Layouts vector(int length, int distance, int runs) {
        long[] offsets = LongStream.range(0, runs).map(i -> i * distance).toArray();
        long[] lengths = new long[runs];
        Arrays.fill(lengths, length);
        long[] places = Arrays.stream(offsets)
                .flatMap(offset -> LongStream.range(offset, offset + length))
                .toArray();
        long extent = runs == 1 ? distance : (runs + 1L) * distance;
        return new Layouts(TypeLayout.of(offsets, lengths, 0, extent), places);
    }

    private void checkOut(Message message, int from, int n) {
        byte[] packet = new byte[n + 8];
        Arrays.fill(packet, (byte) 0x77);
        byte[] expected = packet.clone();
        System.arraycopy(message.packed(), from, expected, 3, n);
        message.payload.copyOut(from, MemorySegment.ofArray(packet), 3, n);
        assertArrayEquals(expected, packet);
    }

    private void checkIn(Message message, int from, int n) {
        byte[] data = new byte[n];
        random.nextBytes(data);
        byte[] packet = new byte[n + 8];
        System.arraycopy(data, 0, packet, 5, n);
        byte[] expected = message.with(data, from);
        message.payload.copyIn(MemorySegment.ofArray(packet), 5, from, n);
        assertArrayEquals(expected, message.sample.bytes());
    }

    private void check(Buffers kind, Layouts layouts, int start, int count) {
        Message message = new Message(kind, layouts, start, count);
        int size = message.at.length;
        for (int from : new int[] {0, Math.min(size, 8), Math.min(size, 3)}) {
            checkOut(message, from, size - from);
            if (!kind.isReadOnly()) {
                checkIn(message, from, size - from);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void messagesInOneRun(Buffers kind) {
        for (int start : new int[] {0, 16, 3}) {
            for (int bytes = 0; bytes <= 49; bytes++) {
                check(kind, dense(), start, bytes);
            }
            check(kind, dense(), start, 200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void messagesWithGaps(Buffers kind) {
        for (int unit : new int[] {1, 2, 4, 8}) {
            for (int distance : new int[] {2 * unit, 3 * unit, 2 * unit + 1}) {
                for (int runs = 1; runs <= 2; runs++) {
                    for (int count = 1; count <= 3; count++) {
                        check(kind, vector(unit, distance, runs), 8, count);
                        check(kind, vector(unit, distance, runs), 5, count);
                    }
                    check(kind, vector(unit, -distance, runs), 200, 3);
                }
            }
        }
        check(kind, vector(16, 24, 2), 8, 3);
    }

    private void checkBetween(Message source, Message target, int from) {
        int n = source.at.length - from;
        byte[] expected = target.with(Arrays.copyOfRange(source.packed(), from, from + n), from);
        target.payload.copyFrom(source.payload, from, n);
        assertArrayEquals(expected, target.sample.bytes());
    }

    @ParameterizedTest
    @EnumSource
    void messagesBetweenBuffers(Buffers kind) {
        List<Buffers> targets = new ArrayList<>(List.of(Buffers.values()));
        targets.removeIf(Buffers::isReadOnly);
        for (Buffers into : targets) {
            for (int start : new int[] {16, 3}) {
                for (int from : new int[] {0, 11}) {
                    checkBetween(new Message(kind, dense(), start, 96), new Message(into, dense(), 8, 96), from);
                    checkBetween(
                            new Message(kind, dense(), start, 48), new Message(into, vector(8, 16, 2), 8, 3), from);
                    checkBetween(
                            new Message(kind, vector(8, 16, 2), start, 3), new Message(into, dense(), 24, 48), from);
                    checkBetween(
                            new Message(kind, vector(8, 16, 2), start, 3),
                            new Message(into, vector(4, 8, 1), 8, 12),
                            from);
                }
            }
        }
    }

    /** Data with gaps on both sides, in buffers of two kinds, go through a stage: here by more than one. */
    @Test
    void longMessagesWithGapsOnBothSides() {
        int elements = 5000;
        long[] source = random.longs(2 * elements).toArray();
        for (int bytes : new int[] {8 * elements, 8192, 8193, 8191, 16_384}) {
            int[] target = new int[4 * elements];
            Payload from = new Payload(cache);
            Payload to = new Payload(cache);
            from.set(source, 0, elements, TypeLayout.bytes(8).resized(0, 16));
            to.set(target, 0, 2 * elements, TypeLayout.bytes(4).resized(0, 8));
            int first = bytes == 8 * elements ? 0 : 12;
            to.copyFrom(from, first, bytes);
            byte[] expected = new byte[16 * elements];
            byte[] all = MemorySegment.ofArray(source).toArray(ValueLayout.JAVA_BYTE);
            for (int i = first; i < first + bytes; i++) {
                expected[i / 4 * 8 + i % 4] = all[i / 8 * 16 + i % 8];
            }
            assertArrayEquals(expected, MemorySegment.ofArray(target).toArray(ValueLayout.JAVA_BYTE));
        }
    }
}
