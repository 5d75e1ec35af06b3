package org.bipj.sim.atm;

/**
 * A queue of cells in front of a line that sends them one behind the other. It keeps the moments at which cells leave; the
 * cells themselves are on the line.
 */
final class Departures {
    /** The moments at which the last cells begin to leave, a ring. */
    private final long[] begins;

    private final long cellPs;
    private long count;
    private long freeAt;

    /**
     * An empty queue.
     *
     * @param room cells that it holds, the one that leaves included
     */
    Departures(int room, long cellPs) {
        this.cellPs = cellPs;
        begins = new long[room];
    }

    /** The moment from which on there is room for a cell: when the cell so many places ahead has left. */
    long roomAt() {
        return count < begins.length ? 0 : begins[slot()] + cellPs;
    }

    /** Adds a cell at a moment at which there is room. Returns when its last byte leaves. */
    long add(long at) {
        long begin = Math.max(at, freeAt);
        begins[slot()] = begin;
        count++;
        freeAt = begin + cellPs;
        return freeAt;
    }

    private int slot() {
        return (int) (count % begins.length);
    }
}
