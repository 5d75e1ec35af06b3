package org.bipj.net.ucx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.net.ComposedPort;
import org.bipj.net.HostsFabric;
import org.bipj.net.tcp.MapBook;
import org.bipj.testkit.DelegatingPort;
import org.junit.jupiter.api.Assumptions;

/** Ranks of one JVM on several hosts, over UCX's TCP and the loopback interface. */
public final class UcxFabric extends HostsFabric {
    /** UCX over TCP, on a network that each machine has; another transport where the environment names one. */
    public static final Map<String, String> LOOPBACK =
            System.getenv("UCX_TLS") == null ? Map.of("TLS", "tcp", "NET_DEVICES", "lo") : Map.of();

    private static final long SETTLE_NS = 20_000_000;
    private static final int LINGER_MS = 200;
    private static final byte[] SECRET = new byte[32];

    private final UcxPort[] ucx;
    private final boolean[] ended;

    private UcxFabric(String what, int ranks, int connectMs) {
        this(what, ranks, connectMs, UcxLanes::reachMemory);
    }

    private UcxFabric(String what, int ranks, int connectMs, LongPredicate reaching) {
        super(what, ranks);
        assumeUcx();
        ucx = new UcxPort[ranks];
        ended = new boolean[ranks];
        MapBook book = new MapBook();
        for (int rank = 0; rank < ranks; rank++) {
            var setup = new UcxPort.Setup(rank, ranks, SECRET, ranks > 2, connectMs, 30_000, LINGER_MS, LOOPBACK);
            ucx[rank] = new UcxPort(setup, book.of(rank), peer -> "host" + peer, reaching);
            ports[rank] = ucx[rank];
        }
    }

    /** Skips a test where libucp is missing. */
    public static void assumeUcx() {
        String problem = UcxLibrary.problem(System.getenv("BIPJ_UCX_LIBRARY"));
        Assumptions.assumeTrue(problem == null, () -> "no UCX here: " + problem);
    }

    /** UCX alone, each rank a thread. */
    public static UcxFabric threads(int ranks) {
        return new UcxFabric("UCX alone", ranks, 50);
    }

    /** UCX alone, for tests in which one thread steps all ranks: a poll that finds nothing lets the others go on. */
    public static UcxFabric stepped(int ranks) {
        return stepped(new UcxFabric("UCX alone, in steps", ranks, 0));
    }

    /** As {@link #stepped}; UCX moves long messages between native memories by itself, as it does over RDMA. */
    public static UcxFabric steppedWithRegions(int ranks) {
        return stepped(new UcxFabric("UCX alone, with regions, in steps", ranks, 0, endpoint -> true));
    }

    private static UcxFabric stepped(UcxFabric fabric) {
        for (int rank = 0; rank < fabric.ucx.length; rank++) {
            fabric.ports[rank] = fabric.new Stepped(rank);
        }
        return fabric;
    }

    /** Up to two ranks on each host, each rank a thread: 0 and 2 on the first one, 1 and 3 on the second. */
    public static UcxFabric mixed(int ranks) {
        UcxFabric fabric = new UcxFabric("several hosts over UCX", ranks, 50);
        fabric.mix(fabric.ucx);
        return fabric;
    }

    private final class Stepped extends DelegatingPort {
        private final int rank;

        Stepped(int rank) {
            super(ucx[rank]);
            this.rank = rank;
        }

        /** Connecting takes calls of both ranks: those of other processes would be in calls meanwhile. */
        @Override
        public int poll(PacketSink sink, int limit) {
            if (isUnderWay(rank)) {
                progressAll();
            }
            int handed = ucx[rank].poll(sink, limit);
            for (long until = System.nanoTime() + SETTLE_NS; handed == 0 && isUnderWay(rank); ) {
                if (System.nanoTime() - until > 0) {
                    break;
                }
                progressAll();
                handed = ucx[rank].poll(sink, limit);
            }
            return handed;
        }

        @Override
        public void close() {
            end(List.of(rank));
        }
    }

    private void progressAll() {
        for (int rank = 0; rank < ucx.length; rank++) {
            if (!ended[rank]) {
                ucx[rank].progress();
            }
        }
    }

    /** Closes ports while the others go on, as those of other processes would. */
    private void end(List<Integer> ranks) {
        List<Thread> closers = new ArrayList<>();
        for (int rank : ranks) {
            if (!ended[rank]) {
                ended[rank] = true;
                closers.add(Thread.ofPlatform().start(ucx[rank]::close));
            }
        }
        while (closers.stream().anyMatch(Thread::isAlive)) {
            progressAll();
        }
    }

    @Override
    public long bytesOver(int rank) {
        return ucx[rank].bytesWritten();
    }

    @Override
    protected boolean isUnderWay(int rank) {
        for (int from = 0; from < ucx.length; from++) {
            if (ucx[from].framesTo(rank) != ucx[rank].framesFrom(from)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        end(IntStream.range(0, ucx.length).boxed().toList());
        Arrays.stream(ports).filter(ComposedPort.class::isInstance).forEach(NicPort::close);
    }
}
