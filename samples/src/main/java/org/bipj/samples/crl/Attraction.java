package org.bipj.samples.crl;

import java.util.Arrays;
import org.bipj.crl.Crl;
import org.bipj.crl.ReadSection;
import org.bipj.crl.Region;

/**
 * The force on a body (Barnes and Hut 1986): from the root down, a cell that appears under a smaller angle than the opening
 * angle acts as one body in its centre of mass; else its children act, and always if the body is inside.
 */
final class Attraction {
    /** Added to each distance squared, as in SPLASH-2. */
    static final double SOFTENING = 0.05 * 0.05;

    /** Floating-point operations that are charged: of the test of a node, and of one that acts (38 together: Warren, Salmon 1993). */
    private static final int TEST = 10;

    private static final int ACT = 28;

    private static final int LEVELS = 64;

    private final Crl crl;
    private final Counted counted;
    private final double angleSquared;
    /** By level: a cell's children. */
    private final long[][] children = new long[LEVELS][Node.OCTANTS];

    private long self;
    private double x;
    private double y;
    private double z;
    /** Acceleration, potential, and number of nodes that were visited. */
    private final double[] force = new double[BodyList.FORCE];

    private double mass;

    Attraction(Crl crl, Counted counted, double angle) {
        this.crl = crl;
        this.counted = counted;
        angleSquared = angle * angle;
    }

    /** Computes the force on a body. Valid until the next call: acceleration, potential, work. */
    double[] on(long body, OctTree tree) {
        self = body;
        Region region = crl.map(body);
        ReadSection r = region.startRead();
        x = r.getDouble(Node.PLACE);
        y = r.getDouble(Node.PLACE + 8);
        z = r.getDouble(Node.PLACE + 16);
        region.endRead();
        region.unmap();
        Arrays.fill(force, 0);
        mass = 0;
        visit(tree.root(), 0, 0, 0, tree.edge() / 2, 0);
        return force;
    }

    /** Mass of all that has acted on the body. */
    double mass() {
        return mass;
    }

    /** Visits a body, or a cell with its geometric centre and half its edge. */
    private void visit(long pointer, double cx, double cy, double cz, double half, int level) {
        Region region = crl.map(Math.abs(pointer));
        ReadSection r = region.startRead();
        double dx = r.getDouble(Node.PLACE) - x;
        double dy = r.getDouble(Node.PLACE + 8) - y;
        double dz = r.getDouble(Node.PLACE + 16) - z;
        double square = dx * dx + dy * dy + dz * dz;
        force[4]++;
        boolean opened = pointer > 0 && (4 * half * half >= angleSquared * square || isInside(cx, cy, cz, half));
        if (opened) {
            for (int octant = 0; octant < Node.OCTANTS; octant++) {
                children[level][octant] = r.getLong(Node.child(octant));
            }
        } else {
            act(r.getDouble(Node.MASS), dx, dy, dz, square);
        }
        counted.charge(opened ? TEST : TEST + ACT);
        region.endRead();
        region.unmap();
        double quarter = half / 2;
        for (int octant = 0; opened && octant < Node.OCTANTS; octant++) {
            long child = children[level][octant];
            if (child != Crl.NONE && child != -self) {
                visit(
                        child,
                        (octant & 1) == 0 ? cx - quarter : cx + quarter,
                        (octant & 2) == 0 ? cy - quarter : cy + quarter,
                        (octant & 4) == 0 ? cz - quarter : cz + quarter,
                        quarter,
                        level + 1);
            }
        }
    }

    private boolean isInside(double cx, double cy, double cz, double half) {
        return Math.abs(x - cx) <= half && Math.abs(y - cy) <= half && Math.abs(z - cz) <= half;
    }

    private void act(double by, double dx, double dy, double dz, double square) {
        double inverse = 1 / Math.sqrt(square + SOFTENING);
        double potential = by * inverse;
        double pull = potential * inverse * inverse;
        force[0] += pull * dx;
        force[1] += pull * dy;
        force[2] += pull * dz;
        force[3] -= potential;
        mass += by;
    }
}
