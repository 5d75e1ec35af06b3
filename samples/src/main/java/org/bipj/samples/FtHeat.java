package org.bipj.samples;

import java.util.Arrays;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * Heat in a rod, of which each rank has a part, and a copy of its neighbour's in memory. When a rank dies, another one takes its place, and
 * all go on from the last copies; the result is that of an undisturbed run, to the bit. Shows revoke, agree and shrink, and how a
 * communicator becomes whole again: with processes that are spawned, or with a rank that has waited idle.
 *
 * <pre>{@code ./bipj sample ft-heat -n 4 [POINTS [STEPS [DEATHS]]] [spare]}</pre>
 *
 * <p>Ranks 1 to DEATHS die one after the other, by exceptions that nobody catches. With the word {@code spare} the last rank is idle at
 * first, and nothing is spawned.
 *
 * <p>The rule that keeps the ranks together: whatever happens in a stretch of steps, each rank ends it with one agreement. A rank that has met
 * an error revokes the communicator first, so that the others meet one too, and come.
 */
public final class FtHeat {
    private static final String USAGE =
            "ft-heat -n RANKS [POINTS [STEPS [DEATHS]]] [spare]     at least 2 ranks, 3 with spare;"
                    + " a rod of POINTS, 1000 by default, for STEPS, 200 by default; DEATHS ranks die, 1 by default; needs mpirun's"
                    + " --with-ft, unless that is 0";
    private static final int POINTS = 1000;
    private static final int STEPS = 200;
    private static final int MAX = 100_000_000;
    /** Steps between two copies. */
    private static final int STRETCH = 10;

    private static final int NONE = -1;

    // Tags.
    private static final int TO_LEFT = 1;
    private static final int TO_RIGHT = 2;
    private static final int COPY = 3;
    private static final int RESTORE = 4;
    private static final int RESULT = 5;

    private final String[] args;
    private final int points;
    private final int steps;
    private final int deaths;
    /** How many parts the rod has. */
    private final int parts;

    private final boolean hasSpare;
    /** Parts first, in order, and then idle ranks. */
    private Intracomm comm;
    /** The part of this rank; NONE: it is idle. */
    private int part;
    /** False for a rank that has taken a dead one's place. */
    private boolean isOriginal;
    /** It was spawned, and has not come to the end of a stretch yet: the others may give it up. */
    private boolean isGuest;

    private int step;
    private double[] rod = {};
    /** The last copies that all ranks have, and their step: of this part, and of the one to the left. */
    private double[] own = {};

    private double[] left = {};
    private int saved;

    private FtHeat(Intracomm comm, String[] args, int parts, int part) {
        boolean isLast =
                args.length > 0 && (args[args.length - 1].equals("spare") || args[args.length - 1].equals("--spare"));
        String[] numbers = Arrays.copyOf(args, args.length - (isLast ? 1 : 0));
        Usage.atMost(numbers, 3);
        this.args = args;
        this.comm = comm;
        hasSpare = isLast;
        points = Usage.positive(numbers, 0, "POINTS", POINTS, MAX);
        steps = Usage.positive(numbers, 1, "STEPS", STEPS, MAX);
        this.parts = parts == NONE ? comm.getSize() - (isLast ? 1 : 0) : parts;
        int most = isLast ? 1 : Math.max(1, this.parts - 1);
        deaths = numbers.length > 2 && numbers[2].equals("0") ? 0 : Usage.positive(numbers, 2, "DEATHS", 1, most);
        this.part = part;
        if (this.parts < 2) {
            throw new Usage.WrongUsage("needs at least " + (isLast ? 3 : 2) + " ranks but has " + comm.getSize());
        }
        Usage.atLeastRanks("POINTS", points, this.parts);
    }

    /** Runs the program, or takes the place of a rank that has died. */
    public static void main(String[] args) {
        String[] rest = MPI.Init(args);
        Intercomm starter = Intercomm.getParent();
        if (starter.isNull()) {
            Verdict.print(USAGE, FtHeat::run, rest);
        } else {
            takePlace(starter, rest);
        }
        MPI.Finalize();
    }

    static Verdict run(Intracomm world, String[] args) {
        FtHeat program = new FtHeat(world, args, NONE, world.getRank());
        program.begin();
        double[] result = program.solve();
        boolean isRight =
                Arrays.equals(result, result.length == 0 ? result : sequential(program.points, program.steps));
        return new Verdict(isRight, program.points + " points, " + program.steps + " steps");
    }

