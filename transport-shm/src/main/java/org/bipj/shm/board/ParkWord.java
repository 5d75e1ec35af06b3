package org.bipj.shm.board;

import java.lang.foreign.MemorySegment;
import org.bipj.shm.memory.Access;
import org.bipj.shm.memory.WordSleep;

/** Values of a rank's park word on the {@link Board}, which says whether and why the rank sleeps. */
public final class ParkWord {
    /** The rank is awake. */
    public static final int AWAKE = 0;

    /** The rank sleeps until a packet arrives. */
    public static final int AWAITS_PACKET = 1;

    /** The rank sleeps until a packet arrives or a full ring has room. */
    public static final int AWAITS_ROOM = 2;

    private ParkWord() {}

    /** Wakes a rank that sleeps or is about to. */
    public static void wake(Board board, int rank) {
        wake(board.memory(), board.parkWord(rank));
    }

    /** Wakes the rank whose word lies here. */
    public static void wake(MemorySegment memory, long word) {
        Access.setIntVolatile(memory, word, AWAKE);
        WordSleep.get().wake(memory, word);
    }
}
