package org.bipj.launch.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bipj.launch.timeline.TimelineFormat;

/**
 * How long calls waited for other ranks, and which ranks were late. A receive waits until the send begins, a synchronous or long send until the
 * receive begins, a collective call until the last rank makes it or, where one rank has the data, that rank.
 *
 * <p>A wait is charged to its root cause: for the time that the late rank itself waited, to the rank that it waited for.
 */
final class Waits {
    /** Chains of ranks that wait for each other are followed up to here. */
    private static final int MOST_LINKS = 64;

    private final Recording recording;
    private final List<Track> tracks;
    /** By rank, what the rank was waiting for; of its first thread, as only that one's calls do not overlap. */
    private final Map<Integer, List<Wait>> ofRank = new HashMap<>();

    private final Map<Communicator, Turns> turns;
    private final List<Wait> all = new ArrayList<>();
    /** By rank, what it made others wait. */
    private final Map<Integer, Charge> charges = new HashMap<>();

    private final Map<String, Site> sites = new LinkedHashMap<>();

    /** A call that waited for a late rank, up to a time. */
    record Wait(int track, int record, long from, long until, int late) {
        long length() {
            return until - from;
        }
    }

    /** What one rank made the others wait, in nanoseconds. */
    static final class Charge {
        final int rank;
        long total;
        /** Sums, each alone in its array. */
        final Map<Integer, long[]> byVictim = new HashMap<>();

        final Map<String, long[]> bySite = new HashMap<>();
        /** The longest part. */
        Wait worst;

        long ofWorst;

        Charge(int rank) {
            this.rank = rank;
        }

        /** The call in which most of it was. */
        String site() {
            return bySite.entrySet().stream()
                    .max(Comparator.comparingLong(each -> each.getValue()[0]))
                    .orElseThrow()
                    .getKey();
        }
    }

    /** The calls of one operation and line. */
    static final class Site {
        final String name;
        long calls;
        /** Time in the call, and the part of it in which a late rank was waited for. */
        long time;

        long waiting;
        long bytes;
        Wait worst;

        Site(String name) {
            this.name = name;
        }
    }

    private Waits(Recording recording) {
        this.recording = recording;
        tracks = recording.tracks();
        turns = findTurns();
    }

    /** Finds the waits of a recording whose messages {@link Arrows} has joined. */
    static Waits of(Recording recording) {
        Waits waits = new Waits(recording);
        Map<Communicator, Turns> turns = waits.turns;
        for (int track = 0; track < waits.tracks.size(); track++) {
            if (waits.tracks.get(track).isOfRank()) {
                waits.find(track, turns);
            }
        }
        for (Wait wait : waits.all) {
            waits.charge(wait, wait.late, wait.from, wait.until, 0);
        }
        return waits;
    }

    // ---- collective calls ----------------------------------------------------------------------------------------

    /** When the collective calls of one communicator began, by their number. */
    private static final class Turns {
        private long[] last = new long[16];
        private int[] lastRank = new int[16];
        private long[] ofRoot = new long[16];
        /** By rank, its last call. */
        private int[] lastCall = new int[0];

        void add(int number, int rank, long begin, boolean isRoot) {
            if (number >= last.length) {
                int longer = Math.max(2 * last.length, number + 1);
                last = Arrays.copyOf(last, longer);
                lastRank = Arrays.copyOf(lastRank, longer);
                ofRoot = Arrays.copyOf(ofRoot, longer);
            }
            if (last[number] == 0 || begin > last[number]) {
                last[number] = begin;
                lastRank[number] = rank;
            }
            if (rank >= lastCall.length) {
                int known = lastCall.length;
                lastCall = Arrays.copyOf(lastCall, 2 * rank + 1);
                Arrays.fill(lastCall, known, lastCall.length, -1);
            }
            lastCall[rank] = Math.max(lastCall[rank], number);
            if (isRoot) {
                ofRoot[number] = begin;
            }
        }

