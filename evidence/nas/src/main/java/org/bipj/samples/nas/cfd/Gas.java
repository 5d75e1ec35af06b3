package org.bipj.samples.nas.cfd;

/** The constants of the gas and of the artificial dissipation (RNR-94-007, section 3). */
public final class Gas {
    /** The ratio of specific heats. */
    public static final double C1 = 1.4;

    /** C1 - 1. */
    public static final double C2 = 0.4;

    /** C1 times C5, which heat conduction is scaled with. */
    public static final double C1C5 = 1.4 * 1.4;

    /** The viscosity: c3 times c4. */
    public static final double VISCOSITY = 0.1;

    /** A velocity diffuses more along its own direction. */
    public static final double ALONG = 4.0 / 3.0;

    /** The factor of the fourth difference. */
    public static final double DISSIPATION = 0.25;

    private static final double[] DIFFUSION = {0.75, 0.75, 1};

    private Gas() {}

    /** Returns the factor of the second difference of all five components along a direction. */
    public static double diffusion(int axis) {
        return DIFFUSION[axis];
    }
}
