package org.bipj.sim.hardware;

import java.util.List;
import org.bipj.core.nic.NicPort;
import org.bipj.sim.kernel.Processor;

/** The host driver of a firmware: a rank's port to the board that it owns. */
public interface BoardPort extends NicPort {
    /** Connects the port with the rank's program. What has arrived before waits for it. */
    void open(Processor program);

    /**
     * True if no message of this rank is under way or waits, and none holds a slot or buffer, on the host or in the
     * board. This holds when all messages have been received.
     */
    boolean isIdle();

    /** The rank's program has ended, whether it has opened the port or not. The board goes on. */
    default void programEnded() {}

    /** True if the board has nothing left to do, whatever lies in its host. */
    default boolean isBoardIdle() {
        return isIdle();
    }

    /**
     * The run has more processes from now on: the board has room for their routes.
     *
     * @return false if it has not, or its firmware knows those processes only that were there when it was loaded
     */
    default boolean grow(int processes) {
        return false;
    }

    /** The rank knows more peers: its port has this {@link #size}, unless it is larger already. */
    default void reach(int numbers) {
        throw new UnsupportedOperationException("the firmware knows the processes of the start only");
    }

    /** Wakes the rank, if it waits in its port: something beside the network has happened. */
    default void poke() {
        throw new UnsupportedOperationException("the firmware knows the processes of the start only");
    }

    /** The board of this rank has died, and the others will be told. */
    default void boardDied() {
        throw new UnsupportedOperationException("the firmware tells nobody of a death");
    }

    /**
     * The rank is told that another one has died: the port reports it behind what has come from that one.
     *
     * @param place of the process, among all of the run
     * @param why which rank, and how
     */
    default void tell(int place, String why) {
        throw new UnsupportedOperationException("the firmware tells nobody of a death");
    }

    /** Has a gate decide when the rank takes what has come. Before the run. */
    default void gate(ArrivalGate gate) {
        throw new UnsupportedOperationException("the firmware tells nobody of a death");
    }

    /** How many packets and long messages the rank has written to its board. */
    default long sent() {
        throw new UnsupportedOperationException("the firmware does not count");
    }

    /** What the board has received, by kind; empty where the firmware does not count. */
    default List<PacketCounts> received() {
        return List.of();
    }

    /** The state of port and firmware, as text. */
    String state();
}
