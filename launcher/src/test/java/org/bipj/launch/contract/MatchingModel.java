package org.bipj.launch.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bipj.launch.contract.MatchingProgram.Op;

/**
 * MPI's matching by the letter (MPI 4.1 section 3.5), by trying every order of steps: a receive and a message that has been sent match at
 * any moment from then on, if the receive is the
 * oldest one that the message matches, and the message the oldest of its sender that the receive matches; nothing orders the messages of
 * different senders. A receive, and a message, can be cancelled until it has matched. A standard send is buffered. A test, and a probe that does not wait, may fail although they need
 * not, unless a probe has found the message before. It shares nothing with the library.
 */
final class MatchingModel {
    /** A message. */
    private record Message(int id, int source, int tag, boolean synchronous) {}

    /** A receive that waits for a message. */
    private record Posted(int slot, int source, int tag) {}

    /** The state of one rank. */
    private static final class Rank {
        int at;
        String log = "";
        int sent;
        /** A send or a blocking receive has begun. */
        boolean begun;

        List<Posted> posted = new ArrayList<>();
        List<Message> unexpected = new ArrayList<>();
        Set<Integer> shown = new TreeSet<>();
        /** By slot: the number of the message that has come; -1 none, -2 not started, -3 ended. */
        int[] slots = new int[9];

        Rank() {
            Arrays.fill(slots, -2);
        }

        Rank(Rank of) {
            at = of.at;
            log = of.log;
            sent = of.sent;
            begun = of.begun;
            posted = new ArrayList<>(of.posted);
            unexpected = new ArrayList<>(of.unexpected);
            shown = new TreeSet<>(of.shown);
            slots = of.slots.clone();
        }

        /** The oldest receive that a message matches; null: none. */
        Posted taker(Message message) {
            return posted.stream()
                    .filter(one -> matches(one.source, one.tag, message))
                    .findFirst()
                    .orElse(null);
        }

        void addTo(StateKey key) {
            key.add(at).add(log).add(sent).add(begun);
            key.add(posted.size());
            posted.forEach(one -> key.add(one.slot).add(one.source).add(one.tag));
            key.add(unexpected.size());
            // Those of one sender are in order; nobody sees how it is mixed with others.
            unexpected.stream().mapToInt(Message::id).sorted().forEach(key::add);
            key.add(shown.size());
            shown.forEach(key::add);
            key.add(slots);
        }
    }

    /** The slot of a receive that waits. */
    private static final int BLOCKING = 8;

    private final MatchingProgram program;
    private final int n;
    private final int most;
    private final boolean takesShortCuts;
    private final Set<String> visited = new HashSet<>();
    /** What ranks have printed in runs that end; a deadlock is there as one word. */
    private final Set<String> outcomes = new TreeSet<>();

    private MatchingModel(MatchingProgram program, int most, boolean takesShortCuts) {
        this.program = program;
        this.most = most;
        this.takesShortCuts = takesShortCuts;
        n = program.ranks().size();
    }

    /**
     * All outcomes: what ranks print, with a semicolon between; {@code deadlock} where they wait for ever.
     *
     * @param most if there are more than so many, one more is enough
     */
    static Set<String> outcomes(MatchingProgram program, int most) {
        return new MatchingModel(program, most, true).outcomes();
    }

    /** The same, and each step is tried in each order: what nobody can see, too. */
    static Set<String> outcomesOfAllOrders(MatchingProgram program) {
        return new MatchingModel(program, Integer.MAX_VALUE, false).outcomes();
    }

    private Set<String> outcomes() {
        visit(new State(n));
        return outcomes;
    }

    private static boolean matches(int source, int tag, Message message) {
        return (source == MatchingProgram.ANY || source == message.source)
                && (tag == MatchingProgram.ANY || tag == message.tag);
    }

    /** The state of all. */
    private static final class State {
        final Rank[] ranks;
        final Set<Integer> matched = new TreeSet<>();

        State(int n) {
            ranks = new Rank[n];
            Arrays.setAll(ranks, rank -> new Rank());
        }

        State(State of) {
            ranks = new Rank[of.ranks.length];
            Arrays.setAll(ranks, rank -> new Rank(of.ranks[rank]));
            matched.addAll(of.matched);
        }