    /** A process that was spawned: it begins without a part. */
    private static void takePlace(Intercomm starter, String[] args) {
        starter.setErrhandler(MPI.ERRORS_RETURN);
        Intracomm all = starter.merge(true);
        all.setErrhandler(MPI.ERRORS_RETURN);
        int[] parts = {0};
        all.bcast(parts, 1, MPI.INT, 0);
        FtHeat program = new FtHeat(all, args, parts[0], NONE);
        program.isGuest = true;
        program.comm = program.ordered(all);
        program.restore();
        double[] result = program.solve();
        if (program.part == 0) {
            boolean isRight = Arrays.equals(result, sequential(program.points, program.steps));
            System.out.println("rank 0 was replaced: " + (isRight ? "correct" : "WRONG"));
        }
    }

    private void begin() {
        comm.setErrhandler(MPI.ERRORS_RETURN);
        if (part == parts) {
            part = NONE;
        } else {
            isOriginal = true;
            rod = initial(points, first(part), first(part + 1));
        }
        // The first copies are those of step 0, which everybody could make again.
        own = rod;
        left = part == NONE ? own : initial(points, first(left(part)), first(left(part) + 1));
    }

    // ---- stretches of steps --------------------------------------------------------------------------------------

    /** The whole rod at the rank that has part 0; nothing elsewhere. */
    private double[] solve() {
        double[] result = {};
        for (boolean isDone = false; !isDone; ) {
            int end = Math.min(steps, saved + STRETCH);
            int[] well = {1};
            double[] copied = {};
            try {
                if (part != NONE) {
                    advance(end);
                    copied = new double[size(left(part))];
                    shift(rod, copied);
                    result = end == steps ? gather() : result;
                }
            } catch (MPIException e) {
                checkDeath(e);
                comm.revoke();
                well[0] = 0;
            }
            if (agree(comm, well)) {
                own = rod.clone();
                left = copied;
                saved = end;
                isGuest = false;
                isDone = end == steps;
            } else {
                comm = repaired(comm);
            }
        }
        return result;
    }

    private void advance(int end) {
        for (; step < end; step++) {
            if (isOriginal && part > 0 && part <= deaths && step == steps * part / (deaths + 1)) {
                throw new IllegalStateException("rank " + part + " dies in step " + step);
            }
            double[] fromLeft = {0};
            double[] fromRight = {0};
            int toLeft = part == 0 ? MPI.PROC_NULL : part - 1;
            int toRight = part == parts - 1 ? MPI.PROC_NULL : part + 1;
            int last = rod.length - 1;
            comm.sendRecv(
                    new double[] {rod[0]}, 1, MPI.DOUBLE, toLeft, TO_LEFT, fromRight, 1, MPI.DOUBLE, toRight, TO_LEFT);
            comm.sendRecv(
                    new double[] {rod[last]},
                    1,
                    MPI.DOUBLE,
                    toRight,
                    TO_RIGHT,
                    fromLeft,
                    1,
                    MPI.DOUBLE,
                    toLeft,
                    TO_RIGHT);
            rod = next(rod, part == 0 ? rod[0] : fromLeft[0], part == parts - 1 ? rod[last] : fromRight[0]);
        }
    }

    private static double[] next(double[] rod, double before, double after) {
        double[] next = new double[rod.length];
        for (int i = 0; i < rod.length; i++) {
            double one = i == 0 ? before : rod[i - 1];
            double other = i == rod.length - 1 ? after : rod[i + 1];
            next[i] = rod[i] + 0.25 * (one - 2 * rod[i] + other);
        }
        return next;
    }

    /** Each part goes to the right, in a ring. */
    private void shift(double[] mine, double[] theirs) {
        comm.sendRecv(
                mine,
                mine.length,
                MPI.DOUBLE,
                (part + 1) % parts,
                COPY,
                theirs,
                theirs.length,
                MPI.DOUBLE,
                left(part),
                COPY);
    }

    private double[] gather() {
        if (part != 0) {
            comm.send(rod, rod.length, MPI.DOUBLE, 0, RESULT);
            return new double[0];
        }
        double[] all = Arrays.copyOf(rod, points);
        for (int other = 1; other < parts; other++) {
            double[] piece = new double[size(other)];
            comm.recv(piece, piece.length, MPI.DOUBLE, other, RESULT);
            System.arraycopy(piece, 0, all, first(other), piece.length);
        }
        return all;
    }

