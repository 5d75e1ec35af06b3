package org.bipj.mpi.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.function.Function;
import mpi.MpiCall;
import mpi.MpiProcess;
import mpi.Request;
import org.bipj.core.job.SharedNote;
import org.bipj.mpi.call.CallFacts;
import org.bipj.mpi.call.Who;
import org.bipj.mpi.check.WaitNote.Announced;
import org.bipj.mpi.check.WaitNote.Clause;
import org.bipj.mpi.check.WaitNote.Exchanged;
import org.bipj.mpi.check.WaitNote.Kind;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.MpiVariables;
import org.bipj.mpi.engine.Unreceived;
import org.bipj.mpi.engine.WaitObserver;
import org.bipj.mpi.engine.WaitState;
import org.jspecify.annotations.Nullable;

/**
 * What this rank waits for, while it waits: writes it down for the others of its node, and has {@link Circle} look whether some of
 * them wait for each other.
 */
final class OwnWaits implements WaitObserver {
    /** Milliseconds after which a wait is looked at. */
    private static final int PATIENCE_MS = 20;

    private static final long NS_PER_MS = 1_000_000;
    /** Virtual time in which messages arrive that are under way, and their receivers write them down. */
    private static final double SETTLING_NS = 1e6;

    /** Rounds before the clock is read. */
    private static final int ROUNDS = 200;
    /** The time between looks is doubled so often. */
    private static final int DOUBLINGS = 6;
    /** Conditions of one wait that are written down. */
    private static final int MOST = 8;
    /** Messages that are told with them. */
    private static final int MOST_MESSAGES = 4;

    /** A collective call of this rank, by its communicator's key, and how many it had made there before. */
    private record Entered(long key, long number) {}

    private final MpiProcess process;
    private final UnmatchedMessages messages;
    /** Null if this rank's waits cannot be seen, or nobody could read of them. */
    private final @Nullable WaitState state;

    private final @Nullable WaitNote own;
    private final Circle circle;
    /** The operation of a request; null if it is not known. */
    private final Function<Request, @Nullable PendingOperation> operation;

    private final Map<MpiCall, Entered> entered = new WeakHashMap<>();
    /** The program's call; null: it is in none. */
    private @Nullable MpiCall call;

    private final long patienceNs = NS_PER_MS * MpiVariables.number(MpiVariables.CHECK_PATIENCE, PATIENCE_MS);
    /** The last look at the wait, or when it began to be long; negative: it is short. */
    private long lookedNs = -1;
    /** Looks at the wait, up to {@link #DOUBLINGS}. */
    private int looks;

    OwnWaits(
            MpiProcess process,
            Findings findings,
            UnmatchedMessages messages,
            Function<Request, @Nullable PendingOperation> operation) {
        this.process = process;
        this.messages = messages;
        this.operation = operation;
        own = note(process, process.rank());
        state = own == null ? null : process.watch(this);
        boolean isVirtual = state != null && state.isVirtual();
        circle = new Circle(process, findings, rank -> note(process, rank), isVirtual ? this::settle : null);
    }

    private static @Nullable WaitNote note(MpiProcess process, int rank) {
        int ranks = process.size();
        var memory = ranks > 1 ? process.shared(SharedNote.name(rank), SharedNote.bytes(ranks)) : null;
        return memory == null ? null : new WaitNote(memory, ranks);
    }

    /** The rank makes a collective call, as its n-th one after {@code number} others on a communicator. */
    void entered(MpiCall collective, long key, long number) {
        if (state != null && own != null) {
            own.entered(key, number + 1);
            entered.put(collective, new Entered(key, number));
        }
    }

    void before(MpiCall begun) {
        call = begun;
    }

    /** The rank has called Finalize, as {@link #before}. */
    void finalizing(MpiCall end) {
        if (own != null) {
            own.finalizing();
        }
        before(end);
    }

    void after() {
        call = null;
        changing();
    }

    @Override
    public void changing() {
        if (own != null) {
            own.invalidate();
        }
    }

