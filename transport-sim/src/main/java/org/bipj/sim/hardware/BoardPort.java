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

    /** What the board has received, by kind; empty where the firmware does not count. */
    default List<PacketCounts> received() {
        return List.of();
    }

    /** The state of port and firmware, as text. */
    String state();
}
