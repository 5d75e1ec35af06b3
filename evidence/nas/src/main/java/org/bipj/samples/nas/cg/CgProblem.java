package org.bipj.samples.nas.cg;

/** The sizes of the CG kernel and its official eigenvalue estimates (NPB 3.4). */
enum CgProblem {
    /** Order 1400. */
    S(1400, 7, 15, 10, 8.5971775078648),
    /** Order 7000. */
    W(7000, 8, 15, 12, 10.362595087124),
    /** Order 14000. */
    A(14000, 11, 15, 20, 17.130235054029),
    /** Order 75000. */
    B(75000, 13, 75, 60, 22.712745482631),
    /** Order 150000. */
    C(150000, 15, 75, 110, 28.973605592845);

    /** The order of the matrix. */
    final int order;
    /** The number of random elements of each of the vectors that the matrix is made of. */
    final int nonzeros;
    /** The number of steps of inverse iteration. */
    final int iterations;
    /** The shift of the main diagonal. */
    final double shift;
    /** The eigenvalue estimate after the last iteration. */
    final double zeta;

    CgProblem(int order, int nonzeros, int iterations, double shift, double zeta) {
        this.order = order;
        this.nonzeros = nonzeros;
        this.iterations = iterations;
        this.shift = shift;
        this.zeta = zeta;
    }
}
