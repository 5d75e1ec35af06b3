package org.bipj.net.tcp;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.net.ComposedPort;
import org.bipj.shm.ShmSession;
import org.bipj.testkit.DelegatingPort;
import org.bipj.testkit.Fabric;

/** Ranks of one JVM on several hosts, over the loopback interface. */
public final class NetFabric implements Fabric {
    private static final long SETTLE_NS = 20_000_000;
    private static final byte[] SECRET = new byte[32];

    private final String what;
    private final TcpPort[] tcp;
    private final NicPort[] ports;

    private NetFabric(String what, int ranks, InetAddress listen) {
        this.what = what;
        tcp = new TcpPort[ranks];
        ports = new NicPort[ranks];
        MapBook book = new MapBook();
        for (int rank = 0; rank < ranks; rank++) {
            TcpPort.Setup setup = new TcpPort.Setup(rank, ranks, listen, "", SECRET, ranks > 2, 0);
            tcp[rank] = new TcpPort(setup, book.of(rank), peer -> "host" + peer);
        }
    }

    /** TCP alone, each rank a thread. */
    public static NetFabric tcp(int ranks) {
        return tcp(ranks, InetAddress.getLoopbackAddress());
    }

    static NetFabric tcp(int ranks, InetAddress listen) {
        NetFabric fabric = new NetFabric("TCP alone", ranks, listen);
        System.arraycopy(fabric.tcp, 0, fabric.ports, 0, ranks);
        return fabric;
    }

    /** Up to two ranks on each host, each rank a thread: 0 and 2 on the first one, 1 and 3 on the second. */
    public static NetFabric mixed(int ranks) {
        NetFabric fabric = new NetFabric("several hosts", ranks, InetAddress.getLoopbackAddress());
        int hosts = Math.max(Math.min(2, ranks), (ranks + 1) / 2);
        int[] hostOf = IntStream.range(0, ranks).map(rank -> rank % hosts).toArray();
        for (int host = 0; host < hosts; host++) {
            int first = host;
            int[] own = IntStream.range(0, ranks)
                    .filter(rank -> rank % hosts == first)
                    .toArray();
            ShmSession session = ShmSession.forThreads(own.length);
            for (int place = 0; place < own.length; place++) {
                fabric.ports[own[place]] =
                        new ComposedPort(session.job(place).open(), fabric.tcp[own[place]], own, hostOf, ranks > 2);
            }
        }
        return fabric;
    }

    /**
     * For tests in which one thread steps all ranks: a rank that polls and finds nothing lets the others write what waits
     * and the kernel deliver it.
     */
    public NetFabric stepped() {
        for (int rank = 0; rank < ports.length; rank++) {
            ports[rank] = new Stepped(ports[rank]);
        }
        return this;
    }

    private final class Stepped extends DelegatingPort {
        private final NicPort port;

        Stepped(NicPort port) {
            super(port);
            this.port = port;
        }

        @Override
        public int poll(PacketSink sink, int limit) {
            int handed = port.poll(sink, limit);
            for (long until = System.nanoTime() + SETTLE_NS; handed == 0 && isUnderWay(port.rank()); ) {
                if (System.nanoTime() - until > 0) {
                    break;
                }
                Arrays.stream(tcp).forEach(TcpPort::flush);
                handed = port.poll(sink, limit);
            }
            return handed;
        }
    }

    /** Bytes that have gone over the connections of a rank. */
    public long bytesOver(int rank) {
        return tcp[rank].bytesWritten();
    }

    @Override
    public boolean isQuiet() {
        return IntStream.range(0, tcp.length).noneMatch(this::isUnderWay);
    }

    /** True if something for a rank has left its senders, or waits there, and has not been read. */
    private boolean isUnderWay(int rank) {
        for (int from = 0; from < tcp.length; from++) {
            if (tcp[from].writtenTo(rank) != tcp[rank].readFrom(from)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int size() {
        return ports.length;
    }

    @Override
    public NicPort port(int rank) {
        return ports[rank];
    }

    @Override
    public String describe() {
        return what + ", " + ports.length + " ranks";
    }

    @Override
    public void close() {
        for (NicPort port : ports) {
            port.close();
        }
    }
}
