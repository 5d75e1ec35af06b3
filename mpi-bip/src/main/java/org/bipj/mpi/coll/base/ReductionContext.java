package org.bipj.mpi.coll.base;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.coll.port.Turns;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;
import org.jspecify.annotations.Nullable;

/**
 * One reduction in progress: its operation, and messages, copies and scratch in array elements of its base type. Algorithms
 * see arrays of that type only. {@code elements} and starts count array elements, and are multiples of a datatype
 * element's, so that a user's operation never sees half an element.
 *
 * <p>Algorithms take what this rank brings and gets as {@link Vectors}.
 */
public final class ReductionContext {
    /** Most array elements in one vector: positions of pieces behind the last one must be integers too. */
    public static final int ELEMENTS_MAX = Integer.MAX_VALUE - CollectiveTuning.CROWDED_PIECE_BYTES;

    public final CollState state;
    public final CollPort port;
    public final int rank;
    public final int size;
    /** Describe this rank's part in what runs with this context. */
    public final Vectors vectors = new Vectors();

    private final CollectiveTuning tuning;
    private int tag;
    private int kind;
    private int shift;
    private int width;
    private int piece;
    /** One byte of the data: messages are cut without regard to the user's elements. */
    @SuppressWarnings("NullAway.Init")
    private TypeLayout unit;

    /** Describe elements for the one call that they are passed to. */
    private final Data mine = new Data();

    private final Data theirs = new Data();
    /** Null before an operation begins, and after it has ended. */
    private @Nullable Reduction operation;

    private boolean commutative;

    /** Created once for each communicator. */
    public ReductionContext(CollState state) {
        this.state = state;
        this.port = state.port;
        this.rank = state.rank;
        this.size = state.size;
        tuning = state.tuning().ofReductions();
    }

    /** Begins a reduction of a datatype whose elements are not empty. */
    public void begin(ReduceType type, Reduction op, int operationTag) {
        tag = operationTag;
        kind = ScratchPool.kindOf(type);
        shift = ScratchPool.shift(kind);
        width = type.elements();
        unit = type.layout().single();
        piece = Math.max(1, (state.tuning().pieceBytes() >> shift) / width) * width;
        operation = op;
        commutative = op.commutative();
    }

    /** Begins the part of another reduction that is done among these ranks. */
    ReductionContext beginAs(ReductionContext whole) {
        tag = whole.tag;
        kind = whole.kind;
        shift = whole.shift;
        width = whole.width;
        unit = whole.unit;
        piece = whole.piece;
        operation = whole.operation;
        commutative = whole.commutative;
        return this;
    }

    /** The ranks by hosts, where those of a host may be combined first; else null. */
    public @Nullable Levels levels() {
        Levels levels = state.levels();
        return levels != null && (commutative || levels.contiguous()) ? levels : null;
    }

    /** Forgets the user's operation and arrays, so that they can be collected. */
    public void end() {
        operation = null;
        vectors.clear();
        mine.clear();
        theirs.clear();
    }

    /** True if the operation commutes: operands may change places. */
    public boolean commutative() {
        return commutative;
    }

    /** True if operands may change places and the result is the same to the last bit: of predefined operations. */
    @SuppressWarnings("NullAway") // An operation is under way.
    public boolean symmetric() {
        return commutative && operation.operation() != null;
    }

    /** Kind of array that holds the elements. */
    public int kind() {
        return kind;
    }

    /** Logarithm to base 2 of an array element's bytes. */
    public int shift() {
        return shift;
    }

    /** How many array elements one element of the datatype has. */
    public int width() {
        return width;
    }

    /** Where part {@code part} of {@code parts} nearly equal parts begins, in whole datatype elements. */
    public int bound(int elements, int part, int parts) {
        return (int) ((long) (elements / width) * part / parts) * width;
    }

    /** Array elements that whole datatype elements of up to that many bytes have; those of one at least. */
    public int elementsOf(int bytes) {
        return Math.max(1, (bytes >> shift) / width) * width;
    }

    /** True if the ranks share memory for vectors of that many bytes, and a datatype element fits into a turn; in a replay also if they
     * shared it in the recording. */
    public boolean canShare(long bytes) {
        Turns turns = turns(bytes);
        return turns == null ? isReplayed() : width << shift <= turns.longestBytes();
    }

