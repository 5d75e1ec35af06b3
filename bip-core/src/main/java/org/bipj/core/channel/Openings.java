package org.bipj.core.channel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The openings of one client: how often it has opened a channel, and what its peers have sent for other openings than the
 * one that is there.
 *
 * <pre>
 *   a packet of opening n      this rank has opened fewer     kept until it opens its n-th one (credits bound how much)
 *                              as many, and it is bound       delivered
 *                              more, or has closed it         dropped; the credits of short messages go back once a later one is bound
 * </pre>
 *
 * A packet names its opening modulo {@value Packet#OPENINGS}. Which one that is follows from the last {@link Packet#OPENED} of
 * its sender on its lane, where there is one: lanes keep their order. Without one it is the first.
 *
 * @param <C> a channel
 */
final class Openings<C> {
    private static final int LANES = 2;

    /** Ranks of the job. */
    private final int ranks;
    /** Channels that the client has bound, or closed before. */
    private int count;
    /** By peer and lane the opening that packets belong to; null: all to the first one. */
    private int @Nullable [] latest;
    /** What has come for openings that are still to be bound, in order; null: nothing. */
    private @Nullable List<Early<C>> early;
    /** Credits of dropped messages, by peer and opening; null: none. */
    private @Nullable Map<Source, Integer> dropped;

    /** Returns the credits of messages of an opening to the peer that has sent them. */
    @FunctionalInterface
    interface Refund {
        void to(int peer, int opening, int credits);
    }

    private record Early<C>(int opening, Consumer<C> delivery) {}

    private record Source(int peer, int opening) {}

    Openings(int ranks) {
        this.ranks = ranks;
    }

    /** The number of the opening that is bound next. */
    int count() {
        return count;
    }

    /** One more is bound, or has been closed before that. */
    void advance() {
        count++;
    }

    /** The one that was bound last rests: it is still to come. */
    void retreat() {
        count--;
    }

    /** The opening that the next packet of a peer on a lane belongs to. */
    int of(int peer, int lane) {
        int at = LANES * peer + lane;
        return latest == null || at >= latest.length ? 0 : latest[at];
    }

    /** What follows on a lane of a peer belongs to an opening. */
    void announced(int peer, int lane, int opening) {
        if (latest == null) {
            latest = new int[LANES * ranks];
        }
        int at = LANES * peer + lane;
        if (at >= latest.length) {
            // Jobs have been attached.
            latest = Arrays.copyOf(latest, at + LANES);
        }
        latest[at] = opening;
    }

    /** True if packets of another opening have the address of one. */
    boolean isAmbiguous(int opening) {
        return latest == null
                ? looksLike(0, opening)
                : Arrays.stream(latest).anyMatch(other -> looksLike(other, opening));
    }

    private static boolean looksLike(int other, int opening) {
        return other != opening && (other - opening & Packet.OPENINGS - 1) == 0;
    }

    /** True if what belongs to an opening is to be {@linkplain #keep kept}. */
    boolean isToCome(int opening) {
        return opening >= count;
    }

    void keep(int opening, Consumer<C> delivery) {
        if (early == null) {
            early = new ArrayList<>();
        }
        early.add(new Early<>(opening, delivery));
    }

    /** Hands a channel what was kept for its opening. */
    void deliver(int opening, C channel) {
        if (early == null) {
            return;
        }
        List<Early<C>> due =
                early.stream().filter(one -> one.opening == opening).toList();
        early.removeIf(one -> one.opening <= opening);
        if (early.isEmpty()) {
            early = null;
        }
        due.forEach(one -> one.delivery.accept(channel));
    }

    /** A short message of an opening that is over has been dropped. */
    void drop(int peer, int opening, int credits) {
        if (dropped == null) {
            dropped = new LinkedHashMap<>();
        }
        dropped.merge(new Source(peer, opening), credits, Integer::sum);
    }

    /** Has a later channel return the credits of what was dropped. */
    void returnDropped(Refund by) {
        if (dropped != null) {
            dropped.forEach((source, credits) -> by.to(source.peer, source.opening, credits));
            dropped = null;
        }
    }

    /** What a peer that has failed has sent before is of no use. */
    void lose(int peer) {
        if (dropped != null) {
            dropped.keySet().removeIf(source -> source.peer == peer);
        }
    }
}
