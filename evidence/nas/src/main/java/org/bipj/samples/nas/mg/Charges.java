package org.bipj.samples.nas.mg;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.samples.nas.NasRandom;

/**
 * The right-hand side v: +1 where the ten largest of a sequence of random numbers, one for each point, lie, -1 where
 * the ten smallest lie, else 0. Each rank draws the numbers of its own points.
 */
final class Charges {
    private static final int COUNT = 10;

    /** The most extreme numbers so far, in rising order, and where they lie in the sequence. */
    private final double[] values = new double[COUNT];

    private final long[] places = new long[COUNT];

    /** 1 to keep the largest, -1 to keep the smallest. */
    private final int sign;

    private Charges(int sign) {
        this.sign = sign;
        Arrays.fill(values, Double.NEGATIVE_INFINITY);
    }

    /** Sets v to the charges of the problem; called by every rank. */
    static void place(Intracomm comm, Level level, double[] v) {
        Charges largest = new Charges(1);
        Charges smallest = new Charges(-1);
        for (int k = 0; k < level.size(2); k++) {
            for (int j = 0; j < level.size(1); j++) {
                long place = place(level, 0, j, k);
                long state = NasRandom.jump(NasRandom.SEED, place);
                for (int i = 0; i < level.size(0); i++) {
                    state = NasRandom.next(state);
                    double value = NasRandom.value(state);
                    largest.offer(value, place + i);
                    smallest.offer(-value, place + i);
                }
            }
        }
        Arrays.fill(v, 0);
        largest.set(comm, level, v);
        smallest.set(comm, level, v);
    }

    /** Returns where a point lies in the sequence. */
    private static long place(Level level, int i, int j, int k) {
        long side = level.side;
        return level.global(0, i) + side * (level.global(1, j) + side * level.global(2, k));
    }

    private void offer(double value, long place) {
        if (value <= values[0]) {
            return;
        }
        int at = 0;
        while (at + 1 < COUNT && values[at + 1] < value) {
            values[at] = values[at + 1];
            places[at] = places[at + 1];
            at++;
        }
        values[at] = value;
        places[at] = place;
    }

    /** Finds the most extreme of all ranks' numbers, and sets the points among them that belong to this rank. */
    private void set(Intracomm comm, Level level, double[] v) {
        double[] allValues = new double[COUNT * comm.getSize()];
        long[] allPlaces = new long[COUNT * comm.getSize()];
        comm.allGather(values, COUNT, MPI.DOUBLE, allValues, COUNT, MPI.DOUBLE);
        comm.allGather(places, COUNT, MPI.LONG, allPlaces, COUNT, MPI.LONG);
        Charges all = new Charges(sign);
        for (int i = 0; i < allValues.length; i++) {
            all.offer(allValues[i], allPlaces[i]);
        }
        for (long place : all.places) {
            int i = (int) (place % level.side) - level.global(0, 0);
            int j = (int) (place / level.side % level.side) - level.global(1, 0);
            int k = (int) (place / level.side / level.side) - level.global(2, 0);
            if (i >= 0 && i < level.size(0) && j >= 0 && j < level.size(1) && k >= 0 && k < level.size(2)) {
                v[level.index(i, j, k)] = sign;
            }
        }
    }
}
