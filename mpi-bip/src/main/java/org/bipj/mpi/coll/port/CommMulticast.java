package org.bipj.mpi.coll.port;

import org.bipj.core.channel.Multicasts;
import org.bipj.core.payload.Data;
import org.bipj.mpi.engine.Progress;

/**
 * Multicasts among the ranks of one communicator, made step by step as these agree ({@link CollPort#multicast}): on a
 * number that is free at all of them, and that all could join the group. A multicast takes part in matching like any message
 * of a blocking collective call, but apart from messages to single ranks, with which it has no order.
 */
public final class CommMulticast {
    private static final int NONE = -1;

    /** What a communicator does for its multicasts: they are messages of its blocking calls. */
    public interface Messages {
        /** Sends to all other ranks, which have joined a group. */
        void multicast(Data data, int group, int tag);

        /** Receives a message that a rank multicasts. */
        void receiveMulticast(Data data, int root, int tag);
    }

    private final Messages messages;
    private final Progress progress;
    private final Multicasts multicasts;
    /** The members' ranks in the world, in ascending order. */
    private final int[] members;

    private int group = NONE;

    /** For ranks of a communicator, by their world ranks in ascending order. */
    public CommMulticast(Messages messages, Progress progress, Multicasts multicasts, int[] members) {
        this.messages = messages;
        this.progress = progress;
        this.multicasts = multicasts;
        this.members = members;
    }

    /** The numbers of groups that are free at this rank, as bits. */
    public long free() {
        progress.enter();
        try {
            return multicasts.free();
        } finally {
            progress.exit();
        }
    }

    /** Joins the group of a number that is free at all ranks; false if the network interface has no room. */
    public boolean join(int number) {
        progress.enter();
        try {
            boolean joined = multicasts.join(number, members);
            group = joined ? number : NONE;
            return joined;
        } finally {
            progress.exit();
        }
    }

    /** Sends to all other ranks of a group that all have joined, and returns when the buffer may be reused. */
    public void send(Data data, int tag) {
        messages.multicast(data, group, tag);
    }

    /** Receives what a rank multicasts. A message of another length is an error. */
    public void receive(Data data, int root, int tag) {
        messages.receiveMulticast(data, root, tag);
    }

    /** Leaves the group, when this rank has received all that was sent to it. */
    public void close() {
        progress.enter();
        try {
            if (group != NONE) {
                multicasts.leave(group);
                group = NONE;
            }
        } finally {
            progress.exit();
        }
    }
}
