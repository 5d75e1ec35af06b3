package org.bipj.mpi.rma;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bipj.core.replay.Choices;
import org.bipj.core.replay.Choices.Alternative;
import org.bipj.mpi.engine.OpenChoices;
import org.jspecify.annotations.Nullable;

/**
 * A window's target in a run that is explored: which of the operations and requests for the lock of several ranks is served next is
 * decided. What one rank asks for keeps its order. The rank's own operations come as messages too, and wait their turn.
 *
 * <p>At first all is served as it comes, and looked at: as long as what ranks do in a time without a fence commutes, nobody can see its
 * order. If it does not, the run is of no use, and the exploration begins again; from then on the lock of the window, or these bytes of
 * it, are <em>held</em> at this rank. Two windows over the same memory, and one to which memory is attached, are held as a whole.
 *
 * <p>Of what is held, served at once is what nobody can see the order of: an operation of the rank that holds the lock alone, and, where no operation
 * can come any more before the end of the epoch, one that commutes with all that are there. The latter is known where all ranks have
 * come to a fence, or all origins of an epoch of post to its end.
 */
final class ChosenTarget extends Target implements Choices.Source {
    /** How often an operation may be passed by those of others: a rank that looks again and again may do so for ever. */
    private static final int MOST_PASSED = 20;

    /** Runs of bytes that are held apart; with more the window is held as a whole. */
    private static final int MOST_HELD = 8;

    /** Begins the name of what is held where that is the lock. */
    private static final String LOCK = "the lock of ";

    private static final Pattern BYTES = Pattern.compile("bytes (\\d+) to (\\d+) of (.*)");

    private final OneSided rma;
    private final WindowShape shape;
    private final OpenChoices open;
    private final Notices notices;
    private final Epochs epochs;
    /** By rank: what it has asked for and has not been served, in order. */
    private final List<Queue<Request>> queues = new ArrayList<>();
    /** By rank: how often it has come to a fence. */
    private final int[] fences;
    /** By rank: how much it has asked for. */
    private final int[] numbers;

    private boolean serving;

    private final String name;
    /** The order in which requests are served is decided: of all of them. */
    private final boolean isHeldWhole;
    /** Of those for the lock. */
    private final boolean isLockHeld;
    /** From and to of bytes: of operations on those. */
    private final List<long[]> held = new ArrayList<>();
    /** What ranks have done here, where the window is not held as a whole. */
    private final Set<Seen> seen = new HashSet<>();

    /** Something that a rank has done after so many fences. */
    private record Seen(int rank, int fence, WindowAccess access) {}

    /**
     * What a rank has asked for.
     *
     * @param number the window's; negative for a look at all of them, which {@link #isCounted is counted} as a failure, or is not
     */
    private record Turn(int rank, int number, WindowAccess access, boolean isCounted) implements Choices.Effect {
        @Override
        public boolean commutes(Choices.Effect other) {
            return other instanceof Turn turn && access.commutes(turn.access);
        }

        @Override
        public boolean isLasting() {
            return !isCounted;
        }

        @Override
        public boolean isFailure() {
            return number < 0;
        }

        @Override
        public boolean follows(Choices.Effect other) {
            return other instanceof Turn turn && rank == turn.rank && number == turn.number;
        }
    }

    /** A message that waits until it is served. */
    private static final class Request {
        final int peer;
        final int number;
        final long envelope;
        final MemorySegment bytes;
        final @Nullable UnservedMessage whole;
        /** Null where its order cannot be seen. */
        final @Nullable WindowAccess access;

        final String what;
        /** How often its rank had come to a fence. */
        final int fence;
        /** How often another one was served before it that could have been served after it. */
        int passed;

        Request(
                int peer,
                int number,
                long envelope,
                MemorySegment bytes,
                @Nullable UnservedMessage whole,
                @Nullable WindowAccess access,
                String what,
                int fence) {
            this.peer = peer;
            this.number = number;
            this.envelope = envelope;
            this.bytes = bytes;
            this.whole = whole;
            this.access = access;
            this.what = what;
            this.fence = fence;
        }

