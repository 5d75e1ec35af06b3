package org.bipj.launch.seeing.view;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
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
    /** Of its process. */
    long pid;

    /** Whether the last call has not ended. */
    boolean isInCall;

    /** That call; -1: none, or not known which one. */
    int openCall = -1;

    /** Records that later ones have taken the place of. */
    long dropped;

    /** Most messages of one communicator that no receive waited for. */
    long longestQueue;

    /** That communicator; null: not known. */
    Communicator queueOf;

    boolean hasSeveralThreads;
    boolean isFinalized = true;
    final int size;
    final long[] begin;
    /** {@link Long#MAX_VALUE} until {@link #close} for what has not ended. */
    final long[] end;

    final int[] shape;
    /** As the format packs them. */
    final int[] bytes;

    final int[] number;
    /** From the beginning of a call to its first pause, as the format packs it; of what does not pause {@link TimelineFormat#OPEN}. */
    private final int[] untilPause;
    /** The number of the packet that a call has sent to its peer; -1: none. */
    private final int[] packet;

    private final Shape[] shapes;
    /** The packets that left, and those that came while the rank waited, in this order; with the next numbers others may have left. */
    Records packets = new Records(0);

    /** The lane of the packets whose numbers calls have. */
    int numbered = -1;

    /** Of a message the {@link #record} at its other end; {@link #NONE}: not known. */
    final long[] mate;

    /** Of the first thread: messages and bytes that its rank has sent, and what it has written and read by one-sided operations, by world rank. */
    long[][] peers = {};
    /** Of the first thread: messages and bytes by the number of bits of a message's size. */
    long[][] sizes = {};

    /** Some records in any order. What is known of their thread beside them is set later. */
    Track(int rank, int thread, String name, Shape[] shapes, Records records) {
        Records all = records.sorted();
        this.rank = rank;
        this.thread = thread;
        this.name = name;
        this.shapes = shapes;
        size = all.size;
        begin = all.begin;
        end = all.end;
        shape = all.shape;
        bytes = all.bytes;
        number = all.number;
        untilPause = all.untilPause;
        packet = all.packet;
        mate = new long[size];
        Arrays.fill(mate, NONE);
    }

    /** True for a call that had to wait. */
    boolean pauses(int record) {
        return untilPause[record] != TimelineFormat.OPEN;
    }

    /** When it first had to. */
    long pause(int record) {
        return Math.min(end[record], begin[record] + TimelineFormat.unpacked(untilPause[record]));
    }

    /** The number of the packet that a call has sent to its peer; -1: none that is known. */
    int packet(int record) {
        return packet[record];
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

    /** Replaces each time. */
    void change(LongUnaryOperator by) {
        for (int i = 0; i < size; i++) {
            begin[i] = by.applyAsLong(begin[i]);
            end[i] = end[i] == Long.MAX_VALUE ? Long.MAX_VALUE : by.applyAsLong(end[i]);
        }
        for (int i = 0; i < packets.size; i++) {
            packets.begin[i] = by.applyAsLong(packets.begin[i]);
        }
    }

    /** What a packet is: one that left or came, the other rank, the lane. */
    Shape shapeOfPacket(int packet) {
        return shapes[packets.shape[packet]];
    }

    Shape shape(int record) {
        int of = shape[record];
        return of >= 0 && of < shapes.length && shapes[of] != null ? shapes[of] : Shape.UNKNOWN;
    }

    /** What its calls and phases are. */
    Stream<Shape> shapesThere() {
        return Arrays.stream(shapes).filter(each -> each != null && each.isSpan());
    }

    /** The sum of the times of all records. */
    long busy() {
        return IntStream.range(0, size).mapToLong(i -> end[i] - begin[i]).sum();
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
        int at = Arrays.binarySearch(begin, 0, size, time);
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
