package org.bipj.sim;

import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.bipj.core.nic.NicPort;
import org.bipj.sim.bip.PeerNumbers;
import org.bipj.sim.hardware.ArrivalGate;
import org.bipj.sim.hardware.PacketCounts;
import org.bipj.sim.ip.IpHost;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.Kernel;
import org.bipj.sim.kernel.Processor;

/** The simulated machine on which a session runs its ranks. */
interface Machine {
    /** The name of the machine in reports and messages. */
    String name();

    /** The kernel that runs all events of the machine. */
    Kernel kernel();

    /** The number of hosts, which bounds that of ranks. */
    int hosts();

    /** Name of the host of a rank. */
    String node(int rank);

    /**
     * Nanoseconds that an operation of a program takes; 0 if the platform does not state it.
     *
     * @param kind of operation; empty for the general one
     */
    double operationNs(String kind);

    /** Picoseconds that a clock reading costs a program that reads the same time again. */
    long readPs();

    /** Records for the trace that a thread of a rank computes. Times are in picoseconds. */
    default void computes(int rank, Fiber thread, long from, long ps) {}

    /** What threads cost on the host of a rank. */
    default Processor.Settings processor(int rank) {
        return Processor.Settings.FREE;
    }

    /** The run is about to begin: what a host does beside its programs may need the rank's processor. */
    default void attach(int rank, Processor processor) {}

    /**
     * The TCP/IP stack of a rank's host.
     *
     * @throws IllegalStateException if the boards do not carry IP
     */
    default IpHost ip(int rank) {
        throw new IllegalStateException(
                "rank " + rank + ": the boards of " + name() + " do not carry IP; expected a run with it");
    }

    /**
     * A rank's host loses its power, or gets it again.
     *
     * @param at in picoseconds
     */
    record PowerChange(int rank, long at, boolean on) {}

    /** When the hosts of ranks lose their power and get it again, in the order of time. */
    default List<PowerChange> powerChanges() {
        return List.of();
    }

    /** The host of a rank loses its power. Its program's fibers do not run any more. */
    default void powerOff(int rank) {
        throw new IllegalStateException(name() + " has no hosts that lose their power");
    }

    /** The host of a rank has its power again, and will run the rank's program on a processor. */
    default void powerOn(int rank, Processor processor) {
        throw new IllegalStateException(name() + " has no hosts that lose their power");
    }

    /** True if the run goes on when a rank dies. */
    default boolean survivesDeaths() {
        return false;
    }

    /** Picoseconds after which the others know that a rank has died. */
    default long detectPs() {
        throw new IllegalStateException(name() + " ends with a rank that dies");
    }

    /** The board of a rank that has died is dead from now on. */
    default void dies(int rank) {
        throw new IllegalStateException(name() + " ends with a rank that dies");
    }

    /**
     * A rank is told that another one has died.
     *
     * @param why which rank, and how
     */
    default void tell(int rank, int dead, String why) {
        throw new IllegalStateException(name() + " ends with a rank that dies");
    }

    /** Has a gate decide when a rank takes what has come, in a run that goes on when a rank dies. */
    default void gate(int rank, ArrivalGate gate) {
        throw new IllegalStateException(name() + " ends with a rank that dies");
    }

    /** How many packets and long messages a rank has written to its board. */
    default long sent(int rank) {
        throw new IllegalStateException(name() + " ends with a rank that dies");
    }

    /** The program of a rank leaves without an end of its own, as {@code System.exit} does. */
    default void left(int rank) {}

    /** True if processes may join a run, and meet those of other jobs. */
    default boolean connects() {
        return false;
    }

    /**
     * How many hosts have no process, or one that has ended.
     *
     * @param hasEnded whether the process of a place has ended
     */
    default int free(IntPredicate hasEnded) {
        return 0;
    }

    /**
     * Gives free hosts to the ranks of another job.
     *
     * @param numbers of the new ranks, whose places are the next ones; not more than are {@link #free}
     * @param hasEnded whether the process of a place has ended
     * @throws org.bipj.core.nic.PortException if the boards have no room for their routes
     */
    default void add(PeerNumbers numbers, IntPredicate hasEnded) {
        throw new UnsupportedOperationException(name() + ": no process joins a run");
    }

    /** Picoseconds from the request for processes to the begin of their programs. */
    default long startPs() {
        return 0;
    }

    /** A rank knows more peers: those of numbers below this one. */
    default void reach(int place, int numbers) {
        throw new UnsupportedOperationException(name() + ": no process joins a run");
    }

    /** A rank that waits in its port looks once more. */
    default void poke(int place) {
        throw new UnsupportedOperationException(name() + ": no process joins a run");
    }

    /** Opens the port of a rank, whose program runs on the processor. */
    NicPort open(int rank, Processor processor);

    /** What the board of a rank has received; empty where it does not count. */
    default List<PacketCounts> received(int rank) {
        return List.of();
    }

    /** The most worms that a cable between two switches has carried one way; 0 if there is no such cable. */
    default long mostWormsOfACable() {
        return 0;
    }

    /** The program of a rank has ended. */
    default void ended(int rank) {}

    /**
     * A summary of the run, as text; lines end with a line feed.
     *
     * @param endPs virtual time at the end of the run
     */
    String summary(long endPs);

    /** The injected faults, and worms that were lost, as one line without its end; empty if there are none. */
    default String faults() {
        return "";
    }

    /** Keys of the constants that the user has set and that nothing in the run has read. */
    default List<String> unread() {
        return List.of();
    }

    /**
     * All programs have ended.
     *
     * @throws org.bipj.core.nic.PortException if something was lost that nobody could notice
     */
    default void checkEnd() {}

    /** Sets the listener for a file of the run that can no longer be written. The run continues. */
    default void onLostFile(Consumer<String> listener) {}

    /**
     * Completes the files of the run, which has ended.
     *
     * @throws UncheckedIOException if a file could not be written; the message names it
     */
    void close();
}
