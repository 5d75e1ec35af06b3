package org.bipj.am2.channel;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.ObjIntConsumer;
import org.bipj.core.channel.Channel;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.payload.SegmentCache;

/** Messages that have not gone: they wait for credits or room, for the receiver of a long message, or for ROOM. */
final class DeferredMessages {
    /** The reason of {@link Channel#refuse} when the endpoint has no free entry. */
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
    /** Copies of short and medium requests to ranks that have not been heard from: they may never be read. */
    private final EntryQueue firsts = new EntryQueue();
    /** During a push, true for each rank for which a message without bytes waits. */
    private final boolean[] stopped;

    private boolean anyStopped;

    DeferredMessages(Channel channel, EntryPool pool, SegmentCache cache, ObjIntConsumer<Entry> refused) {
        this.channel = channel;
        this.pool = pool;
        this.cache = cache;
        this.refused = refused;
        stopped = new boolean[channel.port().size()];
    }

    /** True if nothing waits but what is kept. */
    boolean isFlushed() {
        return waiting.isEmpty() && announced.isEmpty();
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
        long at = channel.claim(entry.peer, entry.length, AmEnvelope.type(entry.envelope) == AmEnvelope.REQUEST);
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
            if (entry.peer == peer && AmEnvelope.type(entry.envelope) != AmEnvelope.LEFT) {
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

    /** Keeps a copy of a request until its destination has been {@linkplain #heard heard}. */
    void keepFirst(Entry request) {
        firsts.add(pool.copy(request.peer, request.envelope, request.memory, 0, request.length));
    }

    /** A rank has sent something: it will not end without notifying this one. */
    void heard(int peer) {
        for (int n = firsts.size(); n > 0; n--) {
            Entry copy = firsts.poll();
            if (copy.peer == peer) {
                pool.free(copy);
            } else {
                firsts.add(copy);
            }
        }
    }

    /**
     * A rank has ended without having read what was sent to it: requests come back, those that wait or are announced as
     * their copies, and bulk messages.
     */
    void lost(int peer) {
        lose(peer, waiting, false);
        lose(peer, announced, false);
        lose(peer, firsts, true);
    }

    private void lose(int peer, EntryQueue queue, boolean copies) {
        for (int n = queue.size(); n > 0; n--) {
            Entry entry = queue.poll();
            if (entry.peer != peer) {
                queue.add(entry);
            } else if (copies || entry.bulk != null) {
                refused.accept(entry, Endpoints.UNREACHABLE);
            } else {
                pool.free(entry);
            }
        }
    }

    /** True if something waits to go to a rank, or to be taken by it. */
    boolean hasFor(int peer) {
        return waiting.has(peer) || announced.has(peer);
    }

    /** What waits for other ranks, for a report of a wait; empty if nothing does. */
    String outstanding() {
        return kept.size() == 0 ? "" : "room at endpoints for " + kept.size() + " messages";
    }

    /** Sends what can go now. Returns the messages that have gone. */
    int push() {
        return isFlushed() ? 0 : pushWaiting() + endAnnounced();
    }

    private int pushWaiting() {
        int moved = 0;
        for (int n = waiting.size(); n > 0; n--) {
            Entry entry = waiting.poll();
            if (!isStopped(entry) && trySend(entry)) {
                moved++;
                sent(entry);
            } else {
                stop(entry);
                waiting.add(entry);
            }
        }
        if (anyStopped) {
            Arrays.fill(stopped, false);
            anyStopped = false;
        }
        return moved;
    }

    /** Messages without bytes keep their order: LEFT must not be overtaken by LEFT_SEEN, nor ROOM. */
    private boolean isStopped(Entry entry) {
        return anyStopped && stopped[entry.peer] && isControl(entry);
    }

    private void stop(Entry entry) {
        if (isControl(entry)) {
            stopped[entry.peer] = true;
            anyStopped = true;
        }
    }

    private static boolean isControl(Entry entry) {
        return AmEnvelope.type(entry.envelope) >= AmEnvelope.ROOM;
    }

    /** Frees an entry that has been sent, and returns the credits that it still owes. */
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
