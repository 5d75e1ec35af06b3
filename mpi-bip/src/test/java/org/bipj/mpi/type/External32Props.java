package org.bipj.mpi.type;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.ElementKind;
import org.bipj.core.payload.NoBufferException;
import org.bipj.core.payload.Signature;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.junit.jupiter.api.Test;

/** The portable form of any sequence of values: each with the highest byte first. */
class External32Props {
    private static final ElementKind[] KINDS = ElementKind.values();

    /** An element of a datatype, whose values have these lengths. */
    private record Element(Signature signature, List<Integer> sizes) {
        static Element random(Random random) {
            Signature[] parts = new Signature[1 + random.nextInt(4)];
            long[] bytes = new long[parts.length];
            List<Integer> sizes = new ArrayList<>();
            for (int i = 0; i < parts.length; i++) {
                ElementKind kind = KINDS[random.nextInt(KINDS.length)];
                int times = 1 + random.nextInt(3);
                parts[i] = Signature.basic(kind, 1);
                // One part is taken as it is, however many bytes are said.
                times = parts.length == 1 ? 1 : times;
                bytes[i] = (long) times * kind.bytes();
                for (int n = 0; n < times; n++) {
                    sizes.add(kind.bytes());
                }
            }
            return new Element(Signature.concatenation(parts, bytes, 100), sizes);
        }

        int bytes() {
            return sizes.stream().mapToInt(size -> size).sum();
        }

        /** The same values of some elements, their bytes the other way round where the machine has the lowest one first. */
        byte[] converted(byte[] message) {
            byte[] result = message.clone();
            if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
                int at = 0;
                while (at < message.length) {
                    for (int size : sizes) {
                        for (int k = 0; k < size; k++) {
                            result[at + k] = message[at + size - 1 - k];
                        }
                        at += size;
                    }
                }
            }
            return result;
        }

        TypeLayout layout() {
            return TypeLayout.bytes(bytes()).typed(signature);
        }
    }

    private static byte[] bytes(int n, Random random) {
        byte[] bytes = new byte[n];
        random.nextBytes(bytes);
        return bytes;
    }

    @Property(tries = 500, shrinking = ShrinkingMode.OFF)
    void aMessageIsConvertedInPiecesOfAnyLength(@ForAll long seed) {
        Random random = new Random(seed);
        Element element = Element.random(random);
        byte[] message = bytes(element.bytes() * (1 + random.nextInt(5)), random);
        byte[] expected = element.converted(message);
        External32 conversion = new External32(element.signature);
        int longest = element.sizes.stream().mapToInt(size -> size).max().orElseThrow();
        int done = 0;
        while (done < message.length) {
            int n = Math.min(longest + random.nextInt(20), message.length - done);
            byte[] before = Arrays.copyOfRange(message, done, message.length);
            int converted = conversion.convert(
                    ByteBuffer.wrap(message, done, message.length - done).slice(), n);
            assertTrue(converted > 0 && converted <= n && converted > n - longest, converted + " of " + n);
            assertArrayEquals(
                    Arrays.copyOfRange(before, converted, before.length),
                    Arrays.copyOfRange(message, done + converted, message.length),
                    "bytes behind");
            done += converted;
        }
        assertArrayEquals(expected, message);
    }

    /** More than one piece is converted at a time, of values that end anywhere in them. */
    @Property(tries = 30, shrinking = ShrinkingMode.OFF)
    void packedDataBeginAtTheirPositionAndAreUnpackedAgain(@ForAll long seed) {
        Random random = new Random(seed);
        Element element = Element.random(random);
        int count = random.nextBoolean() ? random.nextInt(3) : 200_000 / element.bytes();
        byte[] message = bytes(element.bytes() * count, random);
        int position = random.nextInt(9);
        byte[] packed = new byte[position + message.length + random.nextInt(3)];
        MemorySegment memory = MemorySegment.ofArray(packed);
        Data data = Data.of(message, 0, count, element.layout());
        assertEquals(position + message.length, new ExternalPacking(data, false, "outbuf", memory, position).pack());
        byte[] expected = new byte[packed.length];
        System.arraycopy(element.converted(message), 0, expected, position, message.length);
        assertArrayEquals(expected, packed);

        byte[] found = new byte[message.length];
        Data into = Data.of(found, 0, count, element.layout());
        assertEquals(position + message.length, new ExternalPacking(into, true, "inbuf", memory, position).unpack());
        assertArrayEquals(message, found);
    }

    @Test
    void nothingIsNothing() {
        Signature none = Signature.concatenation(new Signature[0], new long[0], 1);
        assertEquals(0, new External32(none).convert(ByteBuffer.allocate(0), 0));
        Data nothing = Data.of(new byte[0], 0, 0, TypeLayout.BYTE);
        MemorySegment empty = MemorySegment.ofArray(new byte[0]);
        assertEquals(0, new ExternalPacking(nothing, false, "outbuf", empty, 0).pack());
    }

    private static void assertRefused(
            int errorClass, String words, Data data, boolean write, MemorySegment packed, long at) {
        EngineException e =
                assertThrows(EngineException.class, () -> new ExternalPacking(data, write, "outbuf", packed, at));
        assertEquals(errorClass, e.errorClass());
        assertTrue(e.getMessage().contains(words), e.getMessage());
    }

    @Test
    void wrongArgumentsAreRefused() {
        Data data = Data.of(new byte[4], 0, 4, TypeLayout.BYTE);
        MemorySegment memory = MemorySegment.ofArray(new byte[6]);
        assertRefused(ErrorClass.ARG, "outbuf is null", data, false, null, 0);
        assertRefused(ErrorClass.ARG, "outbuf has 6 bytes, position is 3", data, false, memory, 3);
        assertRefused(ErrorClass.ARG, "position is -1", data, true, memory, -1);
        assertRefused(ErrorClass.BUFFER, "outbuf is read-only", data, false, memory.asReadOnly(), 0);
        Data constant = Data.of(memory.asReadOnly(), 0, 4, TypeLayout.BYTE);
        assertRefused(ErrorClass.BUFFER, "read-only", constant, true, memory, 0);
        assertRefused(ErrorClass.BUFFER, "the buffer", Data.of(new byte[3], 0, 4, TypeLayout.BYTE), false, memory, 0);
        MemorySegment gone;
        try (Arena arena = Arena.ofConfined()) {
            gone = arena.allocate(8);
        }
        assertThrows(NoBufferException.class, () -> new ExternalPacking(data, false, "outbuf", gone, 0));
        new ExternalPacking(data, true, "inbuf", memory.asReadOnly(), 2);
        new ExternalPacking(data, false, "outbuf", memory, 0);
    }

    @Test
    void thereIsOneRepresentation() {
        ExternalPacking.checkName("external32");
        for (String name : Arrays.asList("native", "", null)) {
            EngineException e = assertThrows(EngineException.class, () -> ExternalPacking.checkName(name));
            assertEquals(ErrorClass.ARG, e.errorClass());
            assertTrue(e.getMessage().contains("is " + name), e.getMessage());
        }
    }
}
