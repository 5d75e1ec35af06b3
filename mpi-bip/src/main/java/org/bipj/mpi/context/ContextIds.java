package org.bipj.mpi.context;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.coll.Schedules;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.comm.Communicators;
import org.bipj.mpi.comm.WorldRanks;
import org.bipj.mpi.engine.Background;
import org.bipj.mpi.engine.ProcessNames;
import org.bipj.mpi.engine.Progress;
import org.bipj.mpi.fault.Decision;
import org.bipj.mpi.fault.Making;
import org.bipj.mpi.fault.Membership;
import org.bipj.mpi.fault.Memberships;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.Operation;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;
import org.bipj.mpi.op.Reductions;
import org.jspecify.annotations.Nullable;

/**
 * Contexts of communicators. Each rank has a map of those that are free; the processes that make a communicator together take the
 * lowest one that is free on all of them, by a bitwise and of their maps. Threads may do so on several communicators at
 * the same time: then only one of a rank's threads may offer the map, the others offer nothing and try again (Gropp and
 * Thakur, "Thread-safety in an MPI implementation", Parallel Computing 33, 2007, section 4).
 *
 * <p>That ends because a thread keeps the map only for rounds in which all its partners take part (they have met in a
 * barrier before), and because the thread of the lowest parent context goes first, on all ranks.
 */
public final class ContextIds {
    /** Contexts are even: the odd ones belong to collective operations. */
    private static final int STEP = 2;

    /** COMM_WORLD, COMM_SELF, and the messages of partitioned operations. */
    private static final int RESERVED = 3;
    /** Words of the map that one round looks at. */
    private static final int WORDS = 32;

    private static final int WINDOWS = 512;
    private static final int MEETING_TAG = 0;

    /** Behind all agreements on one communicator: a key that both groups of an intercommunicator have. */
    private static final long LAST = 1L << 62;

    /** Instead of a process: names follow. */
    private static final int NAMES = -1;

    private static final TypeLayout LONGS = TypeLayout.bytes(Long.BYTES);
    private static final ReduceType REDUCE_LONGS = new ReduceType(LONGS, BaseType.LONG);

    /** Those of the rank's present engine. */
    private volatile Communicators communicators;

    private final GroupMeetings meetings;
    private final Leaders leaders;
    private final BitSet used = new BitSet();
    /** Threads in the agreement, by the parent context and tag of what they make. */
    private final PriorityQueue<Long> inside = new PriorityQueue<>();

    /** Communicators that were freed while receives were posted. */
    private final List<CommCore> freed = new ArrayList<>();

    private boolean offered;

    /** How the processes that make a communicator combine their words: a bitwise and, in place. */
    private interface Exchange {
        void and(long[] words);
    }

    /** How some processes meet that alone make a communicator. */
    private record Meeting(
            MeetingKey key,
            int[] members,
            int place,
            @Nullable Making making,
            Runnable watch) {}

    /** The contexts of a rank, of which the first are in use. */
    public ContextIds(Communicators communicators) {
        this.communicators = communicators;
        meetings = new GroupMeetings(communicators.engine(), MEETING_TAG);
        leaders = new Leaders(communicators.engine());
        used.set(0, RESERVED);
        listen();
    }

    private void listen() {
        communicators.memberships().listener(context -> take(context / STEP), meetings::takeAll);
    }

    /** The rank goes on with another engine, and with no communicator that it had before. */
    public void follow(Communicators next) {
        List<CommCore> ended;
        synchronized (this) {
            ended = List.copyOf(freed);
            freed.clear();
        }
        for (CommCore core : ended) {
            if (!core.collectives().hasFailedCalls() && !core.membership().keepsContext()) {
                giveBack(core.context() / STEP);
            }
        }
        communicators = next;
        meetings.follow(next.engine());
        listen();
        leaders.follow(next.engine());
    }

    /**
     * A communicator whose context all processes of the parent agree on; disjoint groups may share it.
     *
     * @param world its members' world ranks in order, or null where the caller is none
     * @return null where the caller is no member
     */
    public @Nullable CommCore create(CommCore parent, int @Nullable [] world) {
        return makeOf(parent, parent.collectives(), id -> {
            if (world == null) {
                giveBack(id);
                return null;
            }
            CommCore child = communicators.create(id * STEP, world);
            Schedules.inheritance(parent).accept(child);
            return child;
        });
    }

