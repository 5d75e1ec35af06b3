package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.Buffer;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.ElementKind;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.call.BufferErrors;
import org.bipj.mpi.call.Counts;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.call.LargeBlocks;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.match.PostedRecv;
import org.jspecify.annotations.Nullable;

/**
 * Arguments of communication, checked before anything moves. On the path of every message: a check is a compare, and
 * the words of an error are found in methods of their own. Callers turn the {@link EngineException} into what the
 * communicator's error handler says, and add the method's name and the rank.
 */
final class MessageChecks {
    private MessageChecks() {}

    /**
     * Checks the arguments of a send and describes the data. The engine checks that the buffer holds them, because it has to
     * look at the buffer anyway.
     *
     * @return valid until the thread's next call
     */
    static Data send(CommCore core, @Nullable Object buf, long count, Datatype type, int dest, int tag) {
        count("count", count);
        if ((dest < 0 || dest >= core.size()) && dest != CommCore.PROC_NULL) {
            throw badRank("dest", dest, core.size(), "or PROC_NULL");
        }
        if (tag < 0) {
            throw badTag(tag, false);
        }
        return core.callData().sent.set(buf, 0, count, layout(type));
    }

    /** The same for a receive. */
    static Data recv(CommCore core, @Nullable Object buf, long count, Datatype type, int source, int tag) {
        count("count", count);
        probe(core, source, tag);
        return core.callData().received.set(buf, 0, count, layout(type));
    }

    /**
     * The same of a send from some element of an array on.
     *
     * @param offset index of the element at which the first datatype element's origin lies
     */
    static Data send(CommCore core, @Nullable Object buf, int offset, long count, Datatype type, int dest, int tag) {
        Data data = send(core, buf, count, type, dest, tag);
        return offset == 0 ? data : data.set(buf, at(buf, offset), count, data.type());
    }

    /** The same of a receive. */
    static Data recv(CommCore core, @Nullable Object buf, int offset, long count, Datatype type, int source, int tag) {
        Data data = recv(core, buf, count, type, source, tag);
        return offset == 0 ? data : data.set(buf, at(buf, offset), count, data.type());
    }

    /** The byte of an array or buffer at which one of its elements begins. */
    static long at(@Nullable Object buf, int offset) {
        if (offset == 0 || buf == null) {
            return 0;
        }
        ElementKind kind = ElementKind.of(buf);
        if (kind == null) {
            throw noBuffer(buf);
        }
        if (offset < 0) {
            throw new EngineException(ErrorClass.ARG, "offset is " + offset + "; expected 0 or more");
        }
        return (long) offset * kind.bytes();
    }

    /** Checks the envelope of a receive or probe. */
    static void probe(CommCore core, int source, int tag) {
        if ((source < CommCore.PROC_NULL || source >= core.size())) {
            throw badRank("source", source, core.size(), "or ANY_SOURCE or PROC_NULL");
        }
        if (tag < CommCore.ANY_TAG) {
            throw badTag(tag, true);
        }
    }

    /** Checks the envelope of a receive that has no wildcards. */
    static void exactly(CommCore core, int source, int tag) {
        probe(core, source, tag);
        if (source == CommCore.ANY_SOURCE) {
            throw new EngineException(
                    ErrorClass.RANK, "source is ANY_SOURCE; expected 0 to " + (core.size() - 1) + " or PROC_NULL");
        }
        if (tag == CommCore.ANY_TAG) {
            throw badTag(tag, false);
        }
    }

    /** Checks a row of partitions, and describes the first. */
    static Data partitions(
            Data into, @Nullable Object buf, int partitions, long count, @Nullable Datatype type, boolean write) {
        count("partitions", partitions);
        count("count", count);
        TypeLayout layout = layout(type);
        if (layout.signature().isOfObjects()) {
            throw new EngineException(ErrorClass.TYPE, "the datatype is " + type + "; partitions hold no objects");
        }
        long all;
        try {
            all = Math.multiplyExact(count, partitions);
        } catch (ArithmeticException e) {
            throw new EngineException(
                    ErrorClass.COUNT, partitions + " partitions of " + count + " elements are more than a long counts");
        }
        room(buf, 0, all, type, write);
        return into.set(buf, 0, count, layout);
    }

