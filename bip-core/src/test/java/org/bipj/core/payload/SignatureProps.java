package org.bipj.core.payload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.junit.jupiter.api.Test;

/** Signatures against the sequence of values that they stand for, written out. */
class SignatureProps {
    private static final ElementKind[] KINDS = ElementKind.values();

    /** A signature, and the values of one element in travelling order. */
    private record Written(Signature signature, List<ElementKind> values) {
        static Written random(Random random, int depth) {
            int choice = random.nextInt(depth == 0 ? 2 : 4);
            if (choice == 0) {
                ElementKind kind = KINDS[random.nextInt(3)];
                int width = 1 + random.nextInt(2);
                return new Written(
                        Signature.basic(kind, width), List.of(kind, kind).subList(0, width));
            } else if (choice == 1) {
                ElementKind first = KINDS[random.nextInt(KINDS.length)];
                return new Written(Signature.pair(first, ElementKind.INT), List.of(first, ElementKind.INT));
            }
            Signature[] parts = new Signature[1 + random.nextInt(3)];
            long[] bytes = new long[parts.length];
            List<ElementKind> all = new ArrayList<>();
            for (int i = 0; i < parts.length; i++) {
                Written part = random(random, depth - 1);
                int times = parts.length == 1 ? 1 : random.nextInt(4);
                parts[i] = part.signature;
                bytes[i] = times * bytes(part.values);
                for (int n = 0; n < times; n++) {
                    all.addAll(part.values);
                }
            }
            return new Written(Signature.concatenation(parts, bytes, 1000), all);
        }

        static long bytes(List<ElementKind> values) {
            return values.stream().mapToLong(ElementKind::bytes).sum();
        }

