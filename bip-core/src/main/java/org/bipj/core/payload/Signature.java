package org.bipj.core.payload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The types of a datatype's data, in the order in which they are sent: its type signature (MPI 4.1 section 5.1), where
 * the {@link TypeLayout} says where they lie. Kept as groups of equal basic elements; what repeats is kept once, so that
 * a vector has its old type's signature. A basic element is a primitive value, or two in a complex number. Immutable.
 */
public final class Signature {
    private static final ElementKind[] KINDS = ElementKind.values();

    /** Bytes of which nothing is known, and that so match everything. */
    public static final Signature BYTES = basic(ElementKind.BYTE, 1);

    /** {@link #code} of data that match everything: bytes, and none at all. */
    public static final int UNTYPED = 0;

    /** How many bits a {@link #code} has. */
    public static final int CODE_BITS = 11;

    /** Bits of the number of objects that are in the {@link #code} of an array of objects. */
    public static final int OBJECT_BITS = 9;

    /** Code of data that end inside of a value. Whole data of one kind have its number, all others one above this. */
    private static final int CUT = KINDS.length;

    /** Codes from this one on are of arrays of objects; what is above it are the low bits of their number. */
    private static final int OBJECTS = (1 << CODE_BITS) - (1 << Signature.OBJECT_BITS);

    private static final int HASHES = OBJECTS - CUT - 1;

    /** Of the sequence's number in a {@link #code}, and of a second one in a {@link #digest}. */
    private static final long BASE = 1_000_003;

    private static final long OTHER_BASE = 998_244_353;

    /** Runs of one type that {@link #inOrder} names. */
    private static final int MOST_RUNS = 8;

    private static final int WIDTH_SHIFT = 3;
    private static final int KIND_MASK = (1 << WIDTH_SHIFT) - 1;

    /** Kind of each group's elements, and above it how many values each has beyond the first. */
    private final byte[] types;

    /** By group: how many basic elements it has. */
    private final long[] counts;

    private final long bytes;
    private final long elements;
    /** The kind of all values; null where kinds mix. */
    private final @Nullable ElementKind only;

    private final int arrays;
    /** All values; null where they are of one kind. */
    private final @Nullable Sequence element;
    /** Code of an array of objects; UNTYPED for all other data. */
    private final int objects;

    private Signature(byte[] types, long[] counts) {
        this(types, counts, UNTYPED);
    }

    private Signature(byte[] types, long[] counts, int objects) {
        this.objects = objects;
        this.types = types;
        this.counts = counts;
        long b = 0;
        long n = 0;
        int all = 0;
        int common = -1;
        for (int i = 0; i < types.length; i++) {
            b += size(i) * counts[i];
            n += counts[i];
            all |= kind(i).bit();
            common &= takenBy(kind(i));
        }
        bytes = b;
        elements = n;
        only = Integer.bitCount(all) == 1 ? KINDS[Integer.numberOfTrailingZeros(all)] : null;
        arrays = common;
        element = only == null ? sequence(BASE) : null;
    }

    private Sequence sequence(long base) {
        Sequence all = new Sequence(base);
        for (int i = 0; i < types.length; i++) {
            all.append(kind(i), counts[i] * width(i));
        }
        return all;
    }

    /** Buffers that may hold a value: those of its kind, and those of bytes; all may hold bytes. */
    private static int takenBy(ElementKind kind) {
        return kind == ElementKind.BYTE ? -1 : kind.bit() | ElementKind.BYTE.bit();
    }

    /** One basic element: {@code width} values of a kind, 1 or 2. */
    public static Signature basic(ElementKind kind, int width) {
        return new Signature(new byte[] {type(kind, width)}, new long[] {1});
    }

    /** Two values, which are two basic elements. */
    public static Signature pair(ElementKind first, ElementKind second) {
        return new Signature(new byte[] {type(first, 1), type(second, 1)}, new long[] {1, 1});
    }

    /** Bytes that an array of objects has become: they match bytes alone, and tell others that they are none of theirs. */
    public static Signature objects(int count) {
        int code = OBJECTS + (count & (1 << OBJECT_BITS) - 1);
        return new Signature(new byte[] {type(ElementKind.BYTE, 1)}, new long[] {1}, code);
    }

    /** True if the data are an array of objects, whose messages carry their code always. */
    public boolean isOfObjects() {
        return objects != UNTYPED;
    }

    /** True for the {@link #code} of an array of objects. */
    public static boolean isOfObjects(int code) {
        return code >= OBJECTS;
    }

