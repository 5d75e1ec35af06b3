package org.bipj.mpi.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.bipj.core.payload.ElementKind;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.Signature;
import org.bipj.core.payload.TypeLayout;
import org.junit.jupiter.api.Test;

class EnvelopeTest {
    private static final int[] CONTEXTS = {0, 1, 77, (1 << Envelope.CONTEXT_BITS) - 1};
    private static final int CALL = CallWord.of(1, 2);
    private static final int[] TAGS = {0, 1, Integer.MAX_VALUE, CALL, CallWord.multicast(CALL), CallWord.endOf(CALL)};

    private static Payload doubles(int count) {
        Payload payload = new Payload(new SegmentCache());
        TypeLayout layout = TypeLayout.bytes(8).typed(Signature.basic(ElementKind.DOUBLE, 1));
        payload.set(new double[count], 0, count, layout);
        return payload;
    }

    @Test
    void eachPartIsWhatItWasWhateverTheOthersAre() {
        Payload typed = doubles(3);
        Payload objects = new Payload(new SegmentCache());
        objects.set(new byte[8], 0, 8, TypeLayout.BYTE.typed(Signature.objects(511)));
        for (Payload message : new Payload[] {typed, objects}) {
            for (int context : CONTEXTS) {
                for (int tag : TAGS) {
                    long signed = Envelope.signed(context, tag, message);
                    assertEquals(context, Envelope.context(signed));
                    assertEquals(tag, Envelope.tag(signed));
                    assertEquals(Envelope.signature(message), Envelope.signature(signed));
                    long plain = Envelope.of(context, tag);
                    assertEquals(context, Envelope.context(plain));
                    assertEquals(tag, Envelope.tag(plain));
                    assertEquals(Signature.UNTYPED, Envelope.signature(plain));
                    assertEquals(plain, signed & Envelope.MASK, "a signature takes no part in matching");
                }
            }
        }
        assertEquals(Signature.basic(ElementKind.DOUBLE, 1).code(24), Envelope.signature(typed));
        assertEquals((1 << Signature.CODE_BITS) - 1, Envelope.signature(objects));
    }

    /** Compared in these bits, envelopes are equal where {@link PostedRecv#takes} says so, but for calls that have ended. */
    @Test
    void masksAreThoseOfWhatAReceiveTakes() {
        for (int wanted : TAGS) {
            long mask = wanted < 0 ? Envelope.maskOf(wanted) : Envelope.MASK;
            for (int arrived : TAGS) {
                boolean takes = PostedRecv.takes(wanted, arrived) && !(wanted < 0 && CallWord.isEnd(arrived));
                boolean equal = (Envelope.of(5, wanted) & mask) == (Envelope.of(5, arrived) & mask);
                if (takes || !CallWord.isEnd(arrived)) {
                    assertEquals(takes, equal, wanted + " takes " + arrived);
                }
                assertNotEquals(Envelope.of(5, wanted) & mask, Envelope.of(6, arrived) & mask, "another context");
            }
        }
        for (int tag : TAGS) {
            long mask = Envelope.maskOf(PostedRecv.ANY);
            assertEquals(Envelope.of(5, 0) & mask, Envelope.of(5, tag) & mask);
            assertNotEquals(Envelope.of(5, 0) & mask, Envelope.of(6, tag) & mask);
        }
    }
}
