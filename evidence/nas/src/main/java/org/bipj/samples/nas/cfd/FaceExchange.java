package org.bipj.samples.nas.cfd;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;

/** Fills the frames of a rank's cells with two layers of their neighbours' points, in twelve messages at once. */
public final class FaceExchange {
    private static final int TAG = 20;

    private final Intracomm comm;
    private final int cells;
    private final Direction[] directions = new Direction[2 * Grid.AXES];
    private final Request[] requests = new Request[2 * directions.length];

    /** One way along an axis: the layers that go to the neighbour on that side and those that come from the other. */
    private static final class Direction {
        private final int to;
        private final int from;
        private final int[] leavingCells;
        private final int[] arrivingCells;
        private final Region[] leaving;
        private final Region[] arriving;
        private final double[] outgoing;
        private final double[] incoming;

        /**
         * All cells but those at the end of the grid have a neighbour; messages hold them in the order of their slices.
         */
        Direction(Multipartition partition, int axis, boolean forward) {
            int count = partition.cells() - 1;
            to = partition.neighbour(axis, forward);
            from = partition.neighbour(axis, !forward);
            leavingCells = new int[count];
            arrivingCells = new int[count];
            leaving = new Region[count];
            arriving = new Region[count];
            int sent = 0;
            int received = 0;
            for (int i = 0; i < count; i++) {
                leavingCells[i] = partition.cellIn(axis, forward ? i : i + 1);
                arrivingCells[i] = partition.cellIn(axis, forward ? i + 1 : i);
                Box near = partition.box(leavingCells[i]);
                Box far = partition.box(arrivingCells[i]);
                leaving[i] = Region.layers(near, axis, forward ? near.size(axis) - Box.GHOSTS : 0, Box.GHOSTS);
                arriving[i] = Region.layers(far, axis, forward ? -Box.GHOSTS : far.size(axis), Box.GHOSTS);
                sent += leaving[i].points() * Grid.COMPONENTS;
                received += arriving[i].points() * Grid.COMPONENTS;
            }
            outgoing = new double[sent];
            incoming = new double[received];
        }

        void pack(double[][][] u) {
            int position = 0;
            for (int i = 0; i < leaving.length; i++) {
                position = leaving[i].pack(u[leavingCells[i]], outgoing, position);
            }
        }

        void unpack(double[][][] u) {
            int position = 0;
            for (int i = 0; i < arriving.length; i++) {
                position = arriving[i].unpack(u[arrivingCells[i]], incoming, position);
            }
        }
    }

    /** The messages between the cells of a partition. */
    public FaceExchange(Intracomm comm, Multipartition partition) {
        this.comm = comm;
        cells = partition.cells();
        for (int i = 0; i < directions.length; i++) {
            directions[i] = new Direction(partition, i / 2, i % 2 == 0);
        }
    }

    /**
     * Fills the frames; called by every rank.
     *
     * @param u the components of each cell
     */
    public void exchange(double[][][] u) {
        if (cells == 1) {
            return;
        }
        for (int i = 0; i < directions.length; i++) {
            Direction direction = directions[i];
            requests[2 * i] =
                    comm.iRecv(direction.incoming, direction.incoming.length, MPI.DOUBLE, direction.from, TAG + i);
            direction.pack(u);
            requests[2 * i + 1] =
                    comm.iSend(direction.outgoing, direction.outgoing.length, MPI.DOUBLE, direction.to, TAG + i);
        }
        Request.waitAll(requests);
        for (Direction direction : directions) {
            direction.unpack(u);
        }
    }
}
