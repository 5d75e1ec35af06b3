package org.bipj.mpi.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bipj.core.job.SharedNote;
import org.jspecify.annotations.Nullable;

/**
 * What one rank waits for, which others of its node can read.
 *
 * <pre>
 * header   version: odd while the note is valid | number of communicators, negative: too many | 1 in Finalize
 * calls    of communicators: key | collective calls so far
 * body     exchanged with each rank: credits spent, sends unfinished, credits held, messages announced
 *          announced messages: context | source | tag
 *          clauses
 *          messages that lie at the rank, as text
 * </pre>
 *
 * <p>Only its rank writes. The note is valid from {@link #publish} to {@link #invalidate}.
 */
final class WaitNote {
    private static final int NUMBER = 8;
    private static final int FINALIZING = 16;
    private static final int HEADER = 64;
    private static final int CALLS = 256;
    private static final int CALL = 16;
    private static final int BODY = HEADER + CALLS * CALL;
    /** Announced messages that are written down. */
    private static final int MOST_ANNOUNCED = 170;

    private static final int TEXT_MOST = 400;
    private static final int MESSAGES_MOST = 1200;
    /** Of a clause without its ranks and its text. */
    private static final int CLAUSE = 10 * Integer.BYTES;

    /** What has to be true of a clause's ranks, if they never go on, so that the waiting rank does not either. */
    enum Kind {
        /** All messages of all of them have arrived, and none is the awaited one. */
        MESSAGE,
        /** One rank, where so many messages wait to be accepted. */
        ACCEPTANCE,
        /** One of them has not made a collective call. */
        CALL
    }

    /**
     * A condition without which a wait does not end.
     *
     * @param ranks that can fulfil it
     * @param key of the communicator of a collective call
     * @param number of an awaited collective call, or of awaited messages
     * @param context of an awaited message
     * @param tag of an awaited message
     * @param text the call that waits
     */
    record Clause(Kind kind, int[] ranks, long key, long number, int context, int tag, String text) {}

    /** What a rank has exchanged with another one. */
    record Exchanged(int spent, int unfinished, int held, int announced) {}

    /** A message that waits to be accepted. */
    record Announced(int context, int source, int tag) {}

    /**
     * A valid note.
     *
     * @param messages those that lie at the rank, a line each; empty where there are none
     */
    record Snapshot(
            long version,
            List<Exchanged> exchanged,
            Map<Announced, Integer> announced,
            List<Clause> clauses,
            String messages) {}

    private final MemorySegment memory;
    private final SharedNote note;
    private final int ranks;
    /** Of the rank's own communicators: where their calls are. */
    private final Map<Long, Integer> places = new HashMap<>();

    WaitNote(MemorySegment memory, int ranks) {
        this.memory = memory;
        this.note = new SharedNote(memory);
        this.ranks = ranks;
    }

    // ---- its own rank --------------------------------------------------------------------------------------------

    /** The rank makes a collective call, the n-th on a communicator. */
    void entered(long key, long number) {
        int place = places.computeIfAbsent(key, this::place);
        if (place >= 0) {
            memory.set(ValueLayout.JAVA_LONG, HEADER + (long) place * CALL + 8, number);
        }
    }

    /** The rank has called Finalize. */
    void finalizing() {
        memory.set(ValueLayout.JAVA_LONG, FINALIZING, 1L);
    }

    private int place(long key) {
        int place = places.size();
        if (place >= CALLS) {
            memory.set(ValueLayout.JAVA_LONG, NUMBER, -1);
            return -1;
        }
        memory.set(ValueLayout.JAVA_LONG, HEADER + (long) place * CALL, key);
        memory.set(ValueLayout.JAVA_LONG, NUMBER, place + 1);
        return place;
    }

    boolean isValid() {
        return note.isValid();
    }

    /** The version of the note: another one after each change. */
    long version() {
        return note.version();
    }

    /** What the note says is true no more, before anything is done of which others could learn. */
    void invalidate() {
        note.invalidate();
    }

