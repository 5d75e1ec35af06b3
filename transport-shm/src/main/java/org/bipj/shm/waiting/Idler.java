package org.bipj.shm.waiting;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.bipj.core.flight.FlightEvents;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.WaitingPolicy;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.ParkWord;
import org.bipj.shm.memory.Access;
import org.bipj.shm.memory.Native;
import org.bipj.shm.memory.WordSleep;

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
 * <p>Requests of the launcher are answered here, between the last look and the sleep: rounds of the detection of deadlocks
 * ({@link Standstill}), and requests for a report.
 */
public final class Idler {
    /** Yields between two looks for a request of a report. */
    private static final int YIELDS_PER_LOOK = 16;

    /** After so many yields of a process what polls is compiled, where ranks outnumber processors: {@code JvmFlags} of the launcher. */
    private static final int FIRST_YIELDS = 4_000;

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
     * Blind sleeps before the native calls are linked: together they cost as much as linking. Short programs
     * end without that cost.
     */
    private static final int BLIND_SLEEPS = 2000;

    /** The same of naps, which are part of jobs that take longer to start. */
    private static final int BLIND_NAPS = 100;

    private static final long BLIND_NAP_NS = 20_000;
    private static final long NAP_NS_MAX = 500_000;

    /** The shortest wait whose beginning is recorded. */
    private static final long LONG_WAIT_NS = 20_000_000;

    private final Board board;
    private final int rank;
    /** The rank's thread: while others wait in turn with it, it may compute. Null: any thread that waits is the rank's. */
    private Thread owner;

    /** The {@link WaitingPolicy}, without a load more for each fruitless poll. */
    private final int spins;

    private final int pauses;
    private final int yields;
    /** The same of {@code yields} during the process's first ones. */
    private final int yieldsAtFirst;

    private final long blindSleepNsMax;
    /** Yields so far, up to {@link #FIRST_YIELDS}. */
    private int yielded;

    private int blindSleeps;
    /** Whether the current wait has slept before. */
    private boolean slept;
    /** {@link #sinceNs} is that of the current wait. */
    private boolean isTimed;
    /** How many waits have slept. */
    private long waits;
    /** When the last wait that was long enough for a look had yielded for some time. */
    private long sinceNs;
    /** How long the rank has slept or yielded so far, but for the first yields of each wait. */
    private long idleNs;
    /** Up to when the yields of the current wait are part of that. */
    private long idleUntilNs;
    /** The start of the last wait that was recorded. */
    private long recordedNs;
    /** The last round that has been answered. */
    private int answered;
    /** Memory that a sleep needs, made for the first one. */
    private MemorySegment timeout;

    private MemorySegment ownWord;

