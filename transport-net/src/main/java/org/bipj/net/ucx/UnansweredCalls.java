package org.bipj.net.ucx;

import java.util.List;
import org.bipj.net.address.AddressBook;

/**
 * Connections of UCX over TCP that nobody answers. UCX retries for long, and does not report them; the kernel lists them. A rank
 * that computes is no such case: its kernel takes connections.
 */
final class UnansweredCalls {
    private static final long LOOK_NS = 1_000_000_000L;
    /** How long nobody answers before the user is asked for a firewall; half of the patience if that is shorter. */
    private static final long UNANSWERED_NS = 5_000_000_000L;

    private final UcxPeers peers;
    private final AddressBook book;
    private final long patienceNs;
    private long nextLook = System.nanoTime() + LOOK_NS;

    /**
     * None so far.
     *
     * @param patienceMs how long a peer may let connections unanswered before it has failed
     */
    UnansweredCalls(UcxPeers peers, AddressBook book, int patienceMs) {
        this.peers = peers;
        this.book = book;
        patienceNs = patienceMs * 1_000_000L;
    }

    /** Looks for them about once a second, among links whose sends have not ended. */
    void look(List<UcxLink> busy) {
        long now = System.nanoTime();
        if (now - nextLook < 0) {
            return;
        }
        nextLook = now + LOOK_NS;
        List<UcxLink> waiting = busy.stream().filter(UnansweredCalls::waits).toList();
        if (waiting.isEmpty()) {
            return;
        }
        List<TcpSockets.Socket> calls = TcpSockets.ofThisProcess(TcpSockets.SYN_SENT);
        for (UcxLink link : waiting) {
            calls.stream()
                    .map(call -> call.remote().text())
                    .filter(link.address.listens()::contains)
                    .findFirst()
                    .ifPresent(place -> judge(link, place, now));
        }
    }

    private static boolean waits(UcxLink link) {
        return link.endpoint != 0 && link.failure() == null && !link.hasLeft() && link.framesArrived == 0;
    }

    private void judge(UcxLink link, String place, long now) {
        long tried = now - link.connectedAt;
        if (!link.unanswered && tried >= Math.min(UNANSWERED_NS, patienceNs / 2)) {
            link.unanswered = true;
            book.unanswered(link.peer(), place, "");
        }
        if (tried >= patienceNs) {
            peers.fail(link, "there is no answer");
        }
    }
}
