package org.bipj.sim.am;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.bipj.core.nic.Endpoints;
import org.bipj.sim.hardware.ClusterNode;
import org.bipj.sim.hardware.EndpointPort;
import org.bipj.sim.hardware.Host;
import org.bipj.sim.kernel.Fiber;

/**
 * The host driver as endpoints and firmware see it: what the host's work costs, which of its threads poll, and what it does for
 * an endpoint.
 */
abstract class AmDriver extends EndpointPort {
    private static final int WORD = 4;

    private final AmNetwork network;
    private final AmSettings settings;
    private final ClusterNode node;

    /** Threads that are inside a poll. */
    private final Set<Fiber> polling = Collections.newSetFromMap(new IdentityHashMap<>());

    /** The rank has given an endpoint a tag, or polled. */
    private boolean serves;
    /** What the segment driver and the daemon have taken of the host's time while the program ran. */
    private long tookPs;
    /** Until when the daemon uses the host's processor while the program waits. */
    private long workedUntilPs;

    AmDriver(AmNetwork network, int rank, ClusterNode node) {
        super(rank, network.ranks(), network.kernel(), node);
        this.network = network;
        this.node = node;
        settings = network.settings();
    }

    final AmNetwork network() {
        return network;
    }

    Host host() {
        return host;
    }

    /**
     * True until the rank has given an endpoint a tag, has polled, or has ended: it is a moment late, and the messages that
     * come for it wait at their senders.
     */
    boolean isLate() {
        return !serves && !isClosed();
    }

    /** Why a message is refused whose endpoint does not exist. */
    int reasonWithoutEndpoint() {
        return isClosed() && !serves ? Endpoints.UNREACHABLE : Endpoints.NO_ENDPOINT;
    }

    /** The rank has set up an endpoint. */
    void serves() {
        serves = true;
    }

    // ---- what the host's work costs ----------------------------------------------------------------------------

    long clock() {
        return cpu().clock();
    }

    /** The thread that calls. */
    Fiber current() {
        return cpu().current();
    }

    /** True if the calling thread is inside a poll. */
    boolean isPolling() {
        return !polling.isEmpty() && polling.contains(cpu().current());
    }

    void polling(boolean on) {
        if (on) {
            polling.add(cpu().current());
        } else {
            polling.remove(cpu().current());
        }
    }

    @Override
    public void charge(String what, long ps) {
        node.worked(cpu().current(), what, cpu().clock(), ps);
        cpu().charge(ps + tookPs + Math.max(0, workedUntilPs - cpu().clock()));
        tookPs = 0;
    }

    /** The cost of a look at an endpoint in host memory. */
    long pollPs() {
        return host.pollPs();
    }

    long pioWritePs(int bytes) {
        return host.pioWritePs(bytes, cpu().clock());
    }

    /** The host's work for a message: its entry by programmed I/O. */
    void chargeSend(int words) {
        cpu().news();
        charge("send", settings.hostSendPs + pioWritePs(AmSettings.ENTRY_HEADER + WORD * words));
    }

    /** The host's work to read an entry: on the board two words by each access. */
    void chargeReceive(int words, boolean onBoard) {
        cpu().news();
        if (!onBoard) {
            charge("receive", settings.hostReceivePs + pollPs());
            return;
        }
        long reads = (AmSettings.ENTRY_HEADER / 2 + WORD * words + Long.BYTES - 1) / Long.BYTES;
        charge("receive", settings.hostReceivePs + reads * pioReadPs());
    }

    /** The segment driver uses the host's processor. A program of one thread, which is suspended, does not notice. */
    void took(long ps) {
        if (cpu() != null && cpu().isShared()) {
            tookPs += ps;
        }
    }

    /** The daemon uses the host's processor. A program that computes meanwhile goes on later. */
    void works(long at, long ps) {
        if (cpu() != null && cpu().clock() > at) {
            tookPs += ps;
        } else {
            workedUntilPs = Math.max(workedUntilPs, at + ps);
        }
    }

    /** The calling thread was woken by a message. */
    void chargeEvent() {
        charge("event", settings.hostEventPs);
    }

    /** The rank can go on: a message has come, or one came back. */
    void wake() {
        if (cpu() != null) {
            cpu().news();
            cpu().wake(kernel().now());
        }
    }

    // ---- endpoints ---------------------------------------------------------------------------------------------

    /** The endpoint with a number; null if there is none. */
    abstract BoardEndpoint endpoint(int number);

    /** An entry of an endpoint waits to be sent. */
    abstract void ring(BoardEndpoint endpoint);

    /** An endpoint needs its frame: it has a message to send. */
    abstract void want(BoardEndpoint endpoint);

    /** A thread has written to an endpoint that is not mapped. Within a poll it is suspended before the next message. */
    abstract void fault(BoardEndpoint endpoint);

    /** Suspends the calling thread as long as faults demand. */
    abstract void suspend();

    /** The program closes an endpoint: messages no longer find it, and its number is free. */
    abstract void closing(BoardEndpoint endpoint);

    /** A closed endpoint has no message left. */
    abstract void ended(BoardEndpoint endpoint);
}
