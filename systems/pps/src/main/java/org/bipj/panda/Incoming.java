package org.bipj.panda;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Objects;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.lci.Group;
import org.bipj.lci.ReceivedPacket;

/**
 * A message that has arrived, or of which the first packets have. Its bytes are read once, in their order: as values, into
 * arrays and segments, or, as far as they have not arrived yet, into a destination. It belongs to its receiver until that
 * returns, and until {@link #close} if the receiver {@linkplain #keep keeps} it. The object is used again for later messages.
 */
public final class Incoming implements AutoCloseable {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();

    private enum State {
        /** No message is in the object. */
        FREE,
        /** Waits for its service, for its other packets, or for its turn; its receiver may run. */
        LIBRARYS,
        /** The client has kept the message beyond its upcall. */
        KEPT,
        /** The rest of the message goes straight into a destination. */
        DIRECTED,
        /** The rest of the message is discarded. */
        DROPPED
    }

    private final PandaCore core;
    private final FreeMessages free;
    private final Pieces pieces;
    /** Destination of arrays and segments that are read. */
    private final Payload target = new Payload(new SegmentCache());
    /** Bytes of a value that lies in two packets. */
    private final byte[] cut = new byte[Long.BYTES];

    private State state = State.FREE;
    private int source;
    private Group group;
    private int kind;
    private int number;
    private int call;
    private long ordinal;
    private int length;
    /** Bytes that have arrived, and bytes that have been read or dropped. */
    private int arrived;

    private int read;

    /** Bytes of the destination, and those of them that are filled. */
    private int wanted;

    private int filled;
    private Receiver completion;
    /** Where the rest is collected; null: it goes to the client's destination. */
    private byte[] collected;
    /** What is read now has been copied, and its copy charged. */
    private boolean copied;

    Incoming(PandaCore core, HeldPackets packets, FreeMessages free) {
        this.core = core;
        this.free = free;
        pieces = new Pieces(packets);
    }

    // ---- for the client ----------------------------------------------------------------------------------------

    /** The rank that has sent the message. */
    public int source() {
        return source;
    }

    /** The group in which it was broadcast; null for other messages. */
    public Group group() {
        return group;
    }

    /** How many bytes the message has. */
    public int length() {
        return length;
    }

    /** Bytes that have not been read, arrived or not. */
    public int remaining() {
        return length - read;
    }

    /** Its number in the order of an {@link OrderedBroadcast}, from 0; of other messages 0. */
    public long ordinal() {
        return ordinal;
    }

    /** Bytes that have arrived and have not been read. */
    public int available() {
        core.lci().lock();
        try {
            return arrived - read;
        } finally {
            core.lci().unlock();
        }
    }

    /** True if all packets of the message have arrived. */
    public boolean isComplete() {
        core.lci().lock();
        try {
            return isWhole();
        } finally {
            core.lci().unlock();
        }
    }

    /** Reads the next byte. */
    public byte getByte() {
        need(Byte.BYTES);
        read += Byte.BYTES;
        return pieces.takeByte();
    }

    /** Reads the next four bytes, as an int. */
    public int getInt() {
        need(Integer.BYTES);
        read += Integer.BYTES;
        return pieces.has(Integer.BYTES) ? pieces.takeInt() : (int) INTS.get(cut(Integer.BYTES), 0);
    }

    /** Reads the next eight bytes, as a long. */
    public long getLong() {
        need(Long.BYTES);
        read += Long.BYTES;
        return pieces.has(Long.BYTES) ? pieces.takeLong() : (long) LONGS.get(cut(Long.BYTES), 0);
    }

    /** Reads the next four bytes, as a float. */
    public float getFloat() {
        return Float.intBitsToFloat(getInt());
    }

    /** Reads the next eight bytes, as a double. */
    public double getDouble() {
        return Double.longBitsToDouble(getLong());
    }

    private byte[] cut(int bytes) {
        for (int i = 0; i < bytes; i++) {
            cut[i] = pieces.takeByte();
        }
        return cut;
    }

    /** Reads the next bytes into a part of an array. */
    public void get(byte[] array, int from, int count) {
        Objects.checkFromIndexSize(from, count, array.length);
        read(array, from, count, array.length);
    }

    /** Reads the next values into a part of an array. */
    public void get(int[] array, int from, int count) {
        Objects.checkFromIndexSize(from, count, array.length);
        read(array, (long) from * Integer.BYTES, (long) count * Integer.BYTES, (long) array.length * Integer.BYTES);
    }

