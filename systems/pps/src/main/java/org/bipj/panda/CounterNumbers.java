package org.bipj.panda;

import java.util.BitSet;

/** Which of this rank's counters its ordered broadcasts use: from the highest one down, as programs begin with 0. */
final class CounterNumbers {
    private final PandaCore core;
    private final int count;
    private final BitSet used = new BitSet();

    CounterNumbers(PandaCore core) {
        this.core = core;
        count = core.lci().counters();
    }

    int take() {
        core.lci().lock();
        try {
            int number = used.previousClearBit(count - 1);
            if (number < 0) {
                throw core.fail("more than " + count + " ordered broadcasts, as many as this rank has counters");
            }
            used.set(number);
            return number;
        } finally {
            core.lci().unlock();
        }
    }

    void giveBack(int number) {
        core.lci().lock();
        try {
            used.clear(number);
        } finally {
            core.lci().unlock();
        }
    }
}
