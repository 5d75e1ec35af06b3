package org.bipj.panda;

import java.util.BitSet;

/**
 * Which of this rank's counters its ordered broadcasts use: from the highest one down, as programs begin with 0; under the lock.
 */
final class CounterNumbers {
    private final Panda panda;
    private final int count;
    private final BitSet used = new BitSet();

    CounterNumbers(Panda panda, int count) {
        this.panda = panda;
        this.count = count;
    }

    int take() {
        int number = used.previousClearBit(count - 1);
        if (number < 0) {
            throw panda.fail("more than " + count + " ordered broadcasts, as many as this rank has counters");
        }
        used.set(number);
        return number;
    }

    void giveBack(int number) {
        used.clear(number);
    }
}
