package org.bipj.samples.crl;

/**
 * The two kinds of regions of the tree, whose first numbers are alike (LCI paper, section 6.2: regions of 88 to 108 bytes).
 *
 * <pre>
 *         0      8                 32     40              64              88        104
 *   body  | mass | place           | work | velocity      | acceleration  | potential | (96 bytes)
 *   cell  | mass | centre of mass  | work | children: 8 pointers                      | (104 bytes)
 * </pre>
 *
 * A pointer is the id of a cell, the negative id of a body, or 0.
 */
final class Node {
    static final int MASS = 0;
    static final int PLACE = 8;
    /** Of a body what its last force took; of a cell the sum of its bodies. */
    static final int WORK = 32;

    static final int VELOCITY = 40;
    static final int ACCELERATION = 64;
    static final int POTENTIAL = 88;
    static final int BODY_BYTES = 96;

    private static final int CHILDREN = 40;
    static final int CELL_BYTES = 104;

    static final int OCTANTS = 8;

    private Node() {}

    static int child(int octant) {
        return CHILDREN + octant * Long.BYTES;
    }

    static int place(int axis) {
        return PLACE + axis * Double.BYTES;
    }

    static int velocity(int axis) {
        return VELOCITY + axis * Double.BYTES;
    }

    static int acceleration(int axis) {
        return ACCELERATION + axis * Double.BYTES;
    }
}
