package org.bipj.mpi.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Which memory is said to be full. */
class HeapFullTest {
    private static String words(OutOfMemoryError cause) {
        StringBuilder words = new StringBuilder();
        HeapFull.appendMemory(words, cause);
        return words.toString();
    }

    @Test
    void directMemoryHasItsOwnLimit() {
        String message = "Cannot reserve 262152 bytes of direct buffer memory (allocated: 24327736, limit: 24379392)";
        assertEquals(
                "the memory for direct buffers is full (see -XX:MaxDirectMemorySize, by default that of -Xmx)",
                words(new OutOfMemoryError(message)));
    }

    @Test
    void otherMemoryIsTheHeap() {
        assertTrue(words(new OutOfMemoryError("Java heap space")).startsWith("the Java heap is full ("));
        assertTrue(words(new OutOfMemoryError()).startsWith("the Java heap is full ("));
    }
}
