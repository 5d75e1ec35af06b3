package org.bipj.shm.board;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.Access;

/**
 * The state that all ranks of a job and the launcher share: one block, made by the launcher before any rank starts.
 *
 * <pre>
 *   0   magic (8)  version (4)  ranks (4)  stride (8)
 *   24  left (4): number of ranks that wait only for the end of all
 *   28  round (4)  request (4)  stacks (4): requests of the launcher               written by the launcher
 *   40  ended (4): not 0: ranks that wait, which are threads, leave the library    written by the launcher
 *   44  hosts (4): not 0: the job has ranks on other hosts, too                    written by the launcher
 *   48  allHostsLeft (4): not 0: the ranks of all hosts wait only for the end      written by the launcher
 *   52  asked (4): number of requests of ranks to the launcher
 *   56  attached (4): number of jobs that ranks have attached, each rank's counted
 *   60  served (4): not 0: the launcher answers requests of ranks                  written by the launcher
 *   64  awaiting (4): number of ranks that wait for a job that may never come
 *   72  family (8): the same for all jobs of one launcher                          written by the launcher
 *   80  job (4): number of the job among these; 0: the first one                   written by the launcher
 *   84  rings (4): number of rings that ranks of this job have made to each other
 *   88  reclaim (4): number of requests of ranks that all take back memory which nobody refers to
 *   92  survives (4): not 0: the job goes on when a rank dies                      written by the launcher
 *   96  deaths (4): number of ranks that are dead                                  written by the launcher
 *   128 record of rank 0, record of rank 1, ... (stride bytes each):
 *         +0    state (4)  exit code (4)  process id (8)          written by the rank itself; state DEAD by the launcher
 *         +16   mark (8)  seen (4)  dormant (4)  balance (8)      what the rank had done when a look last found nothing,
 *                                                                 which round that look answers, and what it has exchanged
 *                                                                 with other hosts; see Standstill. Dormant: not 0: the
 *                                                                 rank keeps its port when it finalises; it says how often
 *                                                                 it has done so
 *         +40   opened (4)                                        number of the client that has been open the longest
 *         +44   awaitsDormant (4)                                 0 if no dormant rank could end the rank's wait
 *         +48   calls (4)                                         counts the rings that ranks of other jobs have made to this rank
 *         +52   hasLeft (4)                                       not 0: the rank waits only for the end of all; where the job survives deaths
 *         +64   parked (4)                                        why the rank sleeps, 0: it is awake; wakers clear it
 *         +96   closed (4 each): by client how often the rank had closed it when it became dormant last
 *         +128  epoch of closed regions (4)                       counts the regions that the rank has closed
 *         +132  reclaimed (4)                                     the last such request that the rank has answered
 *         +192  reason length (4), reason (up to 444 bytes UTF-8) why the rank ended the job, or how it died
 *         +640  notices: bit s says that rank s has made a ring to this rank
 * </pre>
 */
public final class Board implements BoardView {
    /** The rank has not initialised the library. */
    public static final int ABSENT = 0;

    /** The rank has initialised the library. */
    public static final int STARTED = 1;

    /** The rank has finalised the library: it may end. */
    public static final int FINISHED = 2;

    /** The rank ends the job, for the reason on the board. */
    public static final int ABORTED = 3;

    /** The rank has died, and the job goes on: what it had published before is there, and nothing follows. */
    public static final int DEAD = 4;

    static final long MAGIC = 0x314452414f424a50L; // "PJBOARD1"
    static final int VERSION = 12;
    static final int HEADER = 128;
    static final int LEFT = 24;
    private static final int ROUND = 28;
    private static final int REQUEST = 32;
    private static final int STACKS = 36;
    private static final int ENDED = 40;
    static final int HOSTS = 44;
    private static final int ALL_HOSTS_LEFT = 48;
    static final int ASKED = 52;
    private static final int ATTACHED = 56;
    static final int SERVED = 60;
    private static final int AWAITING = 64;
    static final int FAMILY = 72;
    static final int JOB = 80;
    private static final int RINGS = 84;
    private static final int RECLAIM = 88;
    static final int SURVIVES = 92;
    private static final int DEATHS = 96;
    static final int CODE = 4;
    static final int PID = 8;
    private static final int MARK = 16;
    private static final int SEEN = 24;
    static final int DORMANT = 28;
    private static final int BALANCE = 32;
    static final int OPENED = 40;
    private static final int CALLS = 48;
    private static final int AWAITS_DORMANT = 44;
    static final int HAS_LEFT = 52;
    private static final int PARKED = 64;
    private static final int CLOSED = 96;
    private static final int CLOSED_MAX = (128 - CLOSED) / Integer.BYTES;
    private static final int EPOCH = 128;
    private static final int RECLAIMED = 132;
    static final int REASON = 192;
    private static final int NOTICES = 640;
    static final int REASON_MAX = NOTICES - REASON - 4;

