package org.bipj.mpi.object;

import org.bipj.core.payload.Signature;

/**
 * Lengths of messages that tell how many objects there are in them: the low bits of the number are in the message's {@linkplain
 * Signature#objects signature}, and its high bits are the remainder of the length, for which the message is padded. The length is
 * divided by a 512th to a 256th of it, so that the remainder can be any number that so many bytes of objects need, and the
 * padding is less than three 256ths.
 */
public final class CountedLength {
    private CountedLength() {}

    /** Number of objects in a message, by its signature; {@code length} itself, a number of bytes, for another kind of message. */
    public static long units(int signature, long length) {
        return Signature.isOfObjects(signature) ? objects(signature, length) : length;
    }

    /**
     * The length of a message of so many objects.
     *
     * @param bytes that the objects take
     * @param objects their number; if it is larger than that of the bytes, there are as many bytes of padding
     */
    public static long of(int bytes, int objects) {
        long high = objects >> Signature.OBJECT_BITS;
        long least = Math.max(bytes, objects);
        long length = next(least, high);
        return modulus(length) == modulus(least) ? length : next(Long.highestOneBit(length), high);
    }

    /** The first length with the remainder, among those that are divided by the same number as this one. */
    private static long next(long least, long remainder) {
        return least + Math.floorMod(remainder - least, modulus(least));
    }

    private static long modulus(long length) {
        return Math.max(1, Long.highestOneBit(length) >> Signature.OBJECT_BITS - 1);
    }

    /**
     * The number of objects in a message.
     *
     * @param signature its code, which is one of objects
     */
    public static long objects(int signature, long length) {
        return (length % modulus(length) << Signature.OBJECT_BITS) + Signature.objectsOf(signature);
    }
}