    /** Reads the next values into a part of an array. */
    public void get(long[] array, int from, int count) {
        Objects.checkFromIndexSize(from, count, array.length);
        read(array, (long) from * Long.BYTES, (long) count * Long.BYTES, (long) array.length * Long.BYTES);
    }

    /** Reads the next values into a part of an array. */
    public void get(float[] array, int from, int count) {
        Objects.checkFromIndexSize(from, count, array.length);
        read(array, (long) from * Float.BYTES, (long) count * Float.BYTES, (long) array.length * Float.BYTES);
    }

    /** Reads the next values into a part of an array. */
    public void get(double[] array, int from, int count) {
        Objects.checkFromIndexSize(from, count, array.length);
        read(array, (long) from * Double.BYTES, (long) count * Double.BYTES, (long) array.length * Double.BYTES);
    }

    /** Reads the next bytes into a segment, which they fill. */
    public void get(MemorySegment segment) {
        read(segment, 0, segment.byteSize(), segment.byteSize());
    }

    private void read(Object memory, long start, long bytes, long extent) {
        need(bytes);
        target.set(memory, start, bytes, TypeLayout.BYTE);
        pieces.take(target, 0, (int) bytes);
        target.clear();
        read += (int) bytes;
        if (!copied) {
            core.lci().hostTime().chargeCopy(bytes, extent);
        }
    }

    /** Skips the next bytes. */
    public void skip(int bytes) {
        if (bytes < 0) {
            throw core.fail("skip(" + bytes + "); expected 0 to " + remaining());
        }
        need(bytes);
        pieces.skip(bytes);
        read += bytes;
    }

    /**
     * Names a destination for the rest of the message: what has arrived is copied there now, the rest from each packet as it
     * arrives.
     *
     * @param count elements, as many as {@link #remaining} bytes are
     * @param then runs once they are all there, now or in an upcall; the message is the client's no more when it returns
     */
    public void into(byte[] array, int from, int count, Receiver then) {
        Objects.checkFromIndexSize(from, count, array.length);
        direct(array, from, count, then);
    }

    /** As above, for elements of another type. */
    public void into(int[] array, int from, int count, Receiver then) {
        Objects.checkFromIndexSize(from, count, array.length);
        direct(array, (long) from * Integer.BYTES, (long) count * Integer.BYTES, then);
    }

    /** As above, for elements of another type. */
    public void into(double[] array, int from, int count, Receiver then) {
        Objects.checkFromIndexSize(from, count, array.length);
        direct(array, (long) from * Double.BYTES, (long) count * Double.BYTES, then);
    }

    /** As above, for a segment of {@link #remaining} bytes. */
    public void into(MemorySegment segment, Receiver then) {
        direct(segment, 0, segment.byteSize(), then);
    }

    /**
     * Has the rest collected as it arrives, for a receiver that reads all of it and cannot wait: each packet is copied when it
     * comes, not all of them when the last one is there. In virtual time reading costs no second copy, which a program that
     * reads from the packets would not make.
     *
     * @param then runs once it is all there, now or in an upcall, as receivers of complete messages do
     */
    public void collect(Receiver then) {
        Objects.requireNonNull(then, "then");
        byte[] memory = new byte[remaining()];
        core.lci().lock();
        try {
            checkOwned();
            collected = memory;
            direct(memory, 0, memory.length, then);
        } finally {
            core.lci().unlock();
        }
    }

    private void direct(Object memory, long start, long bytes, Receiver then) {
        Objects.requireNonNull(then, "then");
        core.lci().lock();
        try {
            checkOwned();
            if (bytes != remaining()) {
                throw core.fail("a destination of " + bytes + " bytes; expected " + remaining()
                        + ", as many as remain of the message of rank " + source);
            }
            target.set(memory, start, bytes, TypeLayout.BYTE);
            state = State.DIRECTED;
            wanted = (int) bytes;
            filled = 0;
            completion = then;
            fill();
        } finally {
            core.lci().unlock();
        }
    }

    /**
     * Keeps the message when its receiver returns. The client reads it later, from anywhere, and closes it then. Packets of a
     * message that is kept wait, or are copied out if there are too many ({@link Panda.Setup#held}).
     */
    public Incoming keep() {
        core.lci().lock();
        try {
            checkOwned();
            state = State.KEPT;
            return this;
        } finally {
            core.lci().unlock();
        }
    }

