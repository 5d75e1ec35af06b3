package org.bipj.core.protocol;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * BIP's detect-only reliability (BIP paper, section 3): each packet of a direction carries a sequence number and a CRC,
 * so that any loss or corruption is detected, never repaired. One instance serves one direction to or from one peer and
 * lane.
 */
public final class LossDetector {
    /** What {@link #check} says about a packet. */
    public enum Verdict {
        /** The packet is the next one, unharmed. */
        GOOD,
        /** The bytes of the packet are not those that were sent. */
        CORRUPT,
        /** Its number is not the one expected: packets before it were lost, or it came twice. */
        OUT_OF_SEQUENCE
    }

    private int next;

    /** A detector at the beginning: the first packet has number 0. */
    public LossDetector() {}

    /** The number of the next packet to send; advances. */
    public int number() {
        return next++;
    }

    /** The CRC-32C of a packet's bytes and number. */
    public static int crc(int number, ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue() ^ number * 0x9e3779b9;
    }

    /**
     * Judges an arrived packet.
     *
     * @param number the number it carries
     * @param crcCarried the CRC it carries
     * @param crcFound the CRC of what arrived, with the number it carries
     */
    public Verdict check(int number, int crcCarried, int crcFound) {
        if (crcCarried != crcFound) {
            return Verdict.CORRUPT;
        }
        return isNext(number) ? Verdict.GOOD : Verdict.OUT_OF_SEQUENCE;
    }

    /** True if an arrived packet whose bytes are known to be whole is the next one; advances then. */
    public boolean isNext(int number) {
        if (number != next) {
            return false;
        }
        next++;
        return true;
    }

    /** The number that the next packet must have. */
    public int expected() {
        return next;
    }
}
