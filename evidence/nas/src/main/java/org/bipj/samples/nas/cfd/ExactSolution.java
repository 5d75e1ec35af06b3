package org.bipj.samples.nas.cfd;

/** The flow that the forcing terms are made for, a polynomial at each component (RNR-94-007, section 3). */
public final class ExactSolution {
    /** For each component the constant, then the coefficients of x, y, z, of their squares, cubes and fourth powers. */
    private static final double[][] COEFFICIENTS = {
        {2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
        {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
        {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
        {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
        {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2}
    };

    private ExactSolution() {}

    /** Returns a component at a place; the cube reaches from 0 to 1 along each direction. */
    public static double at(int component, double x, double y, double z) {
        double[] c = COEFFICIENTS[component];
        return c[0]
                + x * (c[1] + x * (c[4] + x * (c[7] + x * c[10])))
                + y * (c[2] + y * (c[5] + y * (c[8] + y * c[11])))
                + z * (c[3] + z * (c[6] + z * (c[9] + z * c[12])));
    }

    /**
     * Returns a component of the flow that a run starts from: exact on the boundary, inside interpolated between the
     * six faces.
     */
    public static double start(int component, double x, double y, double z) {
        double px = between(x, at(component, 0, y, z), at(component, 1, y, z));
        double py = between(y, at(component, x, 0, z), at(component, x, 1, z));
        double pz = between(z, at(component, x, y, 0), at(component, x, y, 1));
        return px + py + pz - px * py - py * pz - pz * px + px * py * pz;
    }

    private static double between(double place, double low, double high) {
        return (1 - place) * low + place * high;
    }
}