    /** Turns for vectors of that many bytes; null where there are none. All ranks ask alike. */
    public @Nullable Turns turns(long bytes) {
        return state.tuning().sharesData() ? state.shared(bytes) : null;
    }

    /** The facts by which the algorithm is chosen, the same on all ranks. */
    public CollectiveTuning tuning() {
        return tuning;
    }

    /** True if these are facts of a run that is replayed: what it had need not be here, and its order of combining counts. */
    public boolean isReplayed() {
        return tuning != state.tuning();
    }

    /** True if results are broadcast by multicasts, or were in the run that is replayed. */
    public boolean multicasts() {
        boolean isThere = state.multicasts() != null;
        return isReplayed() ? tuning.multicasts() : isThere;
    }

    /** Writes elements to this rank's place of a turn. */
    public void write(Turns turns, Object array, int start, int elements) {
        turns.source(elements(mine, array, start, elements));
        turns.write(0, 0, mine.bytes());
    }

    /** Reads elements from another rank's place of a turn, {@code skip} elements behind its beginning. */
    public void read(Turns turns, int from, int skip, Object array, int start, int elements) {
        turns.target(elements(mine, array, start, elements));
        turns.read(from, (long) skip << shift, 0, mine.bytes());
    }

    /** Takes a scratch array from the pool. */
    public Object take(int elements) {
        return state.pool.take(kind, elements);
    }

    /** Returns a scratch array to the pool. */
    public void give(Object array, int elements) {
        state.pool.give(kind, elements, array);
    }

    /** Copies elements from one array to another. */
    public void copy(Object from, int fromStart, Object to, int toStart, int elements) {
        port.copy(from, fromStart, to, toStart, elements);
    }

    /** Copies own data to where the result goes, unless they are there. */
    public void copyOwn(Vectors v) {
        if (!v.isInPlace()) {
            copy(v.own(), v.ownStart(), v.result(), v.resultStart(), v.elements());
        }
    }

    /** Combines elements: {@code right = left op right}. */
    @SuppressWarnings("NullAway") // An operation is under way.
    public void combine(Object left, int leftStart, Object right, int rightStart, int elements) {
        port.combine(operation, left, leftStart, right, rightStart, elements);
    }

    /** A description of elements, valid until the next message or copy. */
    public Data elements(Object array, int start, int elements) {
        return elements(mine, array, start, elements);
    }

    private Data elements(Data into, Object array, int start, int elements) {
        return into.set(array, (long) start << shift, (long) elements << shift, unit);
    }

    /** Sends elements, and returns when the array can be used again. */
    public void send(Object array, int start, int elements, int dest) {
        port.send(elements(mine, array, start, elements), dest, tag);
    }

    /** Sends without waiting for the receiver; null if that is done already, else to be awaited. */
    public @Nullable Object startSend(Object array, int start, int elements, int dest) {
        return state.start(elements(mine, array, start, elements), dest, tag);
    }

    /** Receives elements into an array. */
    public void receive(Object array, int start, int elements, int source) {
        port.receive(elements(mine, array, start, elements), source, tag);
    }

    /** Posts a receive, which is to be awaited. */
    public Object post(Object array, int start, int elements, int source) {
        return port.postReceive(elements(mine, array, start, elements), source, tag);
    }

    /** Sends to and receives from one partner at once, without combining. */
    public void exchange(
            Object send, int sendStart, int sendElements, Object into, int intoStart, int intoElements, int partner) {
        Data sent = elements(mine, send, sendStart, sendElements);
        port.exchange(sent, partner, elements(theirs, into, intoStart, intoElements), partner, tag);
    }

    /** Sends in pieces what the receiver combines piece by piece. */
    public void sendPieces(Object array, int start, int elements, int dest) {
        for (int at = 0; at < elements; at += piece) {
            send(array, start + at, Math.min(piece, elements - at), dest);
        }
    }

    /**
     * Receives a partner's data piece by piece and combines them with own data into {@code acc}.
     *
     * @param own own data: {@code acc} itself in the same place, or apart from it
     * @param lower true where the partner's data are the left operand: they come from lower ranks
     */
    public void receiveCombine(
            @Nullable Object own, int ownStart, Object acc, int accStart, int elements, int source, boolean lower) {
        exchangeCombine(null, 0, 0, -1, own, ownStart, acc, accStart, elements, source, lower);
    }

