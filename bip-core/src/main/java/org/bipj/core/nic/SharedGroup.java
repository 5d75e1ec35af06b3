package org.bipj.core.nic;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.bipj.core.payload.StreamingCopy;
import org.jspecify.annotations.Nullable;

/**
 * Memory that the ranks of one group share, as one of them sees it: a place for each member, in turns.
 *
 * <p>All members begin the same turns in the same order, each with the same number of bytes. In a turn a member writes its
 * own place and publishes it, or reads places that others have published, or both; then it ends the turn. A member may be many
 * turns ahead of others: nothing is overwritten that one of them may still read.
 *
 * <pre>{@code
 * group.begin(call, bytes);
 * group.claim();
 * ... until group.isThere(ROOM), write group.memory(self) from group.place(self), then group.publishWithAll() ...
 * ... until group.isThere(OTHERS), read group.memory(member) from group.place(member) ...
 * group.end();
 * }</pre>
 *
 * <p>One thread at a time uses a group.
 */
public interface SharedGroup extends AutoCloseable {
    /** What a member waits for that has nothing to wait for. */
    int NOTHING = -3;

    /** To be awaited: this member's place may be written. */
    int ROOM = -2;

    /** To be awaited: all others have published in this turn. */
    int OTHERS = -1;

    /** The number by which others open this memory, together with the rank that created it; not negative. */
    int number();

    /** Makes the memory for long turns; called by the member that made the group. False: there is no room. */
    boolean makeRoom();

    /** Opens the memory for long turns; called by the others. False: it cannot be mapped here. */
    boolean openRoom();

    /** Gives the memory for long turns back; where not all members could open it. */
    void closeRoom();

    /** Takes the names away, as all members have opened the memory: it lasts as long as they use it. */
    void seal();

    /** Most bytes of a member in a short turn. */
    int shortBytes();

    /** Most bytes of a member in any turn; those of a short one while there is no room for long ones. */
    int longestBytes();

    /**
     * Begins the next turn.
     *
     * @param call identifies the operation of the turn; {@link #call(int)} shows it to others
     * @param bytes of each member, up to {@link #longestBytes()}
     */
    void begin(long call, int bytes);

    /** Finds a place for this member in this turn; it is to be awaited. Members that only read have none. */
    void claim();

    /** Number of this turn; 0 before the first one. */
    long turn();

    /** True once a member, {@link #OTHERS} or {@link #ROOM} is there: it then stays so for this turn. */
    boolean isThere(int awaited);

    /** Memory in which a member's place of this turn lies: this member's, or one that is there. */
    MemorySegment memory(int member);

    /** Where a member's place of this turn begins. */
    long place(int member);

    /**
     * How best to write bytes of this member's place; see {@link NicPort#streaming}.
     *
     * @param at where they begin in this member's {@link #memory}, of which there are at least {@link NicPort#STREAMED_MIN}
     * @return null: by plain stores
     */
    default @Nullable StreamingCopy streaming(long at) {
        return null;
    }

    /** The operation of a member's turn, once that member has published it. */
    long call(int member);

    /**
     * The operation of a turn of a member, this one or another; 0 if the member has not published in that turn, or its mark has
     * been used again since.
     */
    long callIn(long turn, int member);

    /** Number of turns whose marks are kept. */
    int keptTurns();

    /** Shows this member's place to all others. Who sleeps until it is there is woken. */
    void publish();

    /** Shows it to one member, who awaits {@link #OTHERS}: the last one to publish wakes it. */
    void publishTo(int member);

    /** Shows it to all others, who also publish, and await {@link #OTHERS}: the last one to publish wakes them. */
    void publishWithAll();

    /** Ends the turn: this member reads nothing of it any more. */
    void end();

    /** Ends the turn and leaves out as many, in which this member takes no part; after an error. */
    void skip(long turns);

    /**
     * Says what this member awaits in {@link NicPort#idle} until it says {@link #NOTHING}: idling ends when that is there.
     *
     * @param what the call, in words, for a report
     */
    void expect(int awaited, Supplier<String> what);

    /** Ends this member's use of the group. */
    @Override
    void close();
}
