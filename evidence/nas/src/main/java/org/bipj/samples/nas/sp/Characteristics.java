package org.bipj.samples.nas.sp;

import org.bipj.samples.nas.Vectors;
import org.bipj.samples.nas.cfd.Flow;

/**
 * The changes of variables between SP's systems, in which the five components of r do not depend on each other: all of
 * the U of the step's begin, at all points of a box. The specification calls them T^-1 before x, N and P^-1 between, T
 * after z.
 */
interface Characteristics {
    /** The square root of 1/2, b in the specification. */
    double B = Math.sqrt(0.5);

    /** Returns the fastest that this JVM can run. */
    static Characteristics fastest() {
        return Vectors.AVAILABLE ? new VectorCharacteristics() : new PlainCharacteristics();
    }

    /** From the flow's components to those that travel along x. */
    void toX(Flow flow, double[][] r);

    /** Transforms the characteristics along x to those along y. */
    void fromXToY(double[][] r);

    /** Transforms the characteristics along y to those along z. */
    void fromYToZ(double[][] r);

    /** Transforms the characteristics along z to the flow's components. */
    void fromZ(Flow flow, double[][] r);
}
