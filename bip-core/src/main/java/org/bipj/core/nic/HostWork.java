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
    /** MPI's part of answering an announced long message, at each end. */
    MPI_RENDEZVOUS,
    /** What a multicast costs MPI's sender in addition. */
    MPI_MULTICAST,
    /** CRL's part of a message of its coherence protocol that has arrived: region, state, answer. */
    CRL_MESSAGE,
    /** A test or probe that finds nothing. */
    FAILED_TEST,
    /** Panda's part of a message, where one thread calls: sender. */
    PANDA_ST_SEND,
    /** Panda's part of a message, where one thread calls: receiver. */
    PANDA_ST_RECEIVE,
    /** What a broadcast costs its sender in addition, where one thread calls. */
    PANDA_ST_BROADCAST,
    /** Panda's part of a message, where several threads call: sender. */
    PANDA_MT_SEND,
    /** Panda's part of a message, where several threads call: receiver. */
    PANDA_MT_RECEIVE,
    /** What a broadcast costs its sender in addition, where several threads call. */
    PANDA_MT_BROADCAST,
    /** Orca's part of an operation at its caller, unless it is local. */
    ORCA_INVOKE,
    /** Orca's part of an operation at a rank that applies it. */
    ORCA_APPLY,
    /** What an update of a replicated object costs its caller in addition. */
    ORCA_BROADCAST,
    /** An operation on an object or replica of the caller's own memory. */
    ORCA_LOCAL
}
