package org.bipj.mpi.type;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bipj.core.payload.Signature;

/**
 * The standard's portable form of data (MPI 4.1 section 14.5.2): values as they are in memory, but with the highest byte first. All
 * types of Java have the length there that they have in memory.
 *
 * <p>An object of this class converts one message, piece by piece from the first byte on.
 */
public final class External32 {
    /** Its name among data representations. */
    public static final String NAME = "external32";

    private final Signature signature;
    /** Bytes of each value where all have the same; else 0. */
    private final int uniform;

    private int group;
    /** Bytes of the group that have yet to come. */
    private long left;

    /** For a message of this signature. */
    public External32(Signature signature) {
        this.signature = signature;
        int all = signature.groups() == 0 ? 1 : signature.valueBytes(0);
        for (int i = 1; i < signature.groups(); i++) {
            all = signature.valueBytes(i) == all ? all : 0;
        }
        uniform = all;
        left = uniform == 0 ? signature.groupBytes(0) : 0;
    }

    /**
     * Converts the next bytes, from memory's form or to it.
     *
     * @param data begins with them
     * @param bytes how many there are at most
     * @return how many have been converted: all but those of a value that has more
     */
    public int convert(ByteBuffer data, int bytes) {
        if (uniform != 0) {
            int whole = bytes - bytes % uniform;
            reverse(data, 0, whole, uniform);
            return whole;
        }
        int done = 0;
        while (done < bytes) {
            int size = signature.valueBytes(group);
            int n = (int) Math.min(left, bytes - done);
            n -= n % size;
            reverse(data, done, n, size);
            done += n;
            left -= n;
            if (left > 0) {
                break;
            }
            group = (group + 1) % signature.groups();
            left = signature.groupBytes(group);
        }
        return done;
    }

    /** Reverses the bytes of each value where the machine is little-endian; {@code bytes} are those of whole values. */
    private static void reverse(ByteBuffer data, int from, int bytes, int valueBytes) {
        if (valueBytes == 1 || ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN) {
            return;
        }
        data.order(ByteOrder.BIG_ENDIAN);
        for (int at = from; at < from + bytes; at += valueBytes) {
            switch (valueBytes) {
                case Short.BYTES -> data.putShort(at, Short.reverseBytes(data.getShort(at)));
                case Integer.BYTES -> data.putInt(at, Integer.reverseBytes(data.getInt(at)));
                default -> data.putLong(at, Long.reverseBytes(data.getLong(at)));
            }
        }
    }
}