    private long sleepNs = SLEEP_NS;
    private long sleepNsMax = SLEEP_NS_MAX;

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
     * @param reach whether the ranks that send to this one are in its process
     */
    public Idler(Board board, int rank, boolean crowded, Native.Reach reach) {
        this.board = board;
        this.rank = rank;
        this.reach = reach;
        WaitingPolicy policy = WaitingPolicy.ofMemory(crowded);
        spins = policy.lastSpin();
        pauses = policy.lastPause();
        yields = policy.lastYield();
        yieldsAtFirst = reach == Native.Reach.PROCESS
                ? yields
                : WaitingPolicy.ofMemoryAtFirst(crowded).lastYield();
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

    /** The current thread is the rank's: waits of others answer no rounds. */
    public void belongToCaller() {
        owner = Thread.currentThread();
    }

    /** Makes each sleep last so long, for tests: a lost wake-up then shows on a machine of any speed. */
    void sleepFor(long ns) {
        sleepNs = ns;
        sleepNsMax = ns;
    }

    /** One wait after {@code fruitless} polls in a row; checks {@code port} before a sleep. */
    public void idle(int fruitless, WaitingPort port) {
        if (fruitless <= spins) {
            return;
        }
        int last = yielded < FIRST_YIELDS ? yieldsAtFirst : yields;
        if (fruitless <= pauses) {
            Thread.onSpinWait();
        } else if (fruitless <= last) {
            yielded = Math.min(yielded + 1, FIRST_YIELDS);
            yieldCore(fruitless - pauses, port);
        } else {
            sleep(fruitless - last, port);
        }
    }

    /**
     * One yield of a wait that has not slept. Each wait yields before it sleeps, and so does one that goes on after a fruitful
     * poll. Where processors are short, the yields take seconds: a request for a report is answered between them.
     *
     * @param times yields in a row, this one included
     */
    public void yieldCore(int times, WaitingPort port) {
        slept = false;
        Thread.yield();
        if (times % YIELDS_PER_LOOK == 0) {
            if (times == YIELDS_PER_LOOK) {
                beginTime();
                idleUntilNs = sinceNs;
            } else {
                long now = System.nanoTime();
                idled(now - idleUntilNs);
                idleUntilNs = now;
            }
            port.reportIfAsked();
        } else if (times < YIELDS_PER_LOOK) {
            isTimed = false;
        }
    }

    private void beginTime() {
        isTimed = true;
        sinceNs = System.nanoTime();
    }

    private void sleep(int times, WaitingPort port) {
        port.housekeep();
        int round = beginSleep(!slept);
        long begin = System.nanoTime();
        if (port.sleepsOnNetwork()) {
            port.reportIfAsked();
            port.pressed().clear();
            wakeUp(begin, port);
            return;
        }
        WordSleep calls = blindSleeps < BLIND_SLEEPS ? WordSleep.ifLinked() : WordSleep.get();
        if (calls == null || !hasBarrier(calls)) {
            blindSleeps++;
            if (!port.hasSomething()) {
                answer(round, port, 0, 0);
                LockSupport.parkNanos(Math.min(BLIND_SLEEP_NS * times, blindSleepNsMax));
            }
            port.pressed().clear();
            wakeUp(begin, port);
            return;
        }
        int state = raise(calls, port);
        if (!port.hasSomething()) {
            answer(round, port, 0, 0);
            calls.waitWhile(ownWord, state, timeout, Math.min(sleepNs << Math.min(times, SLEEP_DOUBLINGS), sleepNsMax));
        }
        Access.setIntRelease(board.memory(), board.parkWord(rank), ParkWord.AWAKE);
        port.pressed().clear();
        wakeUp(begin, port);
    }

    private void wakeUp(long begin, WaitingPort port) {
        long now = System.nanoTime();
        idled(now - begin);
        recordIfLong(now - sinceNs, port);
    }

    /** Counts time that the rank has spent waiting. */
    public void idled(long ns) {
        idleNs += ns;
    }

    /** How long the rank has waited so far, but for the first microseconds of each wait. By any thread: the current sleep is missing. */
    public long idleNs() {
        return idleNs;
    }

    /**
     * Begins a sleep; looks come after it.
     *
     * @param first true for the first sleep of a wait
     * @return the round of the launcher that is to be {@linkplain #answer(int, WaitingPort, long, long) answered} if the looks
     *     find nothing; 0: none
     */
    public int beginSleep(boolean first) {
        slept = true;
        if (first) {
            waits++;
            if (!isTimed) {
                beginTime();
            }
        }
        // Read before the look: see Standstill.
        int round = board.round();
        return round == answered ? 0 : round;
    }

    /** Raises the park word and makes all other ranks' stores visible. Returns the word's value. */
    private int raise(WordSleep calls, WaitingPort port) {
        long word = board.parkWord(rank);
        if (timeout == null) {
            timeout = Native.timeout();
            ownWord = board.memory().asSlice(word, Integer.BYTES);
        }
        int state = port.pressed().isEmpty() ? ParkWord.AWAITS_PACKET : ParkWord.AWAITS_ROOM;
        Access.setIntVolatile(board.memory(), word, state);
        calls.barrier(reach);
        return state;
    }

    /**
     * A short sleep of a rank that waits for another one of its host, which wakes it, and has more than this host to look at
     * afterwards.
     *
     * @param times naps in a row, this one included
     */
    public void nap(int times, WaitingPort port) {
        WordSleep calls = blindSleeps < BLIND_NAPS ? WordSleep.ifLinked() : WordSleep.get();
        long begin = System.nanoTime();
        if (calls == null || !hasBarrier(calls)) {
            blindSleeps++;
            if (!port.hasSomething()) {
                LockSupport.parkNanos(Math.min(BLIND_NAP_NS * times, NAP_NS_MAX));
            }
            idled(System.nanoTime() - begin);
            return;
        }
        sleepOnWord(calls, port, () -> false, NAP_NS_MAX);
        idled(System.nanoTime() - begin);
    }

    /** Sleeps until the park word is lowered, unless something has come before, or the caller says that it may not. */
    private void sleepOnWord(WordSleep calls, WaitingPort port, BooleanSupplier mayNot, long ns) {
        int state = raise(calls, port);
        if (!port.hasSomething() && !mayNot.getAsBoolean()) {
            calls.waitWhile(ownWord, state, timeout, ns);
        }
        Access.setIntRelease(board.memory(), board.parkWord(rank), ParkWord.AWAKE);
    }

    /**
     * A sleep of one of several threads of the rank, which {@link #wake} ends. It answers no request of the launcher: others may compute.
     *
     * @param mayNot as {@link NicPort#sleepBeside}
     * @return false if it has not slept, because nothing could wake it
     */
    public boolean sleepBeside(BooleanSupplier mayNot, long ns, WaitingPort port) {
        port.housekeep();
        WordSleep calls = blindSleeps < BLIND_NAPS ? WordSleep.ifLinked() : WordSleep.get();
        if (calls == null || !hasBarrier(calls)) {
            blindSleeps++;
            return false;
        }
        long begin = System.nanoTime();
        sleepOnWord(calls, port, mayNot, ns);
        port.forgetPressed();
        idled(System.nanoTime() - begin);
        return true;
    }

    /** Wakes the rank's thread that sleeps or is about to. By any thread. */
    public void wake() {
        ParkWord.wake(board, rank);
    }

    /**
     * Records the current wait once it has been long and there is something to poll. Its words are asked for before that
     * is done: afterwards the rank waits for it no more.
     */
    private void recordIfLong(long ns, WaitingPort port) {
        if (ns >= LONG_WAIT_NS && recordedNs != sinceNs && FlightEvents.isOn() && port.hasSomething()) {
            recordedNs = sinceNs;
            FlightEvents.longWait(rank, port.waitsFor(), ns);
        }
    }

    /**
     * Answers requests of the launcher, between looks that have found nothing and the sleep.
     *
     * @param round of {@link #beginSleep}, read before those looks; 0: none
     * @param traffic with other hosts, sent and received, in any unit; never falls
     * @param balance as {@link Board#balance}
     */
    public void answer(int round, WaitingPort port, long traffic, long balance) {
        if (round != 0 && (owner == null || owner == Thread.currentThread())) {
            answered = round;
            board.answer(rank, round, port.moves() + waits + traffic, balance, port.awaitsDormant());
        }
        port.reportIfAsked();
    }

    /** How long the current wait has lasted, in nanoseconds; negative if that is not known yet. */
    public long waitedNs() {
        return isTimed ? System.nanoTime() - sinceNs : -1;
    }

    private boolean hasBarrier(WordSleep calls) {
        if (barrier == Barrier.UNKNOWN) {
            barrier = calls.registerForBarrier(reach) ? Barrier.REGISTERED : Barrier.MISSING;
        }
        return barrier == Barrier.REGISTERED;
    }
}
