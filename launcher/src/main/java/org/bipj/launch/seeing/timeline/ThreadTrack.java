package org.bipj.launch.seeing.timeline;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.bipj.core.report.ProgramFrames;
import org.bipj.mpi.call.CallFacts;

/**
 * What is recorded of one thread: the last {@code capacity} records, in memory of a file, or none, and what it adds to the totals of its
 * rank. Used by its thread alone. Public because wrapped methods of package {@code mpi} and the library's marks call it.
 */
public final class ThreadTrack {
    /** No call is under way. */
    static final int NO_OPERATION = -1;

    private static final int SEEN = 1;
    private static final int RECEIVING = 2;
    private static final int DESCRIBED = 4;
    private static final int SENDING = 8;
    private static final int POLLING = 16;
    private static final int READING = 32;
    private static final int OF_MESSAGE = 64;
    /** A time that has not come. */
    private static final long NEVER = Long.MIN_VALUE;

    private static final int NOBODY_ELSE = -1;
    private static final int ASKS = 2;
    private static final int LANES_OF_CHANNEL = 2;
    /** The line of a call that has waited so long is found: that takes a microsecond. */
    private static final long LONG_WAIT_NS = 20_000;

    /** All lie at multiples of their size; to have that checked each time takes longer than the access. */
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final VarHandle COUNT = ValueLayout.JAVA_LONG.varHandle();
    /** Records nothing: the thread belongs to no rank. */
    private static final ThreadTrack NOBODY = new ThreadTrack(null, null, -1);

    /** Null: there are no records. */
    private final MemorySegment memory;

    /** The thread that it records; null: none. */
    final Thread thread;

    /** Null: the thread belongs to no rank. */
    private final RankTrack rank;

    private final RecordedRanks.Host host;
    private final int rankNumber;
    /** Of the thread in the rank. */
    private final int number;

    /** A power of two. */
    private int capacity;

    private long mask;
    private long count;
    /** Records for which there is room in the file; {@link Long#MAX_VALUE}: for all. */
    private long room;

    private final Shapes shapes;
    /** By operation: SEEN and what else is known of it; 0: nothing yet. */
    private byte[] traits = new byte[64];

    /** By operation: the number of its calls without a line; 0: none yet. */
    private int[] numbers = new int[64];
    /** Phases that have not ended: begin and shape, by the number of their records. */
    private final Map<Long, long[]> begun = new HashMap<>();
    /** Shapes of turns that were awaited, by lane and rank. */
    private final Map<Long, Integer> awaitedShapes = new HashMap<>();

    // ---- the call that is under way
    /** The place in the program that is about to call, by the number that {@link CallSites} has given it; 0: not known. */
    private int at;
    /** That of the call that is under way. */
    private int site;

    private int depth;
    private int operation = NO_OPERATION;
    private long begin;
    private long slot;
    private int shape;
    /** The same; null: no mark has said yet what the call does. */
    private Shapes.Shape ofCall;

    private int kind;
    private long bytes;
    private int ordinal;
    /** When the call first had to pause. */
    private long paused = NEVER;
    /** A packet has come in the call. */
    private boolean took;
    /** How often the call is still to be asked what it waits for: it says so after some rounds; asked again when something has come. */
    private int asks;
    /** The first message that it has sent, to which rank, while it is not known whether that is the one that the call names. */
    private int heldNumber;

    private int heldPeer = NOBODY_ELSE;
    private int heldLane;
    /** The rank that the call sends to, while none of its packets is known. */
    private int receiver = NOBODY_ELSE;

    /** Has no records, but adds to totals, and counts packets: the other end does, too. */
    ThreadTrack(RankTrack rank, RecordedRanks.Host host, int rankNumber) {
        memory = null;
        this.rank = rank;
        this.host = host;
        this.rankNumber = rankNumber;
        capacity = 0;
        number = 0;
        mask = 0;
        thread = rank == null ? null : Thread.currentThread();
        shapes = null;
    }

