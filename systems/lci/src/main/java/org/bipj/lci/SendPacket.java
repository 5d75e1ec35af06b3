package org.bipj.lci;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.bipj.core.payload.Payload;

/**
 * A packet to send, written in place. It belongs to the client from {@link Channel#allocate} until it is sent or {@linkplain
 * #free freed}. On boards its memory is that of the board: write each byte once, and read none.
 */
public final class SendPacket {
    private final Lci lci;
    private final int number;
    private final MemorySegment memory;
    private boolean owned;

    SendPacket(Lci lci, int number, MemorySegment memory) {
        this.lci = lci;
        this.number = number;
        this.memory = memory;
    }

    int number() {
        return number;
    }

    void own() {
        owned = true;
    }

    /** Takes the packet from the client, which passes it on; it must be the client's. */
    void disown(String what) {
        checkOwned(what);
        owned = false;
    }

    private void checkOwned(String what) {
        if (!owned) {
            throw lci.fail("send packet " + number + " is " + what
                    + " after it has been sent or freed; expected one of allocate()");
        }
    }

    private MemorySegment writable() {
        checkOwned("written");
        return memory;
    }

    /** The memory of the packet, {@link Lci#payload} bytes; always the same segment. */
    public MemorySegment segment() {
        return writable();
    }

    /** Writes the byte at an offset. */
    public void putByte(int offset, byte value) {
        writable().set(JAVA_BYTE, offset, value);
    }

    /** Writes an int, at any offset, in the order of the machine. */
    public void putInt(int offset, int value) {
        writable().set(ValueLayout.JAVA_INT_UNALIGNED, offset, value);
    }

    /** Writes a long, at any offset, in the order of the machine. */
    public void putLong(int offset, long value) {
        writable().set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
    }

    /** Writes a float, at any offset, in the order of the machine. */
    public void putFloat(int offset, float value) {
        writable().set(ValueLayout.JAVA_FLOAT_UNALIGNED, offset, value);
    }

    /** Writes a double, at any offset, in the order of the machine. */
    public void putDouble(int offset, double value) {
        writable().set(ValueLayout.JAVA_DOUBLE_UNALIGNED, offset, value);
    }

    /** Writes bytes of an array, {@code length} of them from {@code from} on. */
    public void put(int offset, byte[] bytes, int from, int length) {
        MemorySegment.copy(bytes, from, writable(), JAVA_BYTE, offset, length);
    }

    /** Writes bytes of a payload, {@code length} of them from {@code from} on. */
    public void put(int offset, Payload payload, long from, int length) {
        payload.copyOut(from, writable(), offset, length);
    }

    /** Gives the packet back without sending it. */
    public void free() {
        lci.free(this);
    }
}