        /** The values of so many elements. */
        List<ElementKind> times(int n) {
            List<ElementKind> all = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                all.addAll(values);
            }
            return all;
        }
    }

    @Property(tries = 2_000, shrinking = ShrinkingMode.OFF)
    void theCodeOfAnyBeginningIsThatOfItsValues(@ForAll long seed) {
        Written written = Written.random(new Random(seed), 3);
        List<ElementKind> values = written.times(3);
        long bytes = 0;
        for (int n = 0; n <= values.size(); n++) {
            int code = written.signature.code(bytes);
            assertEquals(codeOf(values.subList(0, n)), code, "seed " + seed + ", " + n + " values");
            assertTrue(written.signature.matches(code, bytes));
            assertTrue(code >= 0 && code < 1 << Signature.CODE_BITS);
            bytes += n < values.size() ? values.get(n).bytes() : 0;
        }
    }

    /** The same sequence, one value after the other. */
    private static int codeOf(List<ElementKind> values) {
        if (values.isEmpty()) {
            return Signature.UNTYPED;
        }
        Signature[] parts =
                values.stream().map(kind -> Signature.basic(kind, 1)).toArray(Signature[]::new);
        long[] bytes = values.stream().mapToLong(ElementKind::bytes).toArray();
        return Signature.concatenation(parts, bytes, 1000).code(Written.bytes(values));
    }

    /** Of INT and FLOAT, 12 values each time. */
    @Test
    void noTwoMixturesHaveTheSameDigest() {
        Set<Long> digests = new HashSet<>();
        Set<Integer> codes = new HashSet<>();
        for (int n = 1; n < (1 << 12) - 1; n++) {
            Signature[] parts = new Signature[12];
            long[] bytes = new long[parts.length];
            for (int i = 0; i < parts.length; i++) {
                parts[i] = Signature.basic((n >> i & 1) == 0 ? ElementKind.INT : ElementKind.FLOAT, 1);
                bytes[i] = Integer.BYTES;
            }
            Signature mixture = Signature.concatenation(parts, bytes, 1000);
            codes.add(mixture.code(48));
            assertTrue(digests.add(mixture.digest(48)), "mixture " + n);
            assertTrue(mixture.digest(48) >>> Integer.SIZE != 0, "it has 62 bits");
            Signature repeated = Signature.concatenation(new Signature[] {mixture, mixture}, new long[] {48, 48}, 1000);
            assertEquals(repeated.digest(96), mixture.digest(96), "mixture " + n);
        }
        assertTrue(codes.size() < digests.size());
    }

    @Test
    void dataOfOneKindHaveItsNumberAndBytesMatchEverything() {
        Set<Integer> codes = new HashSet<>();
        for (ElementKind kind : KINDS) {
            Signature signature = Signature.basic(kind, 1);
            int code = signature.code(kind.bytes());
            assertTrue(codes.add(code));
            assertEquals(code, signature.code(1000L * kind.bytes()));
            assertEquals(kind.name(), Signature.nameOf(code));
            assertTrue(Signature.BYTES.matches(code, 80));
            assertTrue(signature.matches(Signature.BYTES.code(80), 80));
            assertTrue(signature.matches(signature.code(0), 0));
        }
        assertEquals(Signature.UNTYPED, Signature.BYTES.code(7));
    }

    @Test
    void whatDiffersHasAnotherCodeInAllButFewCases() {
        Map<Integer, List<String>> byCode = new HashMap<>();
        int sequences = 0;
        for (int n = 0; n < 4096; n++) {
            List<ElementKind> values = new ArrayList<>();
            for (int left = n; left > 0; left /= 8) {
                values.add(KINDS[left % 8]);
            }
            if (EnumSet.copyOf(values.isEmpty() ? List.of(ElementKind.INT) : values)
                            .size()
                    > 1) {
                byCode.computeIfAbsent(codeOf(values), code -> new ArrayList<>())
                        .add(values.toString());
                sequences++;
            }
        }
        // Spread evenly, each code would have two.
        int most = byCode.values().stream().mapToInt(List::size).max().orElseThrow();
        assertTrue(most < 12, most + " of " + sequences + " sequences have one code");
        assertTrue(byCode.keySet().stream().allMatch(code -> code > KINDS.length), "codes of single kinds");
    }

    @Test
    void orderAndKindMatterAndGroupsDoNot() {
        Signature intDouble = Signature.pair(ElementKind.INT, ElementKind.DOUBLE);
        Signature doubleInt = Signature.pair(ElementKind.DOUBLE, ElementKind.INT);
        assertNotEquals(intDouble.code(12), doubleInt.code(12));
        assertFalse(doubleInt.matches(intDouble.code(12), 12));
        Signature twice = Signature.concatenation(new Signature[] {intDouble, intDouble}, new long[] {12, 12}, 9);
        assertEquals(twice.code(24), intDouble.code(24));
        assertEquals(twice.code(12L << 40), intDouble.code(12L << 40));
        assertFalse(intDouble.matches(twice.code(24), 12), "another length");
        // A message that ends inside of a value is nothing that was sent.
        assertFalse(intDouble.matches(Signature.basic(ElementKind.INT, 1).code(8), 8));
    }

    @Test
    void buffersOfTheKindsThatAllDataAllow() {
        int bytes = ElementKind.BYTE.bit();
        assertEquals(
                bytes | ElementKind.INT.bit(),
                Signature.basic(ElementKind.INT, 1).arrays());
        assertEquals(
                bytes | ElementKind.FLOAT.bit(),
                Signature.basic(ElementKind.FLOAT, 2).arrays());
        assertEquals(bytes, Signature.pair(ElementKind.SHORT, ElementKind.INT).arrays());
        assertEquals(
                bytes | ElementKind.INT.bit(),
                Signature.pair(ElementKind.BYTE, ElementKind.INT).arrays());
        assertEquals(-1, Signature.BYTES.arrays());
        assertEquals(
                -1,
                TypeLayout.bytes(0).typed(Signature.basic(ElementKind.INT, 1)).arrays(),
                "no data");
    }

    @Test
    void wordsForMessages() {
        Signature mixed = Signature.concatenation(
                new Signature[] {
                    Signature.pair(ElementKind.SHORT, ElementKind.INT), Signature.basic(ElementKind.BOOLEAN, 1)
                },
                new long[] {6, 1},
                9);
        assertEquals("INT, SHORT and BOOLEAN", mixed.toString());
        assertEquals("SHORT, INT, BOOLEAN", mixed.inOrder());
        Signature[] many = new Signature[9];
        Arrays.fill(many, mixed);
        assertEquals(
                "SHORT, INT, BOOLEAN, SHORT, INT, BOOLEAN, SHORT, INT, ...",
                Signature.concatenation(many, new long[] {7, 7, 7, 7, 7, 7, 7, 7, 7}, 99)
                        .inOrder());
        assertEquals("2 INT", Signature.basic(ElementKind.INT, 2).inOrder());
        assertEquals(
                "INT and SHORT",
                Signature.pair(ElementKind.SHORT, ElementKind.INT).toString());
        assertEquals(
                "an int[], an IntBuffer, or bytes (a byte[], a ByteBuffer or a MemorySegment)",
                Signature.basic(ElementKind.INT, 1).expectedBuffers());
        assertEquals("a byte[], a ByteBuffer or a MemorySegment", mixed.expectedBuffers());
        assertEquals(
                "a boolean[], or bytes (a byte[], a ByteBuffer or a MemorySegment)",
                Signature.basic(ElementKind.BOOLEAN, 1).expectedBuffers());
        TypeLayout pairs = TypeLayout.bytes(8).typed(Signature.pair(ElementKind.INT, ElementKind.INT));
        assertEquals("a datatype of INT (8 bytes, extent 8, data from 0 to 8)", pairs.toString());
        assertEquals(
                "DOUBLE",
                TypeLayout.bytes(8)
                        .typed(Signature.basic(ElementKind.DOUBLE, 1))
                        .toString());
    }

    @Test
    void moreGroupsThanAllowedAreNone() {
        Signature pair = Signature.pair(ElementKind.SHORT, ElementKind.INT);
        assertNull(Signature.concatenation(new Signature[] {pair, pair}, new long[] {12, 6}, 5));
        assertEquals(
                6,
                Signature.concatenation(new Signature[] {pair, pair}, new long[] {12, 6}, 6)
                        .elementsIn(18));
    }

    @Test
    void aSingleByteIsOfTheDatasOneKind() {
        TypeLayout ints = TypeLayout.bytes(8).typed(Signature.pair(ElementKind.INT, ElementKind.INT));
        TypeLayout mixed = TypeLayout.bytes(12).typed(Signature.pair(ElementKind.LONG, ElementKind.INT));
        assertEquals(1, ints.single().size());
        assertEquals(ints.signature().code(8), ints.single().signature().code(3));
        assertEquals(TypeLayout.BYTE, mixed.single());
        assertEquals(TypeLayout.BYTE, TypeLayout.bytes(5).single());
    }

    /** Of three complex numbers and two pairs: elements and groups, and the values in them. */
    @Test
    void elementsAndGroupsAreCounted() {
        Signature complex = Signature.basic(ElementKind.FLOAT, 2);
        Signature pair = Signature.pair(ElementKind.SHORT, ElementKind.INT);
        Signature all = Signature.concatenation(new Signature[] {complex, pair}, new long[] {24, 12}, 9);
        int[] sizes = {8, 8, 8, 2, 4, 2, 4};
        long bytes = 0;
        for (int n = 0; n < 3 * sizes.length; n++) {
            assertEquals(n, all.elementsIn(bytes));
            assertEquals(bytes, all.bytesOf(n));
            assertEquals(-1, all.elementsIn(bytes + 1), "it ends inside of one");
            bytes += sizes[n % sizes.length];
        }
        assertEquals(5, all.groups());
        int[] valueBytes = {4, 2, 4, 2, 4};
        long[] groupBytes = {24, 2, 4, 2, 4};
        for (int group = 0; group < 5; group++) {
            assertEquals(valueBytes[group], all.valueBytes(group));
            assertEquals(groupBytes[group], all.groupBytes(group));
        }
        Signature none = Signature.concatenation(new Signature[0], new long[0], 9);
        assertEquals(0, none.elementsIn(0));
        assertEquals(-1, none.elementsIn(1));
        assertEquals(0, none.bytesOf(3));
        assertEquals("no data", none.toString());
    }

    /** A complex number is two values, wherever the message ends. */
    @Test
    void complexNumbersAreTheirValues() {
        Signature complex = Signature.basic(ElementKind.FLOAT, 2);
        Signature ints = Signature.basic(ElementKind.INT, 1);
        Signature mixture = Signature.concatenation(new Signature[] {ints, complex}, new long[] {4, 24}, 9);
        List<ElementKind> values = new ArrayList<>();
        for (int n = 0; n < 14; n++) {
            assertEquals(codeOf(values), mixture.code(4L * n), n + " values");
            values.add(n % 7 == 0 ? ElementKind.INT : ElementKind.FLOAT);
        }
    }

    @Test
    void arraysOfObjectsAreKnownByTheirNumber() {
        int mixed = Signature.pair(ElementKind.INT, ElementKind.DOUBLE).code(12);
        int cut = Signature.pair(ElementKind.INT, ElementKind.DOUBLE).code(8);
        for (int count : new int[] {0, 1, 511, 512, 513, Integer.MAX_VALUE}) {
            Signature objects = Signature.objects(count);
            int code = objects.code(77);
            assertTrue(objects.isOfObjects());
            assertTrue(Signature.isOfObjects(code));
            assertFalse(Signature.isOfMixture(code));
            assertEquals(count & 511, Signature.objectsOf(code));
            assertEquals(code, objects.code(0), "the messages carry it always");
            assertEquals("OBJECT", Signature.nameOf(code));
            assertTrue(code < 1 << Signature.CODE_BITS);
            assertTrue(Signature.BYTES.matches(code, 77));
            assertFalse(Signature.basic(ElementKind.INT, 1).matches(code, 76));
        }
        for (int other : new int[] {mixed, cut, Signature.UNTYPED, KINDS.length - 1}) {
            assertFalse(Signature.isOfObjects(other));
            assertEquals(other == mixed, Signature.isOfMixture(other));
        }
        assertFalse(Signature.BYTES.isOfObjects());
        assertEquals("several types", Signature.nameOf(mixed));
        assertEquals("several types", Signature.nameOf(cut));
    }

    @Test
    void kindsAreThoseOfArraysCopies() {
        String names = Arrays.stream(KINDS).map(Enum::name).collect(Collectors.joining(" "));
        assertEquals("BYTE DOUBLE INT LONG FLOAT SHORT CHAR BOOLEAN", names);
        for (ElementKind kind : KINDS) {
            assertEquals(kind.bytes(), 1 << ArrayCopy.shift(kind.ordinal()), kind.name());
        }
        assertEquals(ElementKind.INT, ElementKind.of(new int[0]));
        assertEquals(ElementKind.INT.ordinal(), ArrayCopy.kindOf(int[].class));
        assertEquals(ElementKind.BOOLEAN.ordinal(), ArrayCopy.kindOf(boolean[].class));
    }
}
