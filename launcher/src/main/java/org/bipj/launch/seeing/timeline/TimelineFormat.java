package org.bipj.launch.seeing.timeline;

/**
 * The files that ranks write, all numbers in the byte order of the machine.
 *
 * <pre>
 *  RANK.THREAD.events, one for each thread that calls:
 *      0  long   MAGIC
 *      8  long   records that were begun; the last CAPACITY of them are there
 *     16  int    CAPACITY in records
 *     20  int    rank
 *     24  int    number of the thread in the rank, from 0
 *     28  int    1 if several threads of the rank may call: its messages have no order
 *     32  long   process id
 *     40  int    1 after Finalize
 *     44  int    the lane of the packets whose numbers records of calls have
 *     48  long   most messages at a time of one communicator that no receive waited for
 *     56  int    that communicator
 *  SLOTS         records
 *
 *  record:
 *      0  long   begin, ns
 *      8  int    duration in ns; negative: in units of 1,024 ns; OPEN: it has not ended
 *     12  int    shape, a number of RANK.names
 *     16  int    bytes of the message; negative: in units of 1,024
 *     20  int    number of the message or of the collective call, from 0; -1: not known; SAID: another record counts it
 *     24  int    ns from the begin until the call first had to pause; OPEN: it has not; of other records OPEN
 *     28  int    number of the packet that the call sends to the peer of its shape; -1: it sends none, or there is a record of it
 *
 *  RANK.names, lines of words between tabs:
 *      S  number kind operation communicator peer tag place
 *      F  number of a shape, calls of the program that led to its line the first time, innermost first
 *      C  communicator context generation members (with commas)
 *      N  communicator name
 *      P  number of a process of another job, what it is called
 *      T  thread name
 *
 *  RANK.totals: see {@link RankTotals}
 * </pre>
 *
 * <p>A record is complete before it is counted, so that a rank that is killed leaves what it has written.
 */
public final class TimelineFormat {
    /** Begins a file of events: "BIPJTL" and a version. */
    public static final long MAGIC = 0x4249504A544C0003L;

    /** Bytes of a record. */
    public static final int RECORD = 32;

    /** Where the number of records lies. */
    public static final int COUNT = 8;

    /** Where the number of records that fit lies. */
    public static final int CAPACITY = 16;

    /** Where the rank lies. */
    public static final int RANK = 20;

    /** Where the number of the thread lies. */
    public static final int THREAD = 24;

    /** Where it says whether several threads may call. */
    public static final int SEVERAL = 28;

    /** Where the process id lies. */
    public static final int PID = 32;

    /** Where it says whether the rank has finalised MPI. */
    public static final int FINALIZED = 40;

    /** Where the lane lies whose packets records of calls number. */
    public static final int LANE = 44;

    /** Where the length of the longest queue lies. */
    public static final int QUEUE = 48;

    /** Where its communicator lies. */
    public static final int QUEUE_OF = 56;

    /** Where the records begin. */
    public static final int SLOTS = 4096;

    /** Duration of what has not ended. */
    public static final int OPEN = Integer.MIN_VALUE;

    /** Units of durations and sizes that do not fit. */
    private static final int UNIT_SHIFT = 10;

    /** A call. */
    public static final int CALL = 0;
    /** A call that sends a message. */
    public static final int SENDING_CALL = 1;
    /** A call that receives a message. */
    public static final int RECEIVING_CALL = 2;
    /** A message that leaves, beside the one of its call. */
    public static final int SENT = 3;
    /** A message that is matched, beside the one of its call. */
    public static final int MATCHED = 4;
    /** A phase of the program. */
    public static final int PHASE = 5;
    /** A collective call. */
    public static final int COLLECTIVE = 6;
    /** A message may have been taken back: those that the rank sends there later have no arrows. */
    public static final int WITHDRAWN = 7;
    /** A packet leaves for the peer; the tag is its lane, the number counts those of this lane and peer. Others may follow with the next numbers. */
    public static final int LEFT = 8;
    /**
     * A packet of the peer has come while the rank waited; or a turn in shared memory, whose number is that of the record and whose peer,
     * if it is one, was awaited.
     */
    public static final int CAME = 9;

    /** The number of a message of which there is another record. */
    public static final int SAID = -2;

    /** A peer or a tag of a receive that takes any. */
    public static final int ANY = -1;
    /** A peer or a tag that a call does not have. */
    public static final int NONE = -2;

    private static final int TURNS = 1 << 30;
    private static final int LOCKS = 1 << 29;
    private static final int TURNS_BITS = 14;
    private static final int TURNS_MASK = (1 << TURNS_BITS) - 1;

    private TimelineFormat() {}

    /** What stands in the place of a lane for the turns of a group of ranks, or of a lock, at another rank. */
    static int turns(boolean isLock, int of, int rank) {
        return TURNS | (isLock ? LOCKS : 0) | (of & TURNS_MASK) << TURNS_BITS | rank & TURNS_MASK;
    }

    /** True for what {@link #turns} has made. */
    public static boolean isTurns(int lane) {
        return lane >= TURNS;
    }

    /** True for that of a lock. */
    public static boolean isLock(int lane) {
        return lane >= TURNS + LOCKS;
    }

    /** What stands for a duration or a size. */
    public static int packed(long value) {
        return value == (int) value ? (int) value : -(int) Math.min(value >> UNIT_SHIFT, Integer.MAX_VALUE);
    }

    /** The duration or size that a number stands for. */
    public static long unpacked(int value) {
        return value >= 0 ? value : -(long) value << UNIT_SHIFT;
    }
}
