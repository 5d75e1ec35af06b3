package org.bipj.lci.channel;

import java.util.Arrays;

/** A queue of packet numbers, first in, first out. */
final class PacketQueue {
    private int[] ring = new int[64];
    private int head;
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    void add(int packet) {
        if (size == ring.length) {
            int[] larger = Arrays.copyOfRange(ring, head, head + 2 * size);
            System.arraycopy(ring, 0, larger, size - head, head);
            ring = larger;
            head = 0;
        }
        ring[head + size & ring.length - 1] = packet;
        size++;
    }

    int poll() {
        int packet = ring[head];
        head = head + 1 & ring.length - 1;
        size--;
        return packet;
    }
}