        String key() {
            StateKey key = new StateKey();
            for (Rank rank : ranks) {
                rank.addTo(key);
            }
            matched.forEach(key::add);
            return key.toString();
        }
    }

    private void visit(State state) {
        if (outcomes.size() > most || !visited.add(state.key())) {
            return;
        }
        for (int rank = 0; rank < n; rank++) {
            if (takesShortCuts && !hasEnded(state, rank) && isAlone(state, rank)) {
                // Nothing that others do hinders it, and it hinders nothing: any order has it first as well.
                step(state, rank);
                return;
            }
        }
        boolean moved = false;
        boolean over = true;
        for (int rank = 0; rank < n; rank++) {
            moved |= match(state, rank);
            if (!hasEnded(state, rank)) {
                over = false;
                moved |= step(state, rank);
            }
        }
        if (!moved) {
            outcomes.add(
                    over
                            ? String.join(
                                    ";",
                                    Arrays.stream(state.ranks)
                                            .map(rank -> rank.log)
                                            .toList())
                            : "deadlock");
        }
    }

    private boolean hasEnded(State state, int rank) {
        return state.ranks[rank].at == program.ranks().get(rank).size();
    }

    /** True if a rank can take its next step in one way, and can do so however long it waits. */
    private boolean isAlone(State state, int number) {
        Rank rank = state.ranks[number];
        Op op = program.ranks().get(number).get(rank.at);
        return switch (op.kind()) {
            case SEND, IRECV -> true;
            case SSEND -> !rank.begun || state.matched.contains(100 * number + rank.sent - 1);
            case SCANCEL -> !rank.begun;
            case RECV -> !rank.begun || rank.slots[BLOCKING] >= 0;
            case WAIT -> rank.slots[op.slot()] >= 0;
            case PROBE, IPROBE, TEST, CANCEL, WAIT_ANY, WAIT_SOME -> false;
        };
    }

    /** Matches each pair that can match now; false if there is none. */
    private boolean match(State state, int number) {
        boolean any = false;
        Rank rank = state.ranks[number];
        for (Message message : rank.unexpected) {
            Posted taker = rank.taker(message);
            if (taker != null && isOldest(rank, message, taker.source, taker.tag)) {
                State next = new State(state);
                Rank own = next.ranks[number];
                own.posted.remove(taker);
                own.unexpected.remove(message);
                own.slots[taker.slot] = message.id;
                own.shown.remove(message.id);
                next.matched.add(message.id);
                visit(next);
                any = true;
            }
        }
        return any;
    }

    private static boolean isOldest(Rank rank, Message message, int source, int tag) {
        return rank.unexpected.stream()
                .filter(other -> other.source == message.source && matches(source, tag, other))
                .findFirst()
                .orElseThrow()
                .equals(message);
    }