    /** Checks buffer, count and type, and describes the data in {@code into}, which is returned. */
    static Data data(Data into, @Nullable Object buf, long count, Datatype type, boolean write) {
        return into.set(buf, 0, count, buffer(buf, count, type, write));
    }

    /** The same from some element of an array on. */
    static Data data(Data into, @Nullable Object buf, int offset, long count, Datatype type, boolean write) {
        long at = buffer(buf, offset, count, type, write);
        return into.set(buf, at, count, layout(type));
    }

    /** Checks buffer, count and type from some element of an array on, and returns the byte at which that lies. */
    static long buffer(@Nullable Object buf, int offset, long count, Datatype type, boolean write) {
        if (count < 0) {
            throw Counts.negative("count", count);
        }
        layout(type);
        long at = at(buf, offset);
        room(buf, at, count, type, write);
        return at;
    }

    /** Checks buffer, count and type, and returns the layout of the type. */
    static TypeLayout buffer(@Nullable Object buf, long count, Datatype type, boolean write) {
        if (count < 0) {
            throw Counts.negative("count", count);
        }
        TypeLayout layout = layout(type);
        room(buf, 0, count, type, write);
        return layout;
    }

    /** The layout of a type that may be used in communication. */
    static TypeLayout layout(@Nullable Datatype type) {
        if (type == null) {
            throw new EngineException(ErrorClass.TYPE, "the datatype is null");
        }
        TypeLayout layout = type.usable();
        if (layout == null) {
            throw new EngineException(ErrorClass.TYPE, type.describe());
        }
        return layout;
    }

    static void count(String argument, long count) {
        if (count < 0) {
            throw Counts.negative(argument, count);
        }
    }

    static void root(int root, int size) {
        if (root < 0 || root >= size) {
            throw badRoot(root, size);
        }
    }

    /** Checks that the caller is, or is not, the root: forms of a method that only one or the others may call. */
    static void isRoot(CollPort core, int root, boolean expected) {
        root(root, core.size());
        if ((core.rank() == root) != expected) {
            throw new EngineException(
                    ErrorClass.ROOT,
                    "root is " + root + ", rank is " + core.rank() + "; expected this form of the method to be called "
                            + (expected ? "by the root only" : "by processes other than the root only"));
        }
    }

    /** Checks that nothing is read from memory that is written to. Data with gaps may lie between each other. */
    static void distinct(Data sent, Data received) {
        if (sent.buffer() == received.buffer()
                && sent.bytes() > 0
                && received.bytes() > 0
                && sent.type().isDense()
                && received.type().isDense()
                && sent.offset() < received.offset() + received.bytes()
                && received.offset() < sent.offset() + sent.bytes()) {
            throw new EngineException(
                    ErrorClass.BUFFER, "send and receive buffer are one object; expected two, or the form in place");
        }
    }

    /** True if memory that is read may be memory that is written to: what lies between the data counts where types differ. */
    static boolean overlap(Data sent, Data received) {
        if (sent.buffer() != received.buffer() || sent.bytes() == 0 || received.bytes() == 0) {
            return false;
        }
        return sent.offset() + sent.type().lowest(sent.count())
                        < received.offset() + received.type().highest(received.count())
                && received.offset() + received.type().lowest(received.count())
                        < sent.offset() + sent.type().highest(sent.count());
    }

    /** Checks one side of a call, which is one block, and describes it. */
    static Data data(Data into, Side side, boolean write) {
        return firstOf(into, side, 1, write);
    }

    /** Checks a side of equal blocks, one for each process, and describes the first. */
    @SuppressWarnings("NullAway") // The check of the type refuses null.
    static Data firstOf(Data into, Side side, int size, boolean write) {
        count("count", side.count);
        TypeLayout layout = layout(side.type);
        long at = at(side.buffer, side.offset);
        room(side.buffer, at, Counts.product(side.count, size), side.type, write);
        return into.set(side.buffer, at, side.count, layout);
    }

