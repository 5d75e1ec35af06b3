package org.bipj.net.ucx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntFunction;
import org.bipj.core.nic.PeerFailedException;
import org.bipj.net.address.AddressBook;
import org.bipj.net.remote.Links;
import org.bipj.net.remote.PeerFailure;

/** The links of a port: their endpoints, sends that have not ended, and failures. */
final class UcxPeers extends Links<UcxLink> {
    /** How long nothing comes from a peer that has failed until all is taken to have been read. */
    private static final long QUIET_NS = 20_000_000;

    private final UcxWorker worker;
    private final AddressBook book;
    private final IntFunction<String> hosts;
    private final long connectNs;
    /** Links whose sends have not ended, or that have no endpoint yet. */
    private final List<UcxLink> busy = new ArrayList<>();
    /** Links that have failed and have not been reported. */
    private final List<UcxLink> failed = new ArrayList<>();

    private final UnansweredCalls unanswered;
    /** Ranks that have lost this one, as they have reported it. */
    private final Queue<Loss> lostBy = new ConcurrentLinkedQueue<>();
    /** How many losses {@link #lostBy} has had: polls read this first. */
    private volatile int losses;

    private int lossesSeen;
    private boolean tellsAtOnce;

    private record Loss(int peer, String why) {}

    /** Requests that close the endpoints of links that have failed. */
    private long[] endings = new long[0];

    /**
     * Without links.
     *
     * @param size ranks of the world
     * @param connectMs as in {@link UcxPort.Setup}
     */
    UcxPeers(
            int size,
            UcxLink.Shared shared,
            AddressBook book,
            IntFunction<String> hosts,
            int connectMs,
            int patienceMs) {
        super(shared.rank(), new UcxLink[size], peer -> new UcxLink(peer, shared));
        worker = shared.worker();
        this.book = book;
        this.hosts = hosts;
        connectNs = connectMs * 1_000_000L;
        unanswered = new UnansweredCalls(this, book, patienceMs);
        book.watch((why, peer) -> lostBy(peer, why));
    }

    /** True if UCX has taken all that was sent, no long message is under way, and no link has failed. */
    @Override
    public boolean areQuiet() {
        return busy.isEmpty() && super.areQuiet();
    }

    // ---- endpoints and sends -----------------------------------------------------------------------------------

    /** From now on the link is attended to until its sends have ended and it has an endpoint. */
    void watch(UcxLink link) {
        link.met = true;
        if (!link.busy) {
            link.busy = true;
            busy.add(link);
        }
    }

    /** Some of what was sent to this peer has not left. The first time this waits for the connection. */
    void later(UcxLink link) {
        if (link.unsendable != null) {
            fail(link, link.unsendable);
        }
        watch(link);
        if (link.endpoint == 0 && link.failure() == null && connect(link)) {
            for (long until = System.nanoTime() + connectNs; link.pending > 0 && System.nanoTime() - until < 0; ) {
                worker.progress();
                link.reap();
            }
        }
    }

    /** Sends a WINDOW frame if one is due. */
    void sayDone(UcxLink link) {
        link.sayDone();
        if (link.pending > 0 && !link.busy) {
            watch(link);
        }
    }

    /** Makes the endpoint. False if the peer's address is not known yet. */
    private boolean connect(UcxLink link) {
        String address = book.find(link.peer());
        String gone = address == null ? book.gone(link.peer()) : null;
        if (gone != null) {
            fail(link, gone);
        }
        if (address == null) {
            return false;
        }
        try {
            link.address = UcxAddress.parse(address);
            long endpoint = worker.connect(link.address.worker(), link.peer());
            if (endpoint < 0) {
                fail(link, Ucp.error(endpoint));
            } else {
                link.connected(endpoint);
            }
        } catch (IllegalArgumentException e) {
            fail(link, "its address is none of UCX: " + address);
        }
        return true;
    }

    /** Goes on with sends that have not ended. True if bytes of long messages have left. */
    boolean attend() {
        boolean moved = false;
        if (lossesSeen != losses) {
            heedLosses();
        }
        if (!busy.isEmpty()) {
            unanswered.look(busy);
        }
        for (int i = busy.size() - 1; i >= 0; i--) {
            UcxLink link = busy.get(i);
            if (link.endpoint == 0 && !link.hasLeft() && link.failure() == null) {
                connect(link);
            }
            link.reap();
            moved |= link.puts.advance();
            if (link.failure() == null && link.unsendable != null) {
                fail(link, link.unsendable);
            }
            link.sayDone();
            boolean settled = link.endpoint != 0 || link.hasLeft() || link.failure() != null;
            if (link.pending == 0 && settled && (link.puts.isEmpty() || link.isReported())) {
                link.busy = false;
                busy.remove(i);
            }
        }
        return moved;
    }

