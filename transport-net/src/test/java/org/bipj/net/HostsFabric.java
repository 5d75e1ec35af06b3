package org.bipj.net;

import java.util.stream.IntStream;
import org.bipj.core.nic.NicPort;
import org.bipj.net.remote.RemotePort;
import org.bipj.shm.ShmSession;
import org.bipj.shm.waiting.HostPort;
import org.bipj.testkit.Fabric;

/** Ranks of one JVM on several hosts. */
public abstract class HostsFabric implements Fabric {
    /** Of all ranks. */
    protected final NicPort[] ports;

    private final String what;

    protected HostsFabric(String what, int ranks) {
        this.what = what;
        ports = new NicPort[ranks];
    }

    /** Puts up to two ranks on each host, each rank a thread: 0 and 2 on the first one, 1 and 3 on the second. */
    protected final void mix(RemotePort[] between) {
        int ranks = ports.length;
        int hosts = Math.max(Math.min(2, ranks), (ranks + 1) / 2);
        int[] hostOf = IntStream.range(0, ranks).map(rank -> rank % hosts).toArray();
        for (int host = 0; host < hosts; host++) {
            int first = host;
            int[] own = IntStream.range(0, ranks)
                    .filter(rank -> rank % hosts == first)
                    .toArray();
            ShmSession session = ShmSession.forThreads(own.length);
            for (int place = 0; place < own.length; place++) {
                ports[own[place]] = new ComposedPort(
                        HostPort.of(session.job(place).open()), between[own[place]], own, hostOf, 0, ranks > 2);
            }
        }
    }

    /** True if something for a rank has been sent, or waits at its sender, and has not come. */
    protected abstract boolean isUnderWay(int rank);

    /** Bytes that a rank has given to the network. */
    public abstract long bytesOver(int rank);

    @Override
    public final boolean isQuiet() {
        return IntStream.range(0, ports.length).noneMatch(this::isUnderWay);
    }

    @Override
    public final int size() {
        return ports.length;
    }

    @Override
    public final NicPort port(int rank) {
        return ports[rank];
    }

    @Override
    public final String describe() {
        return what + ", " + ports.length + " ranks";
    }
}
