package org.bipj.splitc;

/**
 * The active messages that Split-C stands on. Peers are other ranks, offsets are in range, and values are the low bits of a
 * long. All calls may run handlers, which change the {@link Node} and return; a call that waits polls.
 */
abstract class Base implements AutoCloseable {
    /** What a write does at its destination beside writing. */
    static final int PUT = 0;
    /** A store of an even epoch; 1 more: of an odd one. */
    static final int STORE = 1;

    static final int KINDS = 3;

    final Node node;

    Base(Node node) {
        this.node = node;
    }

    abstract String name();

    /** Reads a value of another rank, and waits for it. */
    abstract long read(int from, int width, long offset);

    /** Begins to read a value into the own memory. */
    abstract void get(int from, int width, long offset, long into);

    /** Begins to write a value into another rank's memory. */
    abstract void write(int to, int kind, int width, long offset, long bits);

    /** Begins to read bytes into the own memory. */
    abstract void bulkGet(int from, long offset, long into, long bytes);

    /** Begins to write bytes of the own memory; a store's may be changed on return. */
    abstract void bulkWrite(int to, int kind, long offset, long from, long bytes);

    /** Sends another rank the signal of one round of a barrier. */
    abstract void signal(int to, int round, int number, long purpose);

    /** Called when all ranks have opened Split-C. */
    abstract void opened();

    /** Waits until all that was begun is done: written there, read here. */
    abstract void settle();

    /** Runs handlers of messages that have arrived. */
    abstract void poll();

    /** Polls once, and pauses if nothing has arrived. */
    abstract void await();

    /** Leaves the layer below; all ranks do so together. */
    @Override
    public abstract void close();
}
