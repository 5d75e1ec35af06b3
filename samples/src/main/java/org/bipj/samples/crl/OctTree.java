package org.bipj.samples.crl;

import java.util.Arrays;
import org.bipj.crl.Crl;
import org.bipj.crl.ReadSection;
import org.bipj.crl.Region;
import org.bipj.crl.WriteSection;

/**
 * The oct-tree that all ranks share. Each rank inserts its bodies: it reads its way down from the root, and writes the cell to
 * which the body is attached. The tree does not depend on the order. Cells are regions of the rank that has made them, which
 * uses them again in the next tree.
 */
final class OctTree {
    private static final int ROOM = 256;
    /** Two bodies that need a deeper cell to part are at the same place. */
    private static final int DEEPEST = 60;

    /** Floating-point operations that are charged: of a level of an insertion, and of a child that is added up. */
    private static final int DESCENT = 10;

    private static final int SUMMAND = 12;
    private static final int LOOK = 3;

    private final Crl crl;
    private final Counted counted;
    private final long root;

    /** The cells that this rank has made, of all trees; so many belong to this one. */
    private Region[] cells = new Region[ROOM];

    private int[] levels = new int[ROOM];
    private int made;
    private int used;

    /** Half an edge of the root. Its centre is the origin. */
    private double half;

    private final double[] place = new double[3];
    private final double[] centre = new double[3];
    private final double[] other = new double[3];

    /** A tree without bodies, which all ranks make together. */
    OctTree(Crl crl, Counted counted) {
        this.crl = crl;
        this.counted = counted;
        long[] id = {crl.rank() == 0 ? newCell(0).id() : Crl.NONE};
        crl.broadcast(0, id);
        root = id[0];
    }

    long root() {
        return root;
    }

    /** Edge of the root. */
    double edge() {
        return 2 * half;
    }

    // ---- building ----------------------------------------------------------------------------------------------

    /**
     * Begins a new tree; called by all ranks, which wait before they insert.
     *
     * @param reach no body has a greater coordinate
     */
    void begin(double reach) {
        used = 0;
        half = 1;
        while (half <= reach) {
            half *= 2;
        }
        if (crl.rank() == 0) {
            clear(newCell(0), Crl.NONE, 0);
        }
    }

    private Region newCell(int level) {
        if (level > DEEPEST) {
            throw new IllegalStateException("two bodies are at the same place");
        }
        if (used == cells.length) {
            cells = Arrays.copyOf(cells, 2 * used);
            levels = Arrays.copyOf(levels, 2 * used);
        }
        if (used == made) {
            cells[made++] = crl.create(Node.CELL_BYTES);
        }
        levels[used] = level;
        return cells[used++];
    }

    /** Clears a cell of this rank but for one child. */
    private static void clear(Region cell, long child, int octant) {
        try (WriteSection w = cell.startWrite()) {
            for (int i = 0; i < Node.OCTANTS; i++) {
                w.putLong(Node.child(i), i == octant ? child : Crl.NONE);
            }
        }
    }

    /** Inserts a body. */
    void insert(long body) {
        readPlace(body, place);
        Arrays.fill(centre, 0);
        double quarter = half / 2;
        long at = root;
        for (int level = 0; at != Crl.NONE; level++, quarter /= 2) {
            int octant = octant(place);
            long cell = at;
            at = child(cell, octant);
            for (int axis = 0; axis < 3; axis++) {
                centre[axis] += (octant >>> axis & 1) == 0 ? -quarter : quarter;
            }
            if (at <= 0) {
                at = attach(cell, octant, body, level);
            }
        }
    }

    private void readPlace(long body, double[] into) {
        Region region = crl.map(body);
        try (ReadSection r = region.startRead()) {
            for (int axis = 0; axis < 3; axis++) {
                into[axis] = r.getDouble(Node.place(axis));
            }
        }
        region.unmap();
    }

    /** The part of a cell in which a place is: a bit for each axis. */
    private int octant(double[] of) {
        int octant = 0;
        for (int axis = 0; axis < 3; axis++) {
            octant |= of[axis] < centre[axis] ? 0 : 1 << axis;
        }
        return octant;
    }

