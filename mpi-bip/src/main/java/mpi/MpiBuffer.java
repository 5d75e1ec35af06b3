package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.NoBufferException;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.Signature;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.Counts;
import org.jspecify.annotations.Nullable;

/**
 * Memory of the program that a call reads or writes: some elements of a datatype in an array, a buffer or a memory segment; in some
 * collective operations a row of such blocks, one for each rank.
 */
public final class MpiBuffer {
    /** The base of all memory that is no array. */
    private static final Object NATIVE = new Object();
    /** The base of what other processes have in a window: that of one process is compared with itself only. */
    private static final Object WINDOW = new Object();
    /** Data of more pieces are not compared with others. */
    private static final int MOST_RUNS = 1 << 16;

    private static final int CHUNK = 1 << 13;

    // Of checksums: constants of xxHash64, and the bytes that each round of the four sums takes.
    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final int ROUND = 4 * Long.BYTES;

    private final Data data;
    private final long count;
    private final Datatype type;
    private final boolean isWritten;
    /** Where the bytes lie; see {@link #locate}. */
    private @Nullable Object base;

    private long origin;
    /** The described memory, once it was needed. */
    private @Nullable Payload payload;

    private MpiBuffer(Data data, long count, Datatype type, boolean isWritten) {
        this.data = data;
        this.count = count;
        this.type = type;
        this.isWritten = isWritten;
    }

    /** Null where the arguments are wrong, which the call itself reports, and where no memory is described: objects, no data. */
    static @Nullable MpiBuffer of(
            @Nullable Object memory, int offset, long count, int blocks, @Nullable Datatype type, boolean isWritten) {
        TypeLayout layout = type == null ? null : type.usable();
        if (count < 0 || type == null || layout == null) {
            return null;
        }
        try {
            Data data = Data.of(memory, MessageChecks.at(memory, offset), Counts.product(count, blocks), layout);
            return new MpiBuffer(data, count, type, isWritten);
        } catch (RuntimeException e) {
            return null;
        }
    }

    /**
     * The same at a displacement.
     *
     * @param inBytes true if that is in bytes, false if it is in extents of the type
     */
    static @Nullable MpiBuffer at(
            @Nullable Object memory,
            int offset,
            long displacement,
            boolean inBytes,
            long count,
            @Nullable Datatype type,
            boolean isWritten) {
        MpiBuffer first = of(memory, offset, count, 1, type, isWritten);
        if (first != null) {
            TypeLayout layout = first.data.type();
            long unit = inBytes ? 1 : layout.extent();
            first.data.set(memory, first.data.offset() + displacement * unit, count, layout);
        }
        return first;
    }

    /** Elements of another process's window, which have no memory here; null where the arguments are wrong. */
    static @Nullable MpiBuffer inWindow(long offset, long count, @Nullable Datatype type) {
        TypeLayout layout = type == null ? null : type.usable();
        if (count < 0 || type == null || layout == null) {
            return null;
        }
        MpiBuffer made = new MpiBuffer(Data.of(null, offset, count, layout), count, type, true);
        made.base = WINDOW;
        made.origin = offset;
        return made;
    }

    /** Elements of the datatype, {@code MPI.UNDEFINED} where an int cannot hold them; of a row of blocks, those of one. */
    public int count() {
        return count == (int) count ? (int) count : Predefined.UNDEFINED;
    }

    /** The datatype. */
    public Datatype type() {
        return type;
    }

    /** True if the datatype is none of the predefined ones. */
    public boolean isOfDerivedType() {
        return !type.isPredefined();
    }

    /** True if the operation writes the memory, false if it reads it. */
    public boolean isWritten() {
        return isWritten;
    }

    /** Bytes of data, in a row those of all blocks. */
    public long bytes() {
        return data.bytes();
    }

    /** Bytes of one block. */
    public long blockBytes() {
        return count * data.type().size();
    }

    /** Bytes from the beginning of the memory, or of the process's part of a window, to the first element. */
    public long offset() {
        return data.offset();
    }

    /**
     * A number for the types of a block's values: equal for equal sequences, different for different ones except for one pair of
     * 2^60, 0 for bytes, which match everything.
     */
    public long signature() {
        return signatureOf(blockBytes());
    }

    /** The same for so many bytes of the datatype: of a message that is shorter than the memory. */
    public long signatureOf(long bytesOfMessage) {
        return data.type().signature().digest(bytesOfMessage);
    }

    /** A number for the type of all values, whatever their count; 0 for bytes, and where there are several. */
    public long elements() {
        return isOfMixture() ? 0 : signatureOf(Long.BYTES);
    }

    /** True if a block has values of several types. */
    public boolean isOfMixture() {
        return Signature.isOfMixture(data.type().signature().code(blockBytes()));
    }

    /** The buffer in words: {@code 4 INT}. */
    String words() {
        return count + " " + typeWords();
    }

    /** Its type in words, with the order of values of several types. */
    String typeWords() {
        Signature signature = data.type().signature();
        boolean isOfMixture = isOfDerivedType()
                && Signature.isOfMixture(signature.code(data.type().size()));
        return isOfMixture ? type + " [" + signature.inOrder() + "]" : type.toString();
    }

    /**
     * A checksum of the data, to be compared with one of the same process: other data have another one, except for one pair of 2^64.
     * 0 if they lie outside the memory.
     */
    public long checksum() {
        Payload memory = payload();
        if (memory == null) {
            return 0;
        }
        try {
            MemorySegment run = memory.isDense() ? memory.segmentFromOrigin() : null;
            long sum = run == null ? ofPieces(memory) : add(PRIME_3, run, memory.size());
            return sum == 0 ? 1 : sum;
        } catch (IllegalStateException | WrongThreadException | NoBufferException e) {
            // The memory is not there any more, or is another thread's.
            return 0;
        }
    }

