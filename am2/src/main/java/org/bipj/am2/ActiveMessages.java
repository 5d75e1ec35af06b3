package org.bipj.am2;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.WeakHashMap;
import java.util.function.IntPredicate;
import org.bipj.am2.AmException.Code;
import org.bipj.am2.channel.ChannelEndpoints;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.nic.PortException;
import org.bipj.core.runtime.Client;
import org.bipj.core.runtime.RankRuntime;
import org.bipj.core.runtime.Threads;

/**
 * Active Messages of one rank.
 *
 * <pre>{@code
 * try (ActiveMessages am = ActiveMessages.init()) {
 *     Bundle bundle = am.allocateBundle(BundleMode.SEQUENTIAL);
 *     AmEndpoint endpoint = bundle.allocateEndpoint();
 *     endpoint.setHandler(1, message -> ...);
 *     endpoint.setTag(7);
 *     endpoint.map(0, 1, 7);                     entry 0: the first endpoint of rank 1, whose tag is 7
 *     endpoint.request(0, 1, 42);                runs handler 1 there with the word 42
 *     bundle.poll();                             runs handlers of what has come
 * }
 * }</pre>
 *
 * <p>MPI and BIP may be used beside it. Progress happens in calls of any of them, handlers run in those of Active Messages
 * only.
 */
public final class ActiveMessages implements AutoCloseable {
    /** Most argument words of a message (AM_MaxShort). */
    public static final int MAX_SHORT = 16;

    /** Most handlers of an endpoint (AM_MaxNumHandlers). */
    public static final int MAX_HANDLERS = HandlerTable.MAX;

    /** Most entries of a translation table (AM_MaxNumTranslations). */
    public static final int MAX_TRANSLATIONS = TranslationTable.MAX;

    /** Requests of an endpoint that may be outstanding unless said otherwise (K_user; virtual networks paper, section 3). */
    public static final int DEFAULT_WINDOW = 4;

    /** Most requests of an endpoint that may be outstanding. */
    public static final int MAX_WINDOW = 256;

    /** The tag of endpoints that accept nothing (AM_NONE). */
    public static final long NO_TAG = Endpoints.NO_TAG;

    /** The tag of endpoints that accept everything (AM_ALL). */
    public static final long ANY_TAG = Endpoints.ANY_TAG;

    private static final double NS = 1e9;

    /** By job of this JVM: the instance that a second call of init in the same job returns. */
    private static final Map<Job, WeakReference<ActiveMessages>> OPEN = new WeakHashMap<>();

    private final RankRuntime runtime;
    private final boolean parallel;
    /** Null where the network interface keeps endpoints itself. */
    private final ChannelEndpoints overChannel;

    private final AmCore core;
    private final Backlog backlog;
    private final Message message;
    private final List<Bundle> bundles = new ArrayList<>();
    private int users = 1;

    /** Settings that have to be known before {@link #init}. */
    public static final class Setup {
        private boolean parallel;

        private Setup() {}

        /**
         * Several threads will call at once: all calls lock, and {@link BundleMode#PARALLEL} bundles can be allocated. Handlers
         * run one at a time; one must not wait for what another thread does. MPI, if it is initialised first, needs
         * THREAD_SERIALIZED at least.
         */
        public Setup parallel() {
            parallel = true;
            return this;
        }

        /**
         * Joins the job (AM_Init). Ranks may start in any order.
         *
         * @throws AmException (IN_USE) for {@link #parallel} where Active Messages are open for one thread
         * @throws PortException if the job cannot be joined, also where a simulated board's firmware keeps endpoints ({@code
         *     nic.firmware=am} or {@code gam}) and this rank has closed all that it had open
         */
        public ActiveMessages init() {
            Job job = Jobs.of(null);
            synchronized (OPEN) {
                WeakReference<ActiveMessages> known = OPEN.get(job);
                ActiveMessages open = known == null ? null : known.get();
                if (open != null && !open.core.isClosed()) {
                    if (parallel && !open.parallel) {
                        throw new AmException(
                                Code.IN_USE,
                                "rank " + job.rank()
                                        + ": Active Messages are open for one thread; expected parallel() at"
                                        + " the first initialisation");
                    }
                    open.users++;
                    return open;
                }
                ActiveMessages am = join(job);
                OPEN.put(job, new WeakReference<>(am));
                return am;
            }
        }

        private ActiveMessages join(Job job) {
            RankRuntime runtime =
                    RankRuntime.join(job, Client.ACTIVE_MESSAGES, parallel ? Threads.SEVERAL : Threads.AS_OTHERS);
            try {
                return new ActiveMessages(runtime, parallel);
            } catch (RuntimeException e) {
                runtime.leave(Client.ACTIVE_MESSAGES);
                throw e;
            }
        }
    }

