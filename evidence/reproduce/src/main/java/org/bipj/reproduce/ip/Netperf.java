package org.bipj.reproduce.ip;

import java.io.IOException;
import java.net.InetSocketAddress;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.sim.ip.IpHost;
import org.bipj.sim.ip.TcpListener;
import org.bipj.sim.ip.TcpSocket;

/** The two measurements of netperf that the experiments need: TCP_STREAM and TCP_RR, between ranks 1 and 0. */
final class Netperf {
    private static final int PORT = 12_865;
    private static final long FOREVER = -1;
    private static final int RECEIVED_AT_ONCE = 65_536;

    private Netperf() {}

    /** A program at an end of a connection. */
    private interface End {
        void run(Cluster.Rank rank, TcpSocket socket) throws IOException;
    }

    /**
     * Throughput of a stream, from its first write until its last byte has been read, in MB/s.
     *
     * @param size bytes of a write
     * @param total bytes of all
     */
    static double stream(Cluster cluster, int size, int total) {
        double[] us = new double[2];
        int writes = total / size;
        run(
                cluster,
                (rank, socket) -> {
                    byte[] buffer = new byte[RECEIVED_AT_ONCE];
                    int count = 0;
                    while (count != TcpSocket.END) {
                        count = socket.receive(buffer, 0, buffer.length, FOREVER);
                    }
                    us[1] = rank.now();
                },
                (rank, socket) -> {
                    us[0] = rank.now();
                    byte[] buffer = new byte[size];
                    for (int i = 0; i < writes; i++) {
                        write(socket, buffer);
                    }
                });
        return (double) writes * size / (us[1] - us[0]);
    }

    /**
     * Round trip of a request and an answer of the same length, in microseconds: the mean of some, after others that the
     * new connection acknowledges at once.
     */
    static double request(Cluster cluster, int size, int rounds) {
        double[] us = new double[2];
        run(
                cluster,
                (rank, socket) -> {
                    byte[] buffer = new byte[size];
                    while (read(socket, buffer)) {
                        write(socket, buffer);
                    }
                },
                (rank, socket) -> {
                    byte[] buffer = new byte[size];
                    for (int i = 0; i < 2 * rounds; i++) {
                        if (i == rounds) {
                            us[0] = rank.now();
                        }
                        write(socket, buffer);
                        read(socket, buffer);
                    }
                    us[1] = rank.now();
                });
        return (us[1] - us[0]) / rounds;
    }

    private static void write(TcpSocket socket, byte[] bytes) throws IOException {
        socket.send(bytes, 0, bytes.length, FOREVER);
    }

    /** Fills a buffer. False if the stream has ended. */
    private static boolean read(TcpSocket socket, byte[] bytes) throws IOException {
        int at = 0;
        while (at < bytes.length) {
            int count = socket.receive(bytes, at, bytes.length - at, FOREVER);
            if (count == TcpSocket.END) {
                return false;
            }
            at += count;
        }
        return true;
    }

    private static void run(Cluster cluster, End server, End client) {
        cluster.withIp().run(2, rank -> {
            IpHost host = rank.ip();
            if (rank.number() == 0) {
                TcpListener listener = host.listen(host.address(), PORT, 1);
                TcpSocket socket = listener.accept(FOREVER);
                server.run(rank, socket);
                socket.close(FOREVER);
            } else {
                TcpSocket socket = host.socket();
                socket.connect(new InetSocketAddress(host.names().address(0), PORT), FOREVER);
                client.run(rank, socket);
                socket.close(FOREVER);
            }
        });
    }
}
