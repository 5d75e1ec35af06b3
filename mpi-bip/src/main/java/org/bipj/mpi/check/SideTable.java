package org.bipj.mpi.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A table that ranks of one node share: where several ranks have to say the same, the first one leaves a note, with which the others
 * compare their own. The last one takes it away.
 *
 * <pre>
 * header    state: 0, or 1 once a bucket was full: nothing is compared any more
 * bucket    lock, notes
 * note      key (0: free) | comers | length | who has come, a bit each | digest | second number of the key | bytes
 * </pre>
 *
 * <p>A bucket is locked for less than a microsecond. Where its lock stays closed, because a rank was killed, the caller compares nothing.
 */
final class SideTable {
    private static final int BUCKETS = 1024;
    private static final int NOTES = 8;
    private static final int LINE = 64;
    private static final int NOTE = 512;
    private static final int KEY = 0;
    private static final int COMERS = 8;
    private static final int LENGTH = 12;
    private static final int WHO = 16;
    private static final int DIGEST = 24;
    private static final int SECOND = 32;
    private static final int BYTES = 40;
    private static final int MOST = NOTE - BYTES;
    private static final int BUCKET = LINE + NOTES * NOTE;
    private static final int SPINS = 10_000_000;
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

    /** The digest of a note that agrees with others which say more. */
    static final long VAGUE = 0;

    /** Bytes that the table needs. */
    static final long SIZE = LINE + (long) BUCKETS * BUCKET;

    private final MemorySegment memory;

    /** A table in zeroed memory. */
    SideTable(MemorySegment memory) {
        this.memory = memory;
    }

    /**
     * Meets the other members under a key.
     *
     * @param members how many come
     * @param self place of the caller among them; one of 64 and more is not remembered
     * @param digest of what has to be the same, or {@link #VAGUE}
     * @param note what the caller says
     * @return the note of the first one, or of the first one that is not vague, if its digest is another one; null for the first one, and
     *     where nothing can be compared
     */
    @Nullable
    String meet(Key key, int members, int self, long digest, byte[] note) {
        if (members < 2 || isOff()) {
            return null;
        }
        long bucket = LINE + Long.remainderUnsigned(key.first(), BUCKETS) * BUCKET;
        if (!lock(bucket)) {
            return null;
        }
        try {
            long free = -1;
            for (int i = 0; i < NOTES; i++) {
                long at = bucket + LINE + i * NOTE;
                long there = memory.get(ValueLayout.JAVA_LONG, at + KEY);
                if (there == key.first() && memory.get(ValueLayout.JAVA_LONG, at + SECOND) == key.second()) {
                    return join(at, members, self, digest, note);
                }
                free = there == 0 && free < 0 ? at : free;
            }
            if (free < 0) {
                INT.setRelease(memory, 0L, 1);
            } else {
                leave(free, key, self, digest, note);
            }
            return null;
        } finally {
            INT.setRelease(memory, bucket, 0);
        }
    }

    /** False once its memory is gone, because a job was disconnected. */
    boolean isThere() {
        return memory.scope().isAlive();
    }

    /** Where it is: tables of one place are the same. */
    long address() {
        return memory.address();
    }

    /** True once there was no room: notes are missing since then. */
    boolean isOff() {
        return (int) INT.getAcquire(memory, 0L) != 0;
    }

    private boolean lock(long bucket) {
        for (int i = 0; i < SPINS; i++) {
            if (INT.compareAndSet(memory, bucket, 0, 1)) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    private void leave(long at, Key key, int self, long digest, byte[] note) {
        say(at, digest, note);
        memory.set(ValueLayout.JAVA_INT, at + COMERS, 1);
        memory.set(ValueLayout.JAVA_LONG, at + WHO, bit(self));
        memory.set(ValueLayout.JAVA_LONG, at + SECOND, key.second());
        memory.set(ValueLayout.JAVA_LONG, at + KEY, key.first());
    }

    private void say(long at, long digest, byte[] note) {
        int length = Math.min(note.length, MOST);
        MemorySegment.copy(note, 0, memory, ValueLayout.JAVA_BYTE, at + BYTES, length);
        memory.set(ValueLayout.JAVA_LONG, at + DIGEST, digest);
        memory.set(ValueLayout.JAVA_INT, at + LENGTH, length);
    }

    private @Nullable String join(long at, int members, int self, long digest, byte[] note) {
        int comers = memory.get(ValueLayout.JAVA_INT, at + COMERS) + 1;
        memory.set(ValueLayout.JAVA_INT, at + COMERS, comers);
        memory.set(ValueLayout.JAVA_LONG, at + WHO, memory.get(ValueLayout.JAVA_LONG, at + WHO) | bit(self));
        if (comers == members) {
            memory.set(ValueLayout.JAVA_LONG, at + KEY, 0L);
        }
        long before = memory.get(ValueLayout.JAVA_LONG, at + DIGEST);
        String said = before == digest ? null : text(at);
        if (before == VAGUE && digest != VAGUE) {
            say(at, digest, note);
        }
        return said;
    }

    private static long bit(int self) {
        return self < Long.SIZE ? 1L << self : 0;
    }

    private String text(long at) {
        byte[] bytes = new byte[memory.get(ValueLayout.JAVA_INT, at + LENGTH)];
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, at + BYTES, bytes, 0, bytes.length);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * A note to which not all have come.
     *
     * @param hasCome by place among the members; of places from 64 on always true
     */
    record Left(String note, IntPredicate hasCome) {}

    /** All notes that are there now. */
    List<Left> left() {
        List<Left> all = new ArrayList<>();
        for (long bucket = LINE; bucket < SIZE && !isOff(); bucket += BUCKET) {
            if (lock(bucket)) {
                addLeft(bucket, all);
                INT.setRelease(memory, bucket, 0);
            }
        }
        return all;
    }

    private void addLeft(long bucket, List<Left> all) {
        for (int i = 0; i < NOTES; i++) {
            long at = bucket + LINE + i * NOTE;
            if (memory.get(ValueLayout.JAVA_LONG, at + KEY) != 0) {
                long who = memory.get(ValueLayout.JAVA_LONG, at + WHO);
                all.add(new Left(text(at), place -> place >= Long.SIZE || (who >> place & 1) != 0));
            }
        }
    }
}
