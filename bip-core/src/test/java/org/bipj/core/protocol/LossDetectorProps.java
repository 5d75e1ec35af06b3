package org.bipj.core.protocol;

import static org.bipj.core.protocol.LossDetector.Verdict.CORRUPT;
import static org.bipj.core.protocol.LossDetector.Verdict.GOOD;
import static org.bipj.core.protocol.LossDetector.Verdict.OUT_OF_SEQUENCE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteBuffer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LossDetectorProps {
    @Property
    void everyFlippedBitIsFound(@ForAll @Size(min = 1, max = 200) byte[] bytes, @ForAll int number, @ForAll int bit) {
        int sent = LossDetector.crc(number, ByteBuffer.wrap(bytes));
        int at = Math.floorMod(bit, 8 * bytes.length);
        bytes[at / 8] ^= (byte) (1 << at % 8);
        assertNotEquals(sent, LossDetector.crc(number, ByteBuffer.wrap(bytes)));
    }

    @Property
    void anotherNumberGivesAnotherCrc(@ForAll byte[] bytes, @ForAll int number, @ForAll int other) {
        if (number != other) {
            assertNotEquals(
                    LossDetector.crc(number, ByteBuffer.wrap(bytes)), LossDetector.crc(other, ByteBuffer.wrap(bytes)));
        }
    }

    @Property
    void aLossIsFoundAtTheNextPacketAndEverAfter(@ForAll @IntRange(max = 500) int lost) {
        LossDetector sender = new LossDetector();
        LossDetector receiver = new LossDetector();
        for (int packet = 0; packet < 510; packet++) {
            int number = sender.number();
            assertEquals(packet, number);
            if (packet != lost) {
                assertEquals(packet < lost ? GOOD : OUT_OF_SEQUENCE, receiver.check(number, 1, 1));
            }
        }
        assertEquals(lost, receiver.expected());
    }

    @Test
    void aPacketThatComesTwiceIsFound() {
        LossDetector receiver = new LossDetector();
        assertEquals(GOOD, receiver.check(0, 5, 5));
        assertEquals(OUT_OF_SEQUENCE, receiver.check(0, 5, 5));
        assertEquals(GOOD, receiver.check(1, 5, 5), "nothing was missing");
    }

    @Test
    void aCorruptPacketDoesNotCount() {
        LossDetector receiver = new LossDetector();
        assertEquals(CORRUPT, receiver.check(0, 5, 6));
        assertEquals(CORRUPT, receiver.check(7, 5, 6));
        assertEquals(0, receiver.expected());
    }
}
