package org.bipj.launch.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.bipj.launch.contract.WindowProgram.Kind;
import org.bipj.launch.contract.WindowProgram.Op;

/**
 * What operations on windows may do to each other (MPI 4.1 chapter 12), by trying every order of steps: a target serves the operations
 * and requests for its lock of each rank in order, at any moment, and nothing orders those of different ranks. It shares
 * nothing with the library. What a rank does by itself, such as to ask for something, or to end when all is served, is done as soon as it can be.
 */
final class WindowModel {
    /** An operation, or a request for a lock, that has not been served; number is the one of its result. */
    private record Request(Op op, int number) {}

    private static final class Rank {
        int at;
        String log = "";
        boolean begun;
        int numbers;
        /** By number: what operations have got, the target first; null: not yet. */
        TreeMap<Integer, Integer> got = new TreeMap<>();

        TreeMap<Integer, Integer> targets = new TreeMap<>();

        Rank() {}

        Rank(Rank of) {
            at = of.at;
            log = of.log;
            begun = of.begun;
            numbers = of.numbers;
            got = new TreeMap<>(of.got);
            targets = new TreeMap<>(of.targets);
        }

        void addTo(StateKey key) {
            key.add(at).add(log).add(begun).add(numbers);
            key.add(got.size());
            got.forEach((number, value) -> key.add(number).add(value));
            key.add(targets.size());
            targets.forEach((number, target) -> key.add(number).add(target));
        }
    }

    private static final class State {
        final Rank[] ranks;
        final int[][] memory;
        /** By origin and target. */
        final List<List<Request>> queues = new ArrayList<>();
        /** By source and destination. */
        final List<List<Integer>> network = new ArrayList<>();
        /** By target: those that have its lock. */
        final List<TreeSet<Integer>> holders = new ArrayList<>();

        final boolean[] exclusive;
        final int[] posted;
        final int[] completed;

        State(int n) {
            ranks = new Rank[n];
            Arrays.setAll(ranks, rank -> new Rank());
            memory = new int[n][WindowProgram.SLOTS];
            for (int i = 0; i < n * n; i++) {
                queues.add(new ArrayList<>());
                network.add(new ArrayList<>());
            }
            for (int i = 0; i < n; i++) {
                holders.add(new TreeSet<>());
            }
            exclusive = new boolean[n];
            posted = new int[n];
            completed = new int[n];
        }

        State(State of) {
            ranks = new Rank[of.ranks.length];
            Arrays.setAll(ranks, rank -> new Rank(of.ranks[rank]));
            memory = new int[ranks.length][];
            Arrays.setAll(memory, rank -> of.memory[rank].clone());
            of.queues.forEach(queue -> queues.add(new ArrayList<>(queue)));
            of.network.forEach(queue -> network.add(new ArrayList<>(queue)));
            of.holders.forEach(all -> holders.add(new TreeSet<>(all)));
            exclusive = of.exclusive.clone();
            posted = of.posted.clone();
            completed = of.completed.clone();
        }

        String key() {
            StateKey key = new StateKey();
            for (Rank rank : ranks) {
                rank.addTo(key);
            }
            for (int[] of : memory) {
                key.add(of);
            }
            for (List<Request> queue : queues) {
                key.add(queue.size());
                // What an origin has asked for are its operations in order.
                queue.forEach(one -> key.add(one.op.kind().ordinal())
                        .add(one.op.slot())
                        .add(one.op.value())
                        .add(one.number));
            }
            for (List<Integer> queue : network) {
                key.add(queue.size());
                queue.forEach(key::add);
            }
            for (Set<Integer> all : holders) {
                key.add(all.size());
                all.forEach(key::add);
            }
            for (boolean one : exclusive) {
                key.add(one);
            }
            return key.add(posted).add(completed).toString();
        }
    }

    private final WindowProgram program;
    private final int n;
    private final int most;
    private final boolean takesShortCuts;
    private final Set<String> visited = new HashSet<>();
    private final Set<String> outcomes = new TreeSet<>();

    private WindowModel(WindowProgram program, int most, boolean takesShortCuts) {
        this.program = program;
        this.most = most;
        this.takesShortCuts = takesShortCuts;
        n = program.ranks().size();
    }

    /** As {@link MatchingModel#outcomes}. */
    static Set<String> outcomes(WindowProgram program, int most) {
        return new WindowModel(program, most, true).outcomes();
    }

