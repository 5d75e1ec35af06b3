package org.bipj.net;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.Map;
import java.util.function.Supplier;
import org.bipj.core.job.Application;
import org.bipj.core.job.Job;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.NameKeeping;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.core.nic.PortException;
import org.bipj.net.address.AddressBook;
import org.bipj.net.address.NetVariables;
import org.bipj.net.address.PortRange;
import org.bipj.net.remote.JobSecret;
import org.bipj.net.remote.RemotePort;
import org.bipj.net.tcp.OtherJobs;
import org.bipj.net.tcp.TcpPort;
import org.bipj.net.ucx.UcxDevices;
import org.bipj.net.ucx.UcxPort;
import org.bipj.shm.link.FarJobs;
import org.bipj.shm.waiting.HostPort;

/** A rank of a job of several hosts: a member of its host's session, where states, aborts and the end are kept. */
class NetJob implements Job {
    /** A process that ends at once would break connections over which the last bytes still travel. */
    static final int LINGER_MS = 200;

    /** UCX connects two ranks when both are in calls. */
    private static final int CONNECT_MS = 50;

    /** A setting of UCX that is the user's, where there is one: {@link NetVariables#UCX_DEVICES}. */
    private static final String DEVICES = "NET_DEVICES";

    /** Bytes of the name of a job that others see. */
    private static final int ID_BYTES = 16;

    private static final int TIMEOUT_S = 30;
    private static final int LONGEST_TIMEOUT_S = 1_000_000;

    private final Job local;
    private final int rank;
    private final Hosts hosts;
    private final Supplier<AddressBook> book;
    private final byte[] secret;
    private final String version;
    /** The book of the open port; null before there is one. */
    private volatile AddressBook opened;
    /** Closes the port of a rank without clients; null before the first close. */
    private volatile Runnable kept;

    private boolean hooked;
    private final HostFamily family;
    /** What the job says of itself to others. */
    private final FarJobs.Introduction own;
    /** Null before the port is open, and where jobs do not connect. */
    private volatile Connections connections;

    private volatile boolean finished;

    /**
     * A rank.
     *
     * @param local its membership in the host's session
     * @param book opens the book of addresses, once for each port
     * @param family what connects the job with others of its launcher
     */
    NetJob(
            Job local,
            int rank,
            Hosts hosts,
            Supplier<AddressBook> book,
            byte[] secret,
            String version,
            HostFamily family) {
        this.local = local;
        this.rank = rank;
        this.hosts = hosts;
        this.book = book;
        this.secret = secret;
        this.version = version;
        this.family = family;
        own = introduce(hosts.size(), secret, family);
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return hosts.size();
    }

    @Override
    public Application application() {
        return local.application();
    }

    /** As the launcher calls it: two sessions on one machine are two hosts. */
    @Override
    public String node() {
        return hosts.nameOf(rank);
    }

    /** Jobs of one family share it. */
    @Override
    public String memory() {
        String shared = own.family() == 0 ? own.address() : Long.toHexString(own.family());
        return shared + " " + hosts.hostOfRanks()[rank] + " " + node();
    }

    @Override
    public String named(int number) {
        Connections others = connections;
        return others == null ? Integer.toString(number) : others.named(number);
    }

    @Override
    public int localSize() {
        return local.localSize();
    }

    @Override
    public boolean isCrowded() {
        return local.isCrowded();
    }

    @Override
    public NicPort open() {
        HostPort near = HostPort.of(local.open());
        opened = book.get();
        RemotePort far = far(opened);
        ComposedPort port =
                new ComposedPort(near, far, hosts.ownRanks(), hosts.hostOfRanks(), own.family(), isCrowded());
        Connections ofHost = local.connections();
        // A job of a foreign launcher has none: nothing of it could be named to others.
        connections = ofHost == null ? null : new NetConnections(own, () -> others(far), port, ofHost, family);
        return port;
    }

    /** The jobs that are reached over TCP, by the port that the own ranks have, or one more. */
    private TcpJobs others(RemotePort far) {
        FarJobs.Setup setup = new FarJobs.Setup(
                rank, hosts.hostOfRanks()[rank], own, isCrowded(), other -> null, this::neighbourFailed);
        return far instanceof TcpPort tcp
                ? new TcpJobs(setup, tcp)
                : new TcpJobs(setup, TcpJobsProvider.open(tcp(), own));
    }

    private void neighbourFailed(String why) {
        if (!finished) {
            abort(1, why);
        }
    }

    @Override
    public Connections connections() {
        return connections;
    }

    @Override
    public NameKeeping names() {
        return local.names();
    }

    @Override
    public int universeSize() {
        return Math.max(size(), local.universeSize());
    }

    private static FarJobs.Introduction introduce(int ranks, byte[] secret, HostFamily family) {
        return new FarJobs.Introduction(
                addressOf(secret), ranks, new JobSecret(secret).proof("neighbours"), family.number(), family.job());
    }