    private static long ofPieces(Payload memory) {
        MemorySegment chunk = MemorySegment.ofArray(new byte[(int) Math.min(CHUNK, memory.size())]);
        long sum = PRIME_3;
        for (long at = 0; at < memory.size(); at += chunk.byteSize()) {
            long n = Math.min(chunk.byteSize(), memory.size() - at);
            memory.copyOut(at, chunk, 0, n);
            sum = add(sum, chunk, n);
        }
        return sum;
    }

    /** Adds bytes to a checksum: four sums beside each other, which a processor computes at the same time, then the rest. */
    private static long add(long sum, MemorySegment from, long n) {
        long a = sum + n;
        long at = 0;
        if (n >= ROUND) {
            long b = a + PRIME_1;
            long c = a + PRIME_2;
            long d = a + PRIME_3;
            for (; at <= n - ROUND; at += ROUND) {
                a = add(a, from.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
                b = add(b, from.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 8));
                c = add(c, from.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 16));
                d = add(d, from.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 24));
            }
            a = add(add(add(a, b), c), d);
        }
        for (; at <= n - Long.BYTES; at += Long.BYTES) {
            a = add(a, from.get(ValueLayout.JAVA_LONG_UNALIGNED, at));
        }
        for (; at < n; at++) {
            a = add(a, from.get(ValueLayout.JAVA_BYTE, at));
        }
        return a;
    }

    /** For each sum, other values lead to other sums. */
    private static long add(long sum, long value) {
        return Long.rotateLeft(sum + value * PRIME_2, 31) * PRIME_1;
    }

    /** The described memory; null if it is none, or too short. */
    private @Nullable Payload payload() {
        if (data.buffer() == null || data.bytes() == 0) {
            return null;
        }
        if (payload == null) {
            try {
                // What is known of arrays needs no cache.
                Payload made = new Payload(data.buffer().getClass().isArray() ? null : new SegmentCache());
                made.set(data);
                payload = made;
            } catch (RuntimeException e) {
                return null;
            }
        }
        return payload.capacity() < Payload.span(data.count(), data.type()) ? null : payload;
    }

    /** True if a byte of this is a byte of the other one, too. Data of very many pieces are not compared: false. */
    public boolean overlaps(MpiBuffer other) {
        if (!locate() || !other.locate() || base != other.base) {
            return false;
        }
        if (lowest() >= other.highest() || other.lowest() >= highest()) {
            return false;
        }
        if (data.type().isDense() && other.data.type().isDense()) {
            return true;
        }
        return intersect(runs(), other.runs());
    }

    /** True if both begin at the same byte: in a reduction, in place. */
    public boolean beginsAt(MpiBuffer other) {
        return locate() && other.locate() && base == other.base && lowest() == other.lowest();
    }

    /** The array that holds the memory, one object for all memory that is no array; null where no memory is known. */
    public @Nullable Object base() {
        return locate() ? base : null;
    }

    /** True if the data are one run of bytes. */
    public boolean isDense() {
        return data.type().isDense();
    }

    /** The first byte, from the beginning of the {@link #base}. */
    public long lowest() {
        return origin + data.type().lowest(data.count());
    }

    /** One past the last byte, from the beginning of the {@link #base}. */
    public long highest() {
        return origin + data.type().highest(data.count());
    }

    /** True if one of some bytes, counted from the beginning of the {@link #base}, is one of the data. */
    public boolean holds(long from, long to) {
        if (!locate() || lowest() >= to || from >= highest()) {
            return false;
        }
        return isDense() || intersect(runs(), new long[] {from, to});
    }

    /** Finds the array, or the address; false if there are no bytes. */
    private boolean locate() {
        if (base == null) {
            Payload memory = payload();
            if (memory == null || isHidden(memory.memory())) {
                return false;
            }
            origin = memory.origin();
            base = memory.memory();
            if (base instanceof MemorySegment segment) {
                origin += segment.address();
                base = segment.heapBase().orElse(NATIVE);
            }
        }
        return true;
    }

    /** True for a read-only view of an array, which does not say of which one. */
    private static boolean isHidden(@Nullable Object memory) {
        return memory instanceof MemorySegment segment
                && !segment.isNative()
                && segment.heapBase().isEmpty();
    }

    /** Beginnings and ends of the pieces, in pairs, in ascending order; empty if there are too many. */
    private long[] runs() {
        TypeLayout layout = data.type();
        long n = data.count() * layout.runs();
        if (n > MOST_RUNS) {
            return new long[0];
        }
        long[][] pieces = new long[(int) n][];
        for (int i = 0; i < pieces.length; i++) {
            int run = i % layout.runs();
            long from = origin + i / layout.runs() * layout.extent() + layout.runOffset(run);
            pieces[i] = new long[] {from, from + layout.runLength(run)};
        }
        Arrays.sort(pieces, (a, b) -> Long.compare(a[0], b[0]));
        long[] flat = new long[2 * pieces.length];
        for (int i = 0; i < pieces.length; i++) {
            flat[2 * i] = pieces[i][0];
            flat[2 * i + 1] = pieces[i][1];
        }
        return flat;
    }

    private static boolean intersect(long[] a, long[] b) {
        int j = 0;
        for (int i = 0; i < a.length; i += 2) {
            while (j < b.length && b[j + 1] <= a[i]) {
                j += 2;
            }
            if (j < b.length && b[j] < a[i + 1]) {
                return true;
            }
        }
        return false;
    }
}