        boolean misses(int rank, int number) {
            return rank >= lastCall.length || lastCall[rank] < number;
        }
    }

    private Map<Communicator, Turns> findTurns() {
        Map<Communicator, Turns> turns = new HashMap<>();
        for (Track track : tracks) {
            for (int i = 0; i < track.size; i++) {
                Shape shape = track.shape(i);
                if (shape.kind() == TimelineFormat.COLLECTIVE && track.number[i] >= 0 && shape.communicator() != null) {
                    Turns of = turns.get(shape.communicator());
                    if (of == null) {
                        of = new Turns();
                        turns.put(shape.communicator(), of);
                    }
                    of.add(track.number[i], track.rank, track.begin[i], shape.peer() == track.rank);
                }
            }
        }
        return turns;
    }

    // ---- waits ---------------------------------------------------------------------------------------------------

    private void find(int number, Map<Communicator, Turns> turns) {
        Track track = tracks.get(number);
        List<Wait> own = new ArrayList<>();
        for (int i = 0; i < track.size; i++) {
            Shape shape = track.shape(i);
            if (!shape.isCall()) {
                continue;
            }
            Site site = sites.get(shape.site());
            if (site == null) {
                site = new Site(shape.site());
                sites.put(shape.site(), site);
            }
            site.calls++;
            site.time += track.end[i] - track.begin[i];
            site.bytes += track.bytes(i);
            Wait wait = shape.waits() ? find(number, track, i, shape, turns) : null;
            if (wait != null) {
                own.add(wait);
                site.waiting += wait.length();
                site.worst = site.worst == null || wait.length() > site.worst.length() ? wait : site.worst;
            }
        }
        if (track.thread == 0) {
            ofRank.put(track.rank, own);
        }
        all.addAll(own);
    }

    /** What a call waited for; null if for no rank that is known. */
    private Wait find(int number, Track track, int record, Shape shape, Map<Communicator, Turns> turns) {
        if (record == track.openCall) {
            int awaited = awaited(track, record, shape, turns);
            return awaited < 0 ? null : wait(number, track, record, track.end[record], awaited);
        }
        Wait wait = switch (shape.kind()) {
            case TimelineFormat.COLLECTIVE -> ofCollective(number, track, record, shape, turns);
            case TimelineFormat.RECEIVING_CALL -> ofMessages(number, track, record, record + 1);
            default -> null;
        };
        if (wait == null && shape.kind() != TimelineFormat.COLLECTIVE) {
            int behind = record + 1;
            while (behind < track.size && track.begin[behind] <= track.end[record]) {
                behind++;
            }
            wait = ofMessages(number, track, record, behind);
        }
        if (wait == null && shape.kind() == TimelineFormat.SENDING_CALL && track.mate[record] != Track.NONE) {
            // A send waits for its receive if it ends behind the match; else it did not need to.
            long mate = track.mate[record];
            Track receiver = tracks.get(Track.trackOf(mate));
            wait = wait(number, track, record, receiver.begin[Track.indexOf(mate)], receiver.rank);
        }
        return wait;
    }

    /** The rank that a call waits for that has not ended; -1: it is not known, or is of another job. */
    private int awaited(Track track, int record, Shape shape, Map<Communicator, Turns> turns) {
        int ranks = recording.ranks();
        if (shape.kind() != TimelineFormat.COLLECTIVE) {
            boolean waits = shape.kind() == TimelineFormat.CALL || shape.kind() == TimelineFormat.SENDING_CALL;
            return waits && shape.peer() < ranks ? shape.peer() : -1;
        }
        Turns all = turns.get(shape.communicator());
        return all == null
                ? -1
                : shape.communicator().member(rank -> rank < ranks && all.misses(rank, track.number[record]));
    }

    /** The rank that a track's last call waited for when the job ended; -1: none that is known. */
    int awaited(Track track) {
        return track.openCall < 0 ? -1 : awaited(track, track.openCall, track.shape(track.openCall), turns);
    }

