package org.bipj.mpi.engine;

/**
 * A message that no receive has matched.
 *
 * @param context the communicator's
 * @param source the sender's rank in COMM_WORLD
 * @param tag its tag
 * @param bytes its length
 */
public record Unreceived(int context, int source, int tag, long bytes) {}
