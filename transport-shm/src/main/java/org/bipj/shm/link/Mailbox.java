package org.bipj.shm.link;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.bipj.shm.memory.Access;

/**
 * A block of shared memory through which two processes exchange one text each way, again and again.
 *
 * <pre>
 *   0   state (4, low half)  process id of who has taken it (4, high half)   length (4)   bytes from 16 on
 * </pre>
 */
final class Mailbox {
    static final int FREE = 0;
    /** Somebody writes a letter. */
    static final int TAKEN = 1;
    /** There is a letter. */
    static final int POSTED = 2;
    /** The owner has read it. */
    static final int READ = 3;
    /** There is an answer. */
    static final int ANSWERED = 4;

    /** Nobody will answer any more. */
    static final int CLOSED = 5;

    static final int HEADER = 16;
    private static final int LENGTH = 8;

    private final MemorySegment memory;

    /** The mailbox in a block, which is {@link #FREE} if that is zero. */
    Mailbox(MemorySegment memory) {
        this.memory = memory;
    }

    /** Most bytes of a text. */
    long capacity() {
        return memory.byteSize() - HEADER;
    }

    int state() {
        return (int) word();
    }

    private long word() {
        return Access.getLongAcquire(memory, 0);
    }

    private static long next(long word, int state) {
        return word & 0xffff_ffff_0000_0000L | state;
    }

    /** Goes on to a state, of a mailbox that the caller has. */
    void state(int state) {
        Access.setLongRelease(memory, 0, next(word(), state));
    }

    /** Changes the state, if it is the one that is given. */
    boolean change(int from, int to) {
        long word = word();
        return (int) word == from && Access.compareAndSetLong(memory, 0, word, next(word, to));
    }

    /** Takes the mailbox, if it is free, or its last writer has died. */
    boolean take(long pid) {
        long word = word();
        int state = (int) word;
        boolean isFree = state == FREE
                || state != CLOSED && ProcessHandle.of(word >>> Integer.SIZE).isEmpty();
        return isFree && Access.compareAndSetLong(memory, 0, word, pid << Integer.SIZE | TAKEN);
    }

    /** Writes a text, and then the state. */
    void write(String text, int next) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(bytes, next);
    }

    void write(byte[] bytes, int next) {
        if (bytes.length > capacity()) {
            throw new IllegalArgumentException(
                    "a message of " + bytes.length + " bytes; expected at most " + capacity());
        }
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, HEADER, bytes.length);
        Access.setIntRelease(memory, LENGTH, bytes.length);
        state(next);
    }

    byte[] bytes() {
        byte[] bytes = new byte[Math.clamp(Access.getIntAcquire(memory, LENGTH), 0, (int) capacity())];
        MemorySegment.copy(memory, HEADER, MemorySegment.ofArray(bytes), 0, bytes.length);
        return bytes;
    }

    String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }
}