        int kind() {
            return MessageKind.kind(envelope);
        }

        boolean isLock() {
            return kind() == MessageKind.LOCK_EXCLUSIVE || kind() == MessageKind.LOCK_SHARED;
        }
    }

    ChosenTarget(
            OneSided rma, WindowShape shape, Notices notices, Completion completion, Epochs epochs, OpenChoices open) {
        super(rma, shape, notices, completion);
        this.rma = rma;
        this.shape = shape;
        this.notices = notices;
        this.epochs = epochs;
        this.open = open;
        for (int rank = 0; rank < shape.ranks(); rank++) {
            queues.add(new ArrayDeque<>());
        }
        fences = new int[shape.ranks()];
        numbers = new int[shape.ranks()];
        name = "window " + shape.number();
        isHeldWhole = shape.isDynamic() || open.holds(name);
        isLockHeld = isHeldWhole || open.holds(LOCK + name);
        for (String each : open.held()) {
            Matcher bytes = BYTES.matcher(each);
            if (bytes.matches() && bytes.group(3).equals(name)) {
                held.add(new long[] {Long.parseLong(bytes.group(1)), Long.parseLong(bytes.group(2))});
            }
        }
        for (Target other : rma.targets()) {
            if (other instanceof ChosenTarget one && isOverSameMemory(one)) {
                hold();
                one.hold();
            }
        }
        open.add(this);
    }

    /** The effect of a call after which the program may look at the windows of its rank. */
    static Choices.Effect look(boolean isCounted) {
        return new Turn(-1, -1, WindowAccess.ofLook(-1), isCounted);
    }

    private boolean isOverSameMemory(ChosenTarget other) {
        MemorySegment one = shape.own();
        MemorySegment another = other.shape.own();
        return one != null && another != null && one.asOverlappingSlice(another).isPresent();
    }

    private void hold() {
        if (!isHeldWhole) {
            open.hold(name);
        }
    }

    /** From the next run on the order of these two is decided. */
    private void hold(WindowAccess one, WindowAccess other) {
        long from = Math.max(one.lowest(), other.lowest());
        long to = Math.min(one.highest(), other.highest());
        if (one.isLock()) {
            open.hold(LOCK + name);
        } else if (from < to && held.size() < MOST_HELD) {
            open.hold("bytes " + from + " to " + to + " of " + name);
        } else {
            open.hold(name);
        }
    }

    private boolean isHeld(WindowAccess access) {
        return isHeldWhole
                || (access.isLock()
                        ? isLockHeld
                        : held.stream().anyMatch(each -> access.lowest() < each[1] && each[0] < access.highest()));
    }

    @Override
    void looks() {
        see(shape.rank(), fences[shape.rank()], WindowAccess.ofLook(shape.number()));
    }

    /** Notes what a rank does. Ranks see its order if it does not commute with what another one does. */
    private void see(int rank, int fence, WindowAccess access) {
        if (!isHeldWhole && seen.add(new Seen(rank, fence, access))) {
            boolean isHeld = isHeld(access);
            seen.stream()
                    .filter(one -> one.rank != rank && one.fence == fence && !one.access.commutes(access))
                    .filter(one -> !isHeld || !isHeld(one.access))
                    .findFirst()
                    .ifPresent(one -> hold(one.access, access));
        }
    }

    @Override
    void freed() {
        open.remove(this);
    }

    // ---- what arrives ------------------------------------------------------------------------------------------

    @Override
    void serve(int peer, long envelope, MemorySegment from, long at, @Nullable UnservedMessage whole) {
        switch (MessageKind.kind(envelope)) {
            case MessageKind.FENCED -> fences[shape.rankOf(peer)]++;
            case MessageKind.OPERATION,
                    MessageKind.ANNOUNCED,
                    MessageKind.LOCK_SHARED,
                    MessageKind.LOCK_EXCLUSIVE,
                    MessageKind.UNLOCK,
                    MessageKind.FLUSH,
                    MessageKind.COMPLETE -> queue(peer, envelope, from, at, whole);
            default -> super.serve(peer, envelope, from, at, whole);
        }
        serveUnseen();
    }

