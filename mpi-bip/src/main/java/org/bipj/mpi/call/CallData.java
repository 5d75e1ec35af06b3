package org.bipj.mpi.call;

import org.bipj.core.payload.Data;

/**
 * Descriptions of the buffers of one call of the program, made where the call enters the library and passed down. Each
 * thread has one and describes the buffers of its next call in it, so that no call allocates. The last call's buffers stay
 * reachable until then.
 */
public final class CallData {
    /** The data that the call sends. */
    public final Data sent = new Data();
    /** Where the call receives data. */
    public final Data received = new Data();
    /** Elements of another rank's window; without a buffer, and with the offset in that window's units of displacement. */
    public final Data target = new Data();

    /** The data that the call sends if it sends a block for each rank. */
    public final Blocks sentBlocks = new Blocks();
    /** Where it receives, if that is a block for each rank. */
    public final Blocks receivedBlocks = new Blocks();

    /** Creates descriptions of no data. */
    public CallData() {}
}