    ThreadTrack(
            RankTrack rank, RecordedRanks.Host host, int rankNumber, int number, MemorySegment memory, int capacity) {
        thread = Thread.currentThread();
        this.rank = rank;
        this.host = host;
        this.rankNumber = rankNumber;
        this.memory = memory;
        this.capacity = capacity;
        this.number = number;
        mask = capacity - 1;
        room = capacity > RankTrack.LEAST_RECORDS ? RankTrack.LEAST_RECORDS : Long.MAX_VALUE;
        shapes = new Shapes(rank);
        memory.set(INT, TimelineFormat.CAPACITY, capacity);
        memory.set(INT, TimelineFormat.RANK, rankNumber);
        memory.set(INT, TimelineFormat.THREAD, number);
        memory.set(INT, TimelineFormat.SEVERAL, rank.hasSeveralThreads() ? 1 : 0);
        memory.set(LONG, TimelineFormat.PID, ProcessHandle.current().pid());
        memory.set(LONG, 0, TimelineFormat.MAGIC);
    }

    static ThreadTrack ofNobody() {
        return NOBODY;
    }

    private long now() {
        return host.nanos(rankNumber);
    }

    // ---- records -------------------------------------------------------------------------------------------------

    /** Where the record of a number lies. */
    private long place(long number) {
        return TimelineFormat.SLOTS + (number & mask) * TimelineFormat.RECORD;
    }

    /** Writes a record, and then counts it. */
    private long add(long from, int duration, int ofShape, long ofBytes, int number) {
        return add(from, duration, ofShape, ofBytes, number, TimelineFormat.OPEN, -1);
    }

    private long add(long from, int duration, int ofShape, long ofBytes, int number, int untilPause, int packet) {
        if (count == room) {
            takeRoom();
        }
        long mine = count++;
        long at = place(mine);
        memory.set(LONG, at, from);
        memory.set(INT, at + 8, duration);
        memory.set(INT, at + 12, ofShape);
        memory.set(INT, at + 16, TimelineFormat.packed(ofBytes));
        memory.set(INT, at + 20, number);
        memory.set(INT, at + 24, untilPause);
        memory.set(INT, at + 28, packet);
        COUNT.setRelease(memory, (long) TimelineFormat.COUNT, count);
        return mine;
    }

    /** Gets room for more records; where there is none, those that are written take the places of the first ones from now on. */
    private void takeRoom() {
        long more = rank.room(number, room);
        if (more == room) {
            // Record N lies at N modulo the new capacity.
            capacity = (int) Long.highestOneBit(room);
            mask = capacity - 1;
            long end = TimelineFormat.SLOTS + (long) capacity * TimelineFormat.RECORD;
            MemorySegment.copy(memory, end, memory, TimelineFormat.SLOTS, (room - capacity) * TimelineFormat.RECORD);
            memory.set(INT, TimelineFormat.CAPACITY, capacity);
            rank.cut(capacity);
            more = capacity;
        }
        room = more == capacity ? Long.MAX_VALUE : more;
    }

    private boolean isKept(long number) {
        return count - number <= capacity;
    }

    // ---- calls ---------------------------------------------------------------------------------------------------

    void at(int newSite) {
        at = newSite;
    }

    void enter(int newOperation) {
        int from = at;
        at = 0;
        if (rank == null || depth++ > 0) {
            return;
        }
        site = from;
        operation = newOperation;
        if (memory == null) {
            begin = now();
            return;
        }
        kind = TimelineFormat.CALL;
        bytes = 0;
        ordinal = -1;
        paused = NEVER;
        took = false;
        asks = ASKS;
        heldPeer = NOBODY_ELSE;
        receiver = NOBODY_ELSE;
        ofCall = isDescribed(newOperation) ? null : plain(newOperation);
        shape = ofCall == null ? numberOf(newOperation) : ofCall.number;
        begin = now();
        slot = add(begin, TimelineFormat.OPEN, shape, 0, -1);
    }

