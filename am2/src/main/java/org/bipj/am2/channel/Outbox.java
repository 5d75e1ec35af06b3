package org.bipj.am2.channel;

import java.lang.foreign.MemorySegment;
import java.util.function.ObjIntConsumer;
import org.bipj.core.channel.Channel;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.payload.SegmentCache;

/** Messages that have not gone: they wait for credits or room, for the receiver of a long message, or for ROOM. */
final class Outbox {
    /** {@link Channel#refuse}: the endpoint is full. */
    static final int FULL = 1 << 16;

    private final Channel channel;
    private final EntryPool pool;
    private final SegmentCache cache;
    /** Takes a message that was refused, and the reason: {@link #FULL}, or one for good. */
    private final ObjIntConsumer<Entry> refused;

    private final EntryQueue waiting = new EntryQueue();
    private final EntryQueue announced = new EntryQueue();
    private final EntryQueue kept = new EntryQueue();
    /** ROOM that has overtaken the message for which it is. */
    private final EntryQueue rooms = new EntryQueue();

    Outbox(Channel channel, EntryPool pool, SegmentCache cache, ObjIntConsumer<Entry> refused) {
        this.channel = channel;
        this.pool = pool;
        this.cache = cache;
        this.refused = refused;
    }

    /** True if nothing waits but what is kept. */
    boolean isFlushed() {
        return waiting.isEmpty() && announced.isEmpty();
    }

    int size() {
        return waiting.size() + announced.size() + kept.size();
    }

    /**
     * Sends an entry to another rank, now or as soon as it can go.
     *
     * @return false if it waits
     */
    boolean send(Entry entry) {
        if (entry.bulk != null || !channel.isModest(entry.length)) {
            announced.add(entry);
            channel.post(entry.send(cache), entry.peer, entry.envelope, true);
            return true;
        }
        // Behind those that wait: LEFT must not be overtaken by LEFT_SEEN.
        if (waiting.isEmpty() && trySend(entry)) {
            return true;
        }
        waiting.add(entry);
        return false;
    }

    private boolean trySend(Entry entry) {
        long at = channel.claim(entry.peer, entry.length, Wire.type(entry.envelope) == Wire.REQUEST);
        if (at < 0) {
            return false;
        }
        MemorySegment.copy(entry.memory, 0, channel.memory(entry.peer), at, entry.length);
        channel.commit(entry.peer, at, entry.envelope, entry.length);
        return true;
    }

    /**
     * Keeps a message until its destination has room.
     *
     * @return true if it has room already: the message is not kept
     */
    boolean keep(Entry entry) {
        Entry room = rooms.isEmpty() ? null : rooms.takeRoomFor(entry);
        if (room == null) {
            kept.add(entry);
            return false;
        }
        pool.free(room);
        return true;
    }

    /** The oldest message that is kept for the endpoint that has room now; null if it is not back yet, which is remembered. */
    Entry takeKept(Entry room) {
        Entry entry = kept.takeFor(room);
        if (entry == null) {
            rooms.add(room);
        } else {
            pool.free(room);
        }
        return entry;
    }

    /**
     * Takes back all that waits or is kept for a rank that leaves, but that this one leaves too: it goes on reading until it
     * has seen that, as other messages may be on their way behind it.
     */
    void drop(int peer) {
        drop(peer, waiting);
        drop(peer, kept);
        drop(peer, rooms);
    }

    private void drop(int peer, EntryQueue queue) {
        for (int n = queue.size(); n > 0; n--) {
            Entry entry = queue.poll();
            if (entry.peer == peer && Wire.type(entry.envelope) != Wire.LEFT) {
                entry.owes = false;
                if (queue == rooms) {
                    pool.free(entry);
                } else {
                    refused.accept(entry, Endpoints.NO_ENDPOINT);
                }
            } else {
                queue.add(entry);
            }
        }
    }

    /** Sends what can go now. Returns the messages that have gone. */
    int push() {
        return isFlushed() ? 0 : pushWaiting() + endAnnounced();
    }

    private int pushWaiting() {
        int moved = 0;
        for (int n = waiting.size(); n > 0; n--) {
            Entry entry = waiting.poll();
            if (trySend(entry)) {
                moved++;
                sent(entry);
            } else {
                waiting.add(entry);
            }
        }
        return moved;
    }

    /** An entry has gone. */
    void sent(Entry entry) {
        if (entry.owes) {
            entry.owes = false;
            channel.consumed(entry.peer, entry.length);
        }
        pool.free(entry);
    }

    private int endAnnounced() {
        int moved = 0;
        for (int n = announced.size(); n > 0; n--) {
            Entry entry = announced.poll();
            if (!entry.sent().isDone()) {
                announced.add(entry);
                continue;
            }
            moved++;
            int refusal = entry.sent().refusal();
            if (refusal == 0) {
                pool.free(entry);
            } else {
                refused.accept(entry, refusal);
            }
        }
        return moved;
    }
}