    /** The low {@link #OBJECT_BITS} bits of the number of objects, out of the {@link #code} of an array of them. */
    public static int objectsOf(int code) {
        return code - OBJECTS;
    }

    private static byte type(ElementKind kind, int width) {
        return (byte) (width - 1 << WIDTH_SHIFT | kind.ordinal());
    }

    /**
     * Several signatures one after another, each as often as its bytes hold it.
     *
     * @param most groups of equal elements that the result may have
     * @return null if it had more
     */
    public static @Nullable Signature concatenation(Signature[] parts, long[] partBytes, int most) {
        if (parts.length == 1) {
            return parts[0];
        }
        byte[] types = new byte[16];
        long[] counts = new long[16];
        int n = 0;
        for (int p = 0; p < parts.length; p++) {
            Signature part = parts[p];
            long repeats = part.bytes == 0 ? 0 : partBytes[p] / part.bytes;
            boolean one = part.types.length == 1;
            for (long r = 0; r < (one ? Math.min(1, repeats) : repeats); r++) {
                for (int i = 0; i < part.types.length; i++) {
                    if (n == most) {
                        return null;
                    }
                    if (n == types.length) {
                        types = Arrays.copyOf(types, 2 * n);
                        counts = Arrays.copyOf(counts, 2 * n);
                    }
                    types[n] = part.types[i];
                    counts[n] = one ? part.counts[i] * repeats : part.counts[i];
                    n++;
                }
            }
        }
        return new Signature(Arrays.copyOf(types, n), Arrays.copyOf(counts, n));
    }

    private ElementKind kind(int group) {
        return KINDS[types[group] & KIND_MASK];
    }

    /** Bytes of one basic element of a group. */
    private int size(int group) {
        return kind(group).bytes() * width(group);
    }

    private int width(int group) {
        return (types[group] >> WIDTH_SHIFT) + 1;
    }

    /** Number of groups of equal values, which repeat in this order. */
    public int groups() {
        return types.length;
    }

    /** Bytes of each value of a group; a complex number is two values. */
    public int valueBytes(int group) {
        return kind(group).bytes();
    }

    /** Bytes of all values of a group. */
    public long groupBytes(int group) {
        return counts[group] * size(group);
    }

    /** The kinds of buffers that may hold the data, by their {@linkplain ElementKind#bit bits}. */
    int arrays() {
        return arrays;
    }

    /** The kind of all values; null where kinds mix. */
    @Nullable
    ElementKind only() {
        return only;
    }

    /** Number of basic elements in a message of that many bytes; negative where it ends inside of one. */
    public long elementsIn(long messageBytes) {
        if (bytes == 0) {
            return messageBytes == 0 ? 0 : -1;
        }
        long n = messageBytes / bytes * elements;
        long rest = messageBytes % bytes;
        for (int i = 0; rest > 0; i++) {
            long here = Math.min(counts[i], rest / size(i));
            n += here;
            rest -= here * size(i);
            if (here < counts[i] && rest > 0) {
                return -1;
            }
        }
        return n;
    }

    /** Bytes of a message of that many basic elements. */
    public long bytesOf(long messageElements) {
        if (elements == 0) {
            return 0;
        }
        long b = messageElements / elements * bytes;
        long rest = messageElements % elements;
        for (int i = 0; rest > 0; i++) {
            long here = Math.min(counts[i], rest);
            b += here * size(i);
            rest -= here;
        }
        return b;
    }

    /**
     * A number for the first bytes of a message of this signature, with which the other end compares its own: {@link
     * #UNTYPED} for bytes alone, else equal for equal sequences of values. Data of one kind never have the number of
     * others; different mixtures have the same one in one of 1500 cases.
     */
    public int code(long messageBytes) {
        if (objects != UNTYPED) {
            return objects;
        }
        if (messageBytes == 0) {
            return UNTYPED;
        }
        return only != null ? only.ordinal() : mixedCode(messageBytes);
    }

    @SuppressWarnings("NullAway") // Of mixed kinds there is the sequence of an element.
    private int mixedCode(long messageBytes) {
        Sequence values = values(element, messageBytes);
        return values == null ? CUT : values.code();
    }

    /** Those of a message of mixed kinds, given those of one element; null if it ends inside of one. */
    private @Nullable Sequence values(Sequence ofElement, long messageBytes) {
        Sequence sequence = ofElement.copy();
        sequence.repeat(messageBytes / bytes);
        long rest = messageBytes % bytes;
        for (int i = 0; rest > 0; i++) {
            long values = Math.min(counts[i] * width(i), rest / kind(i).bytes());
            sequence.append(kind(i), values);
            rest -= values * kind(i).bytes();
            if (values < counts[i] * width(i) && rest > 0) {
                return null;
            }
        }
        return sequence;
    }

