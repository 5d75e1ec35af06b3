package org.bipj.samples.crl;

import java.util.Arrays;
import java.util.Locale;
import org.bipj.crl.Crl;
import org.bipj.crl.ReadSection;
import org.bipj.crl.Region;
import org.bipj.crl.WriteSection;
import org.bipj.samples.Usage;

/**
 * A galaxy by the method of Barnes and Hut, as in SPLASH-2 and the LCI paper (section 6.2): bodies and the cells of an oct-tree
 * are small regions that all ranks share. Shows pointers in regions, a tree that many ranks build at once, and copies that
 * serve many reads.
 *
 * <pre>{@code ./bipj sample barnes -n 4 [BODIES [STEPS [ANGLE [phases]]]]}</pre>
 *
 * <p>The bodies go the same way, bit by bit, on any number of ranks. In the end the forces on some of them are compared with
 * direct sums over all bodies, within the error of the opening angle; each body has to have been attracted by the mass of all
 * others; and the energy has to be what it was.
 */
public final class Barnes {
    private static final String USAGE = "barnes -n RANKS [BODIES [STEPS [ANGLE [phases]]]]"
            + "     2048 bodies, 4 steps, opening angle 1.0 by default; phases: prints where the time goes";
    private static final int BODIES = 2048;
    private static final int MAX_BODIES = 1 << 20;
    private static final int STEPS = 4;
    private static final int MAX_STEPS = 100_000;
    private static final double ANGLE = 1.0;

    /** Kind of the operations that are charged in virtual time: floating-point operations. */
    static final String KIND = "barnes";

    /** Regions whose copies a rank keeps: more than a rank visits in a step. */
    public static final int CACHE = 16_384;

    /** Length of a step, as in SPLASH-2. */
    private static final double STEP = 0.025;

    /** Charged for a body that moves. */
    private static final int MOVE = 12;

    /** Bodies whose forces are compared. */
    private static final int SAMPLES = 32;

    /** Largest error of a node's pull that acts from its centre of mass, in opening angles squared. */
    private static final double POINT_ERROR = 0.5;

    private static final double ENERGY_ERROR = 0.01;

    private static final int SIZE = 0;
    private static final int BUILD = 1;
    private static final int SUM_UP = 2;
    private static final int ZONES = 3;
    private static final int FORCES = 4;
    private static final int MOVES = 5;

    private final Crl crl;
    private final Counted counted = new Counted(KIND);
    private final double angle;
    private final OctTree tree;
    private final Attraction attraction;
    private final BodyList own = new BodyList();
    private final Phases phases;

    private double energyAtFirst;
    /** Steps so far. */
    private int done;

    private int badlyAttracted;

    /**
     * What a run has found.
     *
     * @param phases where the time went, means over the ranks
     * @param operations counted operations of all ranks in the timed steps
     * @param error of the forces on some bodies, relative to direct sums, mean
     * @param drift of the energy, relative
     * @param hash of all places in the end
     * @param right whether all checks have passed
     */
    public record Result(Phases phases, double operations, double error, double drift, long hash, boolean right) {
        String table() {
            return phases.table() + CrlSample.operations(operations);
        }
    }

    /**
     * A rank's part of a galaxy.
     *
     * @param bodies of all ranks
     * @param angle opening angle
     */
    public Barnes(Crl crl, int bodies, double angle) {
        this.crl = crl;
        this.angle = angle;
        tree = new OctTree(crl, counted);
        attraction = new Attraction(crl, counted, angle);
        phases = new Phases(crl, "size", "build", "sum up", "zones", "forces", "moves");
        create(Plummer.bodies(bodies));
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        CrlSample.run(USAGE, CACHE, Barnes::run, args);
    }

    private static CrlSample.Outcome run(Crl crl, String[] args) {
        Usage.atMost(args, 4);
        int bodies = Usage.positive(args, 0, "BODIES", BODIES, MAX_BODIES);
        int steps = Usage.positive(args, 1, "STEPS", STEPS, MAX_STEPS);
        double angle = CrlSample.number(args, 2, "ANGLE", ANGLE, 0.1, 1.5);
        boolean table = CrlSample.word(args, 3, "phases");
        if (bodies < Math.max(2, crl.size())) {
            throw new Usage.WrongUsage(
                    "BODIES must be at least 2 and the number of ranks, " + crl.size() + ", but is: " + bodies);
        }
        Result result = run(crl, bodies, steps, angle);
        String found = String.format(
                Locale.ROOT,
                "%d bodies, %d steps in %.3f s, energy drift %.1e, error of forces %.1e, state %08x",
                bodies,
                steps,
                result.phases.seconds(),
                result.drift,
                result.error,
                result.hash);
        return new CrlSample.Outcome(result.right, (table ? result.table() : "") + found);
    }

