package org.bipj.samples.nas.sp;

import static jdk.incubator.vector.DoubleVector.fromArray;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;
import org.bipj.samples.nas.cfd.Flow;
import org.bipj.samples.nas.cfd.Gas;

/** The changes of variables with vector instructions. See {@link PlainCharacteristics} for the formulae. */
final class VectorCharacteristics implements Characteristics {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int STEP = SPECIES.length();

    @Override
    public void toX(Flow flow, double[][] r) {
        double[] alongX = flow.velocity[0];
        double[] alongY = flow.velocity[1];
        double[] alongZ = flow.velocity[2];
        for (int p = 0; p < SPECIES.loopBound(r[0].length); p += STEP) {
            DoubleVector r1 = fromArray(SPECIES, r[0], p);
            DoubleVector r2 = fromArray(SPECIES, r[1], p);
            DoubleVector r3 = fromArray(SPECIES, r[2], p);
            DoubleVector r4 = fromArray(SPECIES, r[3], p);
            DoubleVector inverse = fromArray(SPECIES, flow.inverse, p);
            DoubleVector u = fromArray(SPECIES, alongX, p);
            DoubleVector v = fromArray(SPECIES, alongY, p);
            DoubleVector w = fromArray(SPECIES, alongZ, p);
            DoubleVector squaredSound = squaredSound(flow, p);
            DoubleVector t = fromArray(SPECIES, flow.kinetic, p)
                    .mul(r1)
                    .sub(u.mul(r2))
                    .sub(v.mul(r3))
                    .sub(w.mul(r4))
                    .add(fromArray(SPECIES, r[4], p))
                    .mul(Gas.C2)
                    .div(squaredSound);
            DoubleVector s = u.mul(r1).sub(r2).mul(inverse).mul(B);
            DoubleVector z = squaredSound.sqrt().mul(inverse).mul(t).mul(B);
            r1.sub(t).intoArray(r[0], p);
            r4.sub(w.mul(r1)).mul(inverse).intoArray(r[1], p);
            v.mul(r1).sub(r3).mul(inverse).intoArray(r[2], p);
            z.sub(s).intoArray(r[3], p);
            z.add(s).intoArray(r[4], p);
        }
    }

    private static DoubleVector squaredSound(Flow flow, int p) {
        return fromArray(SPECIES, flow.energy, p)
                .sub(fromArray(SPECIES, flow.kinetic, p))
                .mul(Gas.C1 * Gas.C2);
    }

    @Override
    public void fromXToY(double[][] r) {
        for (int p = 0; p < SPECIES.loopBound(r[0].length); p += STEP) {
            DoubleVector r1 = fromArray(SPECIES, r[0], p);
            DoubleVector r3 = fromArray(SPECIES, r[2], p).mul(B);
            DoubleVector r4 = fromArray(SPECIES, r[3], p);
            DoubleVector r5 = fromArray(SPECIES, r[4], p);
            DoubleVector mean = r4.add(r5).mul(0.5);
            fromArray(SPECIES, r[1], p).neg().intoArray(r[0], p);
            r1.intoArray(r[1], p);
            r4.sub(r5).mul(B).intoArray(r[2], p);
            mean.sub(r3).intoArray(r[3], p);
            mean.add(r3).intoArray(r[4], p);
        }
    }

    @Override
    public void fromYToZ(double[][] r) {
        for (int p = 0; p < SPECIES.loopBound(r[0].length); p += STEP) {
            DoubleVector r1 = fromArray(SPECIES, r[0], p).mul(B);
            DoubleVector r2 = fromArray(SPECIES, r[1], p);
            DoubleVector r4 = fromArray(SPECIES, r[3], p);
            DoubleVector r5 = fromArray(SPECIES, r[4], p);
            DoubleVector mean = r4.add(r5).mul(0.5);
            r4.sub(r5).mul(B).intoArray(r[0], p);
            fromArray(SPECIES, r[2], p).neg().intoArray(r[1], p);
            r2.intoArray(r[2], p);
            mean.sub(r1).intoArray(r[3], p);
            mean.add(r1).intoArray(r[4], p);
        }
    }

    @Override
    public void fromZ(Flow flow, double[][] r) {
        double[] alongX = flow.velocity[0];
        double[] alongY = flow.velocity[1];
        double[] alongZ = flow.velocity[2];
        for (int p = 0; p < SPECIES.loopBound(r[0].length); p += STEP) {
            DoubleVector density = fromArray(SPECIES, flow.u[0], p);
            DoubleVector u = fromArray(SPECIES, alongX, p);
            DoubleVector v = fromArray(SPECIES, alongY, p);
            DoubleVector w = fromArray(SPECIES, alongZ, p);
            DoubleVector squaredSound = squaredSound(flow, p);
            DoubleVector r1 = fromArray(SPECIES, r[0], p).mul(density);
            DoubleVector r2 = fromArray(SPECIES, r[1], p).mul(density);
            DoubleVector r4 = fromArray(SPECIES, r[3], p);
            DoubleVector r5 = fromArray(SPECIES, r[4], p);
            DoubleVector t1 = r4.add(r5).mul(density).mul(B).div(squaredSound.sqrt());
            DoubleVector t2 = fromArray(SPECIES, r[2], p).add(t1);
            DoubleVector t3 = r4.sub(r5).mul(density).mul(B);
            t2.intoArray(r[0], p);
            u.mul(t2).sub(r2).intoArray(r[1], p);
            v.mul(t2).add(r1).intoArray(r[2], p);
            w.mul(t2).add(t3).intoArray(r[3], p);
            v.mul(r1)
                    .sub(u.mul(r2))
                    .add(fromArray(SPECIES, flow.kinetic, p).mul(t2))
                    .add(squaredSound.mul(1 / Gas.C2).mul(t1))
                    .add(w.mul(t3))
                    .intoArray(r[4], p);
        }
    }
}
