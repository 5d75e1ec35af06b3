package org.bipj.lci;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.bipj.core.payload.Payload;

/**
 * A packet that has arrived. It belongs to the client during its upcall, and after it until {@link #release} if the upcall
 * has returned {@link Disposal#KEEP}. The object is used again for later packets.
 */
public final class ReceivedPacket {
    private enum State {
        /** No packet is in the buffer. */
        FREE,
        /** The packet waits until its channel is opened. */
        EARLY,
        /** The upcall of the packet runs. */
        DELIVERED,
        /** The client has kept the packet beyond its upcall. */
        KEPT
    }

    private final Lci lci;
    private final int number;
    private State state = State.FREE;
    private int source;
    private Group group;
    private int length;
    private MemorySegment memory;
    private long at;

    ReceivedPacket(Lci lci, int number) {
        this.lci = lci;
        this.number = number;
    }

    int number() {
        return number;
    }

    void arrived(int from, Group through, int bytes) {
        source = from;
        group = through;
        length = bytes;
        state = State.EARLY;
    }

    void deliver(MemorySegment in, long offset) {
        memory = in;
        at = offset;
        state = State.DELIVERED;
    }

    /** The upcall is over. The network may have moved the packet: its place is looked up when it is next used. */
    void end(boolean kept) {
        memory = null;
        state = kept ? State.KEPT : State.FREE;
    }

    /** Notes that the client releases the packet, which it must have kept. */
    void released() {
        if (state != State.KEPT) {
            throw lci.fail("received packet " + number + " is released "
                    + (state == State.DELIVERED
                            ? "inside its upcall; expected RELEASE as the upcall's result"
                            : "twice, or was not kept; expected a packet whose upcall returned KEEP"));
        }
        state = State.FREE;
        memory = null;
    }

    private MemorySegment readable() {
        MemorySegment known = memory;
        return known != null ? known : find();
    }

    private MemorySegment find() {
        if (state != State.KEPT) {
            throw lci.fail("received packet " + number + " is read after its release");
        }
        at = lci.packets().receiveOffset(number);
        memory = lci.packets().receiveBuffer(number);
        return memory;
    }

    private long at(int offset, int bytes) {
        if (offset < 0 || offset > length - bytes) {
            throw lci.fail("bytes " + offset + " to " + (offset + bytes - 1) + " are read of a packet of " + length);
        }
        return at + offset;
    }

    /** The rank that has sent the packet. */
    public int source() {
        return source;
    }

    /** The group in which it was multicast; null for a unicast. */
    public Group group() {
        return group;
    }

    /** How many bytes the packet carries. */
    public int length() {
        return length;
    }

    /** Reads the byte at an offset. */
    public byte getByte(int offset) {
        return readable().get(JAVA_BYTE, at(offset, 1));
    }

    /** Reads an int, at any offset, in the order of the machine. */
    public int getInt(int offset) {
        return readable().get(ValueLayout.JAVA_INT_UNALIGNED, at(offset, Integer.BYTES));
    }

    /** Reads a long, at any offset, in the order of the machine. */
    public long getLong(int offset) {
        return readable().get(ValueLayout.JAVA_LONG_UNALIGNED, at(offset, Long.BYTES));
    }

    /** Reads a float, at any offset, in the order of the machine. */
    public float getFloat(int offset) {
        return readable().get(ValueLayout.JAVA_FLOAT_UNALIGNED, at(offset, Float.BYTES));
    }

    /** Reads a double, at any offset, in the order of the machine. */
    public double getDouble(int offset) {
        return readable().get(ValueLayout.JAVA_DOUBLE_UNALIGNED, at(offset, Double.BYTES));
    }

    /** Copies {@code bytes} bytes from {@code offset} on into an array, there from {@code to} on. */
    public void get(int offset, byte[] into, int to, int bytes) {
        MemorySegment from = readable();
        MemorySegment.copy(from, JAVA_BYTE, at(offset, bytes), into, to, bytes);
    }

    /** Copies {@code bytes} bytes from {@code offset} on into memory, there from {@code to} on. */
    public void get(int offset, MemorySegment into, long to, int bytes) {
        MemorySegment from = readable();
        MemorySegment.copy(from, at(offset, bytes), into, to, bytes);
    }

    /** Copies {@code bytes} bytes from {@code offset} on into a payload, there from {@code to} on. */
    public void get(int offset, Payload into, long to, int bytes) {
        MemorySegment from = readable();
        into.copyIn(from, at(offset, bytes), to, bytes);
    }

    /** Its bytes, read only, valid as long as the packet belongs to the client. */
    public MemorySegment segment() {
        if (state == State.DELIVERED) {
            lci.packets().pin(number);
            deliver(lci.packets().receiveBuffer(number), lci.packets().receiveOffset(number));
        }
        return readable().asSlice(at, length).asReadOnly();
    }

    /** Releases a packet that its upcall has kept. May be called from anywhere in the client, upcalls included. */
    public void release() {
        lci.release(this);
    }
}