    /** Runs it on all ranks of CRL. */
    public static Result run(Crl crl, int bodies, int steps, double angle) {
        Barnes barnes = new Barnes(crl, bodies, angle);
        barnes.advance(steps);
        return barnes.result();
    }

    /** Moves the bodies for some steps; called by all ranks. This is what the paper times. */
    public void advance(int steps) {
        phases.begin();
        for (int end = done + steps; done < end; done++) {
            findForces(true);
            if (done == 0) {
                energyAtFirst = energy(0);
            }
            move(done == 0 ? STEP / 2 : STEP);
            phases.end(MOVES);
        }
    }

    /** Checks the bodies; called by all ranks, in the end. */
    public Result result() {
        double[] operations = {counted.operations()};
        crl.sum(operations);
        phases.combine();
        return check(energyAtFirst, operations[0]);
    }

    /** Creates this rank's share of the bodies. */
    private void create(double[][] bodies) {
        int count = bodies.length;
        int first = (int) ((long) count * crl.rank() / crl.size());
        int end = (int) ((long) count * (crl.rank() + 1) / crl.size());
        for (int i = first; i < end; i++) {
            Region region = crl.create(Node.BODY_BYTES);
            try (WriteSection w = region.startWrite()) {
                w.putDouble(Node.MASS, 1.0 / count);
                w.putDouble(Node.WORK, 1);
                for (int axis = 0; axis < 3; axis++) {
                    w.putDouble(Node.place(axis), bodies[i][axis]);
                    w.putDouble(Node.velocity(axis), bodies[i][3 + axis]);
                }
            }
            own.add(region.id());
        }
    }

    /** Builds the tree, finds this rank's bodies, and computes their forces. */
    private void findForces(boolean timed) {
        double[] reach = {reach()};
        crl.max(reach);
        tree.begin(reach[0]);
        end(timed, SIZE);
        for (int body = 0; body < own.size(); body++) {
            tree.insert(own.id(body));
        }
        end(timed, BUILD);
        tree.sumUp();
        end(timed, SUM_UP);
        tree.zone(own);
        end(timed, ZONES);
        for (int body = 0; body < own.size(); body++) {
            own.force(body, attraction.on(own.id(body), tree));
            badlyAttracted += timed || isAttractedByAll(own.id(body)) ? 0 : 1;
        }
        end(timed, FORCES);
    }

    private void end(boolean timed, int phase) {
        if (timed) {
            phases.end(phase);
        } else {
            crl.barrier();
        }
    }

    private double reach() {
        double reach = 0;
        for (int body = 0; body < own.size(); body++) {
            Region region = crl.map(own.id(body));
            ReadSection r = region.startRead();
            for (int axis = 0; axis < 3; axis++) {
                reach = Math.max(reach, Math.abs(r.getDouble(Node.place(axis))));
            }
            region.endRead();
            region.unmap();
        }
        return reach;
    }

    /** All bodies have the same mass, and together 1. */
    private boolean isAttractedByAll(long body) {
        Region region = crl.map(body);
        ReadSection r = region.startRead();
        double left = 1 - r.getDouble(Node.MASS);
        region.endRead();
        region.unmap();
        return Math.abs(attraction.mass() - left) < 1e-9;
    }

    /** Changes velocities by their accelerations for some time, and places by their velocities for a step. */
    private void move(double kick) {
        for (int body = 0; body < own.size(); body++) {
            Region region = crl.map(own.id(body));
            WriteSection w = region.startWrite();
            for (int axis = 0; axis < 3; axis++) {
                double acceleration = own.force(body, axis);
                double velocity = w.getDouble(Node.velocity(axis)) + kick * acceleration;
                w.putDouble(Node.acceleration(axis), acceleration);
                w.putDouble(Node.velocity(axis), velocity);
                w.putDouble(Node.place(axis), w.getDouble(Node.place(axis)) + STEP * velocity);
            }
            w.putDouble(Node.POTENTIAL, own.force(body, 3));
            w.putDouble(Node.WORK, own.force(body, 4));
            counted.charge(MOVE);
            region.endWrite();
            region.unmap();
        }
    }