    /** Makes communicators of the processes of another one, all of which call. */
    private @Nullable CommCore makeOf(CommCore parent, CollPort port, IntFunction<@Nullable CommCore> maker) {
        Making making = parent.membership().making();
        return make(
                making,
                parent.membership().members(),
                () -> maker.apply(agree((long) parent.context() << 32, words -> and(port, words))));
    }

    /** Makes a communicator. Where the call fails here because of a failure, the others are told: some may have made it. */
    private <C extends @Nullable CommCore> C make(@Nullable Making making, int[] members, Supplier<C> maker) {
        Memberships memberships = communicators.memberships();
        try {
            C child = maker.get();
            if (child != null) {
                memberships.made(making, child.membership());
            }
            return child;
        } catch (RuntimeException e) {
            memberships.leaves(making, members, e);
            throw e;
        }
    }

    /** A communicator of the same processes, in the same group or groups. */
    public CommCore duplicate(CommCore parent) {
        CommCore copy = makeOf(parent, parent.whole().collectives(), id -> {
            CommCore child = like(parent, id);
            inheritance(parent).accept(child);
            return child;
        });
        return Objects.requireNonNull(copy);
    }

    private CommCore like(CommCore parent, int id) {
        int[] members = parent.worldRanks();
        return parent.isInter()
                ? communicators.createBetween(id * STEP, parent.local().worldRanks(), members)
                : communicators.create(id * STEP, members);
    }

    private static Consumer<CommCore> inheritance(CommCore parent) {
        Consumer<CommCore> all = Schedules.inheritance(parent.whole());
        Consumer<CommCore> group = parent.isInter() ? Schedules.inheritance(parent.local()) : child -> {};
        return child -> {
            all.accept(child.whole());
            group.accept(child.local());
        };
    }

    /**
     * An intercommunicator of some processes of another one, all of whose processes call it.
     *
     * @param local world ranks of the calling process's group, or null where the caller is no member
     * @param remote world ranks of the other group
     * @return null where the caller is no member
     */
    public @Nullable CommCore createBetween(CommCore parent, int @Nullable [] local, int[] remote) {
        return makeOf(parent, parent.whole().collectives(), id -> {
            if (local == null) {
                giveBack(id);
                return null;
            }
            CommCore child = communicators.createBetween(id * STEP, local, remote);
            inheritance(parent).accept(child);
            return child;
        });
    }

    /**
     * An intercommunicator between two groups, whose members alone call it.
     *
     * @param parent of the calling process's group; where it is revoked the call ends
     * @param peer of the leaders, likewise; the parent at other processes
     * @param ticket the same for all members, and no other one's at the same time
     */
    public CommCore createBetween(CommCore parent, CommCore peer, int[] remote, int ticket) {
        CommCore child = createFromGroups(parent.worldRanks(), remote, ticketed(ticket), parent, peer);
        Schedules.inheritance(parent).accept(child.local());
        return child;
    }

    /** The leader of a group cannot tell it of the other one, which it has met: that need not wait. */
    public void leaveBetween(CommCore parent, int[] remote, int ticket, RuntimeException why) {
        Meeting meeting = meeting(parent.worldRanks(), remote, ticketed(ticket));
        communicators.memberships().leaves(meeting.making, meeting.members, why);
    }

    /** Throws why a process has failed, if it has. */
    void checkLives(int process) {
        communicators.memberships().check(process);
    }

    private static String ticketed(int ticket) {
        return "ticket " + ticket;
    }

    /**
     * A communicator of a group whose members alone call it, and need no communicator in common (MPI_Comm_create_from_group).
     *
     * @param world the members' world ranks in order; this process is one of them
     * @param tag tells agreements of the same members apart that go on at the same time
     */
    public CommCore createFromGroup(int[] world, String tag) {
        ProcessNames processes = communicators.engine().processes();
        return createAmong(meeting(MeetingKey.of("group", tag, processes, world), world));
    }

