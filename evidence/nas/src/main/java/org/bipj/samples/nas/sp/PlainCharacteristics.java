package org.bipj.samples.nas.sp;

import org.bipj.samples.nas.cfd.Flow;
import org.bipj.samples.nas.cfd.Gas;

/** The changes of variables in plain loops, one point after the other. */
final class PlainCharacteristics implements Characteristics {
    @Override
    public void toX(Flow flow, double[][] r) {
        for (int p = 0; p < r[0].length; p++) {
            double r1 = r[0][p];
            double inverse = flow.inverse[p];
            double u = flow.velocity[0][p];
            double v = flow.velocity[1][p];
            double w = flow.velocity[2][p];
            double squaredSound = squaredSound(flow, p);
            double t =
                    Gas.C2 / squaredSound * (flow.kinetic[p] * r1 - u * r[1][p] - v * r[2][p] - w * r[3][p] + r[4][p]);
            double s = B * inverse * (u * r1 - r[1][p]);
            double z = B * Math.sqrt(squaredSound) * inverse * t;
            r[0][p] = r1 - t;
            r[1][p] = -(w * r1 - r[3][p]) * inverse;
            r[2][p] = (v * r1 - r[2][p]) * inverse;
            r[3][p] = z - s;
            r[4][p] = z + s;
        }
    }

    private static double squaredSound(Flow flow, int p) {
        return Gas.C1 * Gas.C2 * (flow.energy[p] - flow.kinetic[p]);
    }

    @Override
    public void fromXToY(double[][] r) {
        for (int p = 0; p < r[0].length; p++) {
            double r1 = r[0][p];
            double r3 = B * r[2][p];
            double mean = 0.5 * (r[3][p] + r[4][p]);
            r[0][p] = -r[1][p];
            r[1][p] = r1;
            r[2][p] = B * (r[3][p] - r[4][p]);
            r[3][p] = mean - r3;
            r[4][p] = mean + r3;
        }
    }

    @Override
    public void fromYToZ(double[][] r) {
        for (int p = 0; p < r[0].length; p++) {
            double r1 = B * r[0][p];
            double r2 = r[1][p];
            double mean = 0.5 * (r[3][p] + r[4][p]);
            r[0][p] = B * (r[3][p] - r[4][p]);
            r[1][p] = -r[2][p];
            r[2][p] = r2;
            r[3][p] = mean - r1;
            r[4][p] = mean + r1;
        }
    }

    @Override
    public void fromZ(Flow flow, double[][] r) {
        for (int p = 0; p < r[0].length; p++) {
            double density = flow.u[0][p];
            double u = flow.velocity[0][p];
            double v = flow.velocity[1][p];
            double w = flow.velocity[2][p];
            double squaredSound = squaredSound(flow, p);
            double r1 = density * r[0][p];
            double r2 = density * r[1][p];
            double t1 = B * density / Math.sqrt(squaredSound) * (r[3][p] + r[4][p]);
            double t2 = r[2][p] + t1;
            double t3 = B * density * (r[3][p] - r[4][p]);
            r[0][p] = t2;
            r[1][p] = u * t2 - r2;
            r[2][p] = v * t2 + r1;
            r[3][p] = w * t2 + t3;
            r[4][p] = v * r1 - u * r2 + flow.kinetic[p] * t2 + squaredSound / Gas.C2 * t1 + w * t3;
        }
    }
}
