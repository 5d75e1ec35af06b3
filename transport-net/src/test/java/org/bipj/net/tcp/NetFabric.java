package org.bipj.net.tcp;

import java.net.InetAddress;
import java.util.Arrays;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.net.HostsFabric;
import org.bipj.net.address.PortRange;
import org.bipj.testkit.DelegatingPort;

/** Ranks of one JVM on several hosts, over the loopback interface. */
public final class NetFabric extends HostsFabric {
    private static final long SETTLE_NS = 20_000_000;
    private static final byte[] SECRET = new byte[32];

    /** As in jobs: a rank that ends before another has read its last packets would have the kernel drop them. */
    private static final int LINGER_MS = 200;

    private final TcpPort[] tcp;

    private NetFabric(String what, int ranks, InetAddress listen, int lingerMs) {
        super(what, ranks);
        tcp = new TcpPort[ranks];
        MapBook book = new MapBook();
        for (int rank = 0; rank < ranks; rank++) {
            TcpPort.Setup setup =
                    new TcpPort.Setup(rank, ranks, listen, PortRange.ANY, "", SECRET, ranks > 2, 30_000, lingerMs);
            tcp[rank] = new TcpPort(setup, book.of(rank), peer -> "host" + peer);
        }
    }

    /** TCP alone, each rank a thread. */
    public static NetFabric tcp(int ranks) {
        return tcp(ranks, InetAddress.getLoopbackAddress());
    }

    static NetFabric tcp(int ranks, InetAddress listen) {
        return tcp(ranks, listen, 0);
    }

    private static NetFabric tcp(int ranks, InetAddress listen, int lingerMs) {
        NetFabric fabric = new NetFabric("TCP alone", ranks, listen, lingerMs);
        System.arraycopy(fabric.tcp, 0, fabric.ports, 0, ranks);
        return fabric;
    }

    /** Up to two ranks on each host, each rank a thread: 0 and 2 on the first one, 1 and 3 on the second. */
    public static NetFabric mixed(int ranks) {
        return mixed(ranks, 0);
    }

    /** {@link #tcp} of ranks that close their own ports, some of them earlier than others. */
    static NetFabric lingeringTcp(int ranks) {
        return tcp(ranks, InetAddress.getLoopbackAddress(), LINGER_MS);
    }

    /** {@link #mixed} of ranks that close their own ports, some of them earlier than others. */
    static NetFabric lingeringMixed(int ranks) {
        return mixed(ranks, LINGER_MS);
    }

    private static NetFabric mixed(int ranks, int lingerMs) {
        NetFabric fabric = new NetFabric("several hosts", ranks, InetAddress.getLoopbackAddress(), lingerMs);
        fabric.mix(fabric.tcp);
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

    @Override
    public long bytesOver(int rank) {
        return tcp[rank].bytesWritten();
    }

    @Override
    protected boolean isUnderWay(int rank) {
        for (int from = 0; from < tcp.length; from++) {
            if (tcp[from].writtenTo(rank) != tcp[rank].readFrom(from)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        for (NicPort port : ports) {
            port.close();
        }
    }
}