    private void queue(int peer, long envelope, MemorySegment from, long at, @Nullable UnservedMessage whole) {
        int rank = shape.rankOf(peer);
        int kind = MessageKind.kind(envelope);
        MemorySegment bytes = from.asSlice(at);
        WindowAccess access = null;
        String what = "";
        if (kind == MessageKind.OPERATION || kind == MessageKind.ANNOUNCED) {
            OperationHeader header = new OperationHeader();
            long length = header.read(from, at) + (kind == MessageKind.OPERATION ? header.operands : 0);
            bytes = MemorySegment.ofArray(new byte[Math.toIntExact(length)]);
            MemorySegment.copy(from, at, bytes, 0, length);
            access = WindowAccess.of(shape.number(), header);
            what = header.words() + " of rank " + peer + (access.hasGaps() ? " from byte " : " on bytes ")
                    + access.from() + (access.hasGaps() ? "" : " to " + access.to());
        } else if (kind == MessageKind.LOCK_EXCLUSIVE || kind == MessageKind.LOCK_SHARED) {
            access = WindowAccess.ofLock(shape.number(), kind == MessageKind.LOCK_EXCLUSIVE);
            what = (kind == MessageKind.LOCK_EXCLUSIVE ? "exclusive" : "shared") + " lock of rank " + peer;
        }
        int number = access == null ? 0 : ++numbers[rank];
        if (access != null) {
            see(rank, fences[rank], access);
        }
        queues.get(rank).add(new Request(peer, number, envelope, bytes, whole, access, what, fences[rank]));
    }

    @Override
    void replied(int peer) {
        super.replied(peer);
        serveUnseen();
    }

    // ---- what is served at once --------------------------------------------------------------------------------

    /** Serves all whose order cannot be seen. */
    private void serveUnseen() {
        // What is served may send this rank something.
        if (serving) {
            return;
        }
        serving = true;
        try {
            for (boolean moved = true; moved; ) {
                moved = false;
                for (int rank = 0; rank < queues.size(); rank++) {
                    Request head = queues.get(rank).peek();
                    if (head != null && isUnseen(rank, head)) {
                        if (head.access != null && isHeld(head.access)) {
                            open.done(alternative(rank, head));
                        }
                        serveHead(rank);
                        moved = true;
                    }
                }
            }
        } finally {
            serving = false;
        }
    }

    private void serveHead(int rank) {
        Request one = queues.get(rank).remove();
        super.serve(one.peer, one.envelope, one.bytes, 0, one.whole);
    }

    private boolean isUnseen(int rank, Request head) {
        if (head.access == null) {
            boolean ends = head.kind() != MessageKind.FLUSH;
            return !ends || !isReplying(head.peer);
        }
        if (!isHeld(head.access)) {
            return !head.isLock() || admits(head);
        }
        return !head.isLock()
                && (locks().isHeldAloneBy(head.peer)
                        || (isLastBeforeFence(head) || isLastBeforeEnd(rank)) && commutesWithAll(rank, head));
    }

    /** True if all ranks have come to the fence that ends the operation's epoch. */
    private boolean isLastBeforeFence(Request one) {
        for (int fence : fences) {
            if (fence <= one.fence) {
                return false;
            }
        }
        return true;
    }

    /** True if all other origins of an epoch of post have come to its end. */
    private boolean isLastBeforeEnd(int rank) {
        int[] origins = epochs.origins();
        if (origins == null) {
            return false;
        }
        boolean isOrigin = false;
        for (int other : origins) {
            isOrigin |= other == rank;
            boolean hasEnded = notices.completes[other] > 0
                    || queues.get(other).stream().anyMatch(one -> one.kind() == MessageKind.COMPLETE);
            if (other != rank && !hasEnded) {
                return false;
            }
        }
        return isOrigin;
    }