    private final MemorySegment memory;
    private final int ranks;
    private final long stride;

    private Board(MemorySegment memory, int ranks, long stride) {
        this.memory = memory;
        this.ranks = ranks;
        this.stride = stride;
    }

    static long strideOf(int ranks) {
        return NOTICES + (ranks + 511L) / 512 * 64;
    }

    /** Bytes that the board of a job takes. */
    public static long bytes(int ranks) {
        return HEADER + ranks * strideOf(ranks);
    }

    /** As {@link #make(MemorySegment, int, long)}, of a job that is the only one of its launcher. */
    public static Board make(MemorySegment memory, int ranks) {
        return make(memory, ranks, 0);
    }

    /** Writes the board of a new job of a family into zeroed memory. */
    public static Board make(MemorySegment memory, int ranks, long family) {
        Access.setInt(memory, 8, VERSION);
        Access.setInt(memory, 12, ranks);
        Access.setLong(memory, 16, strideOf(ranks));
        Access.setLong(memory, FAMILY, family);
        Access.setLongRelease(memory, 0, MAGIC);
        return new Board(memory, ranks, strideOf(ranks));
    }

    /**
     * Attaches to the board of another job.
     *
     * @throws PortException if the memory is no board of this version
     */
    public static Board attach(MemorySegment memory) {
        return attach(memory, memory.byteSize() < HEADER ? 0 : Access.getInt(memory, 12));
    }

    /**
     * Attaches to a board that the launcher made.
     *
     * @throws PortException if the memory is no board of this version and number of ranks
     */
    public static Board attach(MemorySegment memory, int ranks) {
        if (memory.byteSize() < HEADER || Access.getLongAcquire(memory, 0) != MAGIC) {
            throw new PortException("the session's board is damaged: no magic number; was it made by mpirun?");
        }
        int version = Access.getInt(memory, 8);
        if (version != VERSION) {
            throw new PortException("the session's board has version " + version + ", this library expects " + VERSION
                    + ": mpirun and the program use different versions of the library");
        }
        if (Access.getInt(memory, 12) != ranks
                || Access.getLong(memory, 16) != strideOf(ranks)
                || memory.byteSize() < bytes(ranks)) {
            throw new PortException("the session's board is for " + Access.getInt(memory, 12) + " ranks in "
                    + memory.byteSize() + " bytes, expected " + ranks + " ranks in " + bytes(ranks) + " bytes");
        }
        return new Board(memory, ranks, strideOf(ranks));
    }

    @Override
    public int ranks() {
        return ranks;
    }

    private long record(int rank) {
        return HEADER + rank * stride;
    }

    @Override
    public int state(int rank) {
        return Access.getIntAcquire(memory, record(rank));
    }

    /** Publishes the state of this process's rank, with all that the rank has stored before. */
    public void setState(int rank, int state) {
        Access.setIntVolatile(memory, record(rank), state);
    }

    @Override
    public int opened(int rank) {
        return Access.getIntAcquire(memory, record(rank) + OPENED);
    }

    /** Publishes the client that a rank has opened first, of those that are open; before the state {@link #STARTED}. */
    public void setOpened(int rank, int client) {
        Access.setIntRelease(memory, record(rank) + OPENED, client);
    }

    @Override
    public boolean isDormant(int rank) {
        return dormant(rank) != 0;
    }

    /** How often a rank has become dormant; 0 if it is not, nor has been. It differs from one time to the next. */
    public int dormant(int rank) {
        return Access.getIntAcquire(memory, record(rank) + DORMANT);
    }

    /**
     * Publishes that a rank which is about to finalise keeps its port, or, once its program is over, that it does so no more. That
     * holds until then: readers look at the state first.
     */
    public void setDormant(int rank, boolean on) {
        Access.setIntRelease(memory, record(rank) + DORMANT, on ? dormant(rank) % Integer.MAX_VALUE + 1 : 0);
    }

