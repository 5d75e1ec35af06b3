package org.bipj.sim.lci;

/** Numbers of the free packets of a pool. A stack: packets that were used last are used next, so that few are ever made. */
final class FreeNumbers {
    private final int[] free;
    private int count;

    /** All numbers below {@code packets} are free. */
    FreeNumbers(int packets) {
        free = new int[packets];
        count = packets;
        for (int i = 0; i < packets; i++) {
            free[i] = packets - 1 - i;
        }
    }

    int count() {
        return count;
    }

    /** True if no packet is in use. */
    boolean areAll() {
        return count == free.length;
    }

    /** A number, of which there must be one. */
    int take() {
        return free[--count];
    }

    void giveBack(int number) {
        free[count++] = number;
    }

    @Override
    public String toString() {
        return count + " of " + free.length;
    }
}