    // ---- failures ----------------------------------------------------------------------------------------------

    /** From now on failures are reported as soon as what has come is read: nobody ends the job for them. */
    void tellAtOnce() {
        tellsAtOnce = true;
    }

    /**
     * True if nothing has come from a peer that has failed for some time. Its end and its frames may come over different connections, so the end
     * alone does not show that all frames have been read.
     */
    private boolean isRead(UcxLink link) {
        worker.progress();
        if (link.framesRead != link.framesArrived) {
            link.framesRead = link.framesArrived;
            link.readAt = System.nanoTime();
        }
        return System.nanoTime() - link.readAt >= QUIET_NS && !link.hasFrame();
    }

    void fail(UcxLink link, String why) {
        if (link.failure() != null || link.hasLeft()) {
            return;
        }
        boolean isFirst = link.framesArrived == 0 && link.address != null;
        String reason = "UCX: " + (isFirst ? "it cannot be reached at " + link.address.places() + ": " : "") + why;
        link.fail(PeerFailure.of(link.peer(), hosts.apply(link.peer()), reason));
        failed.add(link);
        book.lost(link.peer(), reason);
    }

    /** A rank has lost this one; called on any thread. */
    void lostBy(int peer, String why) {
        lostBy.add(new Loss(peer, why));
        losses++;
    }

    private void heedLosses() {
        lossesSeen = losses;
        for (Loss loss = lostBy.poll(); loss != null; loss = lostBy.poll()) {
            fail(link(loss.peer), loss.why);
        }
    }

    /** Links that have failed and have not been reported. */
    int failures() {
        return failed.size();
    }

    /** A link that has failed and has not been reported; successive calls return each in turn. */
    UcxLink nextFailed() {
        UcxLink link = failed.removeLast();
        failed.addFirst(link);
        return link;
    }

    /**
     * True if the failure can be reported: it is time, and UCX uses no memory of a user's any more. Where the peer had closed
     * its port before, there is no failure.
     */
    boolean settle(UcxLink link) {
        if (link.hasLeft()) {
            failed.remove(link);
            link.withdrawFailure();
            return false;
        }
        if (!link.failure().isDue() && !(tellsAtOnce && isRead(link))) {
            return false;
        }
        if (link.endpoint != 0) {
            // UCX ends all requests of the endpoint, those that have just begun not before it is called next.
            endings = Arrays.copyOf(endings, endings.length + 1);
            endings[endings.length - 1] = worker.disconnect(link.endpoint, true);
            link.endpoint = 0;
        }
        worker.progress();
        link.puts.advance();
        if (!link.isOffUserMemory()) {
            return false;
        }
        link.reap();
        link.loseUnsent();
        failed.remove(link);
        link.puts.clear();
        link.report();
        return true;
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    /** Sends the end of this rank to a peer. True once all that was committed has left, and the end behind it. */
    boolean sayBye(UcxLink link) {
        if (link.failure() != null || link.hasLeft() || !link.met) {
            return true;
        }
        if (!link.puts.isEmpty()) {
            return false;
        }
        boolean said = link.sayBye();
        if (link.pending > 0) {
            watch(link);
        }
        return said && link.pending == 0;
    }

    /** The failure of a peer to which packets have not left, and of which no client knows; null if there is none. */
    PeerFailedException unsent(String waited) {
        return all().filter(link -> !link.hasLeft() && link.met && link.failure() == null && link.hasUnsent())
                .findFirst()
                .map(link -> new PeerFailedException(
                        link.peer(),
                        PeerFailure.of(
                                        link.peer(),
                                        hosts.apply(link.peer()),
                                        "UCX: it takes no messages; they have waited for " + waited)
                                .text()))
                .orElse(null);
    }

    /** True once UCX has taken all that was committed. */
    boolean haveAllTaken() {
        return all().allMatch(link -> !link.met
                || link.hasLeft()
                || link.failure() != null
                || link.puts.isEmpty() && link.pending == 0 && !link.hasUnsent());
    }

    boolean haveAllLeft() {
        return all().allMatch(link -> !link.met || link.hasLeft() || link.failure() != null);
    }

    /** Ends all endpoints, at once or after what was sent, and gives back what has come. */
    void close(boolean atOnce) {
        long[] all = Arrays.copyOf(endings, endings.length + size());
        all().filter(link -> link.endpoint != 0)
                .forEach(link -> all[endings.length + link.peer()] =
                        worker.disconnect(link.endpoint, atOnce || link.failure() != null));
        if (!atOnce) {
            worker.await(all);
            all().forEach(link -> {
                link.reap();
                link.releaseAll();
            });
        }
        worker.close();
    }
}
