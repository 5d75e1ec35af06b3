package org.bipj.sim.net;

/**
 * The check at the end of a packet: CRC-8 with the polynomial x^8 + x^2 + x + 1, as ATM's header check, starting from
 * 0. A packet with its CRC behind it leaves the residue 0. A switch computes it anew, since it takes a route byte
 * away. That Myrinet uses this polynomial is recollection; no opened text confirms it. It sees every error of up to 3
 * bits in 15 bytes, and every burst of up to 8 bits in packets of any length: what {@link Worm#corrupt} stands for.
 */
final class Crc8 {
    private static final int POLYNOMIAL = 0x07;
    private static final byte[] TABLE = new byte[256];

    static {
        for (int i = 0; i < 256; i++) {
            int crc = i;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 0x80) == 0 ? crc << 1 : crc << 1 ^ POLYNOMIAL;
            }
            TABLE[i] = (byte) crc;
        }
    }

    private Crc8() {}

    /** The CRC of bytes. */
    static byte of(byte... bytes) {
        return update((byte) 0, bytes, 0, bytes.length);
    }

    /** The CRC of what has had the CRC {@code crc} so far and goes on with some bytes. */
    static byte update(byte crc, byte[] bytes, int offset, int length) {
        byte result = crc;
        for (int i = offset; i < offset + length; i++) {
            result = TABLE[(result ^ bytes[i]) & 0xff];
        }
        return result;
    }
}