    @Override
    public void waiting(int fruitless) {
        if (call == null) {
            return;
        }
        if (patienceNs == 0 || state().isVirtual()) {
            look(call);
            return;
        }
        if (fruitless < ROUNDS) {
            lookedNs = -1;
            looks = 0;
            return;
        }
        long nowNs = state().now();
        if (lookedNs < 0) {
            lookedNs = nowNs;
        } else if (nowNs - lookedNs >= patienceNs << looks) {
            lookedNs = nowNs;
            looks = Math.min(looks + 1, DOUBLINGS);
            look(call);
        }
    }

    private WaitState state() {
        assert state != null : "waits that cannot be seen";
        return state;
    }

    private void look(MpiCall wait) {
        if (isPublished(wait)) {
            circle.look();
        }
    }

    /** Writes the wait down, if it is one of those that can be, and has changed. */
    private boolean isPublished(MpiCall wait) {
        assert own != null : "waits are seen where others can read of them";
        if (state().isHeld()) {
            own.invalidate();
            return false;
        }
        if (!own.isValid()) {
            List<Clause> clauses = clauses(wait);
            if (clauses.isEmpty()) {
                return false;
            }
            publish(own, clauses.subList(0, Math.min(MOST, clauses.size())));
        }
        return true;
    }

    /**
     * Lets virtual time pass before this rank, which waits, reports a circle: the others write down what they receive meanwhile,
     * and so does this one.
     */
    private void settle() {
        process.job().compute(SETTLING_NS);
        if (state().receive() > 0) {
            changing();
        }
        boolean ignored = call != null && isPublished(call);
    }

    private void publish(WaitNote note, List<Clause> clauses) {
        WaitState now = state();
        int[] held = now.held();
        int[] announced = new int[process.size()];
        List<Announced> waiting = new ArrayList<>();
        for (Unreceived one : now.announced()) {
            if (one.source() < announced.length) {
                announced[one.source()]++;
                waiting.add(new Announced(one.context(), one.source(), one.tag()));
            }
        }
        List<Exchanged> exchanged = new ArrayList<>();
        for (int rank = 0; rank < announced.length; rank++) {
            exchanged.add(new Exchanged(now.spent(rank), now.unfinished(rank), held[rank], announced[rank]));
        }
        note.publish(exchanged, waiting, clauses, String.join("\n", unreceived(clauses)));
    }

    /** The messages that lie here, if the rank waits for one: it may have another tag. */
    private List<String> unreceived(List<Clause> clauses) {
        if (clauses.stream().noneMatch(clause -> clause.kind() == Kind.MESSAGE)) {
            return List.of();
        }
        List<String> lines = messages.unreceived();
        return lines.subList(0, Math.min(MOST_MESSAGES, lines.size()));
    }

    // ---- what a call waits for -----------------------------------------------------------------------------------

    private List<Clause> clauses(MpiCall wait) {
        List<Clause> all = new ArrayList<>();
        if (wait.requests().length > 0) {
            addRequests(all, wait);
        } else if (wait.operation() != null) {
            add(all, collective(wait, wait.toString()));
        } else if (wait.recvTag() != MpiCall.NONE) {
            int context = process.context(wait.handle());
            int source = process.world(wait.handle(), wait.source());
            if (isPlain(wait) && state().isUnmatched(context, source, wait.recvTag())) {
                add(all, message(wait, wait.toString()));
            }
        } else if (wait.sendTag() != MpiCall.NONE) {
            int dest = process.world(wait.handle(), wait.dest());
            if (dest >= 0 && state().awaitsSend(dest, process.context(wait.handle()), wait.sendTag())) {
                add(all, acceptance(wait, wait.toString()));
            }
        }
        return all;
    }

    /** False for exchanges of objects, which consist of several messages. */
    private static boolean isPlain(MpiCall receive) {
        return receive.sendTag() == MpiCall.NONE
                || receive.buffers().size() == (Facts.of(receive) == CallFacts.SENDRECV_REPLACE ? 1 : 2);
    }

    private void addRequests(List<Clause> all, MpiCall wait) {
        CallFacts facts = Facts.of(wait);
        if (facts.kind() != CallFacts.Kind.WAITS) {
            return;
        }
        if (facts == CallFacts.WAIT_ANY || facts == CallFacts.WAIT_SOME) {
            addAny(all, wait);
            return;
        }
        for (Request request : wait.requests()) {
            Clause clause = request == null ? null : clause(request, wait);
            if (clause != null) {
                all.add(clause);
            }
        }
    }

