package org.bipj.samples.nas.lu;

import org.bipj.samples.nas.cfd.Grid;

/** The sizes of the LU kernel and its official results (NPB 3.4). */
enum LuProblem {
    /** 12 points along each direction. */
    S(
            12,
            50,
            5.0e-1,
            new double[] {
                1.6196343210976702e-2,
                2.1976745164821318e-3,
                1.5179927653399185e-3,
                1.5029584435994323e-3,
                3.4264073155896461e-2
            },
            new double[] {
                6.4223319957960924e-4,
                8.4144342047347926e-5,
                5.8588269616485186e-5,
                5.8474222595157350e-5,
                1.3103347914111294e-3
            },
            7.8418928865937083e0),
    /** 33 points along each direction. */
    W(
            33,
            300,
            1.5e-3,
            new double[] {0.1236511638192e2, 0.1317228477799e1, 0.2550120713095e1, 0.2326187750252e1, 0.2826799444189e2
            },
            new double[] {
                0.4867877144216e0, 0.5064652880982e-1, 0.9281818101960e-1, 0.8570126542733e-1, 0.1084277417792e1
            },
            0.1161399311023e2),
    /** 64 points along each direction. */
    A(
            64,
            250,
            2.0e0,
            new double[] {
                7.7902107606689367e2,
                6.3402765259692870e1,
                1.9499249727292479e2,
                1.7845301160418537e2,
                1.8384760349464247e3
            },
            new double[] {
                2.9964085685471943e1,
                2.8194576365003349e0,
                7.3473412698774742e0,
                6.7139225687777051e0,
                7.0715315688392578e1
            },
            2.6030925604886277e1),
    /** 102 points along each direction. */
    B(
            102,
            250,
            2.0e0,
            new double[] {
                3.5532672969982736e3,
                2.6214750795310692e2,
                8.8333721850952190e2,
                7.7812774739425265e2,
                7.3087969592545314e3
            },
            new double[] {
                1.1401176380212709e2,
                8.1098963655421574e0,
                2.8480597317698308e1,
                2.5905394567832939e1,
                2.6054907504857413e2
            },
            4.7887162703308227e1),
    /** 162 points along each direction. */
    C(
            162,
            250,
            2.0e0,
            new double[] {
                1.03766980323537846e4,
                8.92212458801008552e2,
                2.56238814582660871e3,
                2.19194343857831427e3,
                1.78078057261061185e4
            },
            new double[] {
                2.15986399716949279e2,
                1.55789559239863600e1,
                5.41318863077207766e1,
                4.82262643154045421e1,
                4.55902910043250358e2
            },
            6.66404553572181300e1);

    /** The points and the time step. */
    final Grid grid;
    /** The number of time steps. */
    final int steps;
    /** The norms of the residual's five components after the last step. */
    final double[] residual;
    /** The norms of the difference from the exact solution. */
    final double[] error;
    /** The integral of the pressure over the surface of a part of the cube. */
    final double surface;

    LuProblem(int side, int steps, double dt, double[] residual, double[] error, double surface) {
        grid = new Grid(side, dt);
        this.steps = steps;
        this.residual = residual;
        this.error = error;
        this.surface = surface;
    }

    /** Returns the operations of a time step, as NPB counts them. */
    double operations() {
        double n = grid.side();
        return ((1984.77 * n - 10923.3) * n + 27770.9) * n - 144010;
    }
}
