package org.bipj.samples.nas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BlocksTest {

    @Test
    void everyItemIsInExactlyOneBlockAndBlocksAreEven() {
        for (int items = 0; items <= 40; items++) {
            for (int count = 1; count <= 12; count++) {
                Blocks blocks = new Blocks(items, count);
                assertEquals(0, blocks.first(0));
                assertEquals(items, blocks.first(count));
                for (int block = 0; block < count; block++) {
                    int size = blocks.size(block);
                    assertTrue(size == items / count || size == items / count + 1, items + " in " + count);
                    for (long item = blocks.first(block); item < blocks.first(block + 1); item++) {
                        assertEquals(block, blocks.owner(item));
                    }
                }
            }
        }
    }
}
