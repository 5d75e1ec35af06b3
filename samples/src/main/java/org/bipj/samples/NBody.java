package org.bipj.samples;

import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/**
 * Bodies that attract each other. Each rank has its share of them, and copies of the shares travel round a ring of all
 * ranks; shows iSend and iRecv with work between start and completion, getCount, allGatherv, and a contiguous datatype.
 *
 * <pre>{@code ./bipj sample nbody -n 4 [BODIES [STEPS]]}</pre>
 *
 * <p>While a rank adds up the pull of the visiting bodies, these are already on their way to the next rank; no rank ever
 * holds more than three shares. At the end an allGatherv brings all bodies to every rank, which is simpler and takes more
 * memory: the accelerations must be the same. And the energy must be that of the start.
 */
public final class NBody {
    private static final String USAGE =
            "nbody -n RANKS [BODIES [STEPS]]     bodies, 1000 by default; steps of time, 100 by default";
    private static final int TAG = 1;

    /** Time of a step. The bodies start at rest, and fall to the middle in about 800 steps. */
    private static final double STEP = 0.002;

    /** How much of the energy, about 0.5, the steps may lose or gain. */
    private static final double MAX_ENERGY_CHANGE = 1e-4;

    /** Accelerations are about 1; those of ring and allGatherv are sums in another order. */
    private static final double MAX_DIFFERENCE = 1e-11;

    private final Intracomm comm;

    /** One body as an element of messages: counts are numbers of bodies. */
    private final Datatype bodyType;

    /** How many bodies each rank has, and the first of each. */
    private final int[] counts;

    private final int[] starts;

    /** This rank's bodies, and three numbers of velocity and acceleration for each. */
    private final double[] bodies;

    private final double[] velocities;
    private double[] accelerations;

    private NBody(Intracomm comm, int total, Datatype bodyType) {
        this.comm = comm;
        this.bodyType = bodyType;
        int ranks = comm.getSize();
        counts = new int[ranks];
        starts = new int[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            starts[rank] = (int) ((long) total * rank / ranks);
            counts[rank] = (int) ((long) total * (rank + 1) / ranks) - starts[rank];
        }
        bodies = Gravity.bodies(starts[comm.getRank()], counts[comm.getRank()], total);
        velocities = new double[3 * counts[comm.getRank()]];
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        String[] rest = MPI.Init(args);
        Verdict.print(USAGE, NBody::run, rest);
        MPI.Finalize();
    }

    static Verdict run(Intracomm comm, String[] args) {
        Usage.atMost(args, 2);
        int total = Usage.positive(args, 0, "BODIES", 1000, 1_000_000);
        int steps = Usage.positive(args, 1, "STEPS", 100, Integer.MAX_VALUE);
        try (Datatype bodyType = Datatype.createContiguous(Gravity.BODY, MPI.DOUBLE)) {
            bodyType.commit();
            NBody share = new NBody(comm, total, bodyType);
            double start = share.energy(share.attract());
            double end = start;
            for (int step = 0; step < steps; step++) {
                end = share.step();
            }
            double difference = share.differenceToAllGather();
            String found =
                    String.format("%d bodies, %d steps, energy %.7f at first, %.7f at last", total, steps, start, end);
            return new Verdict(Math.abs(end - start) < MAX_ENERGY_CHANGE && difference < MAX_DIFFERENCE, found);
        }
    }

    /** Makes a step by the leapfrog method; returns the energy after it. */
    private double step() {
        Gravity.accelerate(velocities, accelerations, STEP / 2);
        Gravity.move(bodies, velocities, STEP);
        double potential = attract();
        Gravity.accelerate(velocities, accelerations, STEP / 2);
        return energy(potential);
    }

    /** Sets the accelerations of this rank's bodies by all bodies; returns this rank's part of the potential energy. */
    private double attract() {
        int ranks = comm.getSize();
        int right = (comm.getRank() + 1) % ranks;
        int left = (comm.getRank() + ranks - 1) % ranks;
        int most = Arrays.stream(counts).max().getAsInt();
        double[] visitors = Arrays.copyOf(bodies, Gravity.BODY * most);
        double[] arriving = new double[Gravity.BODY * most];
        int count = counts[comm.getRank()];
        accelerations = new double[velocities.length];
        double potential = 0;
        for (int round = 1; round < ranks; round++) {
            Request arrival = comm.iRecv(arriving, most, bodyType, left, TAG);
            Request departure = comm.iSend(visitors, count, bodyType, right, TAG);
            // The bodies that are being sent may be read, but not changed.
            potential += Gravity.attract(bodies, accelerations, visitors, count);
            count = arrival.waitStatus().getCount(bodyType);
            departure.waitFor();
            double[] gone = visitors;
            visitors = arriving;
            arriving = gone;
        }
        return potential + Gravity.attract(bodies, accelerations, visitors, count);
    }

    /** Returns the energy of all bodies, on every rank. */
    private double energy(double potential) {
        double[] energy = {potential + Gravity.kinetic(bodies, velocities)};
        comm.allReduce(energy, 1, MPI.DOUBLE, MPI.SUM);
        return energy[0];
    }

    /** Returns the largest difference of an acceleration to the one computed from all bodies at once, on every rank. */
    private double differenceToAllGather() {
        int total = Arrays.stream(counts).sum();
        double[] all = new double[Gravity.BODY * total];
        comm.allGatherv(bodies, counts[comm.getRank()], bodyType, all, counts, starts, bodyType);
        double[] expected = new double[accelerations.length];
        Gravity.attract(bodies, expected, all, total);
        double[] difference = new double[1];
        for (int i = 0; i < expected.length; i++) {
            difference[0] = Math.max(difference[0], Math.abs(accelerations[i] - expected[i]));
        }
        comm.allReduce(difference, 1, MPI.DOUBLE, MPI.MAX);
        return difference[0];
    }
}