    /** As {@link MatchingModel#outcomesOfAllOrders}. */
    static Set<String> outcomesOfAllOrders(WindowProgram program) {
        return new WindowModel(program, Integer.MAX_VALUE, false).outcomes();
    }

    private Set<String> outcomes() {
        visit(new State(n));
        return outcomes;
    }

    private void visit(State state) {
        if (outcomes.size() > most || !visited.add(state.key())) {
            return;
        }
        if (takesShortCuts && takesShortCut(state)) {
            return;
        }
        boolean moved = fence(state);
        boolean allEnded = true;
        for (int rank = 0; rank < n; rank++) {
            for (int target = 0; target < n; target++) {
                moved |= serve(state, rank, target);
            }
            boolean ended = hasEnded(state, rank);
            allEnded &= ended;
            moved |= !ended && (step(state, rank) || receive(state, rank));
        }
        if (!moved) {
            outcomes.add(allEnded ? words(state) : "deadlock");
        }
    }

    /**
     * Does something that nothing else hinders, and that hinders nothing: any order has it first as well.
     *
     * @return false if there is nothing
     */
    private boolean takesShortCut(State state) {
        for (int rank = 0; rank < n; rank++) {
            if (!hasEnded(state, rank) && step(state, rank)) {
                return true;
            }
            for (int target = 0; target < n; target++) {
                List<Request> queue = state.queues.get(rank * n + target);
                if (!queue.isEmpty() && isUndisturbed(rank, target, queue.getFirst().op)) {
                    return serve(state, rank, target);
                }
            }
        }
        return false;
    }

    /** True if no other rank of the program does anything whose order with this could be seen. */
    private boolean isUndisturbed(int origin, int target, Op op) {
        for (int rank = 0; rank < n; rank++) {
            if (rank != origin && program.ranks().get(rank).stream().anyMatch(one -> disturbs(one, op, target))) {
                return false;
            }
        }
        return true;
    }

    private static boolean disturbs(Op one, Op op, int target) {
        boolean isAtTarget = one.kind() == Kind.LOCK_ALL || one.peer() == target;
        if (!isAtTarget || op.kind() == Kind.UNLOCK_ALL) {
            return false;
        }
        return op.isAccess()
                ? one.isAccess() && one.slot() == op.slot() && (one.kind() != Kind.GET || op.kind() != Kind.GET)
                : one.isLock() && (one.kind() == Kind.LOCK_EXCLUSIVE || op.kind() == Kind.LOCK_EXCLUSIVE);
    }

    private boolean hasEnded(State state, int rank) {
        return state.ranks[rank].at == program.ranks().get(rank).size();
    }

    private Op next(State state, int rank) {
        return program.ranks().get(rank).get(state.ranks[rank].at);
    }

    private static String words(State state) {
        List<String> all = new ArrayList<>();
        for (int rank = 0; rank < state.ranks.length; rank++) {
            StringBuilder log = new StringBuilder(state.ranks[rank].log);
            for (int value : state.memory[rank]) {
                log.append(" m").append(value);
            }
            all.add(log.toString());
        }
        return String.join(";", all);
    }

    /** A target serves what an origin has asked for first; false if it cannot. */
    private boolean serve(State state, int origin, int target) {
        List<Request> queue = state.queues.get(origin * n + target);
        if (queue.isEmpty()) {
            return false;
        }
        Op op = queue.getFirst().op;
        if (op.kind() == Kind.UNLOCK_ALL) {
            State next = new State(state);
            next.queues.get(origin * n + target).removeFirst();
            next.holders.get(target).remove(origin);
            visit(next);
            return true;
        }
        if (!op.isAccess()) {
            boolean alone = op.kind() == Kind.LOCK_EXCLUSIVE;
            if (!state.holders.get(target).isEmpty() && (alone || state.exclusive[target])) {
                return false;
            }
            State next = new State(state);
            next.queues.get(origin * n + target).removeFirst();
            next.holders.get(target).add(origin);
            next.exclusive[target] = alone;
            visit(next);
            return true;
        }
        State next = new State(state);
        Request one = next.queues.get(origin * n + target).removeFirst();
        int before = next.memory[target][op.slot()];
        next.memory[target][op.slot()] = switch (op.kind()) {
            case PUT -> op.value();
            case ADD, FETCH -> before + op.value();
            case SWAP -> before == 0 ? op.value() : before;
            default -> before;
        };
        if (op.gets()) {
            next.ranks[origin].got.put(one.number, before);
        }
        visit(next);
        return true;
    }

