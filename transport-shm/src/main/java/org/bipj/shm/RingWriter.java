package org.bipj.shm;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.NicPort;

/**
 * The writing end of a ring. Packets are packed: several short ones share a cache line.
 *
 * <pre>
 *   packet:  frame (8): immediate (4, high half)  length + 8 (4, low half)
 *            bytes, padded to a multiple of 8
 *   rest:    frame with length -1: the rest of the ring up to its end is skipped
 *   help:    frame with length -2: the sender asks the receiver to work on their shared copy
 *   moved:   frame with length -3: what follows comes through the long ring
 *
 *   publish: 1. claim: room for the packet and for the next frame is free
 *            2. the caller writes the bytes
 *            3. the next frame is cleared: it holds old bytes of the lap before
 *            4. the frame is stored with release: the receiver, who polls it, sees all of 2 and 3
 * </pre>
 */
final class RingWriter {
    static final int FRAME = 8;
    static final long REST = 0xffff_ffffL;
    static final long HELP = 0xffff_fffeL;
    static final long MOVED = 0xffff_fffdL;

    /** {@link #claim}: the pair should move to a longer ring first. */
    static final long GROW = -2;

    private static final int LINE = 64;

    /** Most bytes that are fetched in advance: about what is fetched while a short message is answered. */
    private static final int PREPARED = 4096;

    /** Packets of this size profit from a longer ring. */
    private static final int LARGE = 1024;

    final MemorySegment memory;
    private final long ring;
    private final long mask;
    private final long capacity;
    private final long readAt;
    /** Position of the next frame, in bytes since the beginning; the place in the ring is its low bits. */
    private long position;
    /** The receiver has read up to here, as far as this end knows. */
    private long read;

    /** Position when {@link #prepare} was called last. */
    private long prepared;

    /** Position from which on large packets ask for a longer ring; never by default. */
    private long growAfter = Long.MAX_VALUE;

    RingWriter(MemorySegment memory, boolean control) {
        this(memory, RingFile.place(control));
    }

    RingWriter(MemorySegment memory, RingPlace place) {
        this.memory = memory;
        this.ring = place.ring();
        this.capacity = place.capacity();
        this.mask = capacity - 1;
        this.readAt = place.readAt();
    }

    /** From this position on, large packets ask for a longer ring by {@link #GROW}. */
    void growAfter(long grownPosition) {
        growAfter = grownPosition;
    }

    /** Tells the receiver that all that follows comes through the long ring. Nothing is written here any more. */
    void move() {
        Access.setLongRelease(memory, ring + (position & mask), MOVED);
    }

    /**
     * Largest packet that a ring of this capacity takes: with the skipped rest before it, it fills half of it at most.
     */
    static int maxPacket(int capacity) {
        return capacity / 4 - 2 * FRAME;
    }

    /** Bytes that have been written. */
    long position() {
        return position;
    }

    /** True if the receiver has made room since this end last looked. */
    boolean hasNewRoom() {
        return Access.getLongAcquire(memory, readAt) != read;
    }

    private static int framed(int bytes) {
        return (bytes + 7 & ~7) + FRAME;
    }

    long claim(int bytes) {
        long need = framed(bytes);
        long at = position & mask;
        long rest = at + need > capacity ? capacity - at : 0;
        long end = position + rest + need + FRAME;
        if (end - read > capacity) {
            if (position > growAfter && bytes >= LARGE) {
                return GROW;
            }
            read = Access.getLongAcquire(memory, readAt);
            if (end - read > capacity) {
                return NicPort.BACK_PRESSURED;
            }
        }
        if (rest != 0) {
            skip(at, rest);
            at = 0;
        }
        return ring + at + FRAME;
    }

    private void skip(long at, long rest) {
        Access.setLong(memory, ring, 0);
        Access.setLongRelease(memory, ring + at, REST);
        position += rest;
    }

    /** Asks the receiver to work on the shared copy. Without room it is not asked. */
    void askForHelp() {
        long claim = claim(0);
        if (claim >= 0) {
            position += FRAME;
            Access.setLong(memory, ring + (position & mask), 0);
            Access.setLongRelease(memory, claim - FRAME, HELP);
        }
    }

    /**
     * Fetches as many cache lines as have been filled since the last call, by writing to them: the receiver's core
     * holds them since the lap before, and gives them away one by one while packets are written. For moments in which
     * the rank waits anyway. The line of the next frame is left alone: the receiver looks at it all the time.
     */
    void prepare() {
        long at = position & mask;
        long end = Math.min(at + Math.min(position - prepared, PREPARED) + FRAME, capacity);
        prepared = position;
        if (position - at + end - read > capacity) {
            return;
        }
        for (long line = (at | LINE - 1) + 1; line < end; line += LINE) {
            Access.setLong(memory, ring + line, 0);
        }
    }

    void commit(long claim, int bytes, int immediate) {
        position += framed(bytes);
        Access.setLong(memory, ring + (position & mask), 0);
        Access.setLongRelease(memory, claim - FRAME, (long) immediate << 32 | (bytes + FRAME));
    }
}
