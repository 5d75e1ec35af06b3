package org.bipj.sim.am;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.bipj.sim.hardware.Lanai;

/**
 * Which endpoint sends next (virtual networks paper, section 4.1): each has a turn of a fixed number of attempts. Endpoints
 * without messages are skipped, but during its own turn an endpoint is served on when it has become empty: the board
 * loiters, as more may follow at once, and the constant fields of its headers are at hand.
 *
 * <p>Attempts that find nothing are not simulated one by one. They take time, and the turn ends when that has passed.
 */
final class EndpointScheduler {
    private final Lanai lanai;
    private final AmSettings settings;
    private final Predicate<AmEntry> sendable;
    /** Endpoints that have had something to send, in the order of turns. */
    private final List<BoardEndpoint> endpoints = new ArrayList<>();

    /** The endpoint whose turn it is, or was last; null if there is none. */
    private BoardEndpoint present;

    private int attemptsLeft;
    /** When the present endpoint was first found empty; negative if it was not. */
    private long emptySincePs = -1;

    private boolean timing;

    EndpointScheduler(Lanai lanai, AmSettings settings, Predicate<AmEntry> sendable) {
        this.lanai = lanai;
        this.settings = settings;
        this.sendable = sendable;
    }

    /** Adds an endpoint that has something to send, unless it is there already. */
    void add(BoardEndpoint endpoint) {
        if (!endpoints.contains(endpoint)) {
            endpoints.add(endpoint);
        }
    }

    /** Takes an endpoint that has ended out of the order. */
    void remove(BoardEndpoint endpoint) {
        endpoints.remove(endpoint);
        if (present == endpoint) {
            present = null;
        }
    }

    /** The next entry to send; null if there is none now. Charges a change of the endpoint. */
    AmEntry next() {
        AmEntry own = present == null ? null : present.firstToSend(sendable);
        if (own != null && attemptsLeft > 0) {
            attemptsLeft--;
            emptySincePs = -1;
            return taken(own);
        }
        BoardEndpoint other = nextWithWork();
        if (other == null) {
            return own == null ? noteEmpty() : begin(present, own);
        }
        if (own == null && loiters()) {
            return null;
        }
        if (other != present) {
            settings.change.charge(lanai);
        }
        return begin(other, other.firstToSend(sendable));
    }

    private AmEntry begin(BoardEndpoint endpoint, AmEntry entry) {
        present = endpoint;
        attemptsLeft = settings.attempts - 1;
        emptySincePs = -1;
        return taken(entry);
    }

    private static AmEntry taken(AmEntry entry) {
        entry.endpoint.begun(entry);
        return entry;
    }

    /** The endpoint behind the present one, round robin, that can send; null if there is none but perhaps the present. */
    private BoardEndpoint nextWithWork() {
        int start = endpoints.indexOf(present);
        for (int i = 1; i <= endpoints.size(); i++) {
            BoardEndpoint endpoint = endpoints.get((start + i) % endpoints.size());
            if (endpoint != present && endpoint.firstToSend(sendable) != null) {
                return endpoint;
            }
        }
        return null;
    }

    private AmEntry noteEmpty() {
        if (emptySincePs < 0) {
            emptySincePs = lanai.clock();
        }
        return null;
    }

    /** True while the present endpoint's turn lasts although it is empty. Sets the timer that ends it. */
    private boolean loiters() {
        if (!settings.loiters || present == null || attemptsLeft <= 0) {
            return false;
        }
        noteEmpty();
        long left = emptySincePs + attemptsLeft * settings.attemptPs - lanai.clock();
        if (left <= 0) {
            return false;
        }
        if (!timing) {
            timing = true;
            lanai.timer(AmFirmware.TURN, (int) (left / settings.tickPs) + 1);
        }
        return true;
    }

    /** The timer has expired: if the present endpoint is still empty, its turn is over. */
    void endTurn() {
        timing = false;
    }
}