    /** A call has ended that names so many bytes. */
    public void leave(long ofBytes) {
        if (rank == null || --depth > 0) {
            return;
        }
        long end = now();
        rank.called(operation, ofBytes, end - begin);
        if (memory != null) {
            complete(end, ofBytes);
        }
        operation = NO_OPERATION;
    }

    private void complete(long end, long ofBytes) {
        int duration = TimelineFormat.packed(end - begin);
        shape = shapes.lookAgain(shape);
        if (heldPeer != NOBODY_ELSE) {
            addHeld();
        }
        if (kind == TimelineFormat.CALL && isDescribed(operation) && shape == numberOf(operation)) {
            // No mark has said more of it.
            ofCall = plain(operation);
            shape = ofCall.number;
        }
        if (site == 0 && paused != NEVER && end - paused >= LONG_WAIT_NS) {
            shape = shapes.lineOf(ofCall);
        }
        if (ofBytes != 0 && (traits(operation) & OF_MESSAGE) == 0) {
            bytes = ofBytes;
        }
        if (!isKept(slot)) {
            // So long a call that later records have taken its place: it gets another one.
            add(begin, duration, shape, bytes, ordinal, untilPause(), -1);
        } else {
            long at = place(slot);
            memory.set(INT, at + 16, TimelineFormat.packed(bytes));
            memory.set(INT, at + 20, ordinal);
            memory.set(INT, at + 12, shape);
            memory.set(INT, at + 8, duration);
        }
    }

    private int untilPause() {
        return paused == NEVER ? TimelineFormat.OPEN : TimelineFormat.packed(paused - begin);
    }

    // ---- waits and packets ---------------------------------------------------------------------------------------

    /** As {@code WaitMarks.pauses}. */
    public void pauses() {
        if (depth > 0 && asks > 0 && memory != null) {
            asks--;
            if (paused == NEVER) {
                paused = now();
                if (isKept(slot)) {
                    memory.set(INT, place(slot) + 24, untilPause());
                }
            }
            if (kind == TimelineFormat.CALL) {
                nameAwaited();
            }
        }
    }

    /** Says in the record of the call what it waits for: of several messages, one after the other, the last one is what made it last. */
    private void nameAwaited() {
        int[] message = rank.awaited();
        RankTrack.Communicator on = message == null ? null : rank.communicator(message[0]);
        if (on != null || message != null && message[0] < 0) {
            asks = 0;
            shape(shapeOf(TimelineFormat.CALL, operation, on == null ? -1 : on.number, message[1], message[2]));
        }
    }

    /** A packet leaves. It counts as sent when its call began, or at once in a call that waits. */
    void left(int peer, int channel, int lane) {
        if (rank == null) {
            return;
        }
        int ofChannel = LANES_OF_CHANNEL * channel + lane;
        RankTrack.Lane to = rank.lane(ofChannel, peer);
        int packet = to.left++;
        if (memory == null) {
            return;
        }
        if (depth == 0 || paused != NEVER) {
            add(now(), 0, rank.leftShape(to), 0, packet);
        } else if (to.sender != call()) {
            to.sender = call();
            if (receiver == peer && isNumbered(ofChannel)) {
                numbered(packet);
            } else if (lane == 0 && heldPeer == NOBODY_ELSE && kind == TimelineFormat.CALL && sends(operation)) {
                heldPeer = peer;
                heldNumber = packet;
                heldLane = ofChannel;
            } else {
                add(begin, 0, rank.leftShape(to), 0, packet);
            }
        }
    }

    /** The call under way, other than those of all threads of the rank. */
    private long call() {
        return slot * RankTrack.MOST_THREADS + number;
    }

    /** A packet has come. */
    void came(int peer, int channel, int lane) {
        if (rank == null) {
            return;
        }
        RankTrack.Lane from = rank.lane(LANES_OF_CHANNEL * channel + lane, peer);
        int packet = from.came++;
        took = true;
        asks = ASKS;
        if (memory == null) {
            return;
        }
        if (paused != NEVER && depth > 0 || rank.hasSeveralThreads() || depth > 0 && polls(operation)) {
            add(now(), 0, rank.cameShape(from), 0, packet);
        }
    }