    /** Gives a message back that was kept. What has not been read is dropped. */
    @Override
    public void close() {
        core.lci().lock();
        try {
            if (state == State.KEPT) {
                drop();
            }
        } finally {
            core.lci().unlock();
        }
    }

    private void checkOwned() {
        if (state != State.LIBRARYS && state != State.KEPT) {
            throw core.fail("a message is used "
                    + (state == State.DIRECTED
                            ? "that has a destination already"
                            : "after its receiver has returned; expected one that was kept and has not been closed"));
        }
    }

    /** So many bytes can be read. Outside upcalls waits until the message is there. */
    private void need(long bytes) {
        if (state == State.LIBRARYS && bytes <= arrived - read) {
            return;
        }
        checkReadable(bytes);
        if (bytes > arrived - read && core.isInUpcall()) {
            throw core.fail(bytes + " bytes are read of which " + (arrived - read)
                    + " have arrived; expected a destination (into) or that the message is kept");
        }
        if (!isComplete()) {
            core.lci().await("Panda: the rest of a message, for rank " + source, this::isWhole);
        }
    }

    private void checkReadable(long bytes) {
        checkOwned();
        if (bytes > remaining()) {
            throw core.fail(
                    bytes + " bytes are read of a message of " + length + " of rank " + source + ", after " + read);
        }
    }

    // ---- for Panda, under the lock -----------------------------------------------------------------------------

    void begin(int from, Group in, int wireKind, int messageNumber, int callNumber, int bytes) {
        state = State.LIBRARYS;
        source = from;
        group = in;
        kind = wireKind;
        number = messageNumber;
        call = callNumber;
        ordinal = 0;
        length = bytes;
        arrived = 0;
        read = 0;
        copied = false;
    }

    void ordinal(long at) {
        ordinal = at;
    }

    int kind() {
        return kind;
    }

    int call() {
        return call;
    }

    boolean isOf(int rank, int messageNumber) {
        return source == rank && number == messageNumber;
    }

    boolean isWhole() {
        return arrived == length;
    }

    /** True if its receiver has not had it. */
    boolean isLibrarys() {
        return state == State.LIBRARYS;
    }

    /** Takes the data of a packet, which begin at an offset. */
    void append(ReceivedPacket packet, int at) {
        int bytes = packet.length() - at;
        arrived += bytes;
        if (arrived > length) {
            throw core.fail("a message of " + length + " bytes of rank " + source + " has brought " + arrived);
        }
        if (state == State.DROPPED) {
            read += bytes;
        } else if (bytes > 0) {
            pieces.add(packet, at, packet.length());
            if (state == State.DIRECTED) {
                fill();
            }
        }
        if (state == State.DROPPED && isWhole()) {
            recycle();
        }
    }

    /** Appends the bytes of a message that this rank sends to itself. */
    void append(Gather gather) {
        pieces.add(gather);
        arrived = length;
    }

    /** The packet's upcall ends. Returns whether the packet is kept. */
    boolean keepsPacket() {
        return pieces.settle();
    }

    private void fill() {
        int bytes = arrived - read;
        pieces.take(target, filled, bytes);
        core.lci().hostTime().chargeCopy(bytes, wanted);
        read += bytes;
        filled += bytes;
        if (read == length) {
            Receiver then = completion;
            completion = null;
            target.clear();
            if (collected != null) {
                readAgain();
                deliver(then);
                return;
            }
            try {
                then.onMessage(this);
            } finally {
                recycle();
            }
        }
    }

    private void readAgain() {
        pieces.add(collected);
        collected = null;
        copied = true;
        read -= wanted;
        state = State.LIBRARYS;
    }

    /** The receiver runs, and does with the message what it wants. */
    void deliver(Receiver receiver) {
        boolean returned = false;
        try {
            receiver.onMessage(this);
            returned = true;
        } finally {
            if (state == State.LIBRARYS || !returned && (state == State.KEPT || state == State.DIRECTED)) {
                drop();
            }
        }
    }

    /** Discards the rest of the message, also what has not arrived yet. */
    void drop() {
        pieces.clear();
        read = arrived;
        state = State.DROPPED;
        if (isWhole()) {
            recycle();
        }
    }

    private void recycle() {
        state = State.FREE;
        group = null;
        free.recycle(this);
    }
}
