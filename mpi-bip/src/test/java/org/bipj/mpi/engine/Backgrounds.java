package org.bipj.mpi.engine;

/** Lets tests do what progress does with operations in the background. */
public final class Backgrounds {
    private Backgrounds() {}

    /** Starts an operation; true if it is done. */
    public static boolean start(Background operation) {
        return operation.start();
    }

    /** Goes on with an operation that is not done; true if it is done now. */
    public static boolean step(Background operation) {
        return operation.step();
    }
}
