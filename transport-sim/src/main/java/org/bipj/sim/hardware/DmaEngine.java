package org.bipj.sim.hardware;

import org.bipj.sim.kernel.Event;

/**
 * One of the three engines that move data into or out of the board's memory: its share of that memory's rate, which
 * {@link Sram} deals out, and how long it has worked. As an event it is the beginning or the end of a piece of its
 * work. All of this is one object: with a thousand boards, each object that an event touches is fetched from memory.
 */
abstract class DmaEngine extends Event {
    final Sram sram;
    /** Among the board's engines. */
    final int number;

    private final TraceRow row;

    /** Bytes per picosecond that it can use by itself; the same in picoseconds per byte. */
    double full;

    long fullPs;
    /** Bytes per picosecond that its cable lets it use now. */
    double wanted;
    /** Bytes per picosecond that it has now; the same in picoseconds per byte. */
    double pace;

    long pacePs;

    private long busyPs;

    /**
     * An engine that moves nothing.
     *
     * @param number {@link Sram#HOST}, {@link Sram#SEND} or {@link Sram#RECEIVE}
     * @param row where its work is shown; null if nowhere
     */
    DmaEngine(Sram sram, int number, TraceRow row) {
        this.sram = sram;
        this.number = number;
        this.row = row;
        sram.connect(number, this);
    }

    /** While it moves data: from now on a byte takes so many picoseconds. */
    abstract void paced(long psPerByte);

    /** Has something else as pace; true if that is so. */
    final boolean changePace(long ps) {
        if (pacePs == ps) {
            return false;
        }
        pacePs = ps;
        pace = 1.0 / ps;
        return true;
    }

    /** Picoseconds that it has worked. */
    final long busyPs() {
        return busyPs;
    }

    /** Has moved so many bytes. */
    final void worked(String what, int bytes, long from, long to) {
        busyPs += to - from;
        if (row != null) {
            row.span(what + " " + bytes, from, to);
        }
    }
}