    /** How often a rank had closed a client when it became dormant last. */
    public int closed(int rank, int client) {
        return Access.getIntAcquire(memory, record(rank) + CLOSED + 4L * client);
    }

    /** Publishes how often a rank has closed each client. */
    public void setClosed(int rank, int[] closed) {
        if (closed.length > CLOSED_MAX) {
            throw new IllegalArgumentException(closed.length + " clients; expected at most " + CLOSED_MAX);
        }
        for (int client = 0; client < closed.length; client++) {
            Access.setIntRelease(memory, record(rank) + CLOSED + 4L * client, closed[client]);
        }
    }

    @Override
    public long pid(int rank) {
        return Access.getLongAcquire(memory, record(rank) + PID);
    }

    /** Publishes the process id of a rank. */
    public void setPid(int rank, long pid) {
        Access.setLongRelease(memory, record(rank) + PID, pid);
    }

    @Override
    public int exitCode(int rank) {
        return Access.getIntAcquire(memory, record(rank) + CODE);
    }

    /** True if {@link #reason} will be the whole of a text. */
    public static boolean holds(String reason) {
        return reason.getBytes(StandardCharsets.UTF_8).length <= REASON_MAX;
    }

    /** Records why a rank ends the job, and then that it does. */
    public void abort(int rank, int code, String reason) {
        giveReason(rank, reason);
        Access.setIntRelease(memory, record(rank) + CODE, code);
        setState(rank, ABORTED);
    }

    private void giveReason(int rank, String reason) {
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(text.length, REASON_MAX);
        long at = record(rank) + REASON;
        MemorySegment.copy(MemorySegment.ofArray(text), 0, memory, at + 4, length);
        Access.setIntRelease(memory, at, length);
    }

    @Override
    public String reason(int rank) {
        long at = record(rank) + REASON;
        int length = Math.clamp(Access.getIntAcquire(memory, at), 0, REASON_MAX);
        byte[] text = new byte[length];
        MemorySegment.copy(memory, at + 4, MemorySegment.ofArray(text), 0, length);
        return new String(Arrays.copyOf(text, length), StandardCharsets.UTF_8);
    }

    /** Counts a rank that waits only for the end of all ranks; the last one wakes the others. */
    public void leave(int rank) {
        if (survivesDeaths()) {
            Access.setIntVolatile(memory, record(rank) + HAS_LEFT, 1);
            if (haveAllLeft()) {
                wakeAll();
            }
        } else if (Access.getAndAddInt(memory, LEFT, 1) == ranks - 1) {
            wakeAll();
        }
    }

    /** The job goes on when a rank dies; before its ranks start. */
    public void surviveDeaths() {
        Access.setIntRelease(memory, SURVIVES, 1);
    }

    /** True if the job goes on when a rank dies. */
    public boolean survivesDeaths() {
        return Access.getIntAcquire(memory, SURVIVES) != 0;
    }

    /**
     * A rank has ended that had not finalised the library, and the others go on: they are woken.
     *
     * @param how the end of a sentence that begins with the rank
     */
    public void die(int rank, String how) {
        giveReason(rank, how);
        setState(rank, DEAD);
        int ignored = Access.getAndAddInt(memory, DEATHS, 1);
        wakeAll();
    }

    /** How many ranks are {@link #DEAD}: it grows after the state of one has become that. */
    public int deaths() {
        return Access.getIntAcquire(memory, DEATHS);
    }

    /** Wakes all ranks that are asleep. */
    void wakeAll() {
        for (int rank = 0; rank < ranks; rank++) {
            if (Access.getIntAcquire(memory, parkWord(rank)) != 0) {
                ParkWord.wake(this, rank);
            }
        }
    }

    /** True once every rank of the job that lives has called {@link #leave}, on other hosts too. */
    public boolean haveAllLeft() {
        return Access.getIntAcquire(memory, HOSTS) == 0
                ? left() >= ranks
                : Access.getIntAcquire(memory, ALL_HOSTS_LEFT) != 0;
    }

