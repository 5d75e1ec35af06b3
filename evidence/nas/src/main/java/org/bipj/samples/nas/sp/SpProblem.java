package org.bipj.samples.nas.sp;

import org.bipj.samples.nas.cfd.Grid;

/** The sizes of the SP kernel and its official results (NPB 3.4). */
enum SpProblem {
    /** 12 points along each direction. */
    S(
            12,
            100,
            1.5e-2,
            new double[] {
                2.7470315451339479e-2,
                1.0360746705285417e-2,
                1.6235745065095532e-2,
                1.5840557224455615e-2,
                3.4849040609362460e-2
            },
            new double[] {
                2.7289258557377227e-5,
                1.0364446640837285e-5,
                1.6154798287166471e-5,
                1.5750704994480102e-5,
                3.4177666183390531e-5
            }),
    /** 36 points along each direction. */
    W(
            36,
            400,
            1.5e-3,
            new double[] {
                0.1893253733584e-2, 0.1717075447775e-3, 0.2778153350936e-3, 0.2887475409984e-3, 0.3143611161242e-2
            },
            new double[] {
                0.7542088599534e-4, 0.6512852253086e-5, 0.1049092285688e-4, 0.1128838671535e-4, 0.1212845639773e-3
            }),
    /** 64 points along each direction. */
    A(
            64,
            400,
            1.5e-3,
            new double[] {
                2.4799822399300195e0,
                1.1276337964368832e0,
                1.5028977888770491e0,
                1.4217816211695179e0,
                2.1292113035138280e0
            },
            new double[] {
                1.0900140297820550e-4,
                3.7343951769282091e-5,
                5.0092785406541633e-5,
                4.7671093939528255e-5,
                1.3621613399213001e-4
            }),
    /** 102 points along each direction. */
    B(
            102,
            400,
            1.0e-3,
            new double[] {0.6903293579998e2, 0.3095134488084e2, 0.4103336647017e2, 0.3864769009604e2, 0.5643482272596e2
            },
            new double[] {
                0.9810006190188e-2, 0.1022827905670e-2, 0.1720597911692e-2, 0.1694479428231e-2, 0.1847456263981e-1
            }),
    /** 162 points along each direction. */
    C(
            162,
            400,
            0.67e-3,
            new double[] {0.5881691581829e3, 0.2454417603569e3, 0.3293829191851e3, 0.3081924971891e3, 0.4597223799176e3
            },
            new double[] {
                0.2598120500183e0, 0.2590888922315e-1, 0.5132886416320e-1, 0.4806073419454e-1, 0.5483377491301e0
            });

    /** The points and the time step. */
    final Grid grid;
    /** The number of time steps. */
    final int steps;
    /** The norms of the residual's five components after the last step. */
    final double[] residual;
    /** The norms of the difference from the exact solution. */
    final double[] error;

    SpProblem(int side, int steps, double dt, double[] residual, double[] error) {
        grid = new Grid(side, dt);
        this.steps = steps;
        this.residual = residual;
        this.error = error;
    }

    /** Returns the operations of a time step, as NPB counts them. */
    double operations() {
        double n = grid.side();
        return ((881.174 * n - 4683.91) * n + 11484.5) * n - 19272.4;
    }
}
