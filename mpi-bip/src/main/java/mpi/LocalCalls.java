package mpi;

import java.lang.foreign.MemorySegment;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.NoBufferException;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;
import org.jspecify.annotations.Nullable;

/** The work of a communicator's calls that send nothing: packed data, and reductions of two buffers. */
final class LocalCalls {
    /** Bytes that are combined at once: as many as an array of bytes holds. */
    private static final long LARGEST = Integer.MAX_VALUE - 8;

    private LocalCalls() {}

    /** Copies data into packed ones, and returns the position after them. */
    static long pack(Data data, @Nullable Object outbuf, long capacity, long position) {
        if (outbuf instanceof MemorySegment segment && segment.isReadOnly()) {
            throw new EngineException(ErrorClass.BUFFER, "outbuf is read-only");
        }
        long end = packedEnd("outbuf", outbuf, capacity, position, data.bytes());
        copy(data, Data.of(outbuf, position, end - position, TypeLayout.BYTE));
        return end;
    }

    /** Copies data out of packed ones, and returns the position after them. */
    static long unpack(@Nullable Object inbuf, long capacity, long position, Data data) {
        long end = packedEnd("inbuf", inbuf, capacity, position, data.bytes());
        copy(Data.of(inbuf, position, end - position, TypeLayout.BYTE), data);
        return end;
    }

    /** Bytes of packed data. */
    static long packedBytes(long incount, Datatype type) {
        MessageChecks.count("incount", incount);
        TypeLayout layout = MessageChecks.layout(type);
        if (incount > layout.mostElements()) {
            throw new EngineException(
                    ErrorClass.COUNT, "incount is " + incount + "; no memory holds so many of " + type);
        }
        return incount * layout.size();
    }

    /** The position after packed data; an error where they have no room. */
    static long packedEnd(String argument, @Nullable Object packed, long capacity, long position, long bytes) {
        if (packed == null || position < 0 || position > capacity - bytes) {
            throw new EngineException(
                    ErrorClass.ARG,
                    argument + (packed == null ? " is null" : " has " + capacity + " bytes") + ", position is "
                            + position + "; expected " + bytes + " bytes from there");
        }
        return position + bytes;
    }

    /** Copies a message from one buffer to another, as if it were sent. */
    private static void copy(Data from, Data to) {
        SegmentCache segments = new SegmentCache();
        Payload source = new Payload(segments);
        Payload target = new Payload(segments);
        source.set(from);
        target.set(to);
        target.copyFrom(source, source.size());
    }

    /** Combines two buffers, with errors as {@link Comm#reduceLocal} has them. */
    static void combine(@Nullable Object inBuf, @Nullable Object inOutBuf, long count, Datatype type, Op op) {
        try {
            Data both = MessageChecks.data(new Data(), inOutBuf, count, type, true);
            TypeLayout layout = both.type();
            MessageChecks.room(inBuf, 0, count, type, false);
            Reduction reduction = ReductionCalls.localOperation(op, type);
            ReduceType reduceType = type.reduceType();
            TypeLayout packed = TypeLayout.bytes(layout.size());
            // All at once where arrays hold them, as a function of the program may expect.
            long most = Math.max(1, LARGEST / Math.max(1, layout.size()));
            for (long at = 0; at < count || at == 0; at += most) {
                int n = (int) Math.min(most, count - at);
                long skip = at * layout.extent();
                Object in = reduceType.newArray(n);
                Object inOut = reduceType.newArray(n);
                copy(Data.of(inBuf, skip, n, layout), Data.of(in, 0, n, packed));
                copy(Data.of(inOutBuf, skip, n, layout), Data.of(inOut, 0, n, packed));
                reduction.apply(in, 0, inOut, 0, n * reduceType.elements());
                copy(Data.of(inOut, 0, n, packed), Data.of(inOutBuf, skip, n, layout));
            }
        } catch (EngineException e) {
            throw new MPIException(e.errorClass(), "Comm.reduceLocal: " + e.getMessage(), e);
        } catch (NoBufferException e) {
            throw new MPIException(ErrorClass.BUFFER, "Comm.reduceLocal: " + e.getMessage(), e);
        }
    }
}
