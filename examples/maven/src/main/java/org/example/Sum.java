package org.example;

import mpi.MPI;

/** Adds up numbers of all ranks. */
public final class Sum {
    private Sum() {}

    /** Runs the program; every rank contributes its number, counted from 1. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();

        double[] mine = {rank + 1};
        double[] sum = new double[1];
        MPI.COMM_WORLD.allReduce(mine, sum, 1, MPI.DOUBLE, MPI.SUM);

        if (rank == 0) {
            System.out.println("1 + ... + " + size + " = " + sum[0]);
        }
        MPI.Finalize();
    }
}
