package org.bipj.samples.crl;

import java.util.Arrays;

/** The bodies that a rank owns, and the results of their forces until they are moved. */
final class BodyList {
    private long[] ids = new long[256];
    private int size;
    /** Of each body: acceleration, potential, work. */
    private double[] forces = new double[256 * FORCE];

    /** Numbers of a body's force. */
    static final int FORCE = 5;

    void clear() {
        size = 0;
    }

    void add(long id) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, 2 * size);
            forces = Arrays.copyOf(forces, 2 * size * FORCE);
        }
        ids[size++] = id;
    }

    int size() {
        return size;
    }

    long id(int body) {
        return ids[body];
    }

    double force(int body, int number) {
        return forces[body * FORCE + number];
    }

    void force(int body, double[] force) {
        System.arraycopy(force, 0, forces, body * FORCE, FORCE);
    }
}
