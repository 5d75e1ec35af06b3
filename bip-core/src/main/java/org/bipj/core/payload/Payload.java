package org.bipj.core.payload;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.Buffer;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/**
 * The data of one message where the user keeps it: {@code count} elements of a datatype in a primitive array, an NIO
 * buffer or a memory segment. Byte ranges of the message are copied out to packet memory and in from it; arrays are
 * copied by type, so that no wrapper is made. A payload is a mutable holder that is set again for each message. The
 * position of a buffer is ignored: the data start at its first element.
 */
@NullUnmarked // Which of array and segment holds the data depends on the kind.
public class Payload {
    /** The error of an operation that {@link #isClosed}. */
    public static final String CLOSED =
            "the arena of the buffer was closed before the operation had ended; expected memory that stays until then";

    /** Represents any other thread; it never runs. */
    private static final Thread ANY_THREAD = new Thread(() -> {});

    private final SegmentCache cache;
    /** The array, or null where {@link #segment} holds the data. */
    private Object array;

    private MemorySegment segment;

    /** The array that {@link #view} is a view of, kept for the next copy. */
    private Object viewed;

    private MemorySegment view;
    private int kind;
    /** Class of the array that {@link #kind} and {@link #shift} were found for; null where the buffer was none. */
    private Class<?> arrayClass;

    /** Binary logarithm of the size of the array's elements. */
    private int shift;
    /** Offset of the first element's origin from the start of the array or segment, in bytes. */
    private long start;

    private long size;
    private long capacity;
    private TypeLayout layout;
    /** True where the message is one run of bytes. */
    private boolean dense;

    private boolean readOnly;
    /** The bit that stands for the kind of the buffer's elements. */
    private int holds;
    /** The result of {@link #isClosed}. */
    private boolean closed;

    /** Creates a payload that describes no data yet. */
    public Payload(SegmentCache cache) {
        this.cache = cache;
    }

    /**
     * Describes a message.
     *
     * @param buffer a primitive array, NIO buffer or memory segment; null is allowed where no bytes move
     * @param offset bytes from the buffer's first element to the origin of the message's first element
     * @param count number of datatype elements, not negative
     * @param type layout of one element
     * @throws NoBufferException if the buffer is of another class, has no memory (a CharBuffer over a String), is a view in
     *     another byte order than the machine's, or is memory that the calling thread may not touch
     */
    public final void set(Object buffer, long offset, long count, TypeLayout type) {
        if (buffer != null && buffer.getClass() == arrayClass) {
            // Of the same type as the one before: what is known of it stays.
            if (array != buffer) {
                array = buffer;
            }
            start = offset;
            capacity = ((long) Array.getLength(buffer) << shift) - offset;
        } else {
            setBuffer(buffer);
            start += offset;
            capacity -= offset;
        }
        if (layout != type) {
            layout = type;
            dense = type.isDense();
        }
        size = count * type.size();
        if (segment != null && size > 0) {
            checkAccessible(segment);
        }
        if (!dense) {
            reachBack(type.lowest(count));
        }
    }

    /**
     * Checks that the calling thread may touch memory. A copy that fails for this reason fails later, when a packet has
     * been begun or other ranks wait.
     *
     * @throws NoBufferException if its arena is closed, or confined to another thread
     */
    public static void checkAccessible(MemorySegment memory) {
        if (!memory.scope().isAlive()) {
            throw new NoBufferException("the buffer is memory of an arena that is closed");
        }
        if (!memory.isAccessibleBy(Thread.currentThread())) {
            throw new NoBufferException(
                    "the buffer is memory of a confined arena, and the calling thread is not its owner");
        }
    }

    /** Describes a message; see {@link #set(Object, long, long, TypeLayout)}. */
    public final void set(Data data) {
        set(data.buffer(), data.offset(), data.count(), data.type());
    }

