package org.bipj.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A benchmark that measured wrong data would go unnoticed if this did not see it. */
class CheckedBufferTest {
    private static final int BYTES = 5000;

    private static CheckedBuffer received(String kind) {
        CheckedBuffer buffer = CheckedBuffer.allocate(0, kind, BYTES);
        buffer.clear(BYTES);
        buffer.fill(1, BYTES);
        buffer.check(1, BYTES);
        return buffer;
    }

    private static String failure(CheckedBuffer buffer, int sender, int bytes) {
        return assertThrows(IllegalStateException.class, () -> buffer.check(sender, bytes))
                .getMessage();
    }

    @ParameterizedTest
    @ValueSource(strings = {"heap", "direct"})
    void touchingChangesNothing(String kind) {
        CheckedBuffer buffer = received(kind);
        buffer.touch(BYTES);
        buffer.check(1, BYTES);
    }

    @Test
    void seesAWrongByte() {
        CheckedBuffer buffer = received("heap");
        ((byte[]) buffer.buffer())[4096]++;
        assertTrue(failure(buffer, 1, BYTES).contains("rank 0: byte 4096 of a message of 5000 bytes from rank 1"));
    }

    @Test
    void seesWhatWasNeverReceived() {
        CheckedBuffer buffer = received("direct");
        buffer.clear(BYTES);
        assertTrue(failure(buffer, 1, BYTES).contains("byte 0 of"));
    }

    @Test
    void seesTheMessageOfAnotherSender() {
        assertTrue(failure(received("heap"), 0, BYTES).contains("byte 0 of"));
    }

    @Test
    void seesBytesBehindTheMessage() {
        CheckedBuffer buffer = received("direct");
        ByteBuffer bytes = (ByteBuffer) buffer.buffer();
        bytes.put(BYTES + 63, (byte) 0);
        assertTrue(failure(buffer, 1, BYTES).contains("byte 5063 of"));
    }

    @Test
    void refusesAnUnknownKind() {
        String message = assertThrows(IllegalArgumentException.class, () -> CheckedBuffer.allocate(0, "heapy", 8))
                .getMessage();
        assertEquals("--buffers: 'heapy' is not one of heap, direct and registered", message);
    }
}
