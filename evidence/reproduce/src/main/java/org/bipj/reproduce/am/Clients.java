package org.bipj.reproduce.am;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.bipj.reproduce.lab.Cluster;

/**
 * Clients on ranks 1 to n that send requests to a server on rank 0 for some time, each to an endpoint of its own there or
 * all to one. What counts is what was answered between the first tenth of that time and its end.
 */
final class Clients {
    private static final double WARM = 0.1;
    private static final double US = 1e6;

    private final int clients;
    private final int servers;
    private final int window;
    private final int bytes;
    private final double durationUs;
    /** The server has a thread for each endpoint. */
    private final boolean threaded;

    private final double[] answered;
    private final double[] measuredUs;

    private Clients(int clients, int servers, int window, int bytes, double durationUs, boolean threaded) {
        this.clients = clients;
        this.servers = servers;
        this.window = window;
        this.bytes = bytes;
        this.durationUs = durationUs;
        this.threaded = threaded;
        answered = new double[clients];
        measuredUs = new double[clients];
    }

    /**
     * Runs them.
     *
     * @param servers endpoints of the server: 1, or as many as clients
     * @param window requests that each client may have outstanding
     * @param bytes data of each request
     * @param durationUs of the run
     */
    static Clients run(Cluster cluster, int clients, int servers, int window, int bytes, double durationUs) {
        Clients program = new Clients(clients, servers, window, bytes, durationUs, false);
        cluster.run(clients + 1, program::run);
        return program;
    }

    /** Runs clients that each have an endpoint of their own at a server with a thread for each. */
    static Clients ofThreads(Cluster cluster, int clients, int window, double durationUs) {
        Clients program = new Clients(clients, clients, window, 0, durationUs, true);
        cluster.run(clients + 1, program::run);
        return program;
    }

    private void run(Cluster.Rank rank) {
        int client = rank.number() - 1;
        if (client < 0 && threaded) {
            try (ThreadedServer server = new ThreadedServer(rank, servers)) {
                server.serve(clients);
            }
            return;
        }
        try (AmRank self = new AmRank(rank, client < 0 ? servers : 1, window)) {
            if (client < 0) {
                self.serve(clients);
                return;
            }
            long server = AmRank.name(0, client % servers);
            double warm = self.now() + WARM * durationUs;
            double end = self.now() + durationUs;
            while (self.now() < warm) {
                self.request(server, bytes);
            }
            double start = self.now();
            long before = self.replies();
            while (self.now() < end) {
                self.request(server, bytes);
            }
            answered[client] = self.replies() - before;
            measuredUs[client] = self.now() - start;
            self.leave(server);
        }
    }

    /** Requests that a client had answered in a second; 0 for one whose first requests took the whole time. */
    private double rate(int client) {
        return measuredUs[client] > 0 ? answered[client] / measuredUs[client] * US : 0;
    }

    /** Requests that all had answered in a second. */
    double rate() {
        return IntStream.range(0, clients).mapToDouble(this::rate).sum();
    }

    /** The smallest share of a client, as a part of an even one. */
    double leastShare() {
        return share(IntStream.range(0, clients).mapToDouble(this::rate).min().orElseThrow());
    }

    /** The largest share of a client, as a part of an even one. */
    double largestShare() {
        return share(IntStream.range(0, clients).mapToDouble(this::rate).max().orElseThrow());
    }

    /** A rate as a part of an even share; 0 if nobody was answered. */
    private double share(double rate) {
        return rate == 0 ? 0 : clients * rate / rate();
    }

    /** Mean time from a request to its reply, in microseconds, of clients with one request outstanding. */
    double roundTrip() {
        return Arrays.stream(measuredUs).sum() / Arrays.stream(answered).sum();
    }
}
