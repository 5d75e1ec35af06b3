package org.bipj.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Random;
import org.bipj.sim.ip.IpHost;
import org.bipj.sim.ip.TcpListener;
import org.bipj.sim.ip.TcpSocket;

/** Runs programs of sockets on hosts with IP over BIP. */
final class IpRig {
    static final int PORT = 8080;
    static final long FOREVER = -1;
    static final long MS = 1_000_000;
    static final double PS_PER_US = 1e6;

    private final SimSession session;

    private IpRig(SimSession session) {
        this.session = session;
    }

    /** The program of a rank. */
    interface Program {
        void run(Rank rank) throws IOException;
    }

    /** A rank as its program sees it. */
    record Rank(int number, IpHost host, SimSession session) {
        TcpListener listen() throws IOException {
            return host.listen(host.address(), PORT, 0);
        }

        /** Accepts the first connection, and no other. */
        TcpSocket accept() throws IOException {
            TcpListener listener = listen();
            TcpSocket socket = listener.accept(FOREVER);
            listener.close();
            return socket;
        }

        TcpSocket connect(int to) throws IOException {
            TcpSocket socket = host.socket();
            socket.connect(new InetSocketAddress(host.names().address(to), PORT), FOREVER);
            return socket;
        }

        void sleep(long ns) {
            session.sleep(number, ns);
        }

        double us() {
            return session.clockPs(number) / PS_PER_US;
        }
    }

    /** What is left of a run. */
    record Result(double us, String summary, long events, long damaged, long dropped) {}

    static SimOptions options(String faults, long seed, String... changes) {
        return new SimOptions("bip-ppro200", seed, faults, "", List.of(changes));
    }

    static Result run(Program... programs) {
        return run(options("", 1), programs);
    }

    static Result run(SimOptions options, Program... programs) {
        try (SimSession session = SimSession.open(programs.length, options.withIp(), SimSession.Listener.NONE)) {
            return new IpRig(session).result(programs);
        }
    }

    private Result result(Program... programs) {
        session.run(rank -> {
            try {
                programs[rank].run(new Rank(rank, session.ip(rank), session));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        long damaged = 0;
        long dropped = 0;
        for (int rank = 0; rank < programs.length; rank++) {
            damaged += session.ip(rank).damaged();
            dropped += session.ip(rank).dropped();
        }
        return new Result(
                session.endedPs() / PS_PER_US,
                session.summary(),
                session.kernel().fired(),
                damaged,
                dropped);
    }

    static byte[] bytes(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    static void send(TcpSocket socket, byte[] bytes) throws IOException {
        socket.send(bytes, 0, bytes.length, FOREVER);
    }

    /** Receives so many bytes, or fewer if the stream ends. */
    static byte[] receive(TcpSocket socket, int most) throws IOException {
        byte[] into = new byte[most];
        int count = 0;
        while (count < most) {
            int more = socket.receive(into, count, most - count, FOREVER);
            if (more == TcpSocket.END) {
                break;
            }
            count += more;
        }
        return java.util.Arrays.copyOf(into, count);
    }
}
