package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import mpi.Datatype;
import mpi.Group;
import mpi.MPI;
import mpi.Op;
import mpi.Request;
import mpi.Win;

/**
 * A random one-sided program that the standard allows, and an interpreter of the standard's rules (MPI 4.1 section 12.7)
 * that says what it may do. All ranks draw the same program from the seed and run their parts. In each epoch every cell
 * of a window has one use, so that no accesses conflict: it is put by one rank, got by several, or updated atomically by
 * several with one operation. So what a window holds after the epoch, and what is got, is determined; what is fetched must
 * be explained by some order of the updates.
 */
public final class WindowProgram {
    private static final int CELLS = 24;
    private static final int EPOCHS = 4;
    private static final Op[] OPS = {MPI.SUM, MPI.PROD, MPI.MAX, MPI.MIN, MPI.BXOR, MPI.BOR, MPI.BAND, MPI.LXOR};

    private final Rank rank;
    private final int me;
    private final int ranks;
    private final Random draw;
    private final WindowMemory window;
    private final Win win;
    /** Longs behind the cells that are accessed as a whole. */
    private final int block;
    /** What the interpreter says that windows hold, by rank and cell. */
    private final long[][] state;

    private final Datatype strided;

    private enum Use {
        NONE,
        PUT,
        GET,
        ACCUMULATE,
        FETCH_SUM,
        SWAP
    }

    private enum Mode {
        FENCE,
        START,
        LOCK,
        LOCK_ALL
    }

    /** What some ranks do with a cell. */
    private record Action(Use use, int target, int cell, Op op, List<Integer> origins, long[] values) {}

    private record Got(Action action, long[] result) {}

    private WindowProgram(Rank rank, long seed) {
        this.rank = rank;
        me = rank.rank();
        ranks = rank.comm().getSize();
        draw = new Random(seed);
        WindowMemory.Kind[] kinds = WindowMemory.Kind.values();
        block = draw.nextInt(4) == 0 ? 3000 : draw.nextInt(40);
        window = WindowMemory.open(rank, kinds[draw.nextInt(kinds.length)], CELLS + 2 * block);
        win = window.win();
        state = new long[ranks][CELLS + 2 * block];
        strided = Datatype.createVector(block, 1, 2, MPI.LONG);
        strided.commit();
    }

    /** Runs the program that a seed stands for; throws an AssertionError where it does what it may not. */
    public static void run(Rank rank, long seed) {
        WindowProgram program = new WindowProgram(rank, seed);
        for (int epoch = 0; epoch < EPOCHS; epoch++) {
            program.epoch();
        }
        program.win.free();
        program.strided.free();
    }

    private void epoch() {
        Mode mode = Mode.values()[draw.nextInt(Mode.values().length)];
        List<Action> actions = actions();
        int[] blockOrigin = new int[ranks];
        int[] blockUse = new int[ranks];
        for (int target = 0; target < ranks; target++) {
            blockOrigin[target] = draw.nextInt(ranks);
            blockUse[target] = draw.nextInt(4);
        }
        TreeSet<Integer> targets = new TreeSet<>();
        TreeSet<Integer> origins = new TreeSet<>();
        for (Action action : actions) {
            if (action.origins.contains(me)) {
                targets.add(action.target);
            }
            if (action.target == me) {
                origins.addAll(action.origins);
            }
        }
        for (int target = 0; target < ranks; target++) {
            if (blockOrigin[target] == me) {
                targets.add(target);
            }
        }
        origins.add(blockOrigin[me]);
        begin(mode, targets, origins);
        List<Got> got = new ArrayList<>();
        List<Request> requests = new ArrayList<>();
        actions.forEach(action -> perform(action, mode, got, requests));
        long[][] blocks = new long[ranks][];
        long[][] before = new long[ranks][];
        for (int target = 0; target < ranks; target++) {
            long[] values = draw.longs(block, 0, 100).toArray();
            if (blockOrigin[target] == me) {
                blocks[target] = values.clone();
                blocks[target] = performBlock(blockUse[target], target, blocks[target]);
            }
            before[target] = blockOf(target);
            interpretBlock(blockUse[target], target, values);
        }
        Request.waitAll(requests.toArray(new Request[0]));
        end(mode, targets);
        for (int target = 0; target < ranks; target++) {
            if (blockUse[target] > 1 && blockOrigin[target] == me) {
                Check.equal(before[target], blocks[target], "a block got from rank " + target);
            }
        }
        check(actions, got);
        rank.comm().barrier();
    }