    /** Starts with settings that can be changed until {@link Setup#init}. */
    public static Setup setup() {
        return new Setup();
    }

    /** Joins the job, for one thread. A second call before {@link #close} returns the same object, to be closed once more. */
    public static ActiveMessages init() {
        return setup().init();
    }

    private ActiveMessages(RankRuntime runtime, boolean parallel) {
        this.runtime = runtime;
        this.parallel = parallel;
        Endpoints own = runtime.port().endpoints();
        overChannel = own != null
                ? null
                : new ChannelEndpoints(runtime.channel(Client.ACTIVE_MESSAGES, null), runtime.job(), this::settle);
        IntPredicate hasLeft = own != null
                // Boards that keep endpoints are opened once.
                ? peer -> runtime.job().hasClosed(peer, Client.ACTIVE_MESSAGES.ordinal(), 0)
                : overChannel::hasLeft;
        core = new AmCore(runtime, own != null ? own : overChannel, hasLeft, own != null);
        backlog = new Backlog(core);
        message = new Message(core, backlog);
        runtime.reportBy(Client.ACTIVE_MESSAGES, this::outstanding);
        runtime.started();
    }

    /** Describes what this rank waits for: requests that are not answered, by endpoint and rank, and peers. */
    private String outstanding() {
        StringJoiner text = new StringJoiner("; ");
        for (Bundle bundle : bundles) {
            String waits = bundle.waitsFor();
            if (!waits.isEmpty()) {
                text.add("active messages: " + waits);
            }
            for (AmEndpoint endpoint : bundle.endpoints()) {
                String open = endpoint.sender().openRequests();
                if (!open.isEmpty()) {
                    text.add("active messages: answers to requests of endpoint "
                            + endpoint.name().endpoint() + " (" + open + ")");
                }
            }
        }
        String peers = overChannel == null ? "" : overChannel.outstanding();
        if (!peers.isEmpty()) {
            text.add(peers);
        }
        return text.toString();
    }

    // ---- what there is -----------------------------------------------------------------------------------------

    /** This rank's number, from 0. */
    public int rank() {
        return core.rank();
    }

    /** The number of ranks in the job. */
    public int size() {
        return core.size();
    }

    /** Seconds since some moment in the past; virtual where the job runs in virtual time. */
    public double time() {
        return core.port().now() / NS;
    }

    /** The name of the first endpoint that a rank allocates, which all know. */
    public EndpointName first(int rank) {
        return core.first(rank);
    }

    /** The most bytes of data in a medium message (AM_MaxMedium). */
    public int maxMedium() {
        return core.maxMedium();
    }

    /** Most bytes of a bulk message (AM_MaxLong), and of a segment (AM_MaxSegLength). */
    public long maxLong() {
        return Long.MAX_VALUE;
    }

    /**
     * Allocates a bundle (AM_AllocateBundle).
     *
     * @throws AmException (RESOURCE) for a parallel one, if {@link Setup#parallel} was not said
     */
    public Bundle allocateBundle(BundleMode mode) {
        Objects.requireNonNull(mode, "mode");
        core.enter();
        try {
            if (mode == BundleMode.PARALLEL && !parallel) {
                throw new AmException(
                        Code.RESOURCE,
                        "rank " + rank() + ": a parallel bundle; expected ActiveMessages.setup().parallel().init()");
            }
            Bundle bundle = new Bundle(core, backlog, message, mode, bundles);
            bundles.add(bundle);
            return bundle;
        } finally {
            core.exit();
        }
    }

    // ---- inside ------------------------------------------------------------------------------------------------

    private int settle() {
        return backlog.settle();
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    /**
     * Leaves Active Messages (AM_Terminate), if this is the last of as many calls as there were of {@link #init}: all
     * endpoints are freed. What was sent goes out, and waits until the ranks that this one has exchanged messages with have
     * seen that it leaves; from then on requests to it come back there. Active Messages may be initialised again: a rank's n-th
     * initialisation exchanges messages with the other ranks' n-th ones. Requests to one that is still to come wait for it.
     */
    @Override
    public void close() {
        if (!core.isClosed()) {
            core.checkNoHandler("closing Active Messages");
        }
        synchronized (OPEN) {
            if (core.isClosed() || --users > 0) {
                return;
            }
            OPEN.remove(runtime.job());
        }
        core.lock().enter();
        try {
            List.copyOf(bundles).forEach(Bundle::close);
            core.close();
            if (overChannel != null) {
                overChannel.leave();
                for (int fruitless = 0; !overChannel.mayEnd(); ) {
                    fruitless = overChannel.awaitEnd(fruitless);
                }
            }
        } finally {
            runtime.leave(Client.ACTIVE_MESSAGES);
            core.lock().exit();
        }
    }
}