    /**
     * Sends to one rank and receives from another at once, in pieces, and combines what arrives with own data into
     * {@code acc}: acc = received op own where {@code lower}, else own op received. What is sent and {@code acc} do not
     * overlap. Without own data ({@code own} null), acc = received.
     */
    @SuppressWarnings("NullAway") // Where nothing is sent there is no array, and where nothing comes no handle.
    public void exchangeCombine(
            @Nullable Object send,
            int sendStart,
            int sendElements,
            int dest,
            @Nullable Object own,
            int ownStart,
            Object acc,
            int accStart,
            int elements,
            int source,
            boolean lower) {
        // Where own data lie elsewhere and may be the left operand, the partner's arrive where the result belongs.
        boolean direct = own == null || isApart(own, ownStart, acc, accStart) && (commutative || !lower);
        int room = direct ? 0 : Math.min(piece, elements);
        Object here = direct ? acc : take(room);
        if (Math.max(sendElements, elements) <= piece) {
            exchangeWhole(send, sendStart, sendElements, dest, here, direct ? accStart : 0, elements, source);
            combineNext(direct, here, own, ownStart, acc, accStart, elements, lower);
            if (!direct) {
                give(here, room);
            }
            return;
        }
        Object there = direct ? acc : take(room);
        @Nullable
        Object handle = elements == 0 ? null : post(here, direct ? accStart : 0, Math.min(piece, elements), source);
        int last = Math.max(sendElements, elements);
        for (int at = 0; at < last; at += piece) {
            @Nullable Object next = null;
            if (at + piece < elements) {
                int more = Math.min(piece, elements - at - piece);
                next = post(there, direct ? accStart + at + piece : 0, more, source);
            }
            if (at < sendElements) {
                send(send, sendStart + at, Math.min(piece, sendElements - at), dest);
            }
            if (at < elements) {
                port.await(handle);
                int n = Math.min(piece, elements - at);
                combineNext(direct, here, own, ownStart + at, acc, accStart + at, n, lower);
            }
            Object swap = here;
            here = there;
            there = swap;
            handle = next;
        }
        if (!direct) {
            give(here, room);
            give(there, room);
        }
    }

    /**
     * Exchanges data of one piece at most. No receive is posted where the send leaves at once: this rank then takes what
     * it waits for out of the packet, and leaves in the ring what a sender that is ahead has sent for later operations. A
     * poll would take all that out and keep it.
     */
    @SuppressWarnings("NullAway") // Where nothing is sent there is no array.
    private void exchangeWhole(
            @Nullable Object send,
            int sendStart,
            int sendElements,
            int dest,
            Object into,
            int start,
            int elements,
            int source) {
        if (sendElements == 0) {
            if (elements > 0) {
                receive(into, start, elements, source);
            }
        } else if (elements == 0) {
            send(send, sendStart, sendElements, dest);
        } else {
            Data sent = elements(mine, send, sendStart, sendElements);
            port.exchange(sent, dest, elements(theirs, into, start, elements), source, tag);
        }
    }

    /** Combines what has arrived: where the result belongs if {@code direct}, else in scratch. */
    private void combineNext(
            boolean direct,
            Object arrived,
            @Nullable Object own,
            int ownStart,
            Object acc,
            int accStart,
            int elements,
            boolean lower) {
        if (own == null || elements == 0) {
            // The data are in place.
            return;
        }
        if (direct) {
            combine(own, ownStart, acc, accStart, elements);
        } else {
            combineArrived(arrived, own, ownStart, acc, accStart, elements, lower);
        }
    }

    private void combineArrived(
            Object arrived, Object own, int ownStart, Object acc, int accStart, int elements, boolean lower) {
        if (lower || commutative) {
            if (isApart(own, ownStart, acc, accStart)) {
                copy(own, ownStart, acc, accStart, elements);
            }
            combine(arrived, 0, acc, accStart, elements);
        } else {
            combine(own, ownStart, arrived, 0, elements);
            copy(arrived, 0, acc, accStart, elements);
        }
    }

    /** False where own data are where the result belongs; elsewhere they may be in the same array, and do not overlap it. */
    private static boolean isApart(Object own, int ownStart, Object acc, int accStart) {
        return own != acc || ownStart != accStart;
    }
}
