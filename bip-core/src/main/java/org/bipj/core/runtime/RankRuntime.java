package org.bipj.core.runtime;

import java.lang.ref.WeakReference;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.Channels;
import org.bipj.core.channel.ErrorHook;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.job.family.Connections;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.WaitReports;
import org.jspecify.annotations.Nullable;

/**
 * State that the clients of one rank (MPI, BIP and others) share: the job, its port, the channels over it and the lock of
 * progress. The first client that joins opens the port. Clients join and leave in any order, again and again.
 *
 * <p>Once the last one has left, the rank is <em>dormant</em>: what it has sent has left, the job counts it as finished, and nothing
 * is polled. The port stays, with what arrives, until a client joins again or the rank's program is over. Where the job or the
 * port cannot wait for that, the port is closed by the last client.
 *
 * <pre>{@code
 * RankRuntime runtime = RankRuntime.join(job, Client.MPI, Threads.ONE);
 * Channel channel = runtime.channel(Client.MPI, hook);
 * channel.bind(receiver);
 * runtime.started();
 * ...                                    a round of progress that any client makes serves all
 * runtime.leave(Client.MPI);             once channel.mayEnd()
 * }</pre>
 *
 * <p>A client that comes back has a new channel, which exchanges messages with the other ranks' channels of the same number. Where ranks
 * do not come and go alike, it {@linkplain #rest rests} instead, and has the same channel again.
 */
public final class RankRuntime {
    /** The runtime of each job; weak, as a rank that fails closes nothing. The job refers to one that is dormant. */
    private static final Map<Job, WeakReference<RankRuntime>> OPEN = new WeakHashMap<>();

    private final Job job;
    private final NicPort port;
    private final Channels channels;
    private final RankCounts counts;
    /** Of the time since the rank has last had no client. */
    private ProgressLock lock;
    /** The clients that have joined and not left, in that order, each with its channel once it has one. */
    private final Map<Client, Channel> joined = new LinkedHashMap<>();
    /** Channels of clients that rest. */
    private final Map<Client, Channel> resting = new EnumMap<>(Client.class);
    /** By what a client was opened, where it is not its own number. */
    private final Map<Client, Integer> openedBy = new EnumMap<>(Client.class);
    /** Reports of what clients wait for, in the order in which they joined. */
    private final Map<Client, Supplier<String>> reports = new EnumMap<>(Client.class);

    /** Of clients that can tell: true if a rank that is dormant could end what the client waits for. */
    private final Map<Client, BooleanSupplier> awaitsDormant = new EnumMap<>(Client.class);

    private volatile Supplier<String> openPlaces = () -> "";
    private boolean started;
    private boolean dormant;
    /** The last client leaves: no other one joins meanwhile. */
    private boolean leaving;

    private RankRuntime(Job job) {
        this.job = job;
        port = job.open();
        channels = new Channels(port);
        counts = new RankCounts(job);
        lock = new ProgressLock(port);
        WaitReports asked = port.waitReports();
        if (asked != null) {
            asked.reportBy(this::outstanding);
            asked.awaitsDormantBy(this::awaitsDormant);
        }
    }

    /**
     * Joins a client to the runtime of a rank, whose port is opened if it is not open.
     *
     * @throws PortException if the port cannot be opened, the client has joined already, or another one does not allow that
     *     many threads
     */
    public static RankRuntime join(Job job, Client client, Threads threads) {
        synchronized (OPEN) {
            WeakReference<RankRuntime> known = OPEN.get(job);
            RankRuntime runtime = known == null ? null : known.get();
            if (runtime == null) {
                runtime = new RankRuntime(job);
                OPEN.put(job, new WeakReference<>(runtime));
            } else if (runtime.dormant) {
                runtime.awake();
            }
            runtime.enter(client, threads);
            return runtime;
        }
    }