    /** True if ranks of this board are notified of the end of all: at once if all are here, else once the launcher has said it. */
    public boolean isEndKnown() {
        return Access.getIntAcquire(memory, HOSTS) == 0 || Access.getIntAcquire(memory, ALL_HOSTS_LEFT) != 0;
    }

    /** All ranks of all hosts have called {@link #leave}: wakes those that wait for that. */
    public void setAllHostsLeft() {
        Access.setIntVolatile(memory, ALL_HOSTS_LEFT, 1);
        wakeAll();
    }

    /** Number of ranks that have called {@link #leave}, or are dead. */
    public int left() {
        if (!survivesDeaths()) {
            return Access.getIntAcquire(memory, LEFT);
        }
        int left = 0;
        for (int rank = 0; rank < ranks; rank++) {
            // Not by a counter: a rank can be killed between two stores.
            left += Access.getIntAcquire(memory, record(rank) + HAS_LEFT) != 0 || state(rank) == DEAD ? 1 : 0;
        }
        return left;
    }

    /** The launcher begins the next round: a rank answers it when a look finds nothing. */
    public void beginRound(int round) {
        Access.setIntRelease(memory, ROUND, round);
    }

    /** The current round; 0 before the first. Stores of others before its begin are visible to its reader. */
    public int round() {
        return Access.getIntAcquire(memory, ROUND);
    }

    /**
     * A rank that has read a round, and whose look then found nothing, answers it.
     *
     * @param mark what it has done so far
     * @param balance what it has sent to other hosts, and not received from there: see {@link #balance}
     * @param awaitsDormant false if no rank that is dormant could end its wait
     */
    public void answer(int rank, int round, long mark, long balance, boolean awaitsDormant) {
        Access.setLongRelease(memory, record(rank) + MARK, mark);
        Access.setIntRelease(memory, record(rank) + AWAITS_DORMANT, awaitsDormant ? 1 : 0);
        setBalance(rank, balance);
        Access.setIntRelease(memory, record(rank) + SEEN, round);
    }

    /** The last round that a rank has answered. To be read before its {@link #mark}. */
    public int seen(int rank) {
        return Access.getIntAcquire(memory, record(rank) + SEEN);
    }

    /** True if a rank that is dormant could end what a rank waited for when it answered a round. */
    public boolean awaitsDormant(int rank) {
        return Access.getIntAcquire(memory, record(rank) + AWAITS_DORMANT) != 0;
    }

    /** The mark of a rank when it answered a round: a number that never decreases. */
    public long mark(int rank) {
        return Access.getLongAcquire(memory, record(rank) + MARK);
    }

    /**
     * A number that makes 0 with those of all other ranks of all hosts if nothing is under way between hosts; of a rank when it
     * answered a round or finalised.
     */
    public long balance(int rank) {
        return Access.getLongAcquire(memory, record(rank) + BALANCE);
    }

    /** Sets the number that {@link #balance} reads. */
    public void setBalance(int rank, long balance) {
        Access.setLongRelease(memory, record(rank) + BALANCE, balance);
    }

    /** Asks all ranks that wait for a note; returns the number of the request. */
    public int askForNotes() {
        return Access.getAndAddInt(memory, REQUEST, 1) + 1;
    }

    /** The last request for a note; 0 before the first. */
    public int request() {
        return Access.getIntAcquire(memory, REQUEST);
    }

    /** Asks all ranks that are processes for the stacks of their threads; returns the number of the request. */
    public int askForStacks() {
        return Access.getAndAddInt(memory, STACKS, 1) + 1;
    }

    /** The last request for stacks; 0 before the first. */
    public int stacksRequest() {
        return Access.getIntAcquire(memory, STACKS);
    }

    /** Makes all ranks that wait leave the library. */
    public void end() {
        Access.setIntVolatile(memory, ENDED, 1);
        wakeAll();
    }

    /** True if waiting ranks are to leave the library. */
    public boolean hasEnded() {
        return Access.getIntAcquire(memory, ENDED) != 0;
    }

    /** The board's memory, for the words that ranks wait on. */
    public MemorySegment memory() {
        return memory;
    }

    /** Where a rank's park word lies in {@link #memory}. */
    public long parkWord(int rank) {
        return record(rank) + PARKED;
    }

    /** Counts the regions that a rank has closed: peers that see it change look for mappings to drop. */
    public int regionEpoch(int rank) {
        return Access.getIntAcquire(memory, record(rank) + EPOCH);
    }

