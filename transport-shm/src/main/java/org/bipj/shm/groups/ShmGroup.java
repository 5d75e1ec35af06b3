package org.bipj.shm.groups;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.SharedGroup;
import org.bipj.core.payload.StreamingCopy;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.ParkWord;
import org.bipj.shm.memory.Access;
import org.bipj.shm.memory.Distance;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.Store;

/**
 * One member's view of a group's memory ({@link GroupFile}).
 *
 * <p>Who publishes what, and how:
 *
 * <pre>
 *   what                  writer             stored                        read
 *   place, call, where    the member         plain, before its mark        plain, after its mark
 *   turn in the mark      the member         release; volatile where all   acquire
 *                                            publish, see below
 *   last turn ended       the member         release, after its reads      acquire, before the place is written again
 *   waits                 the member         release, before it sleeps     acquire, after a last turn ended is stored
 * </pre>
 *
 * <p>A mark is used again {@link GroupFile#turns} turns later, so that its turn never goes back, and a reader that finds
 * its own turn finds the place of that turn. A member that has published in turn T has ended turn T - 1: marks tell most of
 * the time that there is room, and the lines of turns ended, written once in a quarter of a lap, are read by a member that
 * is ahead.
 *
 * <p>Wake-ups need no fence where one mark is awaited: the sleeper raises its park word and issues a barrier for all
 * others ({@link org.bipj.shm.waiting.Idler}). Where several are, the last one to publish wakes: of two that are last at
 * the same time, at least one must see both marks, so a full fence stands between its mark and its look at the others.
 */
public final class ShmGroup implements SharedGroup {
    private static final int QUARTER = 4;
    /** A turn takes at most this part of a room: that others may say a quarter late what they have ended leaves room. */
    private static final int LONGEST_PART = 4;

    private static final int LINE = 64;

    private final Groups owner;
    /** The memory in which the group's lies. */
    private final Store store;

    private final int[] members;
    /** By member, where the word lies by which it sleeps. */
    private final MemorySegment[] sleepMemory;

    private final long[] sleepAt;
    private final int self;
    /** The maker's rank in its job. */
    private final int maker;

    private final int number;
    private final Mapping lines;
    private final MemorySegment memory;
    private final int roomBytes;
    /** How many turns each member has marks for. */
    private final int turns;

    /** Between this member and those that read its room. */
    private final Distance distance;

    private Mapping rooms;
    private MemorySegment roomMemory;

    private long turn;
    private long call;
    private int bytes;
    /** This member's place of this turn, in all rooms, or that it is in the mark. */
    private long at = GroupFile.IN_MARK;

    /** Where this member's next place can begin in the stream of all its places. */
    private long next;
    /** Where in that stream each of the last turns began. */
    private final long[] starts;

    /** The first turn whose place this turn's does not overwrite. */
    private long kept = 1;
    /** All members have ended the turns up to this one. */
    private long ended;
    /** Others below this one have published in this turn. */
    private int seen;

    /** The last turn that this member has said to have ended, and the bytes of those since. */
    private long said;

    private long unsaid;

    private int expected = NOTHING;
    private Supplier<String> what = () -> "";

