package org.bipj.lci;

/** A counter of a rank: 64 bits, zero at start. */
public final class Counter {
    private final Lci lci;
    private final int owner;
    private final int index;

    Counter(Lci lci, int owner, int index) {
        this.lci = lci;
        this.owner = owner;
        this.index = index;
    }

    /** The rank whose memory the counter is in. */
    public int owner() {
        return owner;
    }

    /** The counter's number among those of its owner. */
    public int index() {
        return index;
    }

    /**
     * Adds to the counter, atomically among all ranks. Waits for the answer, and runs upcalls meanwhile. What
     * these throw after the request has been sent, the next call that runs upcalls throws.
     *
     * @param n number to add; 0 reads the counter
     * @return the value before
     * @throws LciException inside an upcall
     */
    public long getAndAdd(long n) {
        return lci.getAndAdd(this, n);
    }
}
