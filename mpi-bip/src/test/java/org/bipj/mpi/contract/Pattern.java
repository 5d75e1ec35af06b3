package org.bipj.mpi.contract;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Data that tell where they come from: bytes that depend on a seed and on their place. */
public final class Pattern {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Pattern() {}

    /** Bytes of a message: eight at a time, because suites ask for gigabytes. */
    public static byte[] bytes(int length, long seed) {
        byte[] all = new byte[length];
        long x = seed * 0x9E3779B97F4A7C15L + 1;
        for (int i = 0; i < length; i += Long.BYTES) {
            x = x * 6364136223846793005L + 1442695040888963407L;
            // Its low bits alone repeat soon.
            long word = x ^ x >>> 32;
            if (i + Long.BYTES <= length) {
                LONGS.set(all, i, word);
            } else {
                for (int at = i; at < length; at++) {
                    all[at] = (byte) word;
                    word >>>= Byte.SIZE;
                }
            }
        }
        return all;
    }

    /** Zeros and ones: what a boolean can hold. */
    public static byte[] flags(int length, long seed) {
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
