package org.bipj.samples.nas.lu;

import mpi.Intracomm;
import mpi.MPI;
import org.bipj.samples.nas.cfd.Box;
import org.bipj.samples.nas.cfd.Grid;
import org.bipj.samples.nas.cfd.Region;

/** LU's messages: two layers of U to each neighbour before R, and the edges of v in each plane of a sweep. */
final class Edges {
    private static final int TAG_X = 1;
    private static final int TAG_Y = 2;

    private final Intracomm comm;
    private final RankGrid ranks;
    private final Box box;
    private final double[] outgoing;
    private final double[] incoming;

    Edges(Intracomm comm, RankGrid ranks, Box box) {
        this.comm = comm;
        this.ranks = ranks;
        this.box = box;
        int longest = Math.max(box.size(0), box.size(1)) * box.size(2) * Box.GHOSTS * Grid.COMPONENTS;
        outgoing = new double[longest];
        incoming = new double[longest];
    }

    /** Fills the frame with two layers of each neighbour's points: first along x, then along y. */
    void exchange(double[][] u) {
        for (int axis = 0; axis < 2; axis++) {
            int size = box.size(axis);
            shift(u, axis, 1, size - Box.GHOSTS, -Box.GHOSTS);
            shift(u, axis, -1, 0, size);
        }
    }

    /** Sends layers to the neighbour on one side and receives those of the neighbour on the other side. */
    private void shift(double[][] u, int axis, int places, int firstSent, int firstReceived) {
        int to = axis == 0 ? ranks.alongX(places, MPI.PROC_NULL) : ranks.alongY(places, MPI.PROC_NULL);
        int from = axis == 0 ? ranks.alongX(-places, MPI.PROC_NULL) : ranks.alongY(-places, MPI.PROC_NULL);
        Region sent = Region.layers(box, axis, firstSent, Box.GHOSTS);
        Region received = Region.layers(box, axis, firstReceived, Box.GHOSTS);
        if (to != MPI.PROC_NULL) {
            sent.pack(u, outgoing, 0);
        }
        int count = sent.points() * Grid.COMPONENTS;
        comm.sendRecv(outgoing, count, MPI.DOUBLE, to, TAG_X + axis, incoming, count, MPI.DOUBLE, from, TAG_X + axis);
        if (from != MPI.PROC_NULL) {
            received.unpack(u, incoming, 0);
        }
    }

    /**
     * Waits for the edges of v in a plane of the lower sweep ({@code places} is 1: from north and west) or of the upper
     * sweep ({@code places} is -1: from south and east).
     */
    void receive(double[][] v, int k, int places) {
        int north = ranks.alongX(-places, MPI.PROC_NULL);
        if (north != MPI.PROC_NULL) {
            comm.recv(incoming, Grid.COMPONENTS * box.size(1), MPI.DOUBLE, north, TAG_X);
            int i = places > 0 ? -1 : box.size(0);
            edge(v, box.index(i, 0, k), box.stride(1), box.size(1), incoming, false);
        }
        int west = ranks.alongY(-places, MPI.PROC_NULL);
        if (west != MPI.PROC_NULL) {
            comm.recv(incoming, Grid.COMPONENTS * box.size(0), MPI.DOUBLE, west, TAG_Y);
            int j = places > 0 ? -1 : box.size(1);
            edge(v, box.index(0, j, k), box.stride(0), box.size(0), incoming, false);
        }
    }

    /** Sends the edges of v in a plane on to the neighbours that wait for them. */
    void send(double[][] v, int k, int places) {
        int south = ranks.alongX(places, MPI.PROC_NULL);
        if (south != MPI.PROC_NULL) {
            int i = places > 0 ? box.size(0) - 1 : 0;
            edge(v, box.index(i, 0, k), box.stride(1), box.size(1), outgoing, true);
            comm.send(outgoing, Grid.COMPONENTS * box.size(1), MPI.DOUBLE, south, TAG_X);
        }
        int east = ranks.alongY(places, MPI.PROC_NULL);
        if (east != MPI.PROC_NULL) {
            int j = places > 0 ? box.size(1) - 1 : 0;
            edge(v, box.index(0, j, k), box.stride(0), box.size(0), outgoing, true);
            comm.send(outgoing, Grid.COMPONENTS * box.size(0), MPI.DOUBLE, east, TAG_Y);
        }
    }

    /** Copies a line of points of all components to a buffer, or back. */
    private static void edge(double[][] v, int start, int stride, int count, double[] buffer, boolean toBuffer) {
        int position = 0;
        for (double[] component : v) {
            int at = start;
            for (int i = 0; i < count; i++) {
                if (toBuffer) {
                    buffer[position++] = component[at];
                } else {
                    component[at] = buffer[position++];
                }
                at += stride;
            }
        }
    }
}
