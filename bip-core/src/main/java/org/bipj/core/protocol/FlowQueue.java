package org.bipj.core.protocol;

/** Numbers of flows, first in, first out, each at most once. */
final class FlowQueue {
    private final int[] ring;
    private final boolean[] queued;
    private int first;
    private int count;

    FlowQueue(int flows) {
        ring = new int[flows];
        queued = new boolean[flows];
    }

    /** Adds a flow. Does nothing if it is queued. */
    void add(int flow) {
        if (!queued[flow]) {
            queued[flow] = true;
            ring[(first + count++) % ring.length] = flow;
        }
    }

    /** The flow that has waited longest; -1 if there is none. */
    int first() {
        return count == 0 ? -1 : ring[first];
    }

    void removeFirst() {
        queued[ring[first]] = false;
        first = (first + 1) % ring.length;
        count--;
    }
}