    /** Checks a side of blocks of any length, one for each process, and describes them. */
    static Blocks blocks(Blocks into, Side side, int size, boolean write) {
        if (side.form == Side.Form.TYPED) {
            return typed(into, side, size, write);
        }
        return side.form == Side.Form.VECTOR ? vector(into, side, size, write) : large(side, size, write);
    }

    /** Those whose counts or displacements are no ints. */
    @SuppressWarnings("NullAway") // The check of the types refuses null.
    private static Blocks large(Side side, int size, boolean write) {
        boolean isTyped = side.form == Side.Form.LARGE_TYPED;
        TypeLayout common = isTyped ? null : layout(side.type);
        long[] counts = Counts.checked("counts", side.largeCounts, size);
        long[] displs = side.largeDispls;
        if (displs == null || displs.length < size) {
            throw Counts.tooShort("displs", displs == null ? -1 : displs.length, size);
        }
        Datatype[] types = side.types;
        if (isTyped && (types == null || types.length < size)) {
            throw Counts.tooShort("types", types == null ? -1 : types.length, size);
        }
        TypeLayout[] layouts = new TypeLayout[size];
        long[] offsets = new long[size];
        for (int i = 0; i < size; i++) {
            Datatype type = isTyped ? types[i] : side.type;
            layouts[i] = common == null ? layout(type) : common;
            offsets[i] = offset(displs[i], isTyped ? 1 : layouts[i].extent());
            room(side.buffer, offsets[i], counts[i], type, write);
        }
        return common == null
                ? LargeBlocks.typed(side.buffer, counts, offsets, layouts)
                : LargeBlocks.vector(side.buffer, counts, offsets, common);
    }

    /** A displacement in bytes; one behind all memory where that is too large a number. */
    private static long offset(long displacement, long unit) {
        long most = Long.MAX_VALUE / 2 / Math.max(1, Math.abs(unit));
        return Math.clamp(displacement, -most, most) * unit;
    }

    @SuppressWarnings("NullAway") // The checks of counts, displacements and the type refuse null.
    private static Blocks vector(Blocks into, Side side, int size, boolean write) {
        TypeLayout layout = layout(side.type);
        int[] counts = side.counts;
        int[] displs = side.displs;
        Counts.check("counts", counts, size);
        displacements(displs, size);
        long at = at(side.buffer, side.offset);
        for (int i = 0; i < size; i++) {
            room(side.buffer, at + displs[i] * layout.extent(), counts[i], side.type, write);
        }
        return into.vector(side.buffer, at, counts, displs, layout);
    }

    @SuppressWarnings("NullAway") // The checks of counts, displacements and types refuse null.
    private static Blocks typed(Blocks into, Side side, int size, boolean write) {
        int[] counts = side.counts;
        int[] displs = side.displs;
        Datatype[] types = side.types;
        Counts.check("counts", counts, size);
        displacements(displs, size);
        if (types == null || types.length < size) {
            throw Counts.tooShort("types", types == null ? -1 : types.length, size);
        }
        TypeLayout[] layouts = new TypeLayout[size];
        for (int i = 0; i < size; i++) {
            layouts[i] = layout(types[i]);
            room(side.buffer, displs[i], counts[i], types[i], write);
        }
        return into.typed(side.buffer, 0, counts, displs, layouts);
    }

    static void displacements(int @Nullable [] displs, int size) {
        if (displs == null || displs.length < size) {
            throw Counts.tooShort("displs", displs == null ? -1 : displs.length, size);
        }
    }

