package org.bipj.samples.nas.is;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.bipj.samples.nas.Blocks;
import org.bipj.samples.nas.NasRandom;
import org.junit.jupiter.api.Test;

class IntegerSortTest {

    @Test
    void aKeyIsAQuarterOfTheRangeTimesFourRandomNumbers() {
        int[] keys = IntegerSort.createKeys(0, 5000, 11);
        long state = NasRandom.SEED;
        for (int key : keys) {
            double sum = 0;
            for (int k = 0; k < 4; k++) {
                state = NasRandom.next(state);
                sum += NasRandom.value(state);
            }
            assertEquals((int) (512 * sum), key);
            assertTrue(key >= 0 && key < 2048);
        }
    }

    @Test
    void ranksCreateTheSameKeysTogetherAsOneAlone() {
        int count = 10_007;
        int[] whole = IntegerSort.createKeys(0, count, 19);
        Blocks blocks = new Blocks(count, 7);
        for (int rank = 0; rank < 7; rank++) {
            int first = (int) blocks.first(rank);
            int[] part = Arrays.copyOfRange(whole, first, first + blocks.size(rank));
            assertArrayEquals(part, IntegerSort.createKeys(first, part.length, 19));
        }
    }
}
