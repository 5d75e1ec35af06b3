package org.bipj.sim;

import java.io.UncheckedIOException;
import java.util.function.Consumer;
import org.bipj.core.nic.NicPort;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.Kernel;

/** What a session puts its ranks on. */
interface Machine {
    /** For messages. */
    String name();

    /** The clock and queue on which everything of the machine happens. */
    Kernel kernel();

    /** Number of hosts. */
    int hosts();

    /** Name of the host of a rank. */
    String node(int rank);

    /** Nanoseconds that an operation of a program takes; 0 where none is stated. */
    double operationNs();

    /** Picoseconds that a reading of the clock costs a program, if it reads the same time again. */
    long readPs();

    /** The program of a rank computes for so many picoseconds: for those who watch. */
    default void computes(int rank, long from, long ps) {}

    /** The port of a rank, whose program the fiber runs. */
    NicPort open(int rank, Fiber fiber);

    /**
     * What happened, as text; lines end with a line feed.
     *
     * @param endPs virtual time at the end of the run
     */
    String summary(long endPs);

    /** What was made to break, and worms that were lost, as a line without its end; empty: nothing. */
    default String faults() {
        return "";
    }

    /** Tells at once where a file of the run cannot be written on; the run goes on. */
    default void onLostFile(Consumer<String> whom) {}

    /**
     * Nothing more will happen: files are completed.
     *
     * @throws UncheckedIOException if one could not be written: which, and why
     */
    void close();
}