    private long child(long cell, int octant) {
        Region region = crl.map(cell);
        ReadSection r = region.startRead();
        long child = r.getLong(Node.child(octant));
        counted.charge(DESCENT);
        region.endRead();
        region.unmap();
        return child;
    }

    /**
     * Attaches a body to a cell, unless there is a cell by now. Returns the cell to go on with: a new one in the place of another
     * body; or NONE, if the body is attached.
     */
    private long attach(long cell, int octant, long body, int level) {
        Region region = crl.map(cell);
        long next;
        try (WriteSection w = region.startWrite()) {
            next = w.getLong(Node.child(octant));
            if (next == Crl.NONE) {
                w.putLong(Node.child(octant), -body);
            } else if (next < 0) {
                readPlace(-next, other);
                Region between = newCell(level + 1);
                clear(between, next, octant(other));
                next = between.id();
                w.putLong(Node.child(octant), next);
            }
            counted.charge(DESCENT);
        }
        region.unmap();
        return next;
    }

    // ---- sums --------------------------------------------------------------------------------------------------

    /** Gives each cell mass, centre of mass and work of its bodies, from the deepest level up. Called by all ranks. */
    void sumUp() {
        double[] deepest = {0};
        for (int i = 0; i < used; i++) {
            deepest[0] = Math.max(deepest[0], levels[i]);
        }
        crl.max(deepest);
        for (int level = (int) deepest[0]; level >= 0; level--) {
            for (int i = 0; i < used; i++) {
                if (levels[i] == level) {
                    sumUp(cells[i]);
                }
            }
            crl.barrier();
        }
    }

    private void sumUp(Region cell) {
        double mass = 0;
        double work = 0;
        double[] moment = centre;
        Arrays.fill(moment, 0);
        long[] children = children(cell);
        for (long child : children) {
            if (child != Crl.NONE) {
                Region region = crl.map(Math.abs(child));
                ReadSection r = region.startRead();
                double part = r.getDouble(Node.MASS);
                mass += part;
                work += r.getDouble(Node.WORK);
                for (int axis = 0; axis < 3; axis++) {
                    moment[axis] += part * r.getDouble(Node.place(axis));
                }
                counted.charge(SUMMAND);
                region.endRead();
                region.unmap();
            }
        }
        WriteSection w = cell.startWrite();
        w.putDouble(Node.MASS, mass);
        w.putDouble(Node.WORK, work);
        for (int axis = 0; axis < 3; axis++) {
            w.putDouble(Node.place(axis), moment[axis] / mass);
        }
        counted.charge(SUMMAND);
        cell.endWrite();
    }

    private static long[] children(Region cell) {
        long[] children = new long[Node.OCTANTS];
        ReadSection r = cell.startRead();
        for (int octant = 0; octant < Node.OCTANTS; octant++) {
            children[octant] = r.getLong(Node.child(octant));
        }
        cell.endRead();
        return children;
    }

    // ---- zones -------------------------------------------------------------------------------------------------

    /**
     * Cuts the bodies, in the order of the tree, into zones of equal work (costzones: Singh, Holt, Totsuka, Gupta, Hennessy
     * 1995). Each rank finds its own zone.
     *
     * @param bodies gets the bodies of this rank's zone
     */
    void zone(BodyList bodies) {
        double all = work(root);
        bodies.clear();
        zone(
                root,
                0,
                Math.floor(all * crl.rank() / crl.size()),
                Math.floor(all * (crl.rank() + 1) / crl.size()),
                bodies);
    }

    private double work(long node) {
        Region region = crl.map(node);
        ReadSection r = region.startRead();
        double work = r.getDouble(Node.WORK);
        counted.charge(LOOK);
        region.endRead();
        region.unmap();
        return work;
    }

    /** A body belongs to the zone in which its work begins. */
    private void zone(long cell, double start, double from, double to, BodyList bodies) {
        Region region = crl.map(cell);
        long[] children = children(region);
        region.unmap();
        double at = start;
        for (int octant = 0; octant < Node.OCTANTS && at < to; octant++) {
            long child = children[octant];
            if (child == Crl.NONE) {
                continue;
            }
            double end = at + work(Math.abs(child));
            if (child < 0 && at >= from) {
                bodies.add(-child);
            } else if (child > 0 && end > from) {
                zone(child, at, from, to, bodies);
            }
            at = end;
        }
    }
}