    /**
     * Describes a message whose array and datatype are of the types of the one before. This is the part of {@link #set} that
     * most calls need; it is small enough for the JIT to inline it, as the whole is not.
     *
     * @return false where they are not: nothing has changed, and the caller calls {@link #set}
     */
    public final boolean setAlike(Data data) {
        Object buffer = data.buffer();
        if (buffer == null || buffer.getClass() != arrayClass || data.type() != layout || !dense) {
            return false;
        }
        if (array != buffer) {
            array = buffer;
        }
        start = data.offset();
        capacity = ((long) Array.getLength(buffer) << shift) - start;
        size = data.count() * layout.size();
        return true;
    }

    /**
     * Where data begin before a direct buffer that is a part of a larger one, looks for the larger one. A buffer over an
     * array needs no search: its array reaches further back than the buffer.
     */
    private void reachBack(long lowest) {
        if (lowest + bytesBefore() >= 0 || segment == null || !segment.isNative()) {
            return;
        }
        MemorySegment whole = DirectMemory.around(segment);
        if (whole != null) {
            start += segment.address() - whole.address();
            segment = whole;
        }
    }

    private void setBuffer(Object buffer) {
        if (buffer instanceof Buffer b) {
            setNioBuffer(b);
            return;
        }
        int arrayKind = buffer == null ? -1 : ArrayCopy.kindOf(buffer.getClass());
        if (arrayKind >= 0) {
            shift = ArrayCopy.shift(arrayKind);
            setArray(buffer, arrayKind, 0, (long) Array.getLength(buffer) << shift);
            arrayClass = buffer.getClass();
        } else {
            setOther(buffer);
        }
    }

    private void setOther(Object buffer) {
        if (buffer == null) {
            setSegment(MemorySegment.NULL);
        } else if (buffer instanceof MemorySegment s) {
            setSegment(s);
        } else {
            throw new NoBufferException("buffer is a " + buffer.getClass().getTypeName()
                    + "; expected a primitive array, an NIO buffer or a MemorySegment");
        }
    }

    /** Forgets the user's memory, so that it can be collected. */
    public final void clear() {
        array = null;
        segment = null;
        viewed = null;
        view = null;
        closed = false;
    }

    private void setArray(Object a, int arrayKind, long at, long bytes) {
        arrayClass = null;
        array = a;
        segment = null;
        kind = arrayKind;
        start = at;
        capacity = bytes;
        readOnly = false;
        holds = 1 << arrayKind;
    }

    private void setSegment(MemorySegment s) {
        arrayClass = null;
        array = null;
        segment = s;
        kind = ArrayCopy.SEGMENT;
        start = 0;
        capacity = s.byteSize();
        readOnly = s.isReadOnly();
        holds = 1 << ArrayCopy.BYTE;
    }

    private void setNioBuffer(Buffer buffer) {
        if (buffer.isDirect()) {
            SegmentCache.Known known = cache.of(buffer);
            setSegment(known.segment());
            holds = known.holds();
        } else if (buffer.hasArray()) {
            int bufferKind = ElementKind.of(buffer).ordinal();
            int bits = ArrayCopy.shift(bufferKind);
            setArray(buffer.array(), bufferKind, (long) buffer.arrayOffset() << bits, (long) buffer.capacity() << bits);
        } else {
            setSegment(SegmentCache.segmentOf(buffer));
            holds = ElementKind.of(buffer).bit();
        }
    }

    /** How many bytes the message has. */
    public final long size() {
        return size;
    }

    /** Bytes of the buffer behind the first element's origin. */
    public final long capacity() {
        return capacity;
    }

    /**
     * Bytes before the first element's origin that data may lie in: the buffer's, those of the array before a buffer that
     * is a part of it, and those of {@linkplain DirectMemory the library's own memory} where the data reach there.
     */
    public final long bytesBefore() {
        return start;
    }

