package org.bipj.launch.contract;

import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import mpi.Comm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Win;

/**
 * Random programs with windows that are right: in each phase a word of a window is used in one way, which the seed says, and
 * synchronisation of one class lies between the phases. Arguments are the class, the
 * seed, and the number of words and phases.
 */
public final class RightWindows {
    private static final int TAG = 3;

    /** How a word is used in a phase. */
    private enum Use {
        NOTHING,
        /** By one rank. */
        PUT,
        /** By any rank. */
        GET,
        ADD,
        FETCH,
        /** The target's program stores and loads. */
        OWN,
        /** One rank puts, tells another one, which gets and tells the target, which stores. */
        PASSED
    }

    private final String how;
    private final int words;
    private final Random plan;
    private final Random own;
    private final Intracomm world;
    private final int rank;
    private final int n;
    /** The rank's own words. */
    private final int[] memory;

    private IntBuffer shared = IntBuffer.allocate(0);
    private final int[] places;
    /** Windows over the same memory. */
    private final List<Win> windows = new ArrayList<>();

    private RightWindows(String how, long seed, int words, Intracomm world) throws MPIException {
        this.how = how;
        this.words = words;
        memory = new int[words];
        this.world = how.equals("shared") ? world.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL) : world;
        rank = this.world.getRank();
        n = this.world.getSize();
        places = new int[n];
        plan = new Random(seed);
        own = new Random(31 * seed + rank);
    }

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        new RightWindows(args[0], Long.parseLong(args[1]), Integer.parseInt(args[2]), MPI.COMM_WORLD).run();
        MPI.Finalize();
    }

    private void run() throws MPIException {
        make();
        if (how.equals("alone")) {
            for (int turn = 0; turn < 2; turn++) {
                alone(windows.getFirst(), plan.nextInt(n));
            }
        } else {
            boolean all = !how.equals("fence") && !how.equals("posts") && !how.equals("locks");
            for (Win win : windows) {
                if (all) {
                    win.lockAll(0);
                }
            }
            for (int phase = 0; phase < words; phase++) {
                phase(windows.get(phase % windows.size()));
            }
            for (Win win : windows) {
                if (all) {
                    win.unlockAll();
                }
            }
        }
        if (how.equals("fence")) {
            windows.getFirst().fence(MPI.MODE_NOSUCCEED);
        }
        if (how.equals("dynamic")) {
            world.barrier();
            windows.getFirst().detach(memory);
        }
        for (Win win : windows) {
            win.free();
        }
        if (how.equals("shared")) {
            world.free();
        }
    }

    private void make() throws MPIException {
        switch (how) {
            case "shared" -> {
                Win win = Win.allocateShared(words * Integer.BYTES, Integer.BYTES, MPI.INFO_NULL, world);
                shared = win.memory()
                        .asByteBuffer()
                        .order(ByteOrder.nativeOrder())
                        .asIntBuffer();
                windows.add(win);
            }
            case "dynamic" -> {
                Win win = new Win(MPI.INFO_NULL, world);
                win.attach(memory, words);
                world.allGather(new int[] {win.displacement(memory)}, 1, MPI.INT, places, 1, MPI.INT);
                windows.add(win);
            }
            case "sameMemory" -> {
                windows.add(new Win(memory, words, 1, MPI.INFO_NULL, world));
                windows.add(new Win(memory, words, 1, MPI.INFO_NULL, world));
            }
            default -> windows.add(new Win(memory, words, 1, MPI.INFO_NULL, world));
        }
        if (how.equals("fence")) {
            windows.getFirst().fence(MPI.MODE_NOPRECEDE);
        }
    }

    /** Words of a target in the window's displacement units. */
    private int at(int target, int word) {
        return how.equals("dynamic") ? places[target] + word * Integer.BYTES : word;
    }

    private void store(int word) {
        if (how.equals("shared")) {
            shared.put(word, shared.get(word) + 1);
        } else {
            memory[word]++;
        }
    }

    // ---- a phase -------------------------------------------------------------------------------------------------

    /** What a rank does in a phase, in any order. */
    private interface Step {
        void run(Win win) throws MPIException;
    }

    private void phase(Win win) throws MPIException {
        List<Step> steps = new ArrayList<>();
        List<Step> passed = new ArrayList<>();
        for (int target = 0; target < n; target++) {
            for (int word = 0; word < words; word++) {
                plan(steps, passed, target, word);
            }
        }
        Collections.shuffle(steps, own);
        switch (how) {
            case "fence" -> {
                all(steps, win);
                win.fence(0);
            }
            case "posts" -> {
                Group others = world.getGroup().excl(new int[] {rank});
                win.post(others, 0);
                win.start(others, 0);
                all(steps, win);
                win.complete();
                win.waitFor();
            }
            default -> {
                all(steps, win);
                if (!how.equals("locks")) {
                    win.flushAll();
                }
                all(passed, win);
                win.sync();
                world.barrier();
                win.sync();
            }
        }
    }

    private static void all(List<Step> steps, Win win) throws MPIException {
        for (Step step : steps) {
            step.run(win);
        }
    }

    private void plan(List<Step> steps, List<Step> passed, int target, int word) {
        Use use = how.equals("accumulates")
                ? plan.nextBoolean() ? Use.ADD : Use.FETCH
                : Use.values()[plan.nextInt(Use.values().length)];
        int one = plan.nextInt(n);
        boolean isMine = own.nextBoolean() && (target != rank || !how.equals("posts"));
        switch (use) {
            case PUT -> {
                if (one == rank && (target != rank || !how.equals("posts"))) {
                    steps.add(win -> access(win, target, Use.PUT, word));
                }
            }
            case GET, ADD, FETCH -> {
                if (isMine) {
                    steps.add(win -> access(win, target, use, word));
                }
            }
            case OWN -> {
                if (target == rank) {
                    steps.add(win -> store(word));
                }
            }
            case PASSED -> {
                int two = (one + 1) % n;
                if (n > 2 && one != target && two != target) {
                    pass(passed, target, word, one, two);
                }
            }
            default -> {}
        }
    }

    /** The put is complete before the get begins, and that before the store. */
    private void pass(List<Step> steps, int target, int word, int one, int two) {
        steps.add(win -> {
            int[] token = new int[1];
            if (rank == one) {
                access(win, target, Use.PUT, word);
                finish(win, target);
                world.send(token, 1, MPI.INT, two, TAG);
            } else if (rank == two) {
                world.recv(token, 1, MPI.INT, one, TAG);
                access(win, target, Use.GET, word);
                finish(win, target);
                world.send(token, 1, MPI.INT, target, TAG);
            } else if (rank == target) {
                world.recv(token, 1, MPI.INT, two, TAG);
                win.sync();
                store(word);
            }
        });
    }

    private void finish(Win win, int target) throws MPIException {
        if (!how.equals("locks")) {
            win.flush(target);
        }
    }

    private void access(Win win, int target, Use use, int word) throws MPIException {
        int at = at(target, word);
        int[] value = {1 + word};
        int[] got = new int[1];
        if (how.equals("requests")) {
            request(win, target, use, at, value, got).waitFor();
            got[0]++;
            value[0]++;
            if (use != Use.GET) {
                win.flush(target);
            }
            return;
        }
        if (how.equals("locks")) {
            win.lock(own.nextBoolean() ? MPI.LOCK_SHARED : MPI.LOCK_EXCLUSIVE, target, 0);
        }
        switch (use) {
            case PUT -> win.put(value, 1, MPI.INT, target, at, 1, MPI.INT);
            case GET -> win.get(got, 1, MPI.INT, target, at, 1, MPI.INT);
            case ADD -> win.accumulate(value, 1, MPI.INT, target, at, 1, MPI.INT, MPI.SUM);
            default -> win.fetchAndOp(value, got, MPI.INT, target, at, MPI.SUM);
        }
        if (how.equals("locks")) {
            win.unlock(target);
            got[0]++;
            value[0]++;
        }
    }

    private static Request request(Win win, int target, Use use, int at, int[] value, int[] got) throws MPIException {
        return switch (use) {
            case PUT -> win.rPut(value, 1, MPI.INT, target, at, 1, MPI.INT);
            case GET -> win.rGet(got, 1, MPI.INT, target, at, 1, MPI.INT);
            case ADD -> win.rAccumulate(value, 1, MPI.INT, target, at, 1, MPI.INT, MPI.SUM);
            default -> win.rGetAccumulate(value, 1, MPI.INT, got, 1, MPI.INT, target, at, 1, MPI.INT, MPI.SUM);
        };
    }

    /** All use one word, each under an exclusive lock; the target's program stores into it under that of its own. */
    private void alone(Win win, int target) throws MPIException {
        int[] value = new int[1];
        win.lock(MPI.LOCK_EXCLUSIVE, target, 0);
        if (rank == target) {
            memory[0]++;
        } else {
            win.get(value, 1, MPI.INT, target, 0, 1, MPI.INT);
            win.flush(target);
            value[0]++;
            win.put(value, 1, MPI.INT, target, 0, 1, MPI.INT);
        }
        win.unlock(target);
    }
}