    private void enter(Client client, Threads threads) {
        if (leaving) {
            throw new PortException("rank " + job.rank() + ": " + client
                    + " is initialised while another thread closes the" + " last client; expected one after the other");
        }
        if (joined.containsKey(client)) {
            throw new PortException(
                    "rank " + job.rank() + ": " + client + " is initialised already; expected one at a " + "time");
        }
        lock.settle(client, threads);
        if (threads == Threads.SEVERAL) {
            job.allowThreads();
        }
        counts.severalThreads(!lock.isAlone());
        joined.put(client, null);
    }

    private void awake() {
        port.resume();
        dormant = false;
        lock = new ProgressLock(port);
    }

    /** The job that the rank belongs to. */
    public Job job() {
        return job;
    }

    /** The rank's port, which the runtime closes. */
    public NicPort port() {
        return port;
    }

    /** The lock around calls and rounds of progress. */
    public ProgressLock lock() {
        return lock;
    }

    /**
     * The channel of a client that has joined; it closes none. It is the one that the client had before, if that rests.
     *
     * @param hook called where the medium has lost or corrupted something; null: that ends the job
     */
    public Channel channel(Client client, @Nullable ErrorHook hook) {
        ErrorHook orAbort = hook != null ? hook : (peer, what) -> job.abort(1, "network error: " + what);
        Channel rested = resting.remove(client);
        Channel channel = rested != null ? rested : channels.open(client.ordinal(), orAbort);
        joined.put(client, channel);
        counts.opened(channel);
        return channel;
    }

    /**
     * Attaches another job; under the lock of progress. See {@link Connections#attach}.
     *
     * @return the number of its first rank
     */
    public int attach(String address) {
        Connections all = connections();
        forget(all, false);
        return all.attach(address);
    }

    /** Ends the connections with jobs, with which nothing is under way; under the lock of progress. See {@link Connections#detach}. */
    public void detach(List<String> addresses) {
        Connections all = connections();
        addresses.forEach(all::detach);
        forget(all, false);
    }

    /** Ends the connections with all jobs, because the rank leaves; under the lock of progress. */
    public void detachAll() {
        Connections all = connections();
        all.attached().forEach(all::detach);
        forget(all, true);
    }

    private void forget(Connections connections, boolean all) {
        List<Connections.Numbers> forgotten = connections.forget(all);
        if (forgotten.isEmpty()) {
            return;
        }
        List<Channel> open;
        synchronized (OPEN) {
            open = Stream.concat(joined.values().stream(), resting.values().stream())
                    .filter(Objects::nonNull)
                    .toList();
        }
        for (Connections.Numbers numbers : forgotten) {
            open.forEach(channel -> channel.forget(numbers.first(), numbers.end()));
        }
    }

    /**
     * How the rank connects with other jobs.
     *
     * @throws PortException if its job cannot
     */
    public Connections connections() {
        return Jobs.connections(job);
    }

    /** Sets the reporter of what a client waits for; see {@link WaitReports#reportBy}. */
    public void reportBy(Client client, Supplier<String> outstanding) {
        reports.put(client, outstanding);
    }

    /**
     * As {@link #reportBy(Client, Supplier)}, for a client that knows whom it does not wait for.
     *
     * @param awaits true if a rank that is dormant could end the client's wait by opening something; see {@link WaitReports#awaitsDormantBy}
     */
    public void reportBy(Client client, Supplier<String> outstanding, BooleanSupplier awaits) {
        reportBy(client, outstanding);
        awaitsDormant.put(client, awaits);
    }

    /** Sets what a client says of itself to those who look at the rank while it runs. */
    public void gaugeBy(Client client, RankCounts.Gauges gauges) {
        counts.gauge(client, gauges);
    }

    private boolean awaitsDormant() {
        return awaitsDormant.size() < joined.size()
                || awaitsDormant.values().stream().anyMatch(BooleanSupplier::getAsBoolean);
    }

