package org.bipj.sim.lci;

/** A queue of packets' numbers, first in, first out, with a look at any place. */
final class NumberQueue {
    private final int[] ring;
    private int head;
    private int size;

    /** An empty queue for up to that many numbers. */
    NumberQueue(int capacity) {
        ring = new int[capacity];
    }

    void add(int number) {
        ring[(head + size) % ring.length] = number;
        size++;
    }

    int remove() {
        int number = ring[head];
        head = (head + 1) % ring.length;
        size--;
        return number;
    }

    /** The number at a place, 0 for the oldest. */
    int get(int place) {
        return ring[(head + place) % ring.length];
    }

    /** Moves the number at a place forward to an earlier place; those in between move back. */
    void promote(int place, int to) {
        int number = get(place);
        for (int at = place; at > to; at--) {
            ring[(head + at) % ring.length] = ring[(head + at - 1) % ring.length];
        }
        ring[(head + to) % ring.length] = number;
    }

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }
}
