package org.example;

import mpi.Intracomm;
import mpi.MPI;

/** Adds up numbers of all ranks. */
public final class Sum {
    private Sum() {}

    /** Runs the program; every rank contributes its number, counted from 1. */
    public static void main(String[] args) {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();

        double sum = ofRanks(MPI.COMM_WORLD);
        if (rank == 0) {
            System.out.println("1 + ... + " + size + " = " + sum);
        }
        MPI.Finalize();
    }

    /** The sum, on every rank. */
    static double ofRanks(Intracomm world) {
        double[] mine = {world.getRank() + 1};
        double[] sum = new double[1];
        world.allReduce(mine, sum, 1, MPI.DOUBLE, MPI.SUM);
        return sum[0];
    }
}
