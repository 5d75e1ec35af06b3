package org.bipj.samples.nas.mg;

import mpi.Intracomm;
import mpi.MPI;

/**
 * The messages of a level: the ghost points on each side are the neighbours' points, axis after axis, so that edges and
 * corners arrive on the way. A plane across z lies in one piece and is sent as it is; others are packed.
 */
final class Ghosts {
    private static final int TAG = 1;

    private final Intracomm comm;
    private final RankGrid ranks;
    private final Level level;
    private final double[] outgoing;
    private final double[] incoming;

    /** The points of a layer: from the first local indices to those behind the last. */
    private final int[] from = new int[RankGrid.AXES];

    private final int[] to = new int[RankGrid.AXES];

    Ghosts(Intracomm comm, RankGrid ranks, Level level) {
        this.comm = comm;
        this.ranks = ranks;
        this.level = level;
        int longest = level.row() * Math.max(level.size(1) + 2, level.size(2) + 2);
        longest = Math.max(longest, level.size(1) * level.size(2));
        outgoing = new double[longest];
        incoming = new double[longest];
    }

    /** Fills the ghost points of a rank that has points, from ranks that have some too. */
    void exchange(double[] x) {
        if (level.hasPoints()) {
            for (int axis = 0; axis < RankGrid.AXES; axis++) {
                exchange(x, axis);
            }
        }
    }

    private void exchange(double[] x, int axis) {
        int distance = Math.max(1, ranks.parts()[axis] / level.side);
        shift(x, axis, distance, level.size(axis) - 1, -1);
        shift(x, axis, -distance, 0, level.size(axis));
    }

    /** Sends a layer to the rank at a distance along an axis, and receives one from the other side. */
    private void shift(double[] x, int axis, int distance, int sent, int received) {
        int next = ranks.neighbour(axis, distance);
        int previous = ranks.neighbour(axis, -distance);
        if (next == comm.getRank()) {
            layer(axis, sent);
            pack(x, outgoing);
            layer(axis, received);
            unpack(outgoing, x);
        } else if (axis == 2) {
            int count = level.plane();
            Object own = MPI.slice(x, level.index(-1, -1, sent));
            Object ghosts = MPI.slice(x, level.index(-1, -1, received));
            comm.sendRecv(own, count, MPI.DOUBLE, next, TAG, ghosts, count, MPI.DOUBLE, previous, TAG);
        } else {
            layer(axis, sent);
            int count = pack(x, outgoing);
            comm.sendRecv(outgoing, count, MPI.DOUBLE, next, TAG, incoming, count, MPI.DOUBLE, previous, TAG);
            layer(axis, received);
            unpack(incoming, x);
        }
    }

    /**
     * Fills the ghost points of ranks without points on this level, but with points on the next finer one. Along an
     * axis on which a rank has no place in this level its neighbours in the finer one have, and send it theirs.
     */
    void spread(double[] x) {
        for (int axis = 0; axis < RankGrid.AXES; axis++) {
            layer(axis, 0);
            int count = points();
            int distance = ranks.parts()[axis] / (2 * level.side);
            if (count == 0) {
                continue;
            }
            if (level.size(axis) > 0 && !level.hasPoints()) {
                exchange(x, axis);
            }
            if (distance > 0) {
                spread(x, axis, count, ranks.neighbour(axis, distance), ranks.neighbour(axis, -distance));
            }
        }
    }

    private void spread(double[] x, int axis, int count, int next, int previous) {
        layer(axis, 0);
        if (level.size(axis) > 0) {
            pack(x, outgoing);
            comm.send(outgoing, count, MPI.DOUBLE, next, TAG);
            comm.send(outgoing, count, MPI.DOUBLE, previous, TAG);
        } else {
            comm.recv(incoming, count, MPI.DOUBLE, previous, TAG);
            layer(axis, -1);
            unpack(incoming, x);
            comm.recv(incoming, count, MPI.DOUBLE, next, TAG);
            layer(axis, 0);
            unpack(incoming, x);
        }
    }

    /** Selects the layer at a local index along an axis, with the ghost points that are already there. */
    private void layer(int axis, int place) {
        for (int other = 0; other < RankGrid.AXES; other++) {
            from[other] = other < axis ? -1 : 0;
            to[other] = other < axis ? level.size(other) + 1 : level.size(other);
        }
        from[axis] = place;
        to[axis] = place + 1;
    }

    private int points() {
        return (to[0] - from[0]) * (to[1] - from[1]) * (to[2] - from[2]);
    }

    private int pack(double[] x, double[] buffer) {
        int position = 0;
        for (int k = from[2]; k < to[2]; k++) {
            for (int j = from[1]; j < to[1]; j++) {
                int end = level.index(to[0], j, k);
                for (int at = level.index(from[0], j, k); at < end; at++) {
                    buffer[position++] = x[at];
                }
            }
        }
        return position;
    }

    private void unpack(double[] buffer, double[] x) {
        int position = 0;
        for (int k = from[2]; k < to[2]; k++) {
            for (int j = from[1]; j < to[1]; j++) {
                int end = level.index(to[0], j, k);
                for (int at = level.index(from[0], j, k); at < end; at++) {
                    x[at] = buffer[position++];
                }
            }
        }
    }
}