    /** True if records of calls number the packets of a lane: those of the first one with a call that sends. */
    private boolean isNumbered(int lane) {
        int known = memory.get(INT, TimelineFormat.LANE);
        if (known == 0) {
            memory.set(INT, TimelineFormat.LANE, lane + 1);
        }
        return known == 0 || known == lane + 1;
    }

    private void numbered(int packet) {
        receiver = NOBODY_ELSE;
        if (isKept(slot)) {
            memory.set(INT, place(slot) + 28, packet);
        }
    }

    private void addHeld() {
        add(begin, 0, rank.leftShape(rank.lane(heldLane, heldPeer)), 0, heldNumber);
        heldPeer = NOBODY_ELSE;
    }

    /** The call under way is known to send to a rank. */
    private void sendsTo(int dest) {
        if (heldPeer == NOBODY_ELSE) {
            receiver = dest;
        } else if (heldPeer == dest && isNumbered(heldLane)) {
            heldPeer = NOBODY_ELSE;
            numbered(heldNumber);
        } else {
            addHeld();
        }
    }

    /** Init has ended. */
    public void begun() {
        if (rank != null) {
            rank.begun(now());
        }
    }

    /** Finalize begins. */
    public void ends() {
        if (rank != null) {
            rank.ends(now());
        }
    }

    /** The last call of the rank has ended. */
    public void finalized() {
        if (memory != null) {
            memory.set(INT, TimelineFormat.FINALIZED, 1);
        }
    }

    /** What the call under way does: says so in its record already now, as the rank may be killed in it. */
    private void detail(Shapes.Shape found) {
        kind = found.kind;
        shape(found);
    }

    private void shape(Shapes.Shape found) {
        ofCall = found;
        shape = found.number;
        if (isKept(slot)) {
            memory.set(INT, place(slot) + 12, shape);
        }
    }

    // ---- marks: a method for each of TimelineMarks, by its name --------------------------------------------------

    /** As {@code TimelineMarks.opened}. */
    public void opened(boolean severalThreads, Supplier<int[]> awaited) {
        if (rank != null) {
            rank.opened(severalThreads, awaited);
            if (memory != null) {
                memory.set(INT, TimelineFormat.SEVERAL, rank.hasSeveralThreads() ? 1 : 0);
            }
        }
    }

    /** As {@code TimelineMarks.made}. */
    public void made(int context, int[] members) {
        if (rank != null) {
            rank.made(context, members);
        }
    }

    /** As {@code TimelineMarks.met}. */
    public void met(int number, String name) {
        if (rank != null) {
            rank.met(number, name);
        }
    }

    /** As {@code TimelineMarks.named}. */
    public void named(int context, String name) {
        if (memory != null) {
            rank.named(context, name);
        }
    }

    /** As {@code TimelineMarks.sent}. */
    public void sent(int context, int dest, int tag, long ofBytes) {
        RankTrack.Communicator on = rank == null ? null : rank.communicator(context);
        if (on == null) {
            return;
        }
        rank.sent(dest, ofBytes);
        if (memory == null) {
            return;
        }
        if (depth > 0 && kind == TimelineFormat.CALL) {
            Shapes.Shape found = shapeOf(TimelineFormat.SENDING_CALL, operation, on.number, dest, tag);
            ordinal = next(found);
            bytes = ofBytes;
            if (isKept(slot)) {
                memory.set(INT, place(slot) + 16, TimelineFormat.packed(bytes));
                memory.set(INT, place(slot) + 20, ordinal);
            }
            detail(found);
            sendsTo(dest);
            return;
        }
        Shapes.Shape found = shapeOf(TimelineFormat.SENT, operation, on.number, dest, tag);
        add(now(), 0, found.number, ofBytes, next(found));
    }

