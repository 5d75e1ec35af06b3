package org.bipj.launch.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A small program of operations on windows, each rank's of {@link #SLOTS} ints: for each rank a list of operations in order.
 *
 * @param ranks of each rank its operations
 */
record WindowProgram(List<List<Op>> ranks) {
    static final int SLOTS = 2;

    /** What an operation does. */
    enum Kind {
        LOCK,
        LOCK_EXCLUSIVE,
        UNLOCK,
        LOCK_ALL,
        UNLOCK_ALL,
        FLUSH,
        PUT,
        GET,
        ADD,
        /** Adds, and gets what was there. */
        FETCH,
        /** Writes where there is 0. */
        SWAP,
        FENCE,
        /** To all others. */
        POST,
        WAIT,
        START,
        COMPLETE,
        SEND,
        /** From any rank. */
        RECV
    }

    /**
     * An operation.
     *
     * @param peer the target, or the receiver
     * @param value what is written, added or sent
     */
    record Op(Kind kind, int peer, int slot, int value) {
        static Op of(String[] words) {
            return new Op(
                    Kind.valueOf(words[0]),
                    Integer.parseInt(words[1]),
                    Integer.parseInt(words[2]),
                    Integer.parseInt(words[3]));
        }

        /** True if it accesses a window. */
        boolean isAccess() {
            return kind.compareTo(Kind.PUT) >= 0 && kind.compareTo(Kind.SWAP) <= 0;
        }

        /** True if it asks for one lock or for those of all. */
        boolean isLock() {
            return kind == Kind.LOCK || kind == Kind.LOCK_EXCLUSIVE || kind == Kind.LOCK_ALL;
        }

        /** True if it gets what was in a window. */
        boolean gets() {
            return kind == Kind.GET || kind == Kind.FETCH || kind == Kind.SWAP;
        }

        @Override
        public String toString() {
            return kind + "," + peer + "," + slot + "," + value;
        }
    }

    /** A random program of two or three ranks, of epochs of one kind. */
    static WindowProgram random(Random random) {
        int n = 2 + random.nextInt(2);
        List<List<Op>> all = new ArrayList<>();
        int[] values = {1};
        int how = random.nextInt(6);
        int fences = 1 + random.nextInt(2);
        int target = random.nextInt(n);
        for (int rank = 0; rank < n; rank++) {
            List<Op> ops = new ArrayList<>();
            if (how < 2) {
                locks(ops, rank, n, random, values);
            } else if (how < 4) {
                locksOfAll(ops, rank, n, random, values);
            } else if (how == 4) {
                fences(ops, n, fences, random, values);
            } else {
                posts(ops, rank, n, target, random, values);
            }
            all.add(ops);
        }
        return new WindowProgram(all);
    }

    private static void locks(List<Op> ops, int rank, int n, Random random, int[] values) {
        for (int epochs = random.nextInt(3); epochs > 0; epochs--) {
            List<Integer> targets = new ArrayList<>();
            for (int target = 0; target < n; target++) {
                targets.add(target);
            }
            Collections.shuffle(targets, random);
            List<Integer> locked = targets.subList(0, random.nextInt(5) == 0 ? 2 : 1);
            for (int target : locked) {
                ops.add(new Op(random.nextInt(3) == 0 ? Kind.LOCK_EXCLUSIVE : Kind.LOCK, target, 0, 0));
            }
            for (int count = 1 + random.nextInt(2); count > 0; count--) {
                int target = locked.get(random.nextInt(locked.size()));
                ops.add(access(target, random, values));
                if (random.nextInt(3) == 0) {
                    ops.add(new Op(Kind.FLUSH, target, 0, 0));
                }
            }
            for (int target : locked) {
                ops.add(new Op(Kind.UNLOCK, target, 0, 0));
            }
            message(ops, rank, n, random);
        }
        message(ops, rank, n, random);
    }

    /** Epochs of all targets, and of one alone between. */
    private static void locksOfAll(List<Op> ops, int rank, int n, Random random, int[] values) {
        for (int epochs = random.nextInt(3); epochs > 0; epochs--) {
            int target = random.nextInt(n);
            boolean alone = random.nextInt(4) == 0;
            ops.add(new Op(alone ? Kind.LOCK_EXCLUSIVE : Kind.LOCK_ALL, target, 0, 0));
            for (int count = random.nextInt(3); count > 0; count--) {
                target = alone ? target : random.nextInt(n);
                ops.add(access(target, random, values));
                if (random.nextInt(3) == 0) {
                    ops.add(new Op(Kind.FLUSH, target, 0, 0));
                }
            }
            ops.add(new Op(alone ? Kind.UNLOCK : Kind.UNLOCK_ALL, target, 0, 0));
            message(ops, rank, n, random);
        }
        message(ops, rank, n, random);
    }

    private static void message(List<Op> ops, int rank, int n, Random random) {
        switch (random.nextInt(6)) {
            case 0 -> ops.add(new Op(Kind.SEND, (rank + 1 + random.nextInt(n - 1)) % n, 0, rank));
            case 1 -> ops.add(new Op(Kind.RECV, 0, 0, 0));
            default -> {}
        }
    }

    private static void fences(List<Op> ops, int n, int fences, Random random, int[] values) {
        ops.add(new Op(Kind.FENCE, 0, 0, 0));
        for (int fence = 0; fence < fences; fence++) {
            for (int count = random.nextInt(3); count > 0; count--) {
                ops.add(access(random.nextInt(n), random, values));
            }
            ops.add(new Op(Kind.FENCE, 0, 0, 0));
        }
    }

    private static void posts(List<Op> ops, int rank, int n, int target, Random random, int[] values) {
        for (int epochs = 1 + random.nextInt(2); epochs > 0; epochs = rank == target ? 0 : epochs - 1) {
            if (rank == target) {
                ops.add(new Op(Kind.POST, 0, 0, 0));
                ops.add(new Op(Kind.WAIT, 0, 0, 0));
            } else {
                ops.add(new Op(Kind.START, target, 0, 0));
                for (int count = random.nextInt(3); count > 0; count--) {
                    ops.add(access(target, random, values));
                }
                ops.add(new Op(Kind.COMPLETE, target, 0, 0));
                return;
            }
        }
    }

    private static Op access(int target, Random random, int[] values) {
        Kind kind = Kind.values()[Kind.PUT.ordinal() + random.nextInt(Kind.SWAP.ordinal() - Kind.PUT.ordinal() + 1)];
        return new Op(kind, target, random.nextInt(4) == 0 ? 1 : 0, kind == Kind.GET ? 0 : values[0]++);
    }

    /** The program as an argument for each rank. */
    String[] arguments() {
        return RankWords.of(ranks);
    }

    /** The operations that an argument describes. */
    static List<Op> parse(String argument) {
        return RankWords.parse(argument, Op::of);
    }
}