    /** Counts one more region that a rank has closed. */
    public void advanceRegionEpoch(int rank) {
        int ignored = Access.getAndAddInt(memory, record(rank) + EPOCH, 1);
    }

    /** Asks all ranks to take back shared memory that nobody refers to any more; returns the number of the request. */
    public int askToReclaim() {
        return Access.getAndAddInt(memory, RECLAIM, 1) + 1;
    }

    /** The last request to take memory back; 0 before the first. */
    public int reclaimRequest() {
        return Access.getIntAcquire(memory, RECLAIM);
    }

    /** A rank has taken back what it had to at a request. */
    public void setReclaimed(int rank, int request) {
        Access.setIntRelease(memory, record(rank) + RECLAIMED, request);
    }

    /** True if every rank that runs, but for one, has answered a request to take memory back. */
    public boolean haveReclaimed(int request, int butFor) {
        for (int rank = 0; rank < ranks; rank++) {
            if (rank != butFor
                    && state(rank) == STARTED
                    && Access.getIntAcquire(memory, record(rank) + RECLAIMED) - request < 0) {
                return false;
            }
        }
        return true;
    }

    /** How many rings ranks of this job have made to each other. */
    public int rings() {
        return Access.getIntAcquire(memory, RINGS);
    }

    /** Notifies {@code rank} that {@code from} has made a ring to it. */
    public void giveNotice(int rank, int from) {
        int ignored = Access.getAndAddInt(memory, RINGS, 1);
        Access.orLong(memory, record(rank) + NOTICES + (from >> 6 << 3), 1L << from);
    }

    /** Notifies a rank that one of another job has made a ring to it. */
    public void call(int rank) {
        int ignored = Access.getAndAddInt(memory, record(rank) + CALLS, 1);
    }

    /** How many rings ranks of other jobs have made to a rank. */
    public int calls(int rank) {
        return Access.getIntAcquire(memory, record(rank) + CALLS);
    }

    /** The launcher answers requests of ranks. */
    public void serve() {
        Access.setIntRelease(memory, SERVED, 1);
    }

    /** True if the launcher answers requests of ranks. */
    public boolean isServed() {
        return Access.getIntAcquire(memory, SERVED) != 0;
    }

    /** A rank has left a request to the launcher in memory of the session. */
    public void ask() {
        int ignored = Access.getAndAddInt(memory, ASKED, 1);
    }

    @Override
    public int asked() {
        return Access.getIntAcquire(memory, ASKED);
    }

    /** The number of the family, the jobs of one launcher; 0: there is no other job in it. */
    public long family() {
        return Access.getLong(memory, FAMILY);
    }

    /** The number of the job among those of its launcher. */
    public int job() {
        return Access.getInt(memory, JOB);
    }

    /** Says the number of the job; before its ranks start. */
    public void setJob(int number) {
        Access.setInt(memory, JOB, number);
    }

    /** A rank has attached so many jobs more; fewer if negative. */
    public void attach(int more) {
        int ignored = Access.getAndAddInt(memory, ATTACHED, more);
    }

    /** A rank begins to wait for a job that may never come, with 1, or ends to, with -1. */
    public void await(int more) {
        int ignored = Access.getAndAddInt(memory, AWAITING, more);
    }

    /** True if ranks wait for jobs that may never come: nobody knows that they wait for ever. */
    public boolean isAwaiting() {
        return Access.getIntAcquire(memory, AWAITING) != 0;
    }

    /** True if ranks have attached other jobs, or wait for some: by this board alone nobody knows that they wait for ever. */
    public boolean isLinked() {
        return isAwaiting() || Access.getIntAcquire(memory, ATTACHED) != 0;
    }

    /** Number of words that {@link #takeNotices} goes through. */
    public int noticeWords() {
        return (ranks + 63) >> 6;
    }

    /** True if a word of notices is not empty; a plain load for the polling loop. */
    public boolean hasNotices(int rank, int word) {
        return Access.getLongAcquire(memory, record(rank) + NOTICES + 8L * word) != 0;
    }

    /** Takes the notices of ranks {@code 64 * word} to {@code 64 * word + 63}. */
    public long takeNotices(int rank, int word) {
        return Access.getAndSetLong(memory, record(rank) + NOTICES + 8L * word, 0);
    }
}
