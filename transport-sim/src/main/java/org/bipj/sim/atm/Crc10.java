package org.bipj.sim.atm;

/**
 * The check of AAL3/4 (ITU-T I.363): a CRC with the generator x^10 + x^9 + x^5 + x^4 + x + 1 over the payload, in its last
 * 10 bits. It detects every error of up to three bits, every error of an odd number of bits, and every burst of up to 10
 * bits. Of payloads with much damage 1 in 1,024 passes.
 */
final class Crc10 {
    static final int BITS = 10;

    private static final int POLYNOMIAL = 0x233;
    private static final int MASK = (1 << BITS) - 1;
    private static final int[] TABLE = new int[1 << Byte.SIZE];

    static {
        for (int i = 0; i < TABLE.length; i++) {
            int remainder = i << BITS - Byte.SIZE;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                boolean carry = (remainder & 1 << BITS - 1) != 0;
                remainder = remainder << 1 & MASK ^ (carry ? POLYNOMIAL : 0);
            }
            TABLE[i] = remainder;
        }
    }

    private Crc10() {}

    /** Writes the check into the last 10 bits of a payload. */
    static void write(byte[] payload) {
        int last = payload.length - 1;
        payload[last] = 0;
        payload[last - 1] &= (byte) ~(MASK >>> Byte.SIZE);
        int check = remainder(payload);
        payload[last] = (byte) check;
        payload[last - 1] |= (byte) (check >>> Byte.SIZE);
    }

    /** True if a payload with its check is undamaged, as far as the check can tell. */
    static boolean matches(byte[] payload) {
        int last = payload.length - 1;
        int check = (payload[last - 1] << Byte.SIZE | payload[last] & 0xff) & MASK;
        byte[] copy = payload.clone();
        copy[last] = 0;
        copy[last - 1] &= (byte) ~(MASK >>> Byte.SIZE);
        return remainder(copy) == check;
    }

    /** The remainder of the bits before the check, times x^10. */
    private static int remainder(byte[] payload) {
        int remainder = 0;
        for (int i = 0; i < payload.length - 2; i++) {
            remainder = remainder << Byte.SIZE & MASK ^ TABLE[(remainder >>> BITS - Byte.SIZE ^ payload[i]) & 0xff];
        }
        // Six bits are left before the check.
        for (int bit = Byte.SIZE - 1; bit >= 2; bit--) {
            boolean carry = (remainder >>> BITS - 1 & 1) != (payload[payload.length - 2] >>> bit & 1);
            remainder = remainder << 1 & MASK ^ (carry ? POLYNOMIAL : 0);
        }
        return remainder;
    }
}
