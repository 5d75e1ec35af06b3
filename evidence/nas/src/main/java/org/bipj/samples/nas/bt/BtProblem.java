package org.bipj.samples.nas.bt;

import org.bipj.samples.nas.cfd.Grid;

/** The sizes of the BT kernel and its official results (NPB 3.4). */
enum BtProblem {
    /** 12 points along each direction. */
    S(
            12,
            60,
            1.0e-2,
            new double[] {
                1.7034283709541311e-1,
                1.2975252070034097e-2,
                3.2527926989486055e-2,
                2.6436421275166801e-2,
                1.9211784131744430e-1
            },
            new double[] {
                4.9976913345811579e-4,
                4.5195666782961927e-5,
                7.3973765172921357e-5,
                7.3821238632439731e-5,
                8.9269630987491446e-4
            }),
    /** 24 points along each direction. */
    W(
            24,
            200,
            0.8e-3,
            new double[] {0.1125590409344e3, 0.1180007595731e2, 0.2710329767846e2, 0.2469174937669e2, 0.2638427874317e3
            },
            new double[] {0.4419655736008e1, 0.4638531260002e0, 0.1011551749967e1, 0.9235878729944e0, 0.1018045837718e2
            }),
    /** 64 points along each direction. */
    A(
            64,
            200,
            0.8e-3,
            new double[] {
                1.0806346714637264e2,
                1.1319730901220813e1,
                2.5974354511582465e1,
                2.3665622544678910e1,
                2.5278963211748344e2
            },
            new double[] {
                4.2348416040525025e0,
                4.4390282496995698e-1,
                9.6692480136345650e-1,
                8.8302063039765474e-1,
                9.7379901770829278e0
            }),
    /** 102 points along each direction. */
    B(
            102,
            200,
            3.0e-4,
            new double[] {
                1.4233597229287254e3,
                9.9330522590150238e1,
                3.5646025644535285e2,
                3.2485447959084092e2,
                3.2707541254659363e3
            },
            new double[] {
                5.2969847140936856e1,
                4.4632896115670668e0,
                1.3122573342210174e1,
                1.2006925323559144e1,
                1.2459576151035986e2
            }),
    /** 162 points along each direction. */
    C(
            162,
            200,
            1.0e-4,
            new double[] {
                0.62398116551764615e4,
                0.50793239190423964e3,
                0.15423530093013596e4,
                0.13302387929291190e4,
                0.11604087428436455e5
            },
            new double[] {
                0.16462008369091265e3,
                0.11497107903824313e2,
                0.41207446207461508e2,
                0.37087651059694167e2,
                0.36211053051841265e3
            });

    /** The points and the time step. */
    final Grid grid;
    /** The number of time steps. */
    final int steps;
    /** The norms of the residual's five components after the last step. */
    final double[] residual;
    /** The norms of the difference from the exact solution. */
    final double[] error;

    BtProblem(int side, int steps, double dt, double[] residual, double[] error) {
        grid = new Grid(side, dt);
        this.steps = steps;
        this.residual = residual;
        this.error = error;
    }
}
