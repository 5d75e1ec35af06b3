package org.bipj.shm;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;

/**
 * How a rank waits between fruitless polls: it spins, then spins with the processor's pause, then yields its core, then
 * sleeps until a packet arrives.
 *
 * <p>Sleeping loses no wake-up. The sleeper raises its park word, makes all other ranks' stores visible, looks at its
 * rings once more and sleeps on the word only while it is raised. A sender commits its packet and then looks at the
 * word. The order of its store and its load is ensured by the sleeper alone, with the membarrier call: senders, who are
 * on the fast path, need no fence. Where the kernel has no membarrier or native access is off, the sleep is short
 * instead.
 *
 * <p>What the launcher asks is answered here, between the last look and the sleep: rounds of the {@link
 * DeadlockDetector}, and requests for a report.
 */
final class Idler {
    /** Polls without a pause: about 10 us. A pause costs up to 40 ns of latency. */
    private static final int SPINS = 2000;

    /** Polls with a pause between: about 20 us more. */
    private static final int PAUSES = 500;

    /** Yields before the first sleep; each costs 0.3 us alone and a turn of the others where cores are short. */
    private static final int YIELDS = 300;

    /** Fruitless polls before yielding where ranks outnumber cores: the message comes only if somebody else runs. */
    private static final int CROWDED_SPINS = 2;

    /** With cores short, others' turns make yields long; sleeping costs two switches more. */
    private static final int CROWDED_YIELDS = 200;

    /**
     * A sleep ends by itself, too: between processes the barrier reaches only ranks that have registered, which a rank
     * does before its own first sleep, and not all of those (see {@link Native.Reach}). At first the sleep is short, so
     * that a wake-up lost to a rank that never slept costs no more than the wait before it.
     */
    private static final long SLEEP_NS = 500_000;

    private static final int SLEEP_DOUBLINGS = 5;
    private static final long SLEEP_NS_MAX = 16_000_000;
    private static final long BLIND_SLEEP_NS = 50_000;
    private static final long BLIND_SLEEP_NS_MAX = 500_000;

    /**
     * Blind sleeps before the native calls are linked: they have then cost as much as the linking does. Short programs
     * end without that cost.
     */
    private static final int BLIND_SLEEPS = 2000;

    /** Values of the park word: awake; asleep until a packet comes; asleep until one comes or a full ring has room. */
    private static final int AWAKE = 0;

    private static final int AWAITS_PACKET = 1;
    static final int AWAITS_ROOM = 2;

    private final Board board;
    private final int rank;
    private final int spins;
    private final int pauses;
    private final int yields;
    private final long blindSleepNsMax;
    private int blindSleeps;
    /** The current wait has slept before. */
    private boolean slept;
    /** Waits that have slept, and when the last of them began to. */
    private long waits;

    private long sinceNs;
    /** The last round that has been answered. */
    private int answered;
    /** What sleeping needs, made for the first sleep. */
    private MemorySegment timeout;

    private MemorySegment ownWord;

    private final Native.Reach reach;
    private Barrier barrier = Barrier.UNKNOWN;

    private enum Barrier {
        UNKNOWN,
        REGISTERED,
        MISSING
    }

    /**
     * The waiting of one rank.
     *
     * @param reach where the ranks are that send to this one
     */
    Idler(Board board, int rank, boolean crowded, Native.Reach reach) {
        this.board = board;
        this.rank = rank;
        this.reach = reach;
        spins = crowded ? CROWDED_SPINS : SPINS;
        pauses = spins + (crowded ? 0 : PAUSES);
        yields = pauses + (crowded ? CROWDED_YIELDS : YIELDS);
        blindSleepNsMax = crowded
                ? longestBlindSleep(board.ranks(), Runtime.getRuntime().availableProcessors())
                : BLIND_SLEEP_NS_MAX;
    }

    /**
     * The longest blind sleep in nanoseconds: all ranks together wake each processor at most 2000 times a second. At that
     * rate for each single rank, a hundred that wait for the last ones to start would take the processors from these.
     */
    static long longestBlindSleep(int ranks, int processors) {
        return BLIND_SLEEP_NS_MAX * Math.max(1, ranks / processors);
    }

    /** One wait after {@code fruitless} polls in a row; {@code port} is asked before sleeping. */
    void idle(int fruitless, ShmPort port) {
        if (fruitless <= spins) {
            return;
        }
        if (fruitless <= pauses) {
            Thread.onSpinWait();
        } else if (fruitless <= yields) {
            // Each wait yields before it sleeps, and so does one that goes on after a fruitful poll.
            slept = false;
            Thread.yield();
        } else {
            sleep(fruitless - yields, port);
        }
    }

    private void sleep(int times, ShmPort port) {
        port.housekeep();
        if (!slept) {
            slept = true;
            waits++;
            sinceNs = System.nanoTime();
        }
        // Read before the look: see DeadlockDetector.
        int round = board.round();
        Native calls = blindSleeps < BLIND_SLEEPS ? Native.ifLinked() : Native.get();
        if (calls == null || !hasBarrier(calls)) {
            blindSleeps++;
            if (!port.hasSomething()) {
                answer(round, port);
                LockSupport.parkNanos(Math.min(BLIND_SLEEP_NS * times, blindSleepNsMax));
            }
            port.pressed().clear();
            return;
        }
        long word = board.parkWord(rank);
        int state = port.pressed().isEmpty() ? AWAITS_PACKET : AWAITS_ROOM;
        Access.setIntVolatile(board.memory(), word, state);
        calls.barrier(reach);
        if (!port.hasSomething()) {
            answer(round, port);
            long ns = Math.min(SLEEP_NS << Math.min(times, SLEEP_DOUBLINGS), SLEEP_NS_MAX);
            if (timeout == null) {
                timeout = Native.timeout();
                ownWord = board.memory().asSlice(word, Integer.BYTES);
            }
            calls.waitWhile(ownWord, state, timeout, ns);
        }
        Access.setIntRelease(board.memory(), word, AWAKE);
        port.pressed().clear();
    }

    /** What the launcher asks for: an answer to a round that was read before the port was found to have nothing. */
    private void answer(int round, ShmPort port) {
        if (round != answered) {
            answered = round;
            board.answer(rank, round, port.moves() + waits);
        }
        port.reportIfAsked();
    }

    /** For how long the wait has slept now and then that sleeps now, in nanoseconds; negative if none does. */
    long sleptNs() {
        return slept ? System.nanoTime() - sinceNs : -1;
    }

    private boolean hasBarrier(Native calls) {
        if (barrier == Barrier.UNKNOWN) {
            barrier = calls.registerForBarrier(reach) ? Barrier.REGISTERED : Barrier.MISSING;
        }
        return barrier == Barrier.REGISTERED;
    }

    /** Wakes a rank that sleeps or is about to. */
    static void wake(Board board, int rank) {
        long word = board.parkWord(rank);
        Access.setIntVolatile(board.memory(), word, AWAKE);
        Native calls = Native.get();
        if (calls != null) {
            calls.wake(board.memory(), word);
        }
    }
}