    /** True if a rank can take its next step, which is the only one that it can take. */
    private boolean isReady(State state, int number) {
        Rank rank = state.ranks[number];
        Op op = next(state, number);
        List<Request> queue = state.queues.get(number * n + op.peer());
        return switch (op.kind()) {
            case LOCK, LOCK_EXCLUSIVE ->
                !rank.begun || state.holders.get(op.peer()).contains(number);
            case UNLOCK, FLUSH -> queue.isEmpty();
            case LOCK_ALL, UNLOCK_ALL -> !rank.begun || isQuiet(state, number);
            case FENCE -> !rank.begun && isQuiet(state, number);
            case START -> state.posted[op.peer()] > 0;
            case COMPLETE -> queue.stream().noneMatch(one -> one.op.gets());
            case WAIT -> haveCompleted(state, number);
            // Of the messages of several ranks any may come first.
            case RECV -> false;
            default -> true;
        };
    }

    private boolean haveCompleted(State state, int number) {
        for (int other = 0; other < n; other++) {
            if (other != number
                    && (state.completed[other] == 0
                            || !state.queues.get(other * n + number).isEmpty())) {
                return false;
            }
        }
        return true;
    }

    /** Takes the step that a rank is ready for; false if it is not. */
    private boolean step(State state, int number) {
        if (!isReady(state, number)) {
            return false;
        }
        State next = new State(state);
        Rank own = next.ranks[number];
        Op op = next(state, number);
        List<Request> queue = next.queues.get(number * n + op.peer());
        boolean isBegun = own.begun;
        own.begun = false;
        own.at++;
        switch (op.kind()) {
            case LOCK, LOCK_EXCLUSIVE, LOCK_ALL, UNLOCK_ALL -> {
                if (!isBegun) {
                    own.begun = true;
                    own.at--;
                    boolean isOfAll = op.kind() == Kind.LOCK_ALL || op.kind() == Kind.UNLOCK_ALL;
                    for (int target = 0; target < n; target++) {
                        if (isOfAll || target == op.peer()) {
                            next.queues.get(number * n + target).add(new Request(op, 0));
                        }
                    }
                } else if (op.kind() == Kind.UNLOCK_ALL) {
                    complete(own, -1);
                }
            }
            case UNLOCK -> {
                complete(own, op.peer());
                next.holders.get(op.peer()).remove(number);
            }
            case FLUSH -> complete(own, op.peer());
            case FENCE -> {
                own.begun = true;
                own.at--;
            }
            case POST -> next.posted[number]++;
            case COMPLETE -> {
                complete(own, op.peer());
                next.completed[number]++;
            }
            case SEND -> next.network.get(number * n + op.peer()).add(op.value());
            case START, WAIT -> {}
            case RECV -> throw new IllegalStateException(op.toString());
            case PUT, GET, ADD, FETCH, SWAP -> {
                int id = own.numbers++;
                queue.add(new Request(op, id));
                if (op.gets()) {
                    own.targets.put(id, op.peer());
                }
            }
        }
        visit(next);
        return true;
    }

    /** A rank receives from any; false if it is not its step, or there is nothing. */
    private boolean receive(State state, int number) {
        boolean moved = false;
        for (int source = 0; source < n && next(state, number).kind() == Kind.RECV; source++) {
            if (!state.network.get(source * n + number).isEmpty()) {
                State next = new State(state);
                Rank own = next.ranks[number];
                own.log += " r" + next.network.get(source * n + number).removeFirst();
                own.at++;
                visit(next);
                moved = true;
            }
        }
        return moved;
    }

    private boolean isQuiet(State state, int origin) {
        for (int target = 0; target < n; target++) {
            if (!state.queues.get(origin * n + target).isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** All ranks leave a fence at once; false if one has not come. */
    private boolean fence(State state) {
        for (int rank = 0; rank < n; rank++) {
            if (hasEnded(state, rank) || next(state, rank).kind() != Kind.FENCE || !state.ranks[rank].begun) {
                return false;
            }
        }
        State next = new State(state);
        for (Rank one : next.ranks) {
            complete(one, -1);
            one.begun = false;
            one.at++;
        }
        visit(next);
        return true;
    }

    private static void complete(Rank rank, int target) {
        for (int number : List.copyOf(rank.targets.keySet())) {
            if (target < 0 || rank.targets.get(number) == target) {
                rank.log += " g" + rank.got.get(number);
                rank.targets.remove(number);
                rank.got.remove(number);
            }
        }
    }
}