    /** True for the {@link #code} of data of several kinds, of which different ones may have the same. */
    public static boolean isOfMixture(int code) {
        return code > CUT && !isOfObjects(code);
    }

    /** As {@link #code}, in 62 bits: different mixtures have different ones, except for one pair of 2^60. Slower. */
    @SuppressWarnings("NullAway") // A code of a mixture is that of whole values.
    public long digest(long messageBytes) {
        int code = code(messageBytes);
        return isOfMixture(code)
                ? values(sequence(OTHER_BASE), messageBytes).sum << Integer.SIZE | values(element, messageBytes).sum
                : code;
    }

    /**
     * True if a message may be received as data of this signature.
     *
     * @param code the sender's {@link #code} of the message
     * @param messageBytes length of the message
     */
    public boolean matches(int code, long messageBytes) {
        if (code == UNTYPED) {
            return true;
        }
        int own = code(messageBytes);
        return own == UNTYPED || own == code;
    }

    /** Names the types of data with that {@link #code}, for errors. */
    public static String nameOf(int code) {
        return isOfObjects(code) ? "OBJECT" : code < KINDS.length ? KINDS[code].name() : "several types";
    }

    /** The buffers that may hold such data, in words. */
    public String expectedBuffers() {
        String bytesHeld = "a byte[], a ByteBuffer or a MemorySegment";
        if (only == null || only == ElementKind.BYTE) {
            return bytesHeld;
        }
        String typed = only == ElementKind.BOOLEAN ? only.array() : only.array() + ", " + only.buffer();
        return typed + ", or bytes (" + bytesHeld + ")";
    }

    /** The types of its values in their order, such as {@code 2 INT, FLOAT}: the first ones of many. */
    public String inOrder() {
        StringBuilder words = new StringBuilder();
        int runs = 0;
        for (int i = 0; i < types.length; ) {
            ElementKind kind = kind(i);
            long values = 0;
            for (; i < types.length && kind(i) == kind; i++) {
                values += counts[i] * width(i);
            }
            if (runs++ == MOST_RUNS) {
                return words.append(", ...").toString();
            }
            words.append(words.isEmpty() ? "" : ", ")
                    .append(values == 1 ? "" : values + " ")
                    .append(kind);
        }
        return words.toString();
    }

    /** The names of the types in it, each once. */
    @Override
    public String toString() {
        Set<ElementKind> kinds = EnumSet.noneOf(ElementKind.class);
        for (int i = 0; i < types.length; i++) {
            kinds.add(kind(i));
        }
        List<String> names = new ArrayList<>();
        kinds.forEach(kind -> names.add(kind.name()));
        if (names.size() < 2) {
            return names.isEmpty() ? "no data" : names.getFirst();
        }
        return String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
    }

    /**
     * A sequence of values as a number that does not depend on how it is grouped: the map x -> factor * x + sum, modulo
     * a prime, that appending all of them is. Appending one value of kind k is x -> base * x + k + 1.
     */
    private static final class Sequence {
        private static final long PRIME = Integer.MAX_VALUE;

        private final long base;
        private long factor = 1;
        private long sum;
        /** How many kinds have been appended. */
        private int kinds;

        Sequence(long base) {
            this.base = base;
        }

        void append(ElementKind kind, long n) {
            if (n > 0) {
                Sequence more = new Sequence(base);
                more.factor = base;
                more.sum = kind.ordinal() + 1L;
                more.repeat(n);
                append(more);
                kinds |= kind.bit();
            }
        }

        private void append(Sequence behind) {
            sum = (behind.factor * sum + behind.sum) % PRIME;
            factor = behind.factor * factor % PRIME;
        }

        /** Repeats this sequence n times, in a number of steps that grows with log(n). */
        void repeat(long n) {
            Sequence result = new Sequence(base);
            for (long left = n; left > 0; left >>= 1) {
                if ((left & 1) != 0) {
                    result.append(this);
                }
                append(copy());
            }
            factor = result.factor;
            sum = result.sum;
            kinds = n > 0 ? kinds : 0;
        }

        private Sequence copy() {
            Sequence copy = new Sequence(base);
            copy.factor = factor;
            copy.sum = sum;
            copy.kinds = kinds;
            return copy;
        }

        int code() {
            return Integer.bitCount(kinds) == 1 ? Integer.numberOfTrailingZeros(kinds) : CUT + 1 + (int) (sum % HASHES);
        }
    }
}