    // ---- after a death -------------------------------------------------------------------------------------------

    /** True if all are well; the same at all ranks. */
    private static boolean agree(Intracomm all, int[] well) {
        try {
            all.agree(well);
            return well[0] == 1;
        } catch (MPIException e) {
            checkDeath(e);
            return false;
        }
    }

    /** A communicator in which each part has a rank again. */
    private Intracomm repaired(Intracomm broken) {
        Intracomm rest = broken;
        while (true) {
            if (isGuest) {
                throw new IllegalStateException("the ranks that have started this one have given it up");
            }
            rest.revoke();
            rest = rest.shrink();
            int[] well = {1};
            Intracomm whole = rest;
            try {
                whole = whole(rest);
                comm = whole;
                restore();
            } catch (MPIException e) {
                checkDeath(e);
                well[0] = 0;
                if (whole != rest) {
                    whole.revoke();
                }
            }
            if (agree(rest, well)) {
                return whole;
            }
        }
    }

    private Intracomm whole(Intracomm rest) {
        int missing = hasSpare ? 0 : parts - rest.getSize();
        if (missing == 0) {
            return ordered(rest);
        }
        Intercomm both = rest.spawn(FtHeat.class.getName(), args, missing, MPI.INFO_NULL, 0, null);
        Intracomm all = both.merge(false);
        all.bcast(new int[] {parts}, 1, MPI.INT, 0);
        return ordered(all);
    }

    /** Gives parts without a rank to ranks without a part, and puts the ranks into the order of parts. */
    private Intracomm ordered(Intracomm all) {
        int[] partOf = new int[all.getSize()];
        all.allGather(new int[] {part}, 1, MPI.INT, partOf, 1, MPI.INT);
        boolean[] isTaken = new boolean[parts];
        for (int taken : partOf) {
            if (taken != NONE) {
                isTaken[taken] = true;
            }
        }
        int idle = 0;
        for (int open = 0; open < parts; open++) {
            if (isTaken[open]) {
                continue;
            }
            while (idle < partOf.length && partOf[idle] != NONE) {
                idle++;
            }
            if (idle == partOf.length) {
                System.err.println("no rank is left for part " + open + " of the rod");
                all.abort(1);
            }
            partOf[idle] = open;
        }
        part = partOf[all.getRank()];
        return all.split(0, part == NONE ? parts : part);
    }

    /** All parts are as they were saved: whoever is new gets its part from the rank to the right. */
    private void restore() {
        int[] known = new int[comm.getSize()];
        comm.allGather(new int[] {part == NONE || own.length > 0 ? saved : NONE}, 1, MPI.INT, known, 1, MPI.INT);
        for (int one = 0; one < parts; one++) {
            int right = (one + 1) % parts;
            if (known[one] == NONE && known[right] == NONE) {
                System.err.println("both copies of part " + one + " of the rod are lost");
                comm.abort(1);
            }
            if (known[one] == NONE && part == right) {
                comm.send(left, left.length, MPI.DOUBLE, one, RESTORE);
            } else if (known[one] == NONE && part == one) {
                own = new double[size(one)];
                comm.recv(own, own.length, MPI.DOUBLE, right, RESTORE);
                saved = known[right];
            }
        }
        rod = own.clone();
        step = saved;
        if (part != NONE) {
            left = new double[size(left(part))];
            shift(own, left);
        }
    }

    private static void checkDeath(MPIException e) {
        if (e.getErrorClass() != MPI.ERR_PROC_FAILED && e.getErrorClass() != MPI.ERR_REVOKED) {
            throw e;
        }
    }

    // ---- the rod -------------------------------------------------------------------------------------------------

    private int first(int ofPart) {
        return (int) ((long) points * ofPart / parts);
    }

    private int size(int ofPart) {
        return first(ofPart + 1) - first(ofPart);
    }

    private int left(int ofPart) {
        return (ofPart + parts - 1) % parts;
    }

    private static double[] initial(int points, int from, int to) {
        double[] rod = new double[to - from];
        for (int i = from; i < to; i++) {
            rod[i - from] = Math.sin(3.0 * i / points) + i % 7;
        }
        return rod;
    }

    static double[] sequential(int points, int steps) {
        double[] rod = initial(points, 0, points);
        for (int step = 0; step < steps; step++) {
            rod = next(rod, rod[0], rod[points - 1]);
        }
        return rod;
    }
}
