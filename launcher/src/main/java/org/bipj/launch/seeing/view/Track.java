package org.bipj.launch.seeing.view;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bipj.launch.seeing.timeline.TimelineFormat;

/** The records of one thread of a rank, in the order of their beginnings. Or the collections of a JVM, which has no rank. */
public final class Track {
    /** No record. */
    static final long NONE = -1;

    final int rank;
    final int thread;
    final String name;
    final long pid;
    /** Whether the last call has not ended. */
    boolean isInCall;

    /** That call; -1: none, or not known which one. */
    int openCall = -1;

    /** Records that later ones have taken the place of. */
    final long dropped;

    /** Most messages of one communicator that no receive waited for. */
    long longestQueue;

    /** That communicator; null: not known. */
    Communicator queueOf;

    final boolean hasSeveralThreads;
    final boolean isFinalized;
    final int size;
    final long[] begin;
    /** {@link Long#MAX_VALUE} until {@link #close} for what has not ended. */
    final long[] end;

    final int[] shape;
    /** As the format packs them. */
    final int[] bytes;

    final int[] number;
    private final Shape[] shapes;
    /** The packets that left, and those that came while the rank waited. */
    Packets packets = Packets.NONE;
    /** From the beginning of a call to its first pause, as the format packs it; of what does not pause {@link TimelineFormat#OPEN}. */
    private int[] untilPause;
    /** The number of the packet that a call has sent to its peer; -1: none. */
    private int[] packet;
    /** Null: records lie as they were written. */
    private final int[] order;
    /** Of a message the {@link #record} at its other end; {@link #NONE}: not known. */
    final long[] mate;

    /** Messages and bytes that the thread has sent, and what it has written and read by one-sided operations, by world rank. */
    final long[][] peers;
    /** Messages and bytes by the number of bits of a message's size. */
    final long[][] sizes;

    Track(
            int rank,
            int thread,
            String name,
            long pid,
            long dropped,
            boolean hasSeveralThreads,
            boolean isFinalized,
            Shape[] shapes,
            long[] begin,
            long[] end,
            int[] shape,
            int[] bytes,
            int[] number,
            long[][] peers,
            long[][] sizes) {
        this.rank = rank;
        this.thread = thread;
        this.name = name;
        this.pid = pid;
        this.dropped = dropped;
        this.hasSeveralThreads = hasSeveralThreads;
        this.isFinalized = isFinalized;
        this.shapes = shapes;
        this.size = begin.length;
        this.peers = peers;
        this.sizes = sizes;
        order = isSorted(begin) ? null : sorted(begin, end);
        this.begin = order == null ? begin : longs(begin, order);
        this.end = order == null ? end : longs(end, order);
        this.shape = order == null ? shape : ints(shape, order);
        this.bytes = order == null ? bytes : ints(bytes, order);
        this.number = order == null ? number : ints(number, order);
        mate = new long[size];
        Arrays.fill(mate, NONE);
    }

    /** Adds what waits are found by, in the order in which the records were given. */
    void add(int[] pauses, int[] numbers, Packets all) {
        untilPause = order == null ? pauses : ints(pauses, order);
        packet = order == null ? numbers : ints(numbers, order);
        packets = all;
    }

    /** True for a call that had to wait. */
    boolean pauses(int record) {
        return untilPause != null && untilPause[record] != TimelineFormat.OPEN;
    }

    /** When it first had to. */
    long pause(int record) {
        return Math.min(end[record], begin[record] + TimelineFormat.unpacked(untilPause[record]));
    }

    /** The number of the packet that a call has sent to its peer; -1: none that is known. */
    int packet(int record) {
        return packet == null ? -1 : packet[record];
    }

    /** A record of one of the tracks of a recording. */
    static long record(int track, int index) {
        return (long) track << Integer.SIZE | index;
    }

    /** The number of its track. */
    static int trackOf(long record) {
        return (int) (record >> Integer.SIZE);
    }

    /** Its place there. */
    static int indexOf(long record) {
        return (int) record;
    }

    /** When the message of a record was there: at the end of the call that received it, or when it was matched. */
    long arrival(int record) {
        return shape(record).kind() == TimelineFormat.RECEIVING_CALL ? end[record] : begin[record];
    }

    private static boolean isSorted(long[] begin) {
        for (int i = 1; i < begin.length; i++) {
            if (begin[i] < begin[i - 1]) {
                return false;
            }
        }
        return true;
    }

    private static int[] sorted(long[] begin, long[] end) {
        return IntStream.range(0, begin.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingLong(i -> begin[i])
                        .thenComparing(
                                Comparator.<Integer>comparingLong(i -> end[i]).reversed()))
                .mapToInt(i -> i)
                .toArray();
    }

    private static long[] longs(long[] from, int[] order) {
        return Arrays.stream(order).mapToLong(i -> from[i]).toArray();
    }

    private static int[] ints(int[] from, int[] order) {
        return Arrays.stream(order).map(i -> from[i]).toArray();
    }

    /** Ends what has not ended. */
    void close(long time) {
        for (int i = 0; i < size; i++) {
            if (end[i] == Long.MAX_VALUE) {
                if (shape(i).isCall()) {
                    isInCall = true;
                    openCall = i;
                }
                end[i] = Math.max(time, begin[i]);
            }
        }
    }

    /** Numbers of shapes are less. */
    int shapes() {
        return shapes.length;
    }

    Shape shape(int record) {
        int of = shape[record];
        return of >= 0 && of < shapes.length && shapes[of] != null ? shapes[of] : Shape.UNKNOWN;
    }

    /** What its calls and phases are. */
    Stream<Shape> shapesThere() {
        return Arrays.stream(shapes).filter(each -> each != null && each.isSpan());
    }

    long bytes(int record) {
        return TimelineFormat.unpacked(bytes[record]);
    }

    boolean isOfRank() {
        return rank >= 0;
    }

    boolean isOfCollections() {
        return !isOfRank() && size > 0 && shape(0).category() == Category.COLLECTION;
    }

    /** True for a part of a simulated machine. */
    boolean isOfMachine() {
        return !isOfRank() && !isOfCollections();
    }

    /** The first record that begins at a time or later. */
    int from(long time) {
        int at = Arrays.binarySearch(begin, time);
        if (at < 0) {
            return -at - 1;
        }
        while (at > 0 && begin[at - 1] == time) {
            at--;
        }
        return at;
    }

    /** How the page calls it. */
    String label() {
        return !isOfRank() ? name : thread == 0 ? "rank " + rank : "rank " + rank + ", " + name;
    }
}