    /** As {@code TimelineMarks.matched}. */
    public void matched(int context, int source, int tag, long ofBytes) {
        RankTrack.Communicator on = memory == null ? null : rank.communicator(context);
        if (on == null) {
            return;
        }
        // A thread that waits takes messages of others, too.
        boolean isOwn = !took || !rank.hasSeveralThreads();
        if (depth > 0 && isOwn && kind == TimelineFormat.CALL && receives(operation)) {
            Shapes.Shape found = shapeOf(TimelineFormat.RECEIVING_CALL, operation, on.number, source, tag);
            ordinal = next(found);
            bytes = ofBytes;
            detail(found);
            return;
        }
        Shapes.Shape found = shapeOf(TimelineFormat.MATCHED, operation, on.number, source, tag);
        add(now(), 0, found.number, ofBytes, next(found));
    }

    /** As {@code TimelineMarks.received}. */
    public void received(int context, int source, int tag, long ofBytes) {
        RankTrack.Communicator on = memory == null ? null : rank.communicator(context);
        if (on != null && depth > 0 && kind == TimelineFormat.CALL && receives(operation)) {
            ordinal = TimelineFormat.SAID;
            bytes = ofBytes;
            detail(shapeOf(TimelineFormat.RECEIVING_CALL, operation, on.number, source, tag));
        }
    }

    /** As {@code TimelineMarks.kept}. */
    public void kept(int context, int messages) {
        RankTrack.Communicator on = memory == null ? null : rank.communicator(context);
        if (on != null && messages > memory.get(LONG, TimelineFormat.QUEUE)) {
            memory.set(LONG, TimelineFormat.QUEUE, messages);
            memory.set(INT, TimelineFormat.QUEUE_OF, on.number);
        }
    }

    /** As {@code TimelineMarks.withdrawn}. */
    public void withdrawn(int context) {
        RankTrack.Communicator on = memory == null ? null : rank.communicator(context);
        if (on != null) {
            Shapes.Shape found =
                    shapeOf(TimelineFormat.WITHDRAWN, operation, on.number, TimelineFormat.NONE, TimelineFormat.NONE);
            add(now(), 0, found.number, 0, -1);
        }
    }

    /** As {@code TimelineMarks.collective}. */
    public void collective(int context, int root) {
        RankTrack.Communicator on = memory == null ? null : rank.communicator(context);
        if (on == null) {
            return;
        }
        int number = on.collectives++;
        if (depth > 0 && kind == TimelineFormat.CALL) {
            ordinal = number;
            if (isKept(slot)) {
                memory.set(INT, place(slot) + 20, ordinal);
            }
            detail(shapeOf(TimelineFormat.COLLECTIVE, operation, on.number, on.world(root), TimelineFormat.NONE));
        }
    }

    /** As {@code TimelineMarks.accessed}. */
    public void accessed(int context, int target, long ofBytes) {
        RankTrack.Communicator on = rank == null ? null : rank.communicator(context);
        if (on == null || operation == NO_OPERATION) {
            return;
        }
        rank.accessed(on.world(target), (traits(operation) & READING) != 0, ofBytes);
        if (memory != null && kind == TimelineFormat.CALL) {
            bytes = ofBytes;
            shape(shapeOf(TimelineFormat.CALL, operation, on.number, on.world(target), TimelineFormat.NONE));
        }
    }

    /** As {@code TimelineMarks.passed}. */
    public void passed(boolean isLock, int of, int dest, long turn) {
        if (memory == null) {
            return;
        }
        RankTrack.Lane to = rank.lane(TimelineFormat.turns(isLock, of, dest));
        if (depth == 0 || paused != NEVER) {
            add(now(), 0, rank.leftShape(to), 0, (int) turn);
        } else if (to.sender != call()) {
            to.sender = call();
            add(begin, 0, rank.leftShape(to), 0, (int) turn);
        }
    }

