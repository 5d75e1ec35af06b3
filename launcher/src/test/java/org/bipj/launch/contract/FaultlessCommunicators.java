package org.bipj.launch.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Win;

/**
 * Many communicators at the same time, of 2 ranks to all, each rank in several of them. Roots run ahead of the others; communicators are
 * freed and made again, with the same members or others. All ranks draw the same numbers.
 */
final class FaultlessCommunicators {
    private static final int MOST = 16;
    private static final int ROUNDS = 3;
    private static final int WORDS = 40;

    /** A communicator, of which the caller may be no member, and the root that its calls have if they all have the same. */
    private record Part(Comm comm, int size, int root) {
        boolean isMember() {
            return !comm.isNull();
        }
    }

    private final Intracomm world;
    private final Random random;
    private final List<Part> parts = new ArrayList<>();

    private FaultlessCommunicators(Intracomm world, Random random) {
        this.world = world;
        this.random = random;
    }

    /** Makes them, calls and frees them. */
    static void run(Intracomm world, Random random) {
        new FaultlessCommunicators(world, random).run();
    }

    private void run() {
        int number = 4 + random.nextInt(MOST - 4);
        while (parts.size() < number) {
            parts.add(make());
        }
        for (int round = 0; round < ROUNDS; round++) {
            int[] roots = new int[number];
            for (int i = 0; i < number; i++) {
                int any = random.nextInt(parts.get(i).size);
                roots[i] = random.nextBoolean() ? any : parts.get(i).root;
            }
            switch (random.nextInt(4)) {
                case 0 -> fromRoots(roots, round);
                case 1 -> toRoots(roots, round);
                case 2 -> started(roots);
                default -> persistentAndWindows(roots);
            }
            for (int i = 0; i < number; i++) {
                if (random.nextInt(3) == 0) {
                    free(parts.get(i));
                    parts.set(i, make());
                }
            }
        }
        parts.forEach(FaultlessCommunicators::free);
    }

    private Part make() {
        List<Integer> ranks = new ArrayList<>();
        for (int rank = 0; rank < world.getSize(); rank++) {
            ranks.add(rank);
        }
        Collections.shuffle(ranks, random);
        int size = random.nextBoolean() ? 2 : 2 + random.nextInt(world.getSize() - 1);
        int[] members =
                ranks.subList(0, size).stream().mapToInt(Integer::intValue).toArray();
        int root = random.nextInt(size);
        boolean isMember = ranks.subList(0, size).contains(world.getRank());
        int tag = random.nextInt(9);
        Comm comm = switch (random.nextInt(3)) {
            case 0 -> world.split(isMember ? 0 : MPI.UNDEFINED, ranks.indexOf(world.getRank()));
            case 1 -> isMember ? world.createGroup(world.getGroup().incl(members), tag) : MPI.COMM_NULL;
            default -> world.create(world.getGroup().incl(members));
        };
        if (isMember) {
            // In the first operation of some communicators the root waits for others.
            comm.barrier();
        }
        return new Part(comm, size, root);
    }

    private static void free(Part part) {
        if (part.isMember()) {
            part.comm.free();
        }
    }

    /**
     * Each rank first sends all that it has as a root: nobody has asked for it yet. Among more than two ranks the root of a blocking call
     * may wait for others.
     */
    private void fromRoots(int[] roots, int round) {
        List<Request> started = new ArrayList<>();
        int[][] data = new int[roots.length][];
        for (boolean isAhead : new boolean[] {true, false}) {
            for (int i = 0; i < roots.length; i++) {
                Part part = parts.get(i);
                if (part.isMember() && (part.comm.getRank() == roots[i]) == isAhead) {
                    data[i] = new int[1 + (i + round) % WORDS];
                    data[i][0] = isAhead ? i : -1;
                    if (part.size == 2) {
                        part.comm.bcast(data[i], data[i].length, MPI.INT, roots[i]);
                    } else {
                        started.add(part.comm.iBcast(data[i], data[i].length, MPI.INT, roots[i]));
                    }
                }
            }
        }
        Request.waitAll(started.toArray(new Request[0]));
        for (int i = 0; i < roots.length; i++) {
            if (data[i] != null && data[i][0] != i) {
                throw new AssertionError(data[i][0] + " from root " + roots[i] + " of part " + i);
            }
        }
    }

    /** Each rank first sends all that others are roots of. */
    private void toRoots(int[] roots, int round) {
        List<Request> started = new ArrayList<>();
        for (boolean isAhead : new boolean[] {true, false}) {
            for (int i = 0; i < roots.length; i++) {
                Part part = parts.get(i);
                if (part.isMember() && (part.comm.getRank() != roots[i]) == isAhead) {
                    int words = 1 + (i + round) % WORDS;
                    int[] all = new int[words * part.size];
                    if (part.size == 2) {
                        part.comm.gather(new int[words], words, MPI.INT, all, words, MPI.INT, roots[i]);
                    } else {
                        started.add(part.comm.iGather(new int[words], words, MPI.INT, all, words, MPI.INT, roots[i]));
                    }
                }
            }
        }
        Request.waitAll(started.toArray(new Request[0]));
    }

    /** Operations of all communicators are under way at the same time. */
    private void started(int[] roots) {
        List<Request> all = new ArrayList<>();
        for (int i = 0; i < roots.length; i++) {
            Part part = parts.get(i);
            if (part.isMember()) {
                int[] sums = new int[1];
                all.add(part.comm.iBcast(new long[i + 1], i + 1, MPI.LONG, roots[i]));
                all.add(part.comm.iAllReduce(new int[1], sums, 1, MPI.INT, i % 2 == 0 ? MPI.SUM : MPI.MAX));
            }
        }
        Collections.shuffle(all, new Random(world.getRank()));
        Request.waitAll(all.toArray(new Request[0]));
    }

    /** In the order of their making, which is that of all ranks. */
    private void persistentAndWindows(int[] roots) {
        for (int i = 0; i < roots.length; i++) {
            Part part = parts.get(i);
            if (!part.isMember()) {
                continue;
            }
            try (Prequest bcast = part.comm.bcastInit(new int[1], 1, MPI.INT, roots[i])) {
                for (int starts = 0; starts <= i % 3; starts++) {
                    bcast.start();
                    bcast.waitFor();
                }
            }
            if (i % 4 == 0) {
                int me = part.comm.getRank();
                try (Win win = new Win(new int[part.size], part.size, 1, MPI.INFO_NULL, (Intracomm) part.comm)) {
                    win.fence(MPI.MODE_NOPRECEDE);
                    win.put(new int[1], 1, MPI.INT, (me + 1) % part.size, me, 1, MPI.INT);
                    win.fence(MPI.MODE_NOSUCCEED);
                }
            }
        }
    }
}