    /** A communicator whose members alone agree on its context. They are processes of the parent. */
    public CommCore createAmong(CommCore parent, int[] world, int tag) {
        ProcessNames processes = parent.engine().processes();
        String of =
                parent.context() + " of " + Long.toHexString(parent.membership().key()) + " " + tag;
        return createAmong(meeting(MeetingKey.of("among", of, processes, world), world, parent));
    }

    private CommCore createAmong(Meeting meeting) {
        return meet(meeting, id -> communicators.create(id * STEP, meeting.members));
    }

    private CommCore meet(Meeting meeting, IntFunction<CommCore> maker) {
        try (ProcessNames.Pin pin = communicators.engine().processes().pin()) {
            pin.of(meeting.members);
            return make(meeting.making, meeting.members, () -> {
                int id = agree(
                        meeting.key.order() + LAST,
                        words -> meetings.and(meeting.key, meeting.members, meeting.place, words, meeting.watch));
                return maker.apply(id);
            });
        }
    }

    /**
     * A meeting, which ends with an error once a member has failed, or has met an error.
     *
     * @param on communicators whose revocation ends it, too
     */
    private Meeting meeting(MeetingKey key, int[] members, CommCore... on) {
        int place = WorldRanks.indexOf(members, communicators.engine().worldRank());
        if (!communicators.engine().job().survivesDeaths()) {
            return new Meeting(key, members, place, null, () -> {});
        }
        Memberships memberships = communicators.memberships();
        Making making = new Making(key.high(), key.low());
        return new Meeting(key, members, place, making, () -> {
            memberships.check(making, members);
            for (CommCore one : on) {
                one.membership().checkRevoked();
            }
        });
    }

    /** That of two groups. */
    private Meeting meeting(int[] local, int[] remote, String tag, CommCore... on) {
        ProcessNames processes = communicators.engine().processes();
        boolean isFirst = processes.isBefore(local[0], remote[0]);
        int[] first = isFirst ? local : remote;
        int[] second = isFirst ? remote : local;
        return meeting(MeetingKey.of("groups", tag, processes, first, second), concat(first, second), on);
    }

    /**
     * The leader of a group learns whether that of the other group takes part in their call.
     *
     * @param local world ranks of the own group
     * @param remote of the other one
     * @param leader place of its leader in it
     * @return false if that leader has failed
     */
    public boolean meetLeader(int[] local, int[] remote, int leader, String tag) {
        return leaders.meet(tag, local, remote, remote[leader]);
    }

    /** The leader of the own group has failed, and says so to the other one when that asks. */
    public void refuseLeader(int[] local, String tag) {
        leaders.refuse(tag, local);
    }

    /**
     * What the leader of a group tells the other members of the other group.
     *
     * @param group world ranks of the own group
     * @param leader place of the leader in it
     * @param words the place of the other leader, and the processes of its group, or a negative number, and any others; they matter at the
     *     leader only
     * @return the same at all members
     */
    public int[] tellGroup(CommCore self, int[] group, int leader, String tag, int[] words) {
        ProcessNames processes = self.engine().processes();
        MeetingKey key = MeetingKey.of("leader", tag, processes, group);
        boolean isLeader = group[leader] == self.world(0);
        int[] told = isLeader && words[0] >= 0 ? named(processes, group, words) : words;
        Runnable watch = meeting(key, group).watch;
        int[] heard = meetings.tell(key, group, leader, self.world(0), told, watch);
        if (isLeader) {
            return words;
        }
        return heard[0] >= 0 && heard.length > 1 && heard[1] == NAMES ? read(processes, heard) : heard;
    }

    /** Processes of several jobs have different numbers in each: their names follow, a byte in each word. */
    private static int[] named(ProcessNames processes, int[] group, int[] words) {
        int[] remote = Arrays.copyOfRange(words, 1, words.length);
        if (remote.length == 0 || processes.areOfWorld(remote) && processes.areOfWorld(group)) {
            return words;
        }
        byte[] text = processes.text(remote).getBytes(StandardCharsets.UTF_8);
        int[] named = new int[2 + text.length];
        named[0] = words[0];
        named[1] = NAMES;
        for (int i = 0; i < text.length; i++) {
            named[2 + i] = text[i];
        }
        return named;
    }

