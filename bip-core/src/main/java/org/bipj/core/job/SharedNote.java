package org.bipj.core.job;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * What one rank says to others, in memory that all ranks of its node share: true as long as the version is the same odd number. Ranks
 * of other nodes have copies, which the launcher brings in rounds.
 *
 * <pre>
 *   0   version: odd while the note is valid, another number after each change
 *   8   what it says
 * </pre>
 */
public final class SharedNote {
    /** Name of the {@linkplain Job#shared shared} memory with the number of the last round that has brought copies; 0: none has. */
    public static final String ROUND = "check-round";

    private static final String NAME = "check-wait-";
    private static final int FIXED = 13 << 10;
    private static final int PER_RANK = 64;
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private final MemorySegment memory;

    /** A note in zeroed memory, or one that is there. */
    public SharedNote(MemorySegment memory) {
        this.memory = memory;
    }

    /** Name of the {@linkplain Job#shared shared} memory of a rank's note, on its own node and where a copy is. */
    public static String name(int rank) {
        return NAME + rank;
    }

    /** Bytes of a note in a job of so many ranks. */
    public static long bytes(int ranks) {
        return FIXED + (long) PER_RANK * ranks;
    }

    /** The round in the memory of that name. */
    public static long round(MemorySegment roundMemory) {
        return (long) LONG.getAcquire(roundMemory, 0L);
    }

    /** A round has brought all its copies. */
    public static void setRound(MemorySegment roundMemory, long round) {
        LONG.setRelease(roundMemory, 0L, round);
    }

    /** The number of the note's state: odd while it is valid, and greater after each change. */
    public long version() {
        return (long) LONG.getAcquire(memory, 0L);
    }

    /** True if what the note says is true. */
    public boolean isValid() {
        return version() % 2 != 0;
    }

    /** What the note says is true no more, before anything is done of which others could learn. */
    public void invalidate() {
        long version = version();
        if (version % 2 != 0) {
            LONG.setVolatile(memory, 0L, version + 1);
            VarHandle.fullFence();
        }
    }

    /** What has been written into the note, which was not valid, is true. */
    public void validate() {
        LONG.setRelease(memory, 0L, version() + 1);
    }

    /** The note with its version; null if it is not valid. */
    public byte @Nullable [] copy() {
        return copy(0);
    }

    /** The note from a byte on; null if it is not valid. */
    public byte @Nullable [] copy(int from) {
        long version = version();
        if (version % 2 == 0) {
            return null;
        }
        byte[] copy = new byte[(int) memory.byteSize() - from];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, from, copy, 0, copy.length);
        // What was copied belongs to the version only if that is still the same one.
        VarHandle.acquireFence();
        return version() == version ? copy : null;
    }

    /** Makes this note a {@link #copy} of one on another node. */
    public void replace(byte[] copy) {
        long version = ByteBuffer.wrap(copy).order(ByteOrder.nativeOrder()).getLong();
        if (copy.length != memory.byteSize()) {
            throw new IllegalArgumentException("a note of " + copy.length + " bytes; expected " + memory.byteSize());
        }
        if (version() != version) {
            LONG.setVolatile(memory, 0L, 0L);
            VarHandle.fullFence();
            MemorySegment.copy(copy, Long.BYTES, memory, ValueLayout.JAVA_BYTE, Long.BYTES, copy.length - Long.BYTES);
            LONG.setRelease(memory, 0L, version);
        }
    }
}
