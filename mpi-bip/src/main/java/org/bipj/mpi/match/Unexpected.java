package org.bipj.mpi.match;

import java.lang.foreign.MemorySegment;
import org.bipj.core.channel.Arrival;
import org.bipj.core.channel.SendOp;
import org.jspecify.annotations.Nullable;

/**
 * A message that came before its receive: the bytes of a short one, the announcement of a long one, or a send of this rank
 * to itself. Recycled by {@link UnexpectedPool}.
 */
public final class Unexpected {
    int source;
    int tag;
    int signature;
    long length;

    @Nullable
    MemorySegment bytes;

    int sizeClass;

    @Nullable
    Arrival arrival;

    @Nullable
    SendOp local;

    // In the list of its source, and in that of all sources, in the order of arrival.
    @Nullable
    Unexpected nextOfSource;

    @Nullable
    Unexpected previousOfSource;

    @Nullable
    Unexpected nextOfAll;

    @Nullable
    Unexpected previousOfAll;

    Unexpected() {}

    /** A snapshot of the message. The entry itself is used again once another thread has received the message. */
    public Unexpected snapshot() {
        Unexpected copy = new Unexpected();
        copy.source = source;
        copy.tag = tag;
        copy.signature = signature;
        copy.length = length;
        return copy;
    }

    /** The rank in the world that has sent the message. */
    public int source() {
        return source;
    }

    /** The tag of the message. */
    public int tag() {
        return tag;
    }

    /** The signature of its data, as the envelope had it. */
    public int signature() {
        return signature;
    }

    /** The length of the message in bytes. */
    public long length() {
        return length;
    }

    /** The bytes of a short message, from offset 0; null for the other kinds. */
    public @Nullable MemorySegment bytes() {
        return bytes;
    }

    /** The announcement of a long message; null for the other kinds. */
    public @Nullable Arrival arrival() {
        return arrival;
    }

    /** The send of this rank to itself; null for the other kinds. */
    public @Nullable SendOp local() {
        return local;
    }
}