    /** Takes each step that a rank can take now; false if it waits. */
    private boolean step(State state, int number) {
        Rank rank = state.ranks[number];
        Op op = program.ranks().get(number).get(rank.at);
        switch (op.kind()) {
            case SEND, SSEND, SCANCEL -> {
                boolean waits = op.kind() != MatchingProgram.Kind.SEND;
                if (!rank.begun) {
                    State next = new State(state);
                    Rank own = next.ranks[number];
                    Message message = new Message(100 * number + own.sent++, number, op.tag(), waits);
                    next.ranks[op.peer()].unexpected.add(message);
                    own.begun = waits;
                    own.at += waits ? 0 : 1;
                    visit(next);
                    return true;
                }
                int id = 100 * number + rank.sent - 1;
                boolean isCancelled = op.kind() == MatchingProgram.Kind.SCANCEL;
                if (isCancelled && !state.matched.contains(id)) {
                    takeBack(state, number, op.peer(), id);
                    return true;
                }
                return state.matched.contains(id) && end(state, number, isCancelled ? " n" : "");
            }
            case RECV -> {
                if (!rank.begun) {
                    post(state, number, BLOCKING, op, true);
                    return true;
                }
                return rank.slots[BLOCKING] >= 0 && end(state, number, " r" + rank.slots[BLOCKING]);
            }
            case IRECV -> {
                post(state, number, op.slot(), op, false);
                return true;
            }
            case PROBE -> {
                List<Message> found = found(rank, op);
                found.forEach(message -> show(state, number, " p", message));
                return !found.isEmpty();
            }
            case IPROBE -> {
                List<Message> found = found(rank, op);
                found.forEach(message -> show(state, number, " i", message));
                return found.stream().anyMatch(message -> rank.shown.contains(message.id)) || end(state, number, " i-");
            }
            case WAIT -> {
                int id = rank.slots[op.slot()];
                return id == -3 && end(state, number, "") || id >= 0 && end(state, number, " w" + id, op.slot());
            }
            case TEST -> {
                int id = rank.slots[op.slot()];
                if (id >= 0) {
                    end(state, number, " t1", op.slot());
                }
                return end(state, number, id == -3 ? " t." : " t0");
            }
            case CANCEL -> {
                return cancel(state, number, op.slot());
            }
            case WAIT_ANY -> {
                boolean moved = active(rank).isEmpty() && end(state, number, " a.");
                for (int slot : done(rank)) {
                    moved |= end(state, number, " a" + rank.slots[slot], slot);
                }
                return moved;
            }
            case WAIT_SOME -> {
                boolean moved = active(rank).isEmpty() && end(state, number, " s.");
                List<Integer> done = done(rank);
                for (int bits = 1; bits < 1 << done.size(); bits++) {
                    List<Integer> ids = new ArrayList<>();
                    int[] slots = new int[Integer.bitCount(bits)];
                    for (int i = 0; i < done.size(); i++) {
                        if ((bits >> i & 1) == 1) {
                            slots[ids.size()] = done.get(i);
                            ids.add(rank.slots[done.get(i)]);
                        }
                    }
                    moved |= end(state, number, " s" + ids, slots);
                }
                return moved;
            }
        }
        throw new IllegalStateException(op.toString());
    }

    /** A message that has not matched is cancelled, wherever it is. */
    private void takeBack(State state, int number, int dest, int id) {
        State next = new State(state);
        next.ranks[dest].unexpected.removeIf(message -> message.id == id);
        next.ranks[dest].shown.remove(id);
        end(next, number, " y");
    }

    /** A receive that has not matched is cancelled, unless a probe has found a message that it has to take. */
    private boolean cancel(State state, int number, int slot) {
        Rank rank = state.ranks[number];
        int id = rank.slots[slot];
        if (id != -1) {
            return id == -3 ? end(state, number, "") : end(state, number, " c" + id, slot);
        }
        boolean hasToTake = rank.unexpected.stream().anyMatch(message -> {
            Posted taker = rank.taker(message);
            return taker != null
                    && taker.slot == slot
                    && rank.shown.contains(message.id)
                    && isOldest(rank, message, taker.source, taker.tag);
        });
        if (hasToTake) {
            return false;
        }
        State next = new State(state);
        next.ranks[number].posted.removeIf(posted -> posted.slot == slot);
        return end(next, number, " x", slot);
    }

    private static List<Integer> active(Rank rank) {
        List<Integer> active = new ArrayList<>();
        for (int slot = 0; slot < BLOCKING; slot++) {
            if (rank.slots[slot] >= -1) {
                active.add(slot);
            }
        }
        return active;
    }

    private static List<Integer> done(Rank rank) {
        return active(rank).stream().filter(slot -> rank.slots[slot] >= 0).toList();
    }

    /** What a probe could find. */
    private static List<Message> found(Rank rank, Op op) {
        return rank.unexpected.stream()
                .filter(message -> matches(op.peer(), op.tag(), message)
                        && rank.taker(message) == null
                        && isOldest(rank, message, op.peer(), op.tag()))
                .toList();
    }

    private void post(State state, int number, int slot, Op op, boolean begins) {
        State next = new State(state);
        Rank own = next.ranks[number];
        own.slots[slot] = -1;
        own.posted.add(new Posted(slot, op.peer(), op.tag()));
        own.begun = begins;
        own.at += begins ? 0 : 1;
        visit(next);
    }

    private boolean show(State state, int number, String what, Message found) {
        State next = new State(state);
        next.ranks[number].shown.add(found.id);
        return end(next, number, what + found.source + "/" + found.tag);
    }

    private boolean end(State state, int number, String log, int... endedSlots) {
        State next = new State(state);
        Rank own = next.ranks[number];
        own.log += log;
        own.begun = false;
        own.at++;
        for (int slot : endedSlots) {
            own.slots[slot] = -3;
        }
        visit(next);
        return true;
    }
}
