package org.bipj.shm.groups;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.bipj.core.nic.SharedGroup;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.ParkWord;
import org.bipj.shm.board.RingReserve;
import org.bipj.shm.memory.Access;
import org.bipj.shm.memory.Distance;
import org.bipj.shm.memory.LocalStore;
import org.bipj.shm.memory.Mapping;

/** A group as each of its members sees it, in memory on the heap: turns of one value in the mark. */
final class StressGroup {
    private static final LocalStore STORE = new LocalStore();
    private static final long CALL = 7;

    private final Board board;
    private final ShmGroup[] members;

    /**
     * A new group.
     *
     * @param wakes true where a member will be woken: the kernel does not take words on the heap
     */
    StressGroup(int size, boolean wakes) {
        MemorySegment words = wakes
                ? Arena.ofAuto().allocate(Board.bytes(size), Long.BYTES)
                : MemorySegment.ofArray(new long[(int) Board.bytes(size) / Long.BYTES]);
        board = Board.make(words, size);
        MemorySegment memory = MemorySegment.ofArray(new long[(int) GroupFile.bytes(size) / Long.BYTES]);
        GroupFile.make(memory, size);
        int[] ranks = IntStream.range(0, size).toArray();
        members = IntStream.range(0, size)
                .mapToObj(self -> new ShmGroup(
                        new Groups(new RingReserve(STORE, board, 0), self, Distance.Given.NEAR),
                        ranks,
                        self,
                        0,
                        0,
                        new Mapping(memory, null)))
                .toArray(ShmGroup[]::new);
    }

    ShmGroup member(int self) {
        return members[self];
    }

    /** Begins a member's next turn, in which it will write. */
    void begin(int self) {
        members[self].begin(CALL, Long.BYTES);
        members[self].claim();
    }

    /** Writes this member's place of the turn; it is not published yet. */
    void write(int self, long value) {
        Access.setLong(members[self].memory(self), members[self].place(self), value);
    }

    /** A turn in which member 0 publishes a value. Not to be called without room for it. */
    void publish(long value) {
        begin(0);
        if (!members[0].isThere(SharedGroup.ROOM)) {
            throw new IllegalStateException("no room for turn " + members[0].turn());
        }
        write(0, value);
        members[0].publish();
        members[0].end();
    }

    /** Begins the next turn of member 1, in which it will read only. */
    void beginToRead() {
        members[1].begin(CALL, Long.BYTES);
    }

    /** What member 0 has published in this turn; negative if that is not there yet. */
    long seen() {
        ShmGroup reader = members[1];
        return reader.isThere(0) ? Access.getLong(reader.memory(0), reader.place(0)) : -1;
    }

    /** Ends the turn of member 1. */
    void endRead() {
        members[1].end();
    }

    /** Says that a member sleeps. */
    void putToSleep(int member) {
        Access.setIntVolatile(board.memory(), board.parkWord(member), ParkWord.AWAITS_PACKET);
    }

    /** True if a member still sleeps. */
    boolean sleeps(int member) {
        return Access.getIntAcquire(board.memory(), board.parkWord(member)) != ParkWord.AWAKE;
    }
}
