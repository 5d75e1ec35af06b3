package org.bipj.shm.rings;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.PortException;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.RingReserve;
import org.bipj.shm.memory.Access;
import org.bipj.shm.memory.Store;
import org.bipj.shm.regions.SharedCopy;

/**
 * The shared memory of one direction between two ranks: two rings, one per lane, written by the sender alone, and how far
 * the receiver has read, written by the receiver alone.
 *
 * <pre>
 *   0      magic (8)  version (4)  from (4)  to (4)  control bytes (4)  data bytes (4)
 *   128    position up to which the receiver has read the control ring (8)   receiver's line
 *   256    position up to which the receiver has read the data ring (8)      receiver's line
 *   384    the copy that both ranks work on, see SharedCopy
 *   640    control ring
 *   640 + control bytes   data ring
 * </pre>
 *
 * Lines that different cores write are 128 bytes apart: adjacent lines of 64 bytes would be fetched together.
 */
public final class RingFile {
    /** Bytes of the control ring: 85 of the largest control packets. */
    static final int CONTROL_BYTES = 4096;

    /** How many bytes of packets the data ring holds. */
    static final int DATA_BYTES = RingSettings.GIVEN.ringBytes();

    private static final long MAGIC = 0x31474e49524a5042L; // "BPJRING1"
    private static final int VERSION = 1;
    private static final int CONTROL_READ = 128;
    private static final int DATA_READ = 256;
    private static final int SHARED_COPY = 384;
    private static final int RINGS = 640;

    private RingFile() {}

    /**
     * The name of the shared memory with the rings from one rank to another.
     *
     * @param from see {@link RingSender#name}
     */
    public static String name(String from, int to) {
        return "ring-" + from + "-" + to;
    }

    /** The size of the shared memory, with header and both rings. */
    public static long bytes() {
        return RINGS + CONTROL_BYTES + DATA_BYTES;
    }

    /** What is left free for the rings of a job. */
    public static RingReserve reserve(Store store, Board board) {
        return new RingReserve(store, board, bytes());
    }

    /** Writes the header into memory that is zero. */
    public static void make(MemorySegment memory, int from, int to) {
        Access.setInt(memory, 8, VERSION);
        Access.setInt(memory, 12, from);
        Access.setInt(memory, 16, to);
        Access.setInt(memory, 20, CONTROL_BYTES);
        Access.setInt(memory, 24, DATA_BYTES);
        Access.setLongRelease(memory, 0, MAGIC);
    }

    /**
     * Checks that memory is the ring from one rank to another, of this version and these sizes.
     *
     * @throws PortException if it is not; the message says what was found
     */
    static void validate(MemorySegment memory, RingSender from, int to) {
        String name = name(from.name(), to);
        if (memory.byteSize() < RINGS || Access.getLongAcquire(memory, 0) != MAGIC) {
            throw new PortException("shared memory " + name + " is damaged: no magic number");
        }
        expect(name, "version", Access.getInt(memory, 8), VERSION);
        expect(name, "sender", Access.getInt(memory, 12), from.rank());
        expect(name, "receiver", Access.getInt(memory, 16), to);
        expect(name, "control bytes", Access.getInt(memory, 20), CONTROL_BYTES);
        expect(name, "data bytes", Access.getInt(memory, 24), DATA_BYTES);
        if (memory.byteSize() < bytes()) {
            throw new PortException(
                    "shared memory " + name + " has " + memory.byteSize() + " bytes, expected " + bytes());
        }
    }

    private static void expect(String name, String what, int found, int expected) {
        if (found != expected) {
            throw new PortException("shared memory " + name + " has " + what + " " + found + ", expected " + expected);
        }
    }

    static long readAt(boolean control) {
        return control ? CONTROL_READ : DATA_READ;
    }

    static long ringAt(boolean control) {
        return control ? RINGS : RINGS + CONTROL_BYTES;
    }

    static RingPlace place(boolean control) {
        return new RingPlace(ringAt(control), capacity(control), readAt(control));
    }

    /** The copy out of the receiver's memory that the sender of this ring has asked for. */
    public static SharedCopy sharedCopy(MemorySegment memory) {
        return new SharedCopy(memory, SHARED_COPY, RingSettings.GIVEN.distance());
    }

    static int capacity(boolean control) {
        return control ? CONTROL_BYTES : DATA_BYTES;
    }
}