    private String outstanding() {
        return reports.values().stream()
                .map(Supplier::get)
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** A client is initialised. The first one notifies the job, by the name of the one that joined first: what the program has opened. */
    public void started() {
        if (!started) {
            started = true;
            job.started(opened());
        }
    }

    /**
     * Says what the program has opened to make a client join, for reports to users.
     *
     * @param opened {@link Client#SESSION}, or the client's own number, as which it counts at first
     */
    public void openedBy(Client client, int opened) {
        synchronized (OPEN) {
            Integer before = openedBy.put(client, opened);
            if (started && first() == client && (before == null ? client.ordinal() : before) != opened) {
                job.started(opened);
            }
        }
    }

    /** Says where the program has opened what it has not closed: for reports of a rank that ends so. */
    public void describeOpen(Supplier<String> places) {
        openPlaces = places;
    }

    /** Where a rank's program has opened what it has not closed: {@code " (PLACE)"}; empty where that is not known. */
    public static String whereOpen(Job job) {
        RankRuntime runtime;
        synchronized (OPEN) {
            WeakReference<RankRuntime> known = OPEN.get(job);
            runtime = known == null ? null : known.get();
        }
        return runtime == null ? "" : runtime.whereOpened();
    }

    private String whereOpened() {
        String places = openPlaces.get();
        return places.isEmpty() ? "" : " (" + places + ")";
    }

    /** The same by rank, of all ranks of this JVM where it is known. */
    public static Map<Integer, String> whereOpen() {
        Map<Integer, String> places = new TreeMap<>();
        synchronized (OPEN) {
            for (WeakReference<RankRuntime> known : OPEN.values()) {
                RankRuntime runtime = known.get();
                String open = runtime == null ? "" : runtime.whereOpened();
                if (runtime != null && !open.isEmpty()) {
                    places.put(runtime.job.rank(), open);
                }
            }
        }
        return places;
    }

    private int opened() {
        Client first = first();
        return openedBy.getOrDefault(first, first.ordinal());
    }

    private Client first() {
        return joined.keySet().iterator().next();
    }

    /**
     * A client leaves: its channel {@linkplain Channel#mayEnd may end}, or it has failed to initialise. The others
     * continue. Without any the rank is dormant, and the job is notified if it was notified of the start.
     *
     * @throws org.bipj.core.nic.PeerFailedException if packets are lost that the port had not sent; the client has left
     *     nevertheless
     */
    public void leave(Client client) {
        leave(client, false);
    }

    /**
     * As {@link #leave}, but the client's channel stays: what comes for it is kept, and it is the client's again once that joins the next
     * time. Where the rank's port does not stay, it is closed.
     */
    public void rest(Client client) {
        leave(client, true);
    }

    private void leave(Client client, boolean rests) {
        synchronized (OPEN) {
            boolean wasFirst = joined.containsKey(client) && first() == client;
            Channel channel = joined.remove(client);
            reports.remove(client);
            awaitsDormant.remove(client);
            lock.left(client);
            openedBy.remove(client);
            if (!rests) {
                counts.left(client);
            }
            if (channel != null && rests) {
                channel.rest();
                resting.put(client, channel);
            } else if (channel != null) {
                channel.close();
                counts.closed(channel);
            }
            if (!joined.isEmpty()) {
                if (started && wasFirst) {
                    job.started(opened());
                }
                return;
            }
            leaving = true;
        }
        try {
            pause();
        } finally {
            if (started) {
                started = false;
                job.finished();
            }
        }
    }

    private void pause() {
        boolean stays = true;
        try {
            stays = port.pause(channels);
        } finally {
            channels.rest();
            boolean isKept = stays && job.keep(closed(), this::end);
            synchronized (OPEN) {
                leaving = false;
                dormant = isKept;
                if (!isKept) {
                    OPEN.remove(job);
                }
            }
            if (!isKept) {
                port.close();
            }
        }
    }

    private int[] closed() {
        int[] closed = new int[Client.values().length];
        for (Client client : Client.values()) {
            closed[client.ordinal()] = channels.opened(client.ordinal());
        }
        return closed;
    }

    /** Closes the port of a rank whose program has ended, if all clients have closed before. */
    private void end() {
        synchronized (OPEN) {
            if (!dormant) {
                return;
            }
            dormant = false;
            OPEN.remove(job);
        }
        port.close();
    }
}