    private List<Action> actions() {
        List<Action> actions = new ArrayList<>();
        for (int target = 0; target < ranks; target++) {
            for (int cell = 0; cell < CELLS; cell++) {
                Use use = Use.values()[draw.nextInt(Use.values().length)];
                List<Integer> origins = new ArrayList<>();
                for (int origin = 0; origin < ranks; origin++) {
                    if (draw.nextBoolean()) {
                        origins.add(origin);
                    }
                }
                if (use == Use.PUT && origins.size() > 1) {
                    origins = List.of(origins.get(draw.nextInt(origins.size())));
                }
                Op op = OPS[draw.nextInt(OPS.length)];
                long[] values = draw.longs(ranks, 1, 1 << 20).toArray();
                actions.add(new Action(use, target, cell, op, origins, values));
            }
        }
        return actions;
    }

    private Group group(TreeSet<Integer> members) {
        return rank.comm()
                .getGroup()
                .incl(members.stream().mapToInt(Integer::intValue).toArray());
    }

    private void begin(Mode mode, TreeSet<Integer> targets, TreeSet<Integer> origins) {
        switch (mode) {
            case FENCE -> win.fence(MPI.MODE_NOPRECEDE);
            case START -> {
                win.post(group(origins), 0);
                win.start(group(targets), 0);
            }
            case LOCK -> targets.forEach(target -> win.lock(MPI.LOCK_SHARED, target, 0));
            case LOCK_ALL -> win.lockAll(0);
        }
    }

    private void end(Mode mode, TreeSet<Integer> targets) {
        switch (mode) {
            case FENCE -> win.fence(MPI.MODE_NOSUCCEED);
            case START -> {
                win.complete();
                win.waitFor();
            }
            case LOCK -> {
                targets.forEach(win::unlock);
                rank.comm().barrier();
            }
            case LOCK_ALL -> {
                win.flushAll();
                win.unlockAll();
                rank.comm().barrier();
            }
        }
        win.sync();
    }

    /** This rank's part of an action; a request, where the epoch allows one. */
    private void perform(Action action, Mode mode, List<Got> got, List<Request> requests) {
        if (!action.origins.contains(me)) {
            return;
        }
        boolean byRequest = (mode == Mode.LOCK || mode == Mode.LOCK_ALL) && action.cell % 2 == 0;
        long[] value = {action.values[me]};
        long[] result = {-1};
        int target = action.target;
        int cell = action.cell;
        switch (action.use) {
            case NONE -> {}
            case PUT -> {
                if (byRequest) {
                    requests.add(win.rPut(value, 1, MPI.LONG, target, cell, 1, MPI.LONG));
                } else {
                    win.put(value, 1, MPI.LONG, target, cell, 1, MPI.LONG);
                }
            }
            case GET -> {
                if (byRequest) {
                    requests.add(win.rGet(result, 1, MPI.LONG, target, cell, 1, MPI.LONG));
                } else {
                    win.get(result, 1, MPI.LONG, target, cell, 1, MPI.LONG);
                }
                got.add(new Got(action, result));
            }
            case ACCUMULATE -> {
                if (byRequest) {
                    requests.add(win.rAccumulate(value, 1, MPI.LONG, target, cell, 1, MPI.LONG, action.op));
                } else {
                    win.accumulate(value, 1, MPI.LONG, target, cell, 1, MPI.LONG, action.op);
                }
            }
            case FETCH_SUM -> {
                if (byRequest) {
                    requests.add(win.rGetAccumulate(
                            value, 1, MPI.LONG, result, 1, MPI.LONG, target, cell, 1, MPI.LONG, MPI.SUM));
                } else {
                    win.fetchAndOp(value, result, MPI.LONG, target, cell, MPI.SUM);
                }
                got.add(new Got(action, result));
            }
            case SWAP -> {
                long[] expected = {state[target][cell]};
                win.compareAndSwap(value, expected, result, MPI.LONG, target, cell);
                got.add(new Got(action, result));
            }
        }
    }