    /**
     * Checks that a buffer holds what shall be read from it or written to it.
     *
     * @param at byte of the buffer at which the first element's origin lies
     * @param type a usable type
     */
    @SuppressWarnings("NullAway") // A usable type has a layout.
    static void room(@Nullable Object buf, long at, long count, Datatype type, boolean write) {
        ElementKind kind = ElementKind.of(buf);
        if (kind == null && buf != null) {
            throw noBuffer(buf);
        }
        TypeLayout layout = type.usable();
        if (count == 0 || layout.size() == 0) {
            return;
        }
        if (kind != null && (layout.arrays() & kind.bit()) == 0) {
            throw BufferErrors.ofKind(buf, layout, type);
        }
        if (count > layout.mostElements()) {
            throw BufferErrors.tooMany(count, type);
        }
        if (buf instanceof MemorySegment s) {
            Payload.checkAccessible(s);
        }
        long capacity = capacity(buf, kind);
        long from = at + layout.lowest(count);
        if (at + layout.highest(count) > capacity || from < 0 && from < -Payload.bytesBefore(buf)) {
            throw BufferErrors.outside(buf, capacity, Payload.bytesBefore(buf), at, count, layout, type);
        }
        if (write && isReadOnly(buf)) {
            throw new EngineException(ErrorClass.BUFFER, "the receive buffer is read-only");
        }
    }

    /** Bytes that a buffer holds from its first element to its capacity. */
    private static long capacity(@Nullable Object buf, @Nullable ElementKind kind) {
        if (kind == null) {
            return 0;
        } else if (buf instanceof Buffer b) {
            return (long) b.capacity() * kind.bytes();
        } else if (buf instanceof MemorySegment s) {
            return s.byteSize();
        }
        return (long) Array.getLength(buf) * kind.bytes();
    }

    private static boolean isReadOnly(@Nullable Object buf) {
        if (buf instanceof Buffer b) {
            return b.isReadOnly();
        }
        return buf instanceof MemorySegment s && s.isReadOnly();
    }

    /** The error of a receive that ended with a message that does not fit it; null if its message does. */
    static @Nullable EngineException failure(CommCore core, PostedRecv op) {
        return op.hasFailed() ? mismatch(core, op) : null;
    }

    /** The same of a blocking receive, which does not go on. */
    static @Nullable EngineException finalFailure(CommCore core, PostedRecv op) {
        if (!op.hasFailed()) {
            return null;
        }
        core.giveUp(op);
        return mismatch(core, op);
    }

    private static EngineException mismatch(CommCore core, PostedRecv op) {
        EngineException interruption = op.interruption();
        if (interruption != null) {
            return interruption;
        }
        String message = "the message from rank " + core.rankOf(op.source()) + " with tag " + op.tag();
        if (op.isTruncated() && op.isWithoutRoom()) {
            return new EngineException(
                    ErrorClass.NO_MEM,
                    message + " has " + op.messageBytes() + " bytes, for which the heap has no room");
        }
        if (op.isTruncated()) {
            return new EngineException(
                    ErrorClass.TRUNCATE,
                    message + " has " + op.messageBytes() + " bytes, and the receive has room for " + op.size());
        }
        return new EngineException(
                ErrorClass.TYPE,
                message + " consists of " + op.sentType() + ", and the receive is for "
                        + op.layout().signature() + ": the types must be the same");
    }

    private static EngineException badTag(int tag, boolean receive) {
        return new EngineException(
                ErrorClass.TAG,
                "tag is " + tag + "; expected 0 to " + CommCore.TAG_UB + (receive ? " or ANY_TAG" : ""));
    }

    private static EngineException badRank(String argument, int rank, int size, String others) {
        return new EngineException(
                ErrorClass.RANK, argument + " is " + rank + "; expected 0 to " + (size - 1) + " " + others);
    }

    private static EngineException badRoot(int root, int size) {
        return new EngineException(ErrorClass.ROOT, "root is " + root + "; expected 0 to " + (size - 1));
    }

    private static EngineException noBuffer(Object buf) {
        return new EngineException(
                ErrorClass.BUFFER,
                "the buffer is a " + buf.getClass().getTypeName()
                        + "; expected an array of a primitive type, an NIO buffer or a MemorySegment");
    }
}
