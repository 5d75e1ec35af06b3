package org.bipj.samples.nas.cfd;

/** The flow at the points of a box: the five components U, and what is derived from them for R and the matrices. */
public final class Flow {
    /** The part of the grid whose points these are. */
    public final Box box;

    /** U: density, momentum along x, y and z, energy; in flat arrays, one for each component. */
    public final double[][] u;

    /** 1 / density. */
    public final double[] inverse;

    /** The velocities along x, y and z. */
    public final double[][] velocity;

    /** The kinetic energy of a mass, q: half the sum of the squared velocities. */
    public final double[] kinetic;

    /** By point: the energy for each unit of mass. */
    public final double[] energy;

    /** The flow of a box, zero everywhere. */
    public Flow(Box box) {
        this.box = box;
        u = new double[Grid.COMPONENTS][box.length()];
        inverse = new double[box.length()];
        velocity = new double[Grid.AXES][box.length()];
        kinetic = new double[box.length()];
        energy = new double[box.length()];
    }

    /** A function of a component and a place. */
    @FunctionalInterface
    public interface Field {
        /** Returns a component at a place; the cube reaches from 0 to 1 along each direction. */
        double at(int component, double x, double y, double z);
    }

    /** Sets U at all points that the grid has, those in the frame too. */
    public void fill(Grid grid, Field interior, Field boundary) {
        double h = grid.spacing();
        for (int k = -Box.GHOSTS; k < box.size(2) + Box.GHOSTS; k++) {
            for (int j = -Box.GHOSTS; j < box.size(1) + Box.GHOSTS; j++) {
                for (int i = -Box.GHOSTS; i < box.size(0) + Box.GHOSTS; i++) {
                    if (box.inGrid(0, i) && box.inGrid(1, j) && box.inGrid(2, k)) {
                        Field field = isInterior(i, 0) && isInterior(j, 1) && isInterior(k, 2) ? interior : boundary;
                        for (int m = 0; m < Grid.COMPONENTS; m++) {
                            u[m][box.index(i, j, k)] =
                                    field.at(m, box.global(0, i) * h, box.global(1, j) * h, box.global(2, k) * h);
                        }
                    }
                }
            }
        }
    }

    private boolean isInterior(int local, int axis) {
        return box.inGrid(axis, local - 1) && box.inGrid(axis, local + 1);
    }

    /** Adds a change, times a factor, to U at the interior points. */
    public void add(double[][] change, double factor) {
        for (int m = 0; m < Grid.COMPONENTS; m++) {
            double[] to = u[m];
            double[] from = change[m];
            for (int k = box.interiorStart(2); k < box.interiorEnd(2); k++) {
                for (int j = box.interiorStart(1); j < box.interiorEnd(1); j++) {
                    int end = box.index(box.interiorEnd(0), j, k);
                    for (int p = box.index(box.interiorStart(0), j, k); p < end; p++) {
                        to[p] += factor * from[p];
                    }
                }
            }
        }
    }
}
