package org.bipj.samples.nas.cfd;

/**
 * The cube of points on which LU, SP and BT work, and their time step.
 *
 * @param side the number of points along each direction, both boundaries among them
 * @param dt the time step
 */
public record Grid(int side, double dt) {
    /** The components of the flow at a point: density, momentum along x, y and z, and energy. */
    public static final int COMPONENTS = 5;

    /** The directions x, y and z. */
    public static final int AXES = 3;

    /** Returns the distance between two points; the cube's edge has length 1. */
    public double spacing() {
        return 1.0 / (side - 1);
    }

    /** Returns the factor of a second difference. */
    public double t1() {
        return (side - 1.0) * (side - 1.0);
    }

    /** Returns the factor of a central difference. */
    public double t2() {
        return (side - 1.0) / 2;
    }

    /** Returns the number of points that are not on the boundary. */
    public double interiorPoints() {
        return Math.pow(side - 2.0, AXES);
    }
}
