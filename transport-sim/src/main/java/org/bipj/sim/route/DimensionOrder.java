package org.bipj.sim.route;

/**
 * Routes on a grid that complete one dimension before they begin the next. They are shortest routes, and free of
 * deadlock on a grid without wrap-around: channels of a dimension wait only for channels further on in the same
 * direction or in later dimensions.
 */
public final class DimensionOrder implements Routes {
    private final Grid grid;

    /** Computes routes over the topology of a grid. */
    public DimensionOrder(Grid grid) {
        this.grid = grid;
    }

    @Override
    public byte[] route(int from, int to) {
        int hosts = grid.hosts();
        if (from < 0 || from >= hosts || to < 0 || to >= hosts || from == to) {
            throw new IllegalArgumentException("route from host " + from + " to host " + to
                    + ": expected two different ones of hosts 0 to " + (hosts - 1));
        }
        int per = grid.hostsPerSwitch();
        byte[] turns = new byte[length(from, to)];
        int in = 2 * grid.dimensions() + from % per;
        int at = 0;
        int here = from / per;
        int there = to / per;
        for (int d = 0; d < grid.dimensions(); d++) {
            int distance = there % grid.size(d) - here % grid.size(d);
            int out = distance > 0 ? 2 * d + 1 : 2 * d;
            for (int step = Math.abs(distance); step > 0; step--) {
                turns[at++] = (byte) (out - in);
                in = out ^ 1;
            }
            here /= grid.size(d);
            there /= grid.size(d);
        }
        turns[at] = (byte) (2 * grid.dimensions() + to % per - in);
        return turns;
    }

    @Override
    public int length(int from, int to) {
        return steps(from / grid.hostsPerSwitch(), to / grid.hostsPerSwitch()) + 1;
    }

    private int steps(int here, int there) {
        int length = 0;
        for (int d = 0; d < grid.dimensions(); d++) {
            length += Math.abs(there % grid.size(d) - here % grid.size(d));
            here /= grid.size(d);
            there /= grid.size(d);
        }
        return length;
    }
}