    /** As {@code TimelineMarks.awaited}. */
    public void awaited(boolean isLock, int of, int dest, long turn, int by) {
        if (memory != null) {
            int lane = TimelineFormat.turns(isLock, of, dest);
            // Words are made once, and not for each turn.
            int found = awaitedShapes.computeIfAbsent(
                    (long) lane << Integer.SIZE | by & 0xFFFF_FFFFL,
                    key -> rank.shape(TimelineFormat.CAME, "", -1, by, lane, ""));
            add(now(), 0, found, 0, (int) turn);
        }
    }

    /** As {@code TimelineMarks.begin}: the handle of a phase is the number of its record and 1. */
    public long begin(String name) {
        if (memory == null) {
            return 0;
        }
        int number = rank.shape(
                TimelineFormat.PHASE,
                name,
                -1,
                TimelineFormat.NONE,
                TimelineFormat.NONE,
                ProgramFrames.text(ProgramFrames.innermost(ProgramFrames.Library.ALL), ""));
        long mine = add(now(), TimelineFormat.OPEN, number, 0, -1);
        begun.put(mine, new long[] {memory.get(LONG, place(mine)), number});
        return mine + 1;
    }

    /** As {@code TimelineMarks.end}. */
    public void end(long handle) {
        long[] phase = memory == null ? null : begun.remove(handle - 1);
        if (phase == null) {
            return;
        }
        int duration = TimelineFormat.packed(now() - phase[0]);
        if (isKept(handle - 1)) {
            memory.set(INT, place(handle - 1) + 8, duration);
        } else {
            add(phase[0], duration, (int) phase[1], 0, -1);
        }
    }

    // ---- operations ----------------------------------------------------------------------------------------------

    private int next(Shapes.Shape of) {
        return rank.hasSeveralThreads() ? -1 : of.flow.next++;
    }

    private Shapes.Shape shapeOf(int ofKind, int ofOperation, int communicator, int peer, int tag) {
        return shapes.find(ofKind, ofOperation, communicator, peer, tag, depth > 0 ? site : 0, depth > 0);
    }

    private boolean receives(int ofOperation) {
        return (traits(ofOperation) & RECEIVING) != 0;
    }

    private boolean sends(int ofOperation) {
        return (traits(ofOperation) & SENDING) != 0;
    }

    private boolean polls(int ofOperation) {
        return (traits(ofOperation) & POLLING) != 0;
    }

    /** Marks describe most of its calls, soon after they begin: their lines need not be found twice. */
    private boolean isDescribed(int ofOperation) {
        return (traits(ofOperation) & DESCRIBED) != 0;
    }

    private byte traits(int ofOperation) {
        if (ofOperation >= traits.length) {
            traits = Arrays.copyOf(traits, 2 * ofOperation);
            numbers = Arrays.copyOf(numbers, 2 * ofOperation);
        }
        if (traits[ofOperation] == 0) {
            String name = Timeline.name(ofOperation);
            CallFacts.Method call = CallFacts.method(name);
            int found = call.takesMessage() ? SEEN | RECEIVING : SEEN;
            found |= call.facts().kind() == CallFacts.Kind.SENDS ? SENDING : 0;
            found |= call.polls() ? POLLING : 0;
            found |= call.facts() == CallFacts.GET ? READING : 0;
            found |= call.facts().isMessage() ? OF_MESSAGE : 0;
            traits[ofOperation] = (byte) (name.indexOf('.') < 0 ? found | DESCRIBED : found);
        }
        return traits[ofOperation];
    }

    /** The number of an operation's calls without a line. */
    private int numberOf(int ofOperation) {
        if (numbers[ofOperation] == 0) {
            numbers[ofOperation] = rank.shape(
                    TimelineFormat.CALL, Timeline.name(ofOperation), -1, TimelineFormat.NONE, TimelineFormat.NONE, "");
        }
        return numbers[ofOperation];
    }

    private Shapes.Shape plain(int ofOperation) {
        return shapeOf(TimelineFormat.CALL, ofOperation, -1, TimelineFormat.NONE, TimelineFormat.NONE);
    }
}
