package org.bipj.core.payload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Eight bytes of a byte array as one long, in the machine's order. */
final class ByteView {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();

    private ByteView() {}

    static long getLong(byte[] a, int i) {
        return (long) LONG.get(a, i);
    }

    static void setLong(byte[] a, int i, long value) {
        LONG.set(a, i, value);
    }
}