    /** Bytes before the first element of a buffer that data may lie in; see {@link #bytesBefore()}. */
    public static long bytesBefore(Object buffer) {
        MemorySegment part;
        if (buffer instanceof Buffer b) {
            if (b.hasArray()) {
                return (long) b.arrayOffset() * ElementKind.of(b).bytes();
            }
            part = SegmentCache.segmentOf(b);
        } else if (buffer instanceof MemorySegment s) {
            part = s;
        } else {
            return 0;
        }
        MemorySegment whole = part.isNative() ? DirectMemory.around(part) : null;
        return whole == null ? 0 : part.address() - whole.address();
    }

    /** The {@linkplain ElementKind#bit bit} of the kind of elements that the buffer holds; bytes in a segment. */
    public final int holds() {
        return holds;
    }

    /** The layout of one element of the message. */
    public final TypeLayout layout() {
        return layout;
    }

    /** True where the buffer cannot be written to. */
    public final boolean isReadOnly() {
        return readOnly;
    }

    /** Bytes of buffer that {@code count} elements of a type need from the first one's origin on, 0 for none. */
    public static long span(long count, TypeLayout type) {
        if (count == 0 || type.size() == 0) {
            return 0;
        }
        // Where elements follow each other downwards, the first one reaches furthest.
        return type.isDense() ? count * type.size() : Math.max(0, (count - 1) * type.extent()) + type.trueUb();
    }

    /** The memory itself where the message is one run of bytes in a native segment; else null. */
    public final MemorySegment nativeRun() {
        return segment != null && segment.isNative() && layout.isDense() ? segment : null;
    }

    /** Where the message starts in {@link #nativeRun}, in bytes. */
    public final long runStart() {
        return start;
    }

    /** False if only one thread may touch the memory: that of a confined arena. */
    public final boolean isForAllThreads() {
        return segment == null || isForAllThreads(segment);
    }

    /** False if only one thread may touch this memory: that of a confined arena. */
    public static boolean isForAllThreads(MemorySegment memory) {
        return memory.isAccessibleBy(ANY_THREAD);
    }

    /** The array or segment in which the message lies: for a port that distinguishes buffers. */
    public final Object memory() {
        return array != null ? array : segment;
    }

    /** Origin of the message's first element in {@link #memory}, in bytes. */
    public final long origin() {
        return start;
    }

    /** The memory from the origin of the message's first element on, as a segment; null for an array of booleans. */
    public final MemorySegment segmentFromOrigin() {
        if (kind == ArrayCopy.BOOLEAN) {
            return null;
        }
        return (array == null ? segment : ArrayCopy.wrap(kind, array)).asSlice(start);
    }

    /** True where the message is one run of bytes. */
    public final boolean isDense() {
        return layout.isDense();
    }

    /**
     * Copies bytes {@code from} to {@code from + n} of the message to {@code to}, at {@code at}.
     */
    public final void copyOut(long from, MemorySegment to, long at, long n) {
        if (dense && array instanceof byte[] bytes) {
            ArrayCopy.bytesOut(bytes, (int) (start + from), to, at, (int) n);
        } else {
            copyRunsOut(from, to, at, n);
        }
    }

    /**
     * Does what {@link #copyOut(long, MemorySegment, long, long)} does, by another kind of copy if there is one and the bytes lie in one
     * run.
     */
    public final void copyOut(long from, MemorySegment to, long at, long n, @Nullable StreamingCopy by) {
        if (by == null || !dense || kind == ArrayCopy.BOOLEAN) {
            copyOut(from, to, at, n);
            return;
        }
        try {
            by.copy(array == null ? segment : view(), start + from, to, at, n);
        } catch (IllegalStateException e) {
            clearIfClosed(e, to, at, n);
        }
    }

    /** The array as a segment. */
    private MemorySegment view() {
        if (viewed != array) {
            view = ArrayCopy.wrap(kind, array);
            viewed = array;
        }
        return view;
    }

