package org.bipj.samples.nas.mg;

/** The sizes of the MG kernel and its official results (NPB 3.4). */
enum MgProblem {
    /** 32 points along each direction. */
    S(5, 4, 0.5307707005734e-4),
    /** 128 points along each direction. */
    W(7, 4, 0.6467329375339e-5),
    /** 256 points along each direction. */
    A(8, 4, 0.2433365309069e-5),
    /** 256 points along each direction, more iterations. */
    B(8, 20, 0.1800564401355e-5),
    /** 512 points along each direction. */
    C(9, 20, 0.5706732285740e-6);

    /** -A, where A is the operator of Poisson's equation; by the number of indices in which a neighbour differs. */
    static final double[] MINUS_OPERATOR = {8.0 / 3, 0, -1.0 / 6, -1.0 / 12};

    /** The binary logarithm of the number of points along each direction. */
    final int logSide;
    /** The number of V-cycles. */
    final int iterations;
    /** The norm of the last residual. */
    final double norm;
    /** S, the smoother, in the order of {@link #MINUS_OPERATOR}. */
    final double[] smoother;

    MgProblem(int logSide, int iterations, double norm) {
        this.logSide = logSide;
        this.iterations = iterations;
        this.norm = norm;
        smoother = iterations == 4
                ? new double[] {-3.0 / 8, 1.0 / 32, -1.0 / 64, 0}
                : new double[] {-3.0 / 17, 1.0 / 33, -1.0 / 61, 0};
    }

    /** Returns the number of points along each direction. */
    int side() {
        return 1 << logSide;
    }
}
