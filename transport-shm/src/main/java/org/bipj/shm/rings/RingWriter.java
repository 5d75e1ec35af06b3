package org.bipj.shm.rings;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.NicPort;
import org.bipj.core.payload.StreamingCopy;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.ParkWord;
import org.bipj.shm.memory.Access;
import org.bipj.shm.memory.Distance;

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
public final class RingWriter {
    static final int FRAME = 8;
    static final long REST = 0xffff_ffffL;
    static final long HELP = 0xffff_fffeL;
    static final long MOVED = 0xffff_fffdL;

    /** {@link #claim}: the pair should move to a longer ring first. */
    public static final long GROW = -2;

    private static final int LINE = 64;

    /** Most bytes that are fetched in advance: about what is fetched while a short message is answered. */
    private static final int PREFETCH_MAX = 4096;

    /** Packets of this size profit from a longer ring. */
    private static final int LARGE = 1024;

    public final MemorySegment memory;
    private final long ring;
    private final long mask;
    private final long capacity;
    private final long readAt;
    /** Where the receiver's park word lies; null where no receiver sleeps. */
    private MemorySegment park;

    private long parkWord;
    /** Position of the next frame, in bytes since the beginning; the place in the ring is its low bits. */
    private long position;
    /** Position that the receiver had published when this end last looked. */
    private long read;

    private final Distance distance;

    /** Position when {@link #prefetchForWrite} was called last. */
    private long prefetchedAt;

    /** Position from which on large packets ask for a longer ring; never by default. */
    private long growAfter = Long.MAX_VALUE;

    /** The writing end of the control ring or of the first data ring in a {@link RingFile}. */
    public RingWriter(MemorySegment memory, boolean control) {
        this(memory, RingFile.place(control));
    }

    /** The writing end of a ring in its memory. */
    public RingWriter(MemorySegment memory, RingPlace place) {
        this(memory, place, new Distance(RingSettings.GIVEN.distance()));
    }

    RingWriter(MemorySegment memory, RingPlace place, Distance distance) {
        this.memory = memory;
        this.distance = distance;
        this.ring = place.ring();
        this.capacity = place.capacity();
        this.mask = capacity - 1;
        this.readAt = place.readAt();
    }

    /** From now on {@link #wakeReceiver} looks at a rank's word on a board. */
    public void wakeOver(Board board, int receiver) {
        park = board.memory();
        parkWord = board.parkWord(receiver);
    }

    /** Wakes the receiver if it sleeps. */
    public void wakeReceiver() {
        if (Access.getIntAcquire(park, parkWord) != ParkWord.AWAKE) {
            ParkWord.wake(park, parkWord);
        }
    }

    /** From this position on, large packets ask for a longer ring by {@link #GROW}. */
    public void growAfter(long grownPosition) {
        growAfter = grownPosition;
    }

    /** Announces to the receiver that all later packets come through the long ring. Nothing is written here any more. */
    public void move() {
        Access.setLongRelease(memory, ring + (position & mask), MOVED);
    }

    /**
     * Largest packet that a ring of this capacity takes: with the skipped rest before it, it fills half of it at most.
     */
    static int maxPacket(int capacity) {
        return capacity / 4 - 2 * FRAME;
    }

    /** The writing end of a longer ring to the same receiver. */
    public RingWriter longer(MemorySegment longMemory) {
        return new RingWriter(longMemory, LongRing.place(longMemory), distance);
    }

    /** The copy that writes bytes of a claimed packet best; null: plain stores. See {@link NicPort#streaming}. */
    public StreamingCopy streaming(long at) {
        return distance.streaming(memory, at);
    }

    /** To the receiver. */
    public Distance distance() {
        return distance;
    }

    /** How many bytes have been written since the ring was made. */
    public long position() {
        return position;
    }

    /** True if the receiver has made room since this end last looked. */
    boolean hasNewRoom() {
        return Access.getLongAcquire(memory, readAt) != read;
    }

    private static int framed(int bytes) {
        return (bytes + 7 & ~7) + FRAME;
    }

    /**
     * Reserves room for a packet.
     *
     * @return offset of its bytes in {@link #memory}, {@link NicPort#BACK_PRESSURED} if the ring is full, or {@link #GROW}
     */
    public long claim(int bytes) {
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

    /** Asks the receiver to work on the shared copy, if the ring has room for the request. */
    public void askForHelp() {
        long claim = claim(0);
        if (claim >= 0) {
            position += FRAME;
            Access.setLong(memory, ring + (position & mask), 0);
            Access.setLongRelease(memory, claim - FRAME, HELP);
        }
    }

    /**
     * Fetches as many cache lines as have been filled since the last call, by writing to them: otherwise the receiver's
     * core holds them since the last lap and releases them one by one while packets are written. Called while the rank
     * waits anyway. The line of the next frame is left out, because the receiver polls it.
     */
    public void prefetchForWrite() {
        if (position - prefetchedAt > PREFETCH_MAX && distance.wasFar()) {
            // The next packets may pass the caches, too.
            prefetchedAt = position;
            return;
        }
        long at = position & mask;
        long end = Math.min(at + Math.min(position - prefetchedAt, PREFETCH_MAX) + FRAME, capacity);
        prefetchedAt = position;
        if (position - at + end - read > capacity) {
            return;
        }
        for (long line = (at | LINE - 1) + 1; line < end; line += LINE) {
            Access.setLong(memory, ring + line, 0);
        }
    }

    /**
     * Publishes a packet.
     *
     * @param claim what {@link #claim} returned
     * @param bytes length of the packet, at most what was claimed
     */
    public void commit(long claim, int bytes, int immediate) {
        position += framed(bytes);
        Access.setLong(memory, ring + (position & mask), 0);
        Access.setLongRelease(memory, claim - FRAME, (long) immediate << 32 | (bytes + FRAME));
    }
}
