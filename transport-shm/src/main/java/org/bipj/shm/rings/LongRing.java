package org.bipj.shm.rings;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.Access;

/**
 * The longer data ring that a pair of ranks moves to once much has gone through the first one. A ring that fits into a
 * core's own cache moves each modified line from one core's cache to the other's: 8 GB/s on the machine measured. The lines
 * of a longer ring have reached the shared cache by the time they are read: 30 GB/s.
 *
 * <pre>
 *   0      magic (8)  version (4)  from (4)  to (4)  bytes of the ring (4)
 *   128    position up to which the receiver has read (8)    receiver's line
 *   256    the ring
 * </pre>
 */
public final class LongRing {
    private static final long MAGIC = 0x314e524c4a504942L; // "BIPJLRN1"
    private static final int VERSION = 1;
    private static final int READ = 128;
    private static final int RING = 256;

    private LongRing() {}

    /**
     * The name of the ring's shared memory.
     *
     * @param from see {@link RingSender#name}
     */
    public static String name(String from, int to) {
        return "long-" + from + "-" + to;
    }

    /** Bytes of shared memory for a ring of this size. */
    public static long bytes(int ringBytes) {
        return RING + ringBytes;
    }

    /** Writes the ring's header into memory that is zero. */
    public static void make(MemorySegment memory, int from, int to, int ringBytes) {
        Access.setInt(memory, 8, VERSION);
        Access.setInt(memory, 12, from);
        Access.setInt(memory, 16, to);
        Access.setInt(memory, 20, ringBytes);
        Access.setLongRelease(memory, 0, MAGIC);
    }

    /**
     * Checks that memory is the long ring from one rank to another.
     *
     * @throws PortException if it is not
     */
    static void validate(MemorySegment memory, RingSender from, int to) {
        boolean good = memory.byteSize() >= RING
                && Access.getLongAcquire(memory, 0) == MAGIC
                && Access.getInt(memory, 8) == VERSION
                && Access.getInt(memory, 12) == from.rank()
                && Access.getInt(memory, 16) == to
                && Integer.bitCount(Access.getInt(memory, 20)) == 1
                && memory.byteSize() == bytes(Access.getInt(memory, 20));
        if (!good) {
            throw new PortException("shared memory " + name(from.name(), to) + " of " + memory.byteSize()
                    + " bytes is damaged or of another version of the library");
        }
    }

    /** Where the ring lies in validated memory. */
    public static RingPlace place(MemorySegment memory) {
        return new RingPlace(RING, Access.getInt(memory, 20), READ);
    }
}