    private static Wait wait(int number, Track track, int record, long until, int late) {
        return late != track.rank && until > track.begin[record] && until <= track.end[record]
                ? new Wait(number, record, track.begin[record], until, late)
                : null;
    }

    private static Wait ofCollective(int number, Track track, int record, Shape shape, Map<Communicator, Turns> turns) {
        Turns all = turns.get(shape.communicator());
        int turn = track.number[record];
        if (all == null || turn < 0) {
            return null;
        }
        if (shape.peer() >= 0 && shape.isFromRoot()) {
            return all.ofRoot[turn] == 0 ? null : wait(number, track, record, all.ofRoot[turn], shape.peer());
        }
        return wait(number, track, record, all.last[turn], all.lastRank[turn]);
    }

    /** Of the messages that a call has received the one that was sent last is what it waited for. */
    private Wait ofMessages(int number, Track track, int record, int behind) {
        long until = Long.MIN_VALUE;
        int late = -1;
        for (int i = record; i < behind; i++) {
            long mate = track.mate[i];
            if (mate == Track.NONE || !track.shape(i).receives()) {
                continue;
            }
            Track sender = tracks.get(Track.trackOf(mate));
            long sent = sender.begin[Track.indexOf(mate)];
            if (sent > until) {
                until = sent;
                late = sender.rank;
            }
        }
        return late < 0 ? null : wait(number, track, record, until, late);
    }

    // ---- charges -------------------------------------------------------------------------------------------------

    /** Charges a part of a wait to a late rank, but for the time in which that rank waited itself. */
    private void charge(Wait wait, int late, long from, long until, int links) {
        long at = from;
        List<Wait> waits = links == MOST_LINKS ? List.of() : ofRank.getOrDefault(late, List.of());
        for (int i = firstBehind(waits, from); i < waits.size() && waits.get(i).from < until; i++) {
            Wait other = waits.get(i);
            long begin = Math.max(at, other.from);
            long end = Math.min(until, other.until);
            if (end <= begin || other.late == tracks.get(wait.track).rank) {
                continue;
            }
            add(wait, late, at, begin);
            charge(wait, other.late, begin, end, links + 1);
            at = end;
        }
        add(wait, late, at, until);
    }

    /** The first of some waits, which do not overlap, that ends behind a time. */
    private static int firstBehind(List<Wait> waits, long time) {
        int low = 0;
        int high = waits.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (waits.get(middle).until <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void add(Wait wait, int late, long from, long until) {
        long length = until - from;
        if (length <= 0) {
            return;
        }
        Track track = tracks.get(wait.track);
        Charge charge = charges.computeIfAbsent(late, Charge::new);
        charge.total += length;
        add(charge.byVictim, track.rank, length);
        add(charge.bySite, track.shape(wait.record).site(), length);
        if (length > charge.ofWorst) {
            charge.ofWorst = length;
            charge.worst = wait;
        }
    }

    private static <T> void add(Map<T, long[]> to, T key, long length) {
        long[] sum = to.get(key);
        if (sum == null) {
            sum = new long[1];
            to.put(key, sum);
        }
        sum[0] += length;
    }

    // ---- results -------------------------------------------------------------------------------------------------

    /** What each rank made others wait, the most first. */
    List<Charge> charges() {
        return charges.values().stream()
                .sorted((one, other) -> Long.compare(other.total, one.total))
                .toList();
    }

    /** The calls by operation and line, those that waited longest first. */
    List<Site> sites() {
        return sites.values().stream()
                .sorted((one, other) -> one.waiting != other.waiting
                        ? Long.compare(other.waiting, one.waiting)
                        : Long.compare(other.time, one.time))
                .toList();
    }

    /** How long the first thread of a rank waited for other ranks. */
    long waiting(int rank) {
        return ofRank.getOrDefault(rank, List.of()).stream()
                .mapToLong(Wait::length)
                .sum();
    }

    Recording recording() {
        return recording;
    }
}
