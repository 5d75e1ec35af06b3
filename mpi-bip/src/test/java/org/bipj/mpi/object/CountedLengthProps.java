package org.bipj.mpi.object;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.bipj.core.payload.Signature;

/** The length of a message and its signature tell the number of objects. */
class CountedLengthProps {
    @Property
    void theNumberIsFoundAgain(
            @ForAll @IntRange(max = Integer.MAX_VALUE / 2) int bytes,
            @ForAll @IntRange(max = Integer.MAX_VALUE / 2) int objects) {
        check(bytes, objects);
    }

    @Property
    void evenForFewBytes(@ForAll @IntRange(max = 5000) int bytes, @ForAll @IntRange(max = 5000) int objects) {
        check(bytes, objects);
    }

    @Example
    void aroundPowersOfTwo() {
        for (int power = 1; power < 1 << 30; power *= 2) {
            for (int bytes = power - 1; bytes <= power + 1; bytes++) {
                for (int objects : new int[] {0, 1, bytes - 1, bytes, bytes + 1, 2 * bytes, bytes / 2, bytes >> 9}) {
                    check(bytes, Math.max(0, objects));
                }
            }
        }
    }

    private static void check(int bytes, int objects) {
        long length = CountedLength.of(bytes, objects);
        int signature = Signature.objects(objects).code(length);
        assertTrue(Signature.isOfObjects(signature), "of objects");
        assertEquals(objects, CountedLength.objects(signature, length), () -> bytes + " bytes");
        long least = Math.max(bytes, objects);
        assertTrue(length >= least && length - least <= 3 * (least >> 8), () -> bytes + " bytes become " + length);
    }
}