    /** Writes the note, which is not valid; clauses and messages for which there is no room are left out. */
    void publish(List<Exchanged> exchanged, List<Announced> announced, List<Clause> clauses, String messages) {
        ByteBuffer to = body();
        for (Exchanged each : exchanged) {
            to.putInt(each.spent).putInt(each.unfinished).putInt(each.held).putInt(each.announced);
        }
        int most = Math.min(announced.size(), MOST_ANNOUNCED);
        to.putInt(most);
        announced
                .subList(0, most)
                .forEach(each -> to.putInt(each.context).putInt(each.source).putInt(each.tag));
        int at = to.position();
        to.putInt(0);
        int written = 0;
        for (Clause clause : clauses) {
            if (put(to, clause)) {
                written++;
            }
        }
        to.putInt(at, written);
        byte[] text = messages.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(Math.min(text.length, MESSAGES_MOST), to.remaining() - Integer.BYTES);
        to.putInt(length).put(text, 0, length);
        note.validate();
    }

    private static boolean put(ByteBuffer to, Clause clause) {
        byte[] text = clause.text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, TEXT_MOST);
        if (to.remaining() < Integer.BYTES + CLAUSE + clause.ranks.length * Integer.BYTES + length) {
            return false;
        }
        to.putInt(clause.kind.ordinal()).putLong(clause.key).putLong(clause.number);
        to.putInt(clause.context).putInt(clause.tag).putInt(clause.ranks.length);
        for (int rank : clause.ranks) {
            to.putInt(rank);
        }
        to.putInt(length).put(text, 0, length);
        return true;
    }

    private ByteBuffer body() {
        return memory.asSlice(BODY).asByteBuffer().order(ByteOrder.nativeOrder());
    }

    // ---- others --------------------------------------------------------------------------------------------------

    /** Collective calls that the rank has made on a communicator; {@link Long#MAX_VALUE} if that is not known. */
    long calls(long key) {
        long number = memory.get(ValueLayout.JAVA_LONG, NUMBER);
        for (long i = 0; i < number; i++) {
            if (memory.get(ValueLayout.JAVA_LONG, HEADER + i * CALL) == key) {
                return memory.get(ValueLayout.JAVA_LONG, HEADER + i * CALL + 8);
            }
        }
        return number < 0 ? Long.MAX_VALUE : 0;
    }

    /** True if the rank is in Finalize, as far as is known of it. */
    boolean isFinalizing() {
        return memory.get(ValueLayout.JAVA_LONG, FINALIZING) != 0;
    }

    /** The note; null if it is not valid. */
    @Nullable
    Snapshot read() {
        long version = version();
        byte[] copy = note.copy(BODY);
        // What was copied may be that of a later version.
        return copy == null || version != version()
                ? null
                : parse(version, ByteBuffer.wrap(copy).order(ByteOrder.nativeOrder()));
    }

    private Snapshot parse(long version, ByteBuffer from) {
        List<Exchanged> exchanged = new ArrayList<>();
        for (int i = 0; i < ranks; i++) {
            exchanged.add(new Exchanged(from.getInt(), from.getInt(), from.getInt(), from.getInt()));
        }
        Map<Announced, Integer> announced = new HashMap<>();
        for (int left = from.getInt(); left > 0; left--) {
            announced.merge(new Announced(from.getInt(), from.getInt(), from.getInt()), 1, Integer::sum);
        }
        List<Clause> clauses = new ArrayList<>();
        for (int left = from.getInt(); left > 0; left--) {
            clauses.add(clause(from));
        }
        byte[] messages = new byte[from.getInt()];
        from.get(messages);
        return new Snapshot(version, exchanged, announced, clauses, new String(messages, StandardCharsets.UTF_8));
    }

    private static Clause clause(ByteBuffer from) {
        Kind kind = Kind.values()[from.getInt()];
        long key = from.getLong();
        long number = from.getLong();
        int context = from.getInt();
        int tag = from.getInt();
        int[] ranks = new int[from.getInt()];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = from.getInt();
        }
        byte[] text = new byte[from.getInt()];
        from.get(text);
        return new Clause(kind, ranks, key, number, context, tag, new String(text, StandardCharsets.UTF_8));
    }
}