    /** Every second long of the block: put, accumulated, fetched and replaced, or got. Returns where what is got goes. */
    private long[] performBlock(int use, int target, long[] values) {
        switch (use) {
            case 0 -> win.put(values, block, MPI.LONG, target, CELLS, 1, strided);
            case 1 -> win.accumulate(values, block, MPI.LONG, target, CELLS, 1, strided, MPI.SUM);
            case 2 -> {
                long[] old = new long[block];
                win.getAccumulate(
                        values, block, MPI.LONG, old, block, MPI.LONG, target, CELLS, 1, strided, MPI.REPLACE);
                return old;
            }
            default -> win.get(values, block, MPI.LONG, target, CELLS, 1, strided);
        }
        return values;
    }

    private void interpretBlock(int use, int target, long[] values) {
        for (int i = 0; i < block; i++) {
            int at = CELLS + 2 * i;
            if (use == 0 || use == 2) {
                state[target][at] = values[i];
            } else if (use == 1) {
                state[target][at] += values[i];
            }
        }
    }

    private long[] blockOf(int target) {
        long[] values = new long[block];
        for (int i = 0; i < block; i++) {
            values[i] = state[target][CELLS + 2 * i];
        }
        return values;
    }

    // ---- the interpreter ---------------------------------------------------------------------------------------

    private void check(List<Action> actions, List<Got> got) {
        long[] fetched = new long[ranks * CELLS * ranks];
        Arrays.fill(fetched, Long.MIN_VALUE);
        for (Got one : got) {
            if (one.action.use == Use.GET) {
                Check.equal(
                        state[one.action.target][one.action.cell],
                        one.result[0],
                        "got by rank " + me + ", " + one.action);
            }
            fetched[(one.action.target * CELLS + one.action.cell) * ranks + me] = one.result[0];
        }
        rank.comm().allReduce(fetched, fetched.length, MPI.LONG, MPI.MAX);
        for (Action action : actions) {
            int first = (action.target * CELLS + action.cell) * ranks;
            interpret(action, Arrays.copyOfRange(fetched, first, first + ranks));
        }
        for (int i = 0; i < state[me].length; i++) {
            Check.equal(state[me][i], window.get(i), "long " + i + " of the window of rank " + me);
        }
    }

    /** Applies an action to the state; what was fetched says in which order, where that counts. */
    private void interpret(Action action, long[] fetched) {
        long old = state[action.target][action.cell];
        if (action.origins.isEmpty()) {
            return;
        }
        state[action.target][action.cell] = switch (action.use) {
            case NONE, GET -> old;
            case PUT -> action.values[action.origins.getFirst()];
            case ACCUMULATE -> {
                long value = old;
                for (int origin : action.origins) {
                    value = apply(action.op, value, action.values[origin]);
                }
                yield value;
            }
            case FETCH_SUM -> {
                // The values are positive: the order of what was fetched is the order of the sums.
                List<Integer> order = new ArrayList<>(action.origins);
                order.sort((a, b) -> Long.compare(fetched[a], fetched[b]));
                long value = old;
                for (int origin : order) {
                    Check.equal(value, fetched[origin], "fetched by rank " + origin + " in some order, " + action);
                    value += action.values[origin];
                }
                yield value;
            }
            case SWAP -> {
                // A value that equals the old one changes nothing.
                List<Integer> winners = action.origins.stream()
                        .filter(o -> fetched[o] == old && action.values[o] != old)
                        .toList();
                long value = winners.isEmpty() ? old : action.values[winners.getFirst()];
                for (int origin : action.origins) {
                    Check.that(
                            winners.contains(origin) && winners.size() == 1
                                    || fetched[origin] == value
                                    || fetched[origin] == old && action.values[origin] == old,
                            () -> "rank " + origin + " found " + fetched[origin] + ", not " + value + ", " + action);
                }
                yield value;
            }
        };
    }

    private static long apply(Op op, long a, long b) {
        if (op == MPI.SUM) {
            return a + b;
        } else if (op == MPI.PROD) {
            return a * b;
        } else if (op == MPI.MAX) {
            return Math.max(a, b);
        } else if (op == MPI.MIN) {
            return Math.min(a, b);
        } else if (op == MPI.BXOR) {
            return a ^ b;
        } else if (op == MPI.BOR) {
            return a | b;
        } else if (op == MPI.BAND) {
            return a & b;
        }
        return a != 0 ^ b != 0 ? 1 : 0;
    }
}
