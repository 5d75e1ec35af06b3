package org.bipj.shm.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.bipj.core.payload.StreamingCopy;

/**
 * How far from this core the one is that reads what this rank writes. Between near cores, which share a cache, a line travels in 50 to 100 ns,
 * and a copy by plain stores is the fastest; between the dies or sockets of a server it takes 200 to 300, and since a core
 * fetches some ten lines at a time, plain stores reach 2 to 3 GB/s there. Non-temporal stores fetch nothing.
 *
 * <p>Every now and then the time is measured that this core takes to own the first lines of a large packet, which it is about to
 * write anyway. Where ranks are not bound to cores, and on virtual machines, the distance changes while a program runs.
 */
public final class Distance {
    /** Lines that are owned to measure the time: more than a core fetches at once. */
    private static final int LINES = 16;

    private static final int LINE = 64;

    /**
     * From this time on the reader is far. Measured: 110 to 131 ns near, 220 to 490 far (docs/lab/far-cores.md). It is the time in which a
     * copy at 5 GB/s writes as many lines, and non-temporal stores are faster than that.
     */
    private static final long FAR_NS = 180;

    /** Reading from afar is slower than this, in bytes a nanosecond: 2 to 4. From near it is 25 and more, into fresh pages 8. */
    private static final long FAR_BYTES_A_NS = 6;

    /** Packets from one measurement to the next: it takes some 3 % of the time of a packet of 8 KiB to a near reader. */
    private static final int NEAR_PACKETS = 16;

    /** Likewise while the reader is far: owning lines is slow there. */
    private static final int FAR_PACKETS = 64;

    /** Measurements in a row that must contradict what is thought: one may be a moment in which the core did something else. */
    private static final int PROOF = 3;

    /** What a user says of the distance. */
    public enum Given {
        /** Nothing: it is measured. */
        MEASURED,
        /** It is short. */
        NEAR,
        /** It is long. */
        FAR
    }

    /** Owns the first lines of a packet, and says how long that took, in nanoseconds. */
    public interface Owning {
        long own(MemorySegment memory, long at);
    }

    private final Owning owning;
    private boolean far;
    private int contrary;
    private long copies;
    private long fars;

    /** Packets until the next measurement; 0 where nothing is measured. */
    private int left;

    /** The distance to one reader, or to several that read the same bytes. */
    public Distance(Given given) {
        this(given, Distance::own);
    }

    /** With a clock of its own, for tests. */
    public Distance(Given given, Owning owning) {
        this.owning = owning;
        far = given == Given.FAR;
        left = given == Given.MEASURED ? 1 : 0;
    }

    /**
     * The copy that writes bytes best; null: plain stores.
     *
     * @param at where the bytes are to be written, {@link org.bipj.core.nic.NicPort#STREAMED_MIN} or more
     */
    public StreamingCopy streaming(MemorySegment memory, long at) {
        return isFar(memory, at) ? NonTemporalCopy.get() : null;
    }

    /** Whether the reader is far, where bytes are to be written now. */
    public boolean isFar(MemorySegment memory, long at) {
        if (isDue()) {
            judge(owning.own(memory, at) >= FAR_NS);
        }
        if (far) {
            fars++;
        }
        return far;
    }

    /** Counts a copy; true if it is one whose time tells the distance, by {@link #hasRead} where it reads what the other one has written. */
    public boolean isDue() {
        copies++;
        return left > 0 && --left == 0;
    }

    /** Tells how long it took to read bytes that the core of the other rank has written. */
    public void hasRead(long bytes, long ns) {
        judge(ns > bytes / FAR_BYTES_A_NS);
    }

    /** Whether the reader was far when that was asked last. */
    public boolean wasFar() {
        return far;
    }

    /** In words, with how often it was asked for; empty if it never was. */
    public String report() {
        return copies == 0
                ? ""
                : (far ? "far" : "near") + "; of " + copies + " copies of 6 KiB and more it was far in " + fars;
    }

    private void judge(boolean isFar) {
        if (isFar == far) {
            contrary = 0;
        } else if (++contrary == PROOF) {
            far = isFar;
            contrary = 0;
        }
        left = contrary > 0 ? 1 : far ? FAR_PACKETS : NEAR_PACKETS;
    }

    private static long own(MemorySegment memory, long at) {
        long first = at + LINE - 1 & -LINE;
        long begin = System.nanoTime();
        for (int line = 0; line < LINES; line++) {
            Access.setLong(memory, first + line * LINE, 0);
        }
        VarHandle.fullFence();
        return System.nanoTime() - begin;
    }
}
