package org.bipj.mpi.contract;

/** Data that tell where they come from: bytes that depend on a seed and on their place. */
final class Pattern {
    private Pattern() {}

    /** Bytes of a message. */
    static byte[] bytes(int length, long seed) {
        byte[] all = new byte[length];
        long x = seed * 0x9E3779B97F4A7C15L + 1;
        for (int i = 0; i < length; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
            all[i] = (byte) (x >>> 56);
        }
        return all;
    }

    /** Zeros and ones: what a boolean can hold. */
    static byte[] flags(int length, long seed) {
        byte[] all = bytes(length, seed);
        for (int i = 0; i < length; i++) {
            all[i] &= 1;
        }
        return all;
    }

    /** Ints from a seed. */
    static int[] ints(int length, long seed) {
        int[] all = new int[length];
        long x = seed * 0x9E3779B97F4A7C15L + 1;
        for (int i = 0; i < length; i++) {
            x = x * 6364136223846793005L + 1442695040888963407L;
            all[i] = (int) (x >>> 32);
        }
        return all;
    }
}