    // ---- checks ------------------------------------------------------------------------------------------------

    private Result check(double energyBefore, double operations) {
        findForces(false);
        // Velocities are half a step behind.
        double energy = energy(STEP / 2);
        double drift = Math.abs(energy / energyBefore - 1);
        double[] worst = {0, 0};
        for (int sample = 0; sample < SAMPLES; sample++) {
            compare(sample, worst);
        }
        double[] bad = {badlyAttracted};
        crl.sum(bad);
        boolean right = bad[0] == 0 && worst[1] <= POINT_ERROR * angle * angle && drift < ENERGY_ERROR;
        return new Result(phases, operations, worst[0] / SAMPLES, drift, hash(), right);
    }

    /** Energy of all bodies, whose velocities lack their accelerations of some time. */
    private double energy(double kick) {
        double[] energy = {0};
        for (int body = 0; body < own.size(); body++) {
            Region region = crl.map(own.id(body));
            ReadSection r = region.startRead();
            double square = 0;
            for (int axis = 0; axis < 3; axis++) {
                double velocity = r.getDouble(Node.velocity(axis)) + kick * own.force(body, axis);
                square += velocity * velocity;
            }
            energy[0] += r.getDouble(Node.MASS) * 0.5 * (square + own.force(body, 3));
            region.endRead();
            region.unmap();
        }
        crl.sum(energy);
        return energy[0];
    }

    /**
     * Compares a body's force with the direct sum.
     *
     * @param errors gets the error relative to the force added to its first number, and in its second the greatest one relative
     *     to the sum of all pulls
     */
    private void compare(int sample, double[] errors) {
        int owner = sample % crl.size();
        long[] bits = new long[6];
        if (owner == crl.rank() && own.size() > 0) {
            int body = sample / crl.size() * 7 % own.size();
            Region region = crl.map(own.id(body));
            ReadSection r = region.startRead();
            for (int axis = 0; axis < 3; axis++) {
                bits[axis] = Double.doubleToRawLongBits(r.getDouble(Node.place(axis)));
                bits[3 + axis] = Double.doubleToRawLongBits(own.force(body, axis));
            }
            region.endRead();
            region.unmap();
        }
        crl.broadcast(owner, bits);
        double[] known =
                Arrays.stream(bits).mapToDouble(Double::longBitsToDouble).toArray();
        double[] direct = pullOfOwn(known);
        crl.sum(direct);
        double error = 0;
        double force = 0;
        for (int axis = 0; axis < 3; axis++) {
            error += (known[3 + axis] - direct[axis]) * (known[3 + axis] - direct[axis]);
            force += direct[axis] * direct[axis];
        }
        errors[0] += Math.sqrt(error / force);
        errors[1] = Math.max(errors[1], Math.sqrt(error) / direct[3]);
    }

    /** Acceleration at a place by this rank's bodies, and the sum of its parts' absolute values. */
    private double[] pullOfOwn(double[] at) {
        double[] sum = new double[4];
        double[] way = new double[3];
        for (int body = 0; body < own.size(); body++) {
            Region region = crl.map(own.id(body));
            ReadSection r = region.startRead();
            double square = 0;
            for (int axis = 0; axis < 3; axis++) {
                way[axis] = r.getDouble(Node.place(axis)) - at[axis];
                square += way[axis] * way[axis];
            }
            double mass = r.getDouble(Node.MASS);
            region.endRead();
            region.unmap();
            double inverse = 1 / Math.sqrt(square + Attraction.SOFTENING);
            double pull = mass * inverse * inverse * inverse;
            for (int axis = 0; axis < 3; axis++) {
                sum[axis] += pull * way[axis];
            }
            sum[3] += pull * Math.sqrt(square);
        }
        return sum;
    }

    /** A number that depends on each bit of all places, and not on the ranks. */
    private long hash() {
        double[] sum = {0};
        for (int body = 0; body < own.size(); body++) {
            Region region = crl.map(own.id(body));
            ReadSection r = region.startRead();
            long mixed = 0;
            for (int axis = 0; axis < 3; axis++) {
                mixed = (mixed ^ Double.doubleToRawLongBits(r.getDouble(Node.place(axis)))) * 0x9e3779b97f4a7c15L;
            }
            sum[0] += mixed >>> Integer.SIZE;
            region.endRead();
            region.unmap();
        }
        crl.sum(sum);
        return (long) sum[0];
    }
}