    private static int[] read(ProcessNames processes, int[] named) {
        byte[] text = new byte[named.length - 2];
        for (int i = 0; i < text.length; i++) {
            text[i] = (byte) named[2 + i];
        }
        int[] remote = processes.numbers(new String(text, StandardCharsets.UTF_8));
        return concat(new int[] {named[0]}, remote);
    }

    /**
     * An intercommunicator of two groups, as {@link #createFromGroup} makes one of a group (MPI_Intercomm_create_from_groups).
     *
     * @param on communicators whose revocation ends the call
     */
    public CommCore createFromGroups(int[] local, int[] remote, String tag, CommCore... on) {
        return meet(meeting(local, remote, tag, on), id -> {
            CommCore child = communicators.createBetween(id * STEP, local, remote);
            // The groups agree on what they choose algorithms by.
            Collectives.barrier(child.whole().collectives());
            return child;
        });
    }

    private static int[] concat(int[] first, int[] second) {
        int[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    private int agree(long key, Exchange exchange) {
        reclaim();
        Progress progress = communicators.engine().progress();
        exchange.and(new long[1]);
        long[] words = new long[words()];
        Search search = new Search(key, words);
        try {
            for (int fruitless = 0; ; ) {
                boolean offers = search.offer();
                exchange.and(words);
                int id = search.settle();
                if (id >= 0) {
                    return id;
                }
                // A rank that is alone exchanges nothing, and the agreement that comes first needs messages. If that
                // has
                // ended during the exchange, none may come any more.
                if (offers || !search.mayOffer()) {
                    fruitless = progress.advance(fruitless);
                }
            }
        } finally {
            search.end();
            // Background agreements that had no right to offer may continue.
            progress.enter();
            progress.advanceBackgrounds();
            progress.exit();
        }
    }

    /**
     * Begins the agreement on a communicator of all processes of the parent, which goes on in the background.
     *
     * @param number of this call among those on the parent, the same on all of its processes
     * @param made gets the new communicator
     */
    public Background begin(CommCore parent, int number, Consumer<CommCore> made) {
        reclaim();
        long key = ((long) parent.context() << 32) + (1L << 31) + 1 + (number & Integer.MAX_VALUE >> 1);
        // Decided here, where all ranks are at the same place of their programs.
        Consumer<CommCore> inheritance = inheritance(parent);
        Memberships memberships = communicators.memberships();
        Making making = parent.membership().backgroundMaking(number);
        return new BackgroundAgreement(
                parent.whole(),
                this,
                key,
                id -> {
                    CommCore child = like(parent, id);
                    inheritance.accept(child);
                    memberships.made(making, child.membership());
                    made.accept(child);
                },
                failure -> memberships.leaves(making, parent.membership().members(), failure));
    }

    /**
     * Begins the agreement on a communicator of the processes of the parent that have not failed.
     *
     * @param number as for {@link #begin}
     * @param made gets the new communicator
     */
    public Background shrink(CommCore parent, int number, Consumer<CommCore> made) {
        reclaim();
        long key = ((long) parent.context() << 32) + (1L << 31) + 1 + (number & Integer.MAX_VALUE >> 1);
        return new ShrinkAgreement(parent.membership(), this, key, (id, decision) -> {
            // Its first operation agrees on what algorithms are chosen by: the survivors of a failed call need not know
            // the same.
            int[] members = living(parent.membership(), decision, parent.worldRanks());
            if (!parent.isInter()) {
                made.accept(communicators.create(id * STEP, members));
            } else if (members.length == 0) {
                giveBack(id);
                throw new EngineException(
                        ErrorClass.PROC_FAILED,
                        "all processes of the other group have failed: nothing is left to shrink to");
            } else {
                int[] local =
                        living(parent.membership(), decision, parent.local().worldRanks());
                made.accept(communicators.createBetween(id * STEP, local, members));
            }
        });
    }

    private static int[] living(Membership membership, Decision decision, int[] world) {
        return Arrays.stream(world)
                .filter(member -> !membership.isDead(decision, member))
                .toArray();
    }

    /** How many longs a {@link Search} sends. */
    static int words() {
        return WORDS + 1;
    }

    /** Combines the words of all processes of a communicator, in place. */
    static void and(CollPort port, long[] words) {
        Reduction and = Reductions.of(Operation.BAND, BaseType.LONG);
        Collectives.allReduce(port, null, 0, words, 0, words.length, REDUCE_LONGS, and);
    }

    /** One agreement, from when all processes have met: in each round each of them offers what is free, or nothing. */
    final class Search {
        private final long key;
        private final long[] words;
        private int window;
        private boolean offering;

        Search(long key, long[] words) {
            this.key = key;
            this.words = words;
            enter(key);
        }

        /** Fills the words with what this process offers in a round, to be combined with the others'; false if nothing. */
        boolean offer() {
            if (window == WINDOWS) {
                throw new EngineException(
                        ErrorClass.OTHER,
                        "no context is free on all ranks for a new communicator: " + used.cardinality()
                                + " are in use here; free communicators that are no longer needed");
            }
            Arrays.fill(words, 0);
            offering = ContextIds.this.offer(key, window, words);
            return offering;
        }

        /** True if it would offer something now. */
        boolean mayOffer() {
            return ContextIds.this.mayOffer(key);
        }

        /** The result of a round: a context, which is now in use, or -1 if another round is needed. */
        int settle() {
            // All have offered where the last word is set; else some had no right to.
            int id = words[WORDS] == 0 ? -1 : lowest(words, window);
            if (id >= 0) {
                take(id);
            } else {
                window += words[WORDS] != 0 ? 1 : 0;
            }
            withdraw(offering);
            offering = false;
            return id;
        }

        void end() {
            withdraw(offering);
            leave(key);
        }
    }

    private static int lowest(long[] words, int window) {
        for (int i = 0; i < WORDS; i++) {
            if (words[i] != 0) {
                return (window * WORDS + i) * Long.SIZE + Long.numberOfTrailingZeros(words[i]);
            }
        }
        return -1;
    }

    private synchronized void enter(long key) {
        inside.add(key);
    }

    private synchronized void leave(long key) {
        inside.remove(key);
    }

    private synchronized boolean mayOffer(long key) {
        return !offered && inside.peek() == key;
    }

    /** Offers what is free in a window, and a last word that says so; nothing while another thread has the right to. */
    private synchronized boolean offer(long key, int window, long[] words) {
        if (!mayOffer(key)) {
            return false;
        }
        offered = true;
        long[] map = used.toLongArray();
        for (int i = 0; i < WORDS; i++) {
            int at = window * WORDS + i;
            words[i] = at < map.length ? ~map[at] : -1;
        }
        words[WORDS] = -1;
        return true;
    }

    private synchronized void withdraw(boolean offering) {
        offered &= !offering;
    }

    private synchronized void take(int id) {
        used.set(id);
    }

    private synchronized void giveBack(int id) {
        used.clear(id);
    }

    /**
     * The program has freed a communicator. Its context may be used again once the receives that are posted in it, and
     * its persistent requests and collective operations, have ended (MPI 4.1 section 7.4.3).
     */
    public void release(CommCore core) {
        synchronized (this) {
            freed.add(core);
        }
        reclaim();
    }

    /** As {@link #release}, from within an operation of the background: the context becomes free with a later call. */
    public synchronized void releaseLater(CommCore core) {
        freed.add(core);
    }

    /** Calls the engine outside of this object's lock, which background agreements take under the engine's lock. */
    private void reclaim() {
        List<CommCore> candidates;
        synchronized (this) {
            candidates = List.copyOf(freed);
            freed.clear();
        }
        for (CommCore core : candidates) {
            if (!core.isInUse() && communicators.forget(core)) {
                if (!core.collectives().hasFailedCalls() && !core.membership().keepsContext()) {
                    giveBack(core.context() / STEP);
                }
                // Else last words of its ranks may still be under way, and would reach another communicator.
            } else {
                synchronized (this) {
                    freed.add(core);
                }
            }
        }
    }
}
