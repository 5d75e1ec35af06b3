package org.bipj.mpi.engine;

import java.util.stream.IntStream;
import org.bipj.core.channel.Multicasts;
import org.bipj.core.payload.Data;

/**
 * Multicasts among the ranks of one communicator, made step by step as these agree ({@link CollPort#collMulticast}): on a
 * number that is free at all of them, and that all could join the group. A multicast takes part in matching like any message
 * of a blocking collective call, but apart from messages to single ranks, with which it has no order.
 */
public final class CommMulticast {
    private static final int NONE = -1;

    private final CommCore comm;
    private final Multicasts multicasts;
    private int group = NONE;

    CommMulticast(CommCore comm, Multicasts multicasts) {
        this.comm = comm;
        this.multicasts = multicasts;
    }

    /** The numbers of groups that are free at this rank, as bits. */
    public long free() {
        comm.enter();
        try {
            return multicasts.free();
        } finally {
            comm.exit();
        }
    }

    /** Joins the group of a number that is free at all ranks; false if the network interface has no room. */
    public boolean join(int number) {
        comm.enter();
        try {
            int[] members =
                    IntStream.range(0, comm.size()).map(comm::world).sorted().toArray();
            boolean joined = multicasts.join(number, members);
            group = joined ? number : NONE;
            return joined;
        } finally {
            comm.exit();
        }
    }

    /** Sends to all other ranks of a group that all have joined, and returns when the buffer may be reused. */
    public void send(Data data, int tag) {
        comm.multicast(data, group, tag);
    }

    /** Receives what a rank multicasts. A message of another length is an error. */
    public void receive(Data data, int root, int tag) {
        comm.receiveMulticast(data, root, tag);
    }

    /** Leaves the group, when this rank has received all that was sent to it. */
    public void close() {
        comm.enter();
        try {
            if (group != NONE) {
                multicasts.leave(group);
                group = NONE;
            }
        } finally {
            comm.exit();
        }
    }
}
