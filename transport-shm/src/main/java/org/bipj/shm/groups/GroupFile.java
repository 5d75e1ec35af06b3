package org.bipj.shm.groups;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.Access;

/**
 * Layout of the memory of a group of n members, in two pieces.
 *
 * <pre>
 *   group-M-N     made by rank M, its N-th
 *     0           magic (8)  members (4)
 *     128         n lines of 128 bytes:
 *                 +0 done (8): the last turn that the member has ended, a quarter of a lap late
 *                 +8 waits (4): 1 while the member waits for others to end turns
 *     ...         marks, n times {@link #turns turns(n)} of 128 bytes, used in turn:
 *                 +0 turn (8), stored last   +8 call (8)   +16 where (8): the member's place in the rooms, or -1: here
 *                 +24 its place of a short turn (104)
 *   room-M-N      n rooms: the members' places of long turns, each where the one before it ended
 * </pre>
 *
 * Each line is written by its member alone. Two cache lines belong together, since processors fetch pairs of them.
 */
final class GroupFile {
    static final long IN_MARK = -1;
    static final int SHORT_BYTES = 104;

    private static final long MAGIC = 0x3150554f52474a42L; // "BJGROUP1"
    /** A pair keeps in step; its marks stay in the first-level caches, which makes a barrier a fifth faster. */
    private static final int TURNS_OF_PAIR = 16;

    /** More members may outnumber the processors, where each runs ahead while it is scheduled. */
    private static final int TURNS = 64;

    private static final int LINE = 128;
    private static final int MEMBERS = 8;
    private static final int WAITS = 8;
    private static final int CALL = 8;
    private static final int WHERE = 16;
    private static final int PLACE = 24;

    /** All rooms of a group together, but in groups of many members, which have {@value #ROOM_LEAST} bytes each. */
    private static final int ROOMS = 4 << 20;

    private static final int ROOM_MOST = 512 << 10;
    private static final int ROOM_LEAST = 64 << 10;

    private GroupFile() {}

    static String name(int maker, int number) {
        return "group-" + maker + "-" + number;
    }

    static String roomName(int maker, int number) {
        return "room-" + maker + "-" + number;
    }

    static long bytes(int members) {
        return LINE + (long) members * LINE * (1 + turns(members));
    }

    /** Marks of each member, a power of two. */
    static int turns(int members) {
        return members <= 2 ? TURNS_OF_PAIR : TURNS;
    }

    /** Bytes of one member's room, a power of two. */
    static int roomBytes(int members) {
        return Math.max(ROOM_LEAST, Integer.highestOneBit(Math.min(ROOM_MOST, ROOMS / members)));
    }

    static void make(MemorySegment memory, int members) {
        Access.setInt(memory, MEMBERS, members);
        Access.setLongRelease(memory, 0, MAGIC);
    }

    static void check(String name, MemorySegment memory, int members) {
        if (memory.byteSize() < bytes(members)
                || Access.getLongAcquire(memory, 0) != MAGIC
                || Access.getInt(memory, MEMBERS) != members) {
            throw new PortException("shared memory " + name + " is damaged: expected that of " + members + " members");
        }
    }

    static long done(int member) {
        return LINE + (long) member * LINE;
    }

    static long waits(int member) {
        return done(member) + WAITS;
    }

    /** The mark of a turn among {@code turns} of each member. */
    static long mark(int members, int turns, int member, long turn) {
        return LINE + LINE * (members + (long) member * turns + (turn & (turns - 1)));
    }

    static long call(long mark) {
        return mark + CALL;
    }

    static long where(long mark) {
        return mark + WHERE;
    }

    static long place(long mark) {
        return mark + PLACE;
    }
}