    ShmGroup(Groups owner, int[] members, int self, int maker, int number, Mapping lines) {
        this.owner = owner;
        this.store = owner.job(maker).store();
        this.members = members.clone();
        this.self = self;
        this.maker = owner.placeOf(maker);
        sleepMemory = new MemorySegment[members.length];
        sleepAt = new long[members.length];
        for (int member = 0; member < members.length; member++) {
            Board board = owner.job(members[member]).board();
            sleepMemory[member] = board.memory();
            sleepAt[member] = board.parkWord(owner.placeOf(members[member]));
        }
        this.number = number;
        this.lines = lines;
        memory = lines.memory();
        roomBytes = GroupFile.roomBytes(members.length);
        turns = GroupFile.turns(members.length);
        starts = new long[turns];
        distance = new Distance(owner.distance());
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public boolean makeRoom() {
        return rooms(owner.create(store, GroupFile.roomName(maker, number), (long) members.length * roomBytes));
    }

    @Override
    public boolean openRoom() {
        Mapping opened = Groups.open(store, GroupFile.roomName(maker, number));
        if (opened != null && opened.memory().byteSize() < (long) members.length * roomBytes) {
            throw new PortException("shared memory " + GroupFile.roomName(maker, number) + " has "
                    + opened.memory().byteSize() + " bytes; expected " + (long) members.length * roomBytes);
        }
        return rooms(opened);
    }

    private boolean rooms(Mapping mapping) {
        rooms = mapping;
        roomMemory = mapping == null ? null : mapping.memory();
        return mapping != null;
    }

    @Override
    public void closeRoom() {
        if (rooms != null) {
            rooms.close();
            rooms(null);
        }
    }

    @Override
    public void seal() {
        store.remove(GroupFile.name(maker, number));
        store.remove(GroupFile.roomName(maker, number));
    }

    @Override
    public int shortBytes() {
        return GroupFile.SHORT_BYTES;
    }

    @Override
    public int longestBytes() {
        return rooms == null ? GroupFile.SHORT_BYTES : roomBytes / LONGEST_PART;
    }

    @Override
    public void begin(long newCall, int newBytes) {
        turn++;
        call = newCall;
        bytes = newBytes;
        seen = 0;
        starts[slot(turn)] = next;
    }

    @Override
    public void claim() {
        kept = Math.max(kept, turn - turns + 1);
        at = GroupFile.IN_MARK;
        if (bytes > GroupFile.SHORT_BYTES) {
            findPlace();
        }
    }

    @Override
    public long turn() {
        return turn;
    }

    private int slot(long ofTurn) {
        return (int) ofTurn & (turns - 1);
    }

    private void findPlace() {
        if (bytes > longestBytes()) {
            throw new IllegalArgumentException(
                    "rank " + members[self] + ": a turn of " + bytes + " bytes, expected at most " + longestBytes());
        }
        int length = (bytes + LINE - 1) & -LINE;
        int left = roomBytes - offset(next);
        long start = length <= left ? next : next + left;
        starts[slot(turn)] = start;
        next = start + length;
        at = (long) self * roomBytes + offset(start);
        while (kept < turn && starts[slot(kept)] < next - roomBytes) {
            kept++;
        }
    }

    private int offset(long position) {
        return (int) position & (roomBytes - 1);
    }

    @Override
    public boolean isThere(int awaited) {
        return switch (awaited) {
            case ROOM -> ended >= kept - 1 || haveEnded();
            case OTHERS -> areOthersThere();
            default -> hasPublished(awaited);
        };
    }

    private boolean haveEnded() {
        long least = turn - 1;
        for (int member = 0; member < members.length; member++) {
            if (member != self) {
                least = Math.min(least, Access.getLongAcquire(memory, GroupFile.done(member)));
            }
        }
        ended = Math.max(ended, least);
        return ended >= kept - 1;
    }

    private boolean areOthersThere() {
        int member = seen;
        while (member < members.length && (member == self || hasPublished(member))) {
            member++;
        }
        seen = member;
        if (member < members.length) {
            return false;
        }
        ended = Math.max(ended, turn - 1);
        return true;
    }

    private boolean hasPublished(int member) {
        return Access.getLongAcquire(memory, mark(member)) == turn;
    }

    private long mark(int member) {
        return GroupFile.mark(members.length, turns, member, turn);
    }

    @Override
    public MemorySegment memory(int member) {
        return placeOf(member) == GroupFile.IN_MARK ? memory : roomMemory;
    }

    @Override
    public long place(int member) {
        long place = placeOf(member);
        return place == GroupFile.IN_MARK ? GroupFile.place(mark(member)) : place;
    }

    private long placeOf(int member) {
        return member == self ? at : Access.getLong(memory, GroupFile.where(mark(member)));
    }

    @Override
    public StreamingCopy streaming(long inRoom) {
        return distance.streaming(roomMemory, inRoom);
    }

    @Override
    public long call(int member) {
        return Access.getLong(memory, GroupFile.call(mark(member)));
    }

    @Override
    public long callIn(long ofTurn, int member) {
        long mark = GroupFile.mark(members.length, turns, member, ofTurn);
        if (Access.getLongAcquire(memory, mark) != ofTurn) {
            return 0;
        }
        long found = Access.getLong(memory, GroupFile.call(mark));
        VarHandle.loadLoadFence();
        return Access.getLongAcquire(memory, mark) == ofTurn ? found : 0;
    }

    @Override
    public int keptTurns() {
        return turns;
    }

    private long describe() {
        long mark = mark(self);
        Access.setLong(memory, GroupFile.call(mark), call);
        Access.setLong(memory, GroupFile.where(mark), at);
        return mark;
    }

    @Override
    public void publish() {
        long mark = describe();
        Access.setLongRelease(memory, mark, turn);
        wakeOthers();
    }

    @Override
    public void publishTo(int member) {
        long mark = describe();
        Access.setLongRelease(memory, mark, turn);
        if (sleeps(member)) {
            VarHandle.fullFence();
            if (areAllThereBut(member)) {
                wake(member);
            }
        }
    }

    private boolean areAllThereBut(int other) {
        for (int member = 0; member < members.length; member++) {
            if (member != other && member != self && !hasPublished(member)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void publishWithAll() {
        long mark = describe();
        Access.setLongVolatile(memory, mark, turn);
        if (areOthersThere()) {
            wakeOthers();
        }
    }

    private void wakeOthers() {
        for (int member = 0; member < members.length; member++) {
            if (member != self && sleeps(member)) {
                wake(member);
            }
        }
    }

    private boolean sleeps(int member) {
        return Access.getIntAcquire(sleepMemory[member], sleepAt[member]) != ParkWord.AWAKE;
    }

    private void wake(int member) {
        ParkWord.wake(sleepMemory[member], sleepAt[member]);
    }

    @Override
    public void end() {
        unsaid += bytes;
        if (turn - said >= turns / QUARTER || unsaid >= roomBytes / QUARTER) {
            say();
        }
    }

    @Override
    public void skip(long number) {
        for (long i = 0; i < number; i++) {
            begin(call, 0);
        }
        say();
    }

    private void say() {
        said = turn;
        unsaid = 0;
        Access.setLongRelease(memory, GroupFile.done(self), turn);
        for (int member = 0; member < members.length; member++) {
            if (Access.getIntAcquire(memory, GroupFile.waits(member)) != 0 && sleeps(member)) {
                wake(member);
            }
        }
    }

    @Override
    public void expect(int awaited, Supplier<String> call) {
        what = call;
        if (awaited == ROOM || expected == ROOM) {
            Access.setIntRelease(memory, GroupFile.waits(self), awaited == ROOM ? 1 : 0);
        }
        expected = awaited;
    }

    /** True if what this member waits for is there. */
    boolean hasNews() {
        int awaited = expected;
        return awaited != NOTHING && isThere(awaited);
    }

    /** The members that this one waits for, as the job numbers them. */
    List<Integer> missing() {
        int awaited = expected;
        return IntStream.range(0, members.length)
                .filter(member -> member != self && isMissing(member, awaited))
                .mapToObj(member -> members[member])
                .toList();
    }

    /** What this member waits for, in words; empty if it waits for nothing. */
    String waitsFor() {
        String end = expected == ROOM ? " to end an earlier collective call" : " to make the same collective call";
        List<Integer> missing = missing();
        return missing.isEmpty() ? "" : owner.named(missing) + end + " (" + what.get() + ")";
    }

    private boolean isMissing(int member, int awaited) {
        return switch (awaited) {
            case NOTHING -> false;
            case ROOM -> Access.getLongAcquire(memory, GroupFile.done(member)) < kept - 1;
            case OTHERS -> !hasPublished(member);
            default -> member == awaited && !hasPublished(member);
        };
    }

    @Override
    public void close() {
        if (owner.remove(this)) {
            lines.close();
            closeRoom();
        }
    }
}
