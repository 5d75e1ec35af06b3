package org.bipj.am2.channel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A rank's free entries, of two sizes: for short messages, and for those with data. */
final class EntryPool {
    /** The size of small entries: every message without data fits. */
    private static final int SMALL_BYTES = 128;

    private static final int CHUNK = 64;
    /** Large entries are made one by one: most ranks need few. */
    private final int largeBytes;

    private final EntryQueue small = new EntryQueue();
    private final EntryQueue large = new EntryQueue();

    /**
     * No entries yet.
     *
     * @param largeBytes length of the longest message
     */
    EntryPool(int largeBytes) {
        this.largeBytes = largeBytes;
    }

    /** Takes an entry for a message, which is made if none of its size is free. */
    Entry take(int peer, long envelope, int length) {
        Entry entry = length <= SMALL_BYTES ? takeSmall() : takeLarge();
        entry.peer = peer;
        entry.envelope = envelope;
        entry.length = length;
        return entry;
    }

    /** A free entry with a copy of a message. */
    Entry copy(int peer, long envelope, MemorySegment memory, long at, int length) {
        Entry entry = take(peer, envelope, length);
        MemorySegment.copy(memory, at, entry.memory, 0, length);
        return entry;
    }

    private Entry takeSmall() {
        if (small.isEmpty()) {
            MemorySegment chunk = Arena.ofAuto().allocate((long) CHUNK * SMALL_BYTES, Long.BYTES);
            for (int i = 0; i < CHUNK; i++) {
                small.add(new Entry(chunk.asSlice((long) i * SMALL_BYTES, SMALL_BYTES), false));
            }
        }
        return small.poll();
    }

    private Entry takeLarge() {
        return large.isEmpty() ? new Entry(Arena.ofAuto().allocate(largeBytes, Long.BYTES), true) : large.poll();
    }

    /** Takes back an entry whose message is handled or sent. */
    void free(Entry entry) {
        if (entry.sender != null) {
            entry.sender.gone(AmEnvelope.kind(entry.envelope));
            entry.sender = null;
        }
        entry.endBulk();
        entry.leaveSegment();
        (entry.large ? large : small).add(entry);
    }
}
