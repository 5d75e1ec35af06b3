package org.bipj.core.nic;

/**
 * Pieces of host software that cost time on the machines that are simulated. The platform states the cost of each; on a
 * real machine charging does nothing. What the port itself does (programmed I/O, polling,
 * pinning pages) the port charges by itself.
 */
public enum HostWork {
    /** A BIP send call up to the first access to the board. */
    BIP_SEND,
    /** A BIP receive call up to the first access to the board. */
    BIP_RECEIVE,
    /** BIP's work between seeing a message or completion and returning to its caller. */
    BIP_RETURN,
    /** MPI's part of a send: arguments, request, header. */
    MPI_SEND,
    /** MPI's part of a receive: arguments, request, matching, completion. */
    MPI_RECEIVE,
    /** MPI's part of answering an announced long message. */
    MPI_RENDEZVOUS,
    /** A test or probe that finds nothing. */
    FAILED_TEST
}