    private @Nullable Clause clause(Request request, MpiCall wait) {
        PendingOperation pending = operation.apply(request);
        if (pending == null) {
            return null;
        }
        MpiCall made = pending.made;
        if (made.operation() != null) {
            return process.isActive(request) ? collective(made, words(wait, pending)) : null;
        }
        if (process.isUnmatched(request)) {
            return message(made, words(wait, pending));
        }
        return process.isUnfinishedSend(request) && made.sendTag() != MpiCall.NONE
                ? acceptance(made, words(wait, pending))
                : null;
    }

    /** A wait for one of several requests: told only where all of them are receives. */
    private void addAny(List<Clause> all, MpiCall wait) {
        Set<Integer> sources = new TreeSet<>();
        List<PendingOperation> receives = new ArrayList<>();
        for (Request request : wait.requests()) {
            if (request == null || !process.isActive(request)) {
                continue;
            }
            PendingOperation receive = operation.apply(request);
            if (receive == null || !process.isUnmatched(request)) {
                return;
            }
            Clause clause = message(receive.made, "");
            if (clause == null) {
                return;
            }
            Arrays.stream(clause.ranks()).forEach(sources::add);
            receives.add(receive);
        }
        if (!receives.isEmpty()) {
            int[] ranks = sources.stream().mapToInt(Integer::intValue).toArray();
            all.add(new Clause(Kind.MESSAGE, ranks, 0, 0, 0, 0, words(wait, receives.getFirst())));
        }
    }

    private static String words(MpiCall wait, PendingOperation started) {
        return wait + ", of " + started;
    }

    private static void add(List<Clause> all, @Nullable Clause clause) {
        if (clause != null) {
            all.add(clause);
        }
    }

    private @Nullable Clause message(MpiCall receive, String text) {
        int source = process.world(receive.handle(), receive.source());
        int[] sources = receive.source() == CommCore.ANY_SOURCE ? others(receive.handle()) : new int[] {source};
        boolean isNamed = sources.length > 0 && Arrays.stream(sources).allMatch(rank -> rank >= 0);
        return isNamed ? new Clause(Kind.MESSAGE, sources, 0, 0, 0, 0, text) : null;
    }

    /** Empty where processes of other jobs are among them, of which nothing is known here. */
    private int[] others(@Nullable Object handle) {
        int[] members = process.members(handle);
        if (Arrays.stream(members).anyMatch(rank -> rank >= process.size())) {
            return new int[0];
        }
        return Arrays.stream(members)
                .filter(rank -> rank != process.rank())
                .sorted()
                .distinct()
                .toArray();
    }

    private @Nullable Clause acceptance(MpiCall send, String text) {
        int dest = process.world(send.handle(), send.dest());
        int context = process.context(send.handle());
        if (dest < 0 || context < 0) {
            return null;
        }
        int number = state().unfinished(dest, context, send.sendTag());
        return number == 0
                ? null
                : new Clause(Kind.ACCEPTANCE, new int[] {dest}, 0, number, context, send.sendTag(), text);
    }

    /** Null for calls that may end although others have not begun them. */
    private @Nullable Clause collective(MpiCall collective, String text) {
        Entered here = entered.get(collective);
        if (here == null || collective.comm() == null || collective.comm().isInter()) {
            return null;
        }
        CallFacts facts = Facts.of(collective);
        boolean hasData = !collective.buffers().isEmpty()
                && collective.buffers().getFirst().bytes() > 0;
        if (!hasData && (!facts.synchronises() || facts.movesData() || facts.reduces())) {
            return null;
        }
        if (facts.hasOwnCounts()) {
            // Those of some may be 0.
            return null;
        }
        int root = collective.root() == MpiCall.NONE ? -1 : process.world(collective.comm(), collective.root());
        int[] ranks = others(collective.comm());
        if (facts.from() == Who.ROOT) {
            ranks = root < 0 || root == process.rank() ? new int[0] : new int[] {root};
        } else if (!facts.synchronises() && !(facts.to() == Who.ROOT && root == process.rank())) {
            return null;
        }
        return ranks.length == 0 ? null : new Clause(Kind.CALL, ranks, here.key, here.number, 0, 0, text);
    }
}