    private void copyRunsOut(long from, MemorySegment to, long at, long n) {
        // No data lie anywhere, outside a buffer and in one that cannot be written to, too.
        if (n == 0) {
            return;
        }
        try {
            if (dense) {
                ArrayCopy.out(kind, array, segment, start + from, to, at, n);
            } else {
                RunCopy.copy(true, layout, kind, array, segment, start, from, to, at, n);
            }
        } catch (IllegalStateException e) {
            clearIfClosed(e, to, at, n);
        }
    }

    /** A packet goes out although its data could not be copied: it must not carry what its memory held before. */
    private void clearIfClosed(IllegalStateException e, MemorySegment to, long at, long n) {
        endIfClosed(e);
        to.asSlice(at, n).fill((byte) 0);
    }

    /**
     * Copies {@code n} bytes of {@code source} from {@code at} into the message at byte {@code to}.
     */
    public final void copyIn(MemorySegment source, long at, long to, long n) {
        if (dense && array instanceof byte[] bytes) {
            ArrayCopy.bytesIn(bytes, (int) (start + to), source, at, (int) n);
        } else {
            copyRunsIn(source, at, to, n);
        }
    }

    private void copyRunsIn(MemorySegment source, long at, long to, long n) {
        if (n == 0) {
            return;
        }
        try {
            if (dense) {
                ArrayCopy.in(kind, array, segment, start + to, source, at, n);
            } else {
                RunCopy.copy(false, layout, kind, array, segment, start, to, source, at, n);
            }
        } catch (IllegalStateException e) {
            endIfClosed(e);
        }
    }

    /** Copies the first {@code n} bytes of another payload's message into this one's. */
    public final void copyFrom(Payload source, long n) {
        copyFrom(source, 0, n);
    }

    /** Copies bytes {@code from} to {@code from + n} of another payload's message to the same bytes of this one's. */
    public final void copyFrom(Payload source, long from, long n) {
        try {
            PayloadCopy.copy(source, this, from, n);
        } catch (IllegalStateException e) {
            if (source.isOpen()) {
                endIfClosed(e);
            } else {
                source.onClosed();
            }
        }
    }

    /** Rethrows an exception whose cause is another than the closed arena of this memory. */
    private void endIfClosed(IllegalStateException e) {
        if (isOpen()) {
            throw e;
        }
        onClosed();
    }

    /**
     * The arena of the memory was found closed while data were to be copied: an error of the call that copies. Operations
     * that outlive their call {@linkplain #noteClosed note it} instead, because any call may move their data; their owner
     * looks at {@link #isClosed} when they end.
     */
    protected void onClosed() {
        throw new NoBufferException(CLOSED);
    }

    /** For {@link #onClosed}: data are not copied any more, and the protocol goes on as if they were. */
    protected final void noteClosed() {
        closed = true;
    }

    /** True if data could not be copied, because the arena of the memory was closed while the operation was under way. */
    public final boolean isClosed() {
        return closed;
    }

    /** False once the arena of the memory is closed. */
    public final boolean isOpen() {
        return segment == null || segment.scope().isAlive();
    }

    /** Bytes from {@code position} to the end of its run, or to {@code end} if that comes first. */
    final long runAt(long position, long end) {
        if (layout.isDense()) {
            return end - position;
        }
        long within = position % layout.size();
        int run = layout.runAt(within);
        return Math.min(layout.runStart(run) + layout.runLength(run) - within, end - position);
    }

    /** Where byte {@code position} of the message lies, in bytes from the start of the array or segment. */
    final long address(long position) {
        if (layout.isDense()) {
            return start + position;
        }
        long element = position / layout.size();
        long within = position % layout.size();
        int run = layout.runAt(within);
        return start + element * layout.extent() + layout.runOffset(run) + within - layout.runStart(run);
    }

    final Object array() {
        return array;
    }

    final MemorySegment segment() {
        return segment;
    }

    final int kind() {
        return kind;
    }
}
