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
 * nothing with the library.
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

        @Override
        public String toString() {
            return at + log + "|" + begun + numbers + got + targets;
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

        @Override
        public String toString() {
            return Arrays.toString(ranks)
                    + Arrays.deepToString(memory)
                    + queues
                    + network
                    + holders
                    + Arrays.toString(exclusive)
                    + Arrays.toString(posted)
                    + Arrays.toString(completed);
        }
    }

    private final WindowProgram program;
    private final int n;
    private final Set<String> visited = new HashSet<>();
    private final Set<String> outcomes = new TreeSet<>();

    private WindowModel(WindowProgram program) {
        this.program = program;
        n = program.ranks().size();
    }

    /** As {@link MatchingModel#outcomes}. */
    static Set<String> outcomes(WindowProgram program) {
        WindowModel model = new WindowModel(program);
        model.visit(new State(model.n));
        return model.outcomes;
    }

    private void visit(State state) {
        if (!visited.add(state.toString())) {
            return;
        }
        boolean moved = false;
        for (int origin = 0; origin < n; origin++) {
            for (int target = 0; target < n; target++) {
                moved |= serve(state, origin, target);
            }
        }
        boolean allEnded = true;
        for (int rank = 0; rank < n; rank++) {
            boolean ended = state.ranks[rank].at == program.ranks().get(rank).size();
            allEnded &= ended;
            moved |= !ended && step(state, rank);
        }
        moved |= fence(state);
        if (!moved) {
            outcomes.add(allEnded ? words(state) : "deadlock");
        }
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

    /** Takes the step that a rank can take now; false if it waits. */
    private boolean step(State state, int number) {
        Rank rank = state.ranks[number];
        Op op = program.ranks().get(number).get(rank.at);
        State next = new State(state);
        Rank own = next.ranks[number];
        List<Request> queue = next.queues.get(number * n + op.peer());
        switch (op.kind()) {
            case LOCK, LOCK_EXCLUSIVE -> {
                if (rank.begun) {
                    return state.holders.get(op.peer()).contains(number) && end(next, own);
                }
                queue.add(new Request(op, 0));
                own.begun = true;
                visit(next);
                return true;
            }
            case UNLOCK, FLUSH -> {
                if (!queue.isEmpty()) {
                    return false;
                }
                complete(own, op.peer());
                if (op.kind() == Kind.UNLOCK) {
                    next.holders.get(op.peer()).remove(number);
                }
                return end(next, own);
            }
            case LOCK_ALL, UNLOCK_ALL -> {
                if (rank.begun) {
                    if (!isQuiet(state, number)) {
                        return false;
                    }
                    if (op.kind() == Kind.UNLOCK_ALL) {
                        complete(own, -1);
                    }
                    return end(next, own);
                }
                for (int target = 0; target < n; target++) {
                    next.queues.get(number * n + target).add(new Request(op, 0));
                }
                own.begun = true;
                visit(next);
                return true;
            }
            case FENCE -> {
                if (rank.begun || !isQuiet(state, number)) {
                    return false;
                }
                own.begun = true;
                visit(next);
                return true;
            }
            case POST -> {
                next.posted[number]++;
                return end(next, own);
            }
            case START -> {
                return state.posted[op.peer()] > 0 && end(next, own);
            }
            case COMPLETE -> {
                if (queue.stream().anyMatch(one -> one.op.gets())) {
                    return false;
                }
                complete(own, op.peer());
                next.completed[number]++;
                return end(next, own);
            }
            case WAIT -> {
                for (int other = 0; other < n; other++) {
                    if (other != number
                            && (state.completed[other] == 0
                                    || !state.queues.get(other * n + number).isEmpty())) {
                        return false;
                    }
                }
                return end(next, own);
            }
            case SEND -> {
                next.network.get(number * n + op.peer()).add(op.value());
                return end(next, own);
            }
            case RECV -> {
                return receive(state, number);
            }
            default -> {
                int id = own.numbers++;
                queue.add(new Request(op, id));
                if (op.gets()) {
                    own.targets.put(id, op.peer());
                }
                return end(next, own);
            }
        }
    }

    private boolean receive(State state, int number) {
        boolean moved = false;
        for (int source = 0; source < n; source++) {
            if (!state.network.get(source * n + number).isEmpty()) {
                State next = new State(state);
                Rank own = next.ranks[number];
                own.log += " r" + next.network.get(source * n + number).removeFirst();
                moved |= end(next, own);
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
            int at = state.ranks[rank].at;
            List<Op> ops = program.ranks().get(rank);
            if (at == ops.size() || ops.get(at).kind() != Kind.FENCE || !state.ranks[rank].begun) {
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

    private boolean end(State next, Rank own) {
        own.begun = false;
        own.at++;
        visit(next);
        return true;
    }
}