    private boolean commutesWithAll(int rank, Request one) {
        WindowAccess access = one.access;
        for (int other = 0; other < queues.size(); other++) {
            if (other != rank
                    && queues.get(other).stream()
                            .anyMatch(each -> each.access != null && !each.access.commutes(access))) {
                return false;
            }
        }
        return true;
    }

    // ---- what is decided ---------------------------------------------------------------------------------------

    @Override
    public void addTo(List<Alternative> all) {
        for (Target other : rma.targets()) {
            if (other instanceof ChosenTarget one && (one == this || isOverSameMemory(one))) {
                tellMeetings(one);
            }
        }
        boolean isLate = false;
        for (int rank = 0; rank < queues.size(); rank++) {
            isLate |= isOpen(rank) && queues.get(rank).element().passed >= MOST_PASSED;
        }
        if (isLate) {
            open.leavesOut("that an operation on a window, or a lock, is passed by others more than " + MOST_PASSED
                    + " times");
        }
        for (int rank = 0; rank < queues.size(); rank++) {
            if (isOpen(rank) && (!isLate || queues.get(rank).element().passed >= MOST_PASSED)) {
                all.add(alternative(rank, queues.get(rank).element()));
            }
        }
    }

    private Alternative alternative(int rank, Request head) {
        assert head.access != null : "what has no order is served at once";
        return open.alternative(
                "window " + shape.number() + " serves " + head.what + ", number " + head.number,
                new Turn(rank, shape.number(), head.access, false),
                open.request(head.peer, shape.number(), head.number - 1),
                () -> choose(rank));
    }

    /** Operations of two ranks that both wait here are ordered by nothing. */
    private void tellMeetings(ChosenTarget other) {
        boolean isOne = other == this;
        MemorySegment own = shape.own();
        MemorySegment its = other.shape.own();
        long shift = isOne || own == null || its == null ? 0 : own.address() - its.address();
        for (Queue<Request> queue : queues) {
            for (Queue<Request> another : other.queues) {
                if (queue != another) {
                    queue.forEach(one -> another.forEach(two -> tellMeeting(one, other, two, shift)));
                }
            }
        }
    }

    private void tellMeeting(Request one, ChosenTarget other, Request two, long shift) {
        String fault = one.peer == two.peer || one.access == null || two.access == null
                ? ""
                : one.access.faultBeside(two.access, shift);
        if (!fault.isEmpty()) {
            String through = other == this ? "" : ", through two windows";
            open.meet(
                    fault,
                    open.request(one.peer, shape.number(), one.number - 1),
                    open.request(two.peer, other.shape.number(), two.number - 1),
                    "use the same memory of rank " + shape.named(shape.rank()) + " at the same time" + through);
        }
    }

    /** True if the oldest message of a rank waits for a decision. */
    private boolean isOpen(int rank) {
        Request head = queues.get(rank).peek();
        return head != null && head.access != null && (!head.isLock() || admits(head));
    }

    private boolean admits(Request lock) {
        return locks().admits(lock.kind() == MessageKind.LOCK_EXCLUSIVE);
    }

    private void choose(int rank) {
        WindowAccess chosen = queues.get(rank).element().access;
        for (int other = 0; other < queues.size(); other++) {
            Request head = queues.get(other).peek();
            if (other != rank && isOpen(other) && !head.access.commutes(chosen)) {
                head.passed++;
            }
        }
        serving = true;
        try {
            serveHead(rank);
        } finally {
            serving = false;
        }
        serveUnseen();
    }

    // ---- this rank as an origin --------------------------------------------------------------------------------

    @Override
    void fences() {
        for (int rank = 0; rank < shape.ranks(); rank++) {
            rma.send(shape.world(rank), MessageKind.envelope(MessageKind.FENCED, shape.number(), 0));
        }
    }
}