    /** By what other jobs name the one that has this secret. */
    static String addressOf(byte[] secret) {
        return "net:" + HexFormat.of().formatHex(new JobSecret(secret).proof("address"), 0, ID_BYTES);
    }

    private RemotePort far(AddressBook book) {
        String network = NetVariables.value(NetVariables.NETWORK);
        return switch (network == null ? "tcp" : network) {
            case "tcp" ->
                new TcpPort(tcp(), book, hosts::nameOf, new OtherJobs(own.address(), own.secret()))
                        .tellingAtOnce(survivesDeaths());
            case "ucx" -> ucx(book, Map.of());
            case "ucx-trusted" -> ucx(book, devicesOf(hosts.listen()));
            default ->
                throw new PortException(NetVariables.NETWORK + "=" + network + "; expected tcp, ucx or ucx-trusted");
        };
    }

    private TcpPort.Setup tcp() {
        return new TcpPort.Setup(
                rank,
                hosts.size(),
                hosts.listen(),
                ports(),
                version,
                secret,
                isCrowded(),
                1000 * timeoutSeconds(),
                LINGER_MS);
    }

    static PortRange ports() {
        String text = NetVariables.value(NetVariables.PORTS);
        try {
            return text == null || text.isEmpty() ? PortRange.ANY : PortRange.parse(text);
        } catch (IllegalArgumentException e) {
            throw new PortException(NetVariables.PORTS + "=" + text + ": " + e.getMessage(), e);
        }
    }

    static int timeoutSeconds() {
        String text = NetVariables.value(NetVariables.TIMEOUT);
        if (text == null || text.isEmpty()) {
            return TIMEOUT_S;
        }
        int seconds = text.matches("[0-9]{1,7}") ? Integer.parseInt(text) : 0;
        if (seconds < 1 || seconds > LONGEST_TIMEOUT_S) {
            throw new PortException(NetVariables.TIMEOUT + "=" + text + ": expected a number of seconds from 1 to "
                    + LONGEST_TIMEOUT_S);
        }
        return seconds;
    }

    private RemotePort ucx(AddressBook book, Map<String, String> settings) {
        return new UcxPort(
                        new UcxPort.Setup(
                                rank,
                                hosts.size(),
                                secret,
                                isCrowded(),
                                CONNECT_MS,
                                1000 * timeoutSeconds(),
                                LINGER_MS,
                                settings),
                        book,
                        hosts::nameOf)
                .tellingAtOnce(survivesDeaths());
    }

    /** UCX uses, and listens on, no other network than the trusted one. */
    private static Map<String, String> devicesOf(InetAddress address) {
        return NetVariables.value(NetVariables.UCX_DEVICES) == null
                ? Map.of(DEVICES, UcxDevices.of(address))
                : Map.of();
    }

    @Override
    public void started(int client) {
        finished = false;
        local.started(client);
    }

    /** Peers are to receive the end of the connections: a hook of the JVM closes the port. */
    @Override
    public boolean keep(int[] closed, Runnable end) {
        kept = end;
        if (!hooked) {
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(this::endPort, "bipj-port-end"));
                hooked = true;
            } catch (IllegalStateException e) {
                // The JVM ends already.
                return false;
            }
        }
        return local.keep(closed, end);
    }

    private void endPort() {
        try {
            kept.run();
        } catch (PeerFailedException e) {
            // All was sent when the last client left: what is lost now is no message.
            System.getLogger(NetJob.class.getName()).log(System.Logger.Level.DEBUG, "closing the port", e);
        }
    }

    @Override
    public boolean leave() {
        return local.leave();
    }

    @Override
    public boolean survivesDeaths() {
        return local.survivesDeaths();
    }

    @Override
    public boolean haveAllLeft() {
        return local.haveAllLeft();
    }

    @Override
    public boolean hasFinished(int other) {
        int near = hosts.placeOf(other);
        AddressBook far = opened;
        return near >= 0 ? local.hasFinished(near) : far != null && far.hasFinished(other);
    }

    @Override
    public void watch(int other, boolean on) {
        int near = hosts.placeOf(other);
        AddressBook far = opened;
        if (near >= 0) {
            local.watch(near, on);
        } else if (on && far != null) {
            far.watchEnd(other);
        }
    }

    @Override
    public void finished() {
        finished = true;
        local.finished();
    }

    @Override
    public MemorySegment shared(String name, long bytes) {
        return local.shared(name, bytes);
    }

    @Override
    public boolean isNear(int other) {
        return hosts.placeOf(other) >= 0;
    }

    @Override
    public void abort(int code, String reason) {
        local.abort(code, reason);
    }

    @Override
    public void abort(int code, String reason, Throwable failure) {
        local.abort(code, reason, failure);
    }
}
