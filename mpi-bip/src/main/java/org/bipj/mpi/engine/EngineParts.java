package org.bipj.mpi.engine;

import org.bipj.core.channel.Channel;
import org.bipj.core.job.Job;
import org.bipj.core.nic.HostTime;
import org.bipj.core.nic.NicPort;
import org.bipj.core.payload.SegmentCache;
import org.bipj.mpi.match.HeapReserve;
import org.bipj.mpi.match.UnexpectedPool;

/**
 * What the parts of one rank's engine share, there before the first of them is made.
 *
 * @param checksTypes true if messages carry the signatures of their data, and receives compare them with their own
 */
record EngineParts(
        Job job,
        NicPort port,
        HostTime time,
        Channel channel,
        Progress progress,
        HeapReserve reserve,
        UnexpectedPool unexpected,
        OpPool ops,
        boolean checksTypes) {
    static EngineParts of(
            Job job, NicPort port, HostTime time, Channel channel, Progress progress, boolean checksTypes) {
        HeapReserve reserve = new HeapReserve();
        OpPool ops = new OpPool(new SegmentCache(), reserve, job.checks() != null);
        return new EngineParts(
                job, port, time, channel, progress, reserve, new UnexpectedPool(reserve), ops, checksTypes);
    }

    /** This rank's number in the world. */
    int self() {
        return job.rank();
    }
}
