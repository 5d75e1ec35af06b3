package org.bipj.core.nic;

/**
 * The facet of ATM network interfaces, which send and receive single cells and which only the host's kernel may touch
 * (SSAM paper, section 3). A process opens the device once. The kernel pins buffers that it shares with the process.
 * Three traps move cells between these buffers and the network interface. A trap gets the numbers of a connection and a
 * buffer, which the kernel checks, and no addresses.
 *
 * <p>Cells may be lost: the network interface has no flow control, and drops a cell that finds its input queue full or
 * that was damaged. Cells of one connection that arrive are in the order in which they were sent.
 */
public interface CellTraps {
    /** Bytes of a cell's payload (AAL3/4 with its trailer). */
    int PAYLOAD = 48;

    /**
     * Bytes of the trailer at the end of the payload: the network interface writes the CRC-10 into its low 10 bits. The
     * process may use the high 6 bits.
     */
    int TRAILER = 2;

    /** Work of the process's library, whose cost the platform states. */
    enum Work {
        /** To format a request, and its flow control. */
        FORMAT,
        /** To check the flow control of a cell that has arrived. */
        FLOW,
        /** To dispatch the handler of a request, with a buffer for its reply. */
        DISPATCH,
        /** To dispatch the handler of a reply. */
        DISPATCH_REPLY,
        /** To move the data of a cell between memory and a buffer: a cell of a long message. */
        STORE
    }

    /**
     * What the platform states of the library's protocol.
     *
     * @param window requests of a connection that may be outstanding
     * @param longWindow cells of a long message that may be outstanding if the receiver grants it
     * @param acknowledge requests without a reply, on one connection, after which an acknowledgement of their own leaves
     * @param timeoutNs nanoseconds without an answer after which a request is sent again
     */
    record Settings(int window, int longWindow, int acknowledge, long timeoutNs) {}

    /** What the platform states of the library's protocol. */
    Settings settings();

    /**
     * Opens the device for a process of this host: the kernel pins its buffers.
     *
     * @param transmit number of buffers for cells to send
     * @param receive number of buffers for cells that arrive, at least {@link CellDevice#BATCH}
     * @throws PortException if the kernel cannot pin that much
     */
    CellDevice open(int transmit, int receive);

    /** Charges work of the library to the process's clock. */
    void charge(Work work);
}
