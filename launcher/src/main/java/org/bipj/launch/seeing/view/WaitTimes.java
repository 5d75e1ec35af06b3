package org.bipj.launch.seeing.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bipj.launch.seeing.timeline.TimelineFormat;

/**
 * How long calls waited for other ranks, and which ranks were late. A call waits from its first pause to its end, whatever it is; calls that
 * only look, one after the other at one place, wait from the first to the last one.
 *
 * <p>One rule charges all of them. A wait that has ended was ended by an act of another rank ({@link Acts}). From the act to the end is
 * transfer, charged to nobody. Before the act that rank worked, which is charged to it, or waited itself: then the same holds of its
 * wait, up to where the charged wait began. Acts that come together, within 1 % of the wait, share it.
 */
final class WaitTimes {
    /** Chains of ranks that wait for each other are followed up to here. */
    private static final int MOST_LINKS = 64;
    /** Waits of other ranks that are looked at for one wait. */
    private static final int MOST_STEPS = 20_000;
    /** Acts that are this part of a wait apart come together. */
    private static final double TOGETHER = 0.01;

    private final JobTimeline recording;
    private final List<Track> tracks;
    private final Acts acts;
    /** By track, when it waited. */
    private final List<List<Wait>> ofTrack = new ArrayList<>();

    /** The same: when these waits began. */
    private final List<long[]> begins = new ArrayList<>();

    private final List<Wait> all = new ArrayList<>();
    /** By rank, what it made others wait. */
    private final Map<Integer, Charge> charges = new HashMap<>();

    private final Map<String, Site> sites = new LinkedHashMap<>();
    private final Map<WaitKind, Double> states = new EnumMap<>(WaitKind.class);
    /** By track. */
    private final Map<Integer, long[]> earliestSent = new HashMap<>();

    private int steps;

    /** A call that waited, or several that looked one after the other. */
    static final class Wait {
        final int track;
        final int record;
        final long from;
        final long until;
        /** Time between the calls, which are several. */
        final long between;
        /** The part of it that is charged to late ranks; the rest is transfer. */
        double charged;
        /** Ranks that it is charged to, and their parts of it. */
        int[] lateRanks = {};

        double[] lateParts = {};

        Wait(int track, int record, long from, long until, long between) {
            this.track = track;
            this.record = record;
            this.from = from;
            this.until = until;
            this.between = between;
        }

        long length() {
            return until - from;
        }

        private void charge(int rank, double part) {
            charged += part;
            int at = 0;
            while (at < lateRanks.length && lateRanks[at] != rank) {
                at++;
            }
            if (at == lateRanks.length) {
                lateRanks = Arrays.copyOf(lateRanks, at + 1);
                lateParts = Arrays.copyOf(lateParts, at + 1);
                lateRanks[at] = rank;
            }
            lateParts[at] += part;
        }
    }

    /** What one rank made the others wait, in nanoseconds. */
    static final class Charge {
        final int rank;
        long total;
        /** Sums, each alone in its array. */
        final Map<Integer, double[]> byVictim = new HashMap<>();

        final Map<String, double[]> bySite = new HashMap<>();
        /** Of the total what it shares with other ranks that were late at the same time. */
        double shared;
        /** The longest part. */
        Wait worst;

        private double sum;
        private double ofWorst;

        Charge(int rank) {
            this.rank = rank;
        }

        /** The call in which most of it was. */
        String site() {
            return bySite.entrySet().stream()
                    .max(Comparator.comparingDouble(each -> each.getValue()[0]))
                    .orElseThrow()
                    .getKey();
        }
    }

    /** The calls of one operation and line. */
    static final class Site {
        final String name;
        long calls;
        /** Time in the call, the part of it in which a late rank was waited for, and that of waits in which no rank was late. */
        long time;

        long waiting;
        long transfer;
        long bytes;
        Wait worst;
        private double charged;
        private double waited;
        private final Map<WaitKind, Double> states = new EnumMap<>(WaitKind.class);

        /** What most of the waiting for late ranks was; null: there was none. */
        WaitKind state() {
            return states.entrySet().stream()
                    .max(Map.Entry.comparingByValue())
                    .map(Map.Entry::getKey)
                    .orElse(null);
        }

        Site(String name) {
            this.name = name;
        }
    }

    private WaitTimes(JobTimeline recording) {
        this.recording = recording;
        tracks = recording.tracks();
        acts = Acts.of(recording);
    }

    /** Finds the waits of a recording. */
    static WaitTimes of(JobTimeline recording) {
        WaitTimes waits = new WaitTimes(recording);
        for (int track = 0; track < waits.tracks.size(); track++) {
            waits.ofTrack.add(waits.tracks.get(track).isOfRank() ? waits.find(track) : List.of());
        }
        waits.ofTrack.forEach(waits.all::addAll);
        waits.ofTrack.forEach(each ->
                waits.begins.add(each.stream().mapToLong(wait -> wait.from).toArray()));
        waits.all.forEach(waits::charge);
        waits.sum();
        return waits;
    }

    // ---- waits ---------------------------------------------------------------------------------------------------

    private List<Wait> find(int number) {
        Track track = tracks.get(number);
        List<Wait> own = new ArrayList<>();
        for (int i = 0; i < track.size; i++) {
            Shape shape = track.shape(i);
            if (!shape.isCall()) {
                continue;
            }
            Site site = site(shape);
            site.calls++;
            site.time += track.end[i] - track.begin[i];
            site.bytes += track.bytes(i);
            if (shape.call().polls()) {
                int last = lastPoll(track, i);
                addPolls(number, track, i, last, own);
                for (int next = i + 1; next <= last; next++) {
                    if (track.shape(next).isCall()) {
                        site.calls++;
                        site.time += track.end[next] - track.begin[next];
                    }
                }
                i = last;
            } else if (!shape.isInit()) {
                addCall(number, track, i, own);
            }
        }
        return own;
    }

    private void addCall(int number, Track track, int record, List<Wait> own) {
        long from = track.pauses(record) ? track.pause(record) : Long.MAX_VALUE;
        if (record == track.openCall && awaited(track) >= 0) {
            from = Math.min(from, track.begin[record]);
        }
        if (from < track.end[record]) {
            own.add(new Wait(number, record, from, track.end[record], 0));
        }
    }

    /** The last of the calls, from a first one on, that look at one place without another call between them; one that finds something ends them. */
    private int lastPoll(Track track, int first) {
        Shape shape = track.shape(first);
        int last = first;
        for (int i = first + 1; i < track.size && !hasArrival(track, last); i++) {
            Shape next = track.shape(i);
            if (next.isCall()) {
                if (!next.operation().equals(shape.operation()) || !next.place().equals(shape.place())) {
                    break;
                }
                last = i;
            }
        }
        return last;
    }

    private boolean hasArrival(Track track, int record) {
        return acts.cameUntil(track.rank, track.end[record]) > acts.cameUntil(track.rank, track.begin[record] - 1);
    }

    private void addPolls(int number, Track track, int first, int last, List<Wait> own) {
        if (last > first && hasArrival(track, last)) {
            long within = 0;
            for (int i = first; i <= last; i++) {
                within += track.shape(i).isCall() ? track.end[i] - track.begin[i] : 0;
            }
            own.add(new Wait(
                    number, first, track.begin[first], track.end[last], track.end[last] - track.begin[first] - within));
        }
    }

    private Site site(Shape shape) {
        Site site = sites.get(shape.site());
        if (site == null) {
            site = new Site(shape.site());
            sites.put(shape.site(), site);
        }
        return site;
    }

    /** The rank that a track's last call waited for when the job ended; -1: none that is known, or it has ended. */
    int awaited(Track track) {
        if (track.openCall < 0) {
            return -1;
        }
        Shape shape = track.shape(track.openCall);
        int ranks = recording.ranks();
        if (shape.kind() == TimelineFormat.COLLECTIVE) {
            return acts.missing(track, track.openCall, ranks);
        }
        boolean waits = shape.kind() == TimelineFormat.CALL || shape.kind() == TimelineFormat.SENDING_CALL;
        return waits && shape.peer() < ranks ? Math.max(-1, shape.peer()) : -1;
    }

    // ---- charges -------------------------------------------------------------------------------------------------

    private void charge(Wait wait) {
        steps = 0;
        follow(wait, wait, wait.from, wait.until, 1, 0);
    }

    /** Of a wait that has not ended: what the rank that it waits for did up to a time; null: that is not known, or it has ended. */
    private Acts.Act endless(Wait wait, long until) {
        Track track = tracks.get(wait.track);
        int awaited = wait.record == track.openCall ? awaited(track) : -1;
        int other = awaited < 0 ? -1 : mainThread(awaited);
        return other < 0 ? null : new Acts.Act(other, until);
    }

    /** What ended a wait, or what had an effect on it last before a time; null: none is known. */
    Acts.Act cause(Wait wait, long until) {
        Acts.Act endless = endless(wait, until);
        return endless != null ? endless : actBefore(wait, until);
    }

    /** The track of the first thread of a rank; -1: there is none. */
    int mainThread(int rank) {
        int track = tracks.size() - 1;
        while (track >= 0 && (tracks.get(track).rank != rank || tracks.get(track).thread != 0)) {
            track--;
        }
        return track;
    }

    /** Charges a part of a wait, up to an act, to the rank that acted, but for the time in which that one waited itself. */
    private void charge(Wait wait, Acts.Act act, long from, double part, int links) {
        long at = from;
        List<Wait> own = links < MOST_LINKS && steps < MOST_STEPS ? ofTrack.get(act.track()) : List.of();
        for (int i = firstBehind(act.track(), from); i < own.size() && own.get(i).from < act.time(); i++) {
            Wait other = own.get(i);
            long begin = Math.max(at, other.from);
            long end = Math.min(act.time(), other.until);
            if (end > begin) {
                steps++;
                add(wait, act.track(), begin - at, part);
                follow(wait, other, begin, end, part, links + 1);
                at = end;
            }
        }
        add(wait, act.track(), act.time() - at, part);
    }

    /** Charges a part of a wait, in which another rank was in a wait of its own, to those who made that last. */
    private void follow(Wait wait, Wait in, long from, long until, double part, int links) {
        Acts.Act endless = until == in.until ? endless(in, until) : null;
        if (endless != null) {
            // Ranks that wait for each other are not late.
            if (links < MOST_LINKS) {
                charge(wait, endless, from, part, links);
            }
            return;
        }
        Acts.Act first = actBefore(in, until);
        if (first != null) {
            List<Acts.Act> together = together(in, from, until, first);
            for (Acts.Act act : together) {
                charge(wait, act, from, part / together.size(), links);
            }
        }
    }

    /** The first of the waits of a track, which do not overlap, that ends behind a time. */
    private int firstBehind(int track, long time) {
        int behind = behind(begins.get(track), time);
        return behind > 0 && ofTrack.get(track).get(behind - 1).until > time ? behind - 1 : behind;
    }

    /** How many of some times, which are in order, come before another one. */
    private static int behind(long[] times, long time) {
        int low = 0;
        int high = times.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (times[middle] < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The last act that had an effect on a wait before a time; null: none is known. */
    private Acts.Act actBefore(Wait in, long until) {
        int rank = tracks.get(in.track).rank;
        for (int packet = acts.cameUntil(rank, until) - 1;
                packet >= 0 && acts.timeOf(rank, packet) >= in.from;
                packet--) {
            Acts.Act last = null;
            for (Acts.Act act : acts.actsOf(rank, packet)) {
                last = last == null || act.time() > last.time() ? act : last;
            }
            if (last != null) {
                return last;
            }
        }
        Acts.Act joined = acts.ofCollective(in.track, in.record);
        return joined != null && joined.track() != in.track && joined.time() > in.from && joined.time() <= until
                ? joined
                : null;
    }

    /**
     * The act of a rank that had worked by which a wait was to end, and those of others that came within a moment before it. Who had
     * worked for less than a moment had waited itself.
     */
    private List<Acts.Act> together(Wait in, long from, long until, Acts.Act first) {
        Acts.Act last = first;
        for (int links = 0; links < MOST_STEPS; links++) {
            Wait before = inWait(last.track(), last.time());
            Acts.Act earlier = before == null ? null : actBefore(before, last.time());
            if (earlier == null || earlier.time() > last.time()) {
                break;
            }
            last = earlier;
            steps++;
        }
        long moment = (long) (TOGETHER * (until - from));
        if (moment == 0 || last.time() - moment <= from || !works(last.track(), last.time(), moment)) {
            return List.of(last);
        }
        Map<Integer, Acts.Act> found = new LinkedHashMap<>();
        found.put(tracks.get(last.track()).rank, last);
        gather(in, until, last.time() - moment, moment, found, new HashSet<>());
        return List.copyOf(found.values());
    }

    /** Adds the ranks whose acts since a time had an effect on a wait, directly or by way of others that waited for them. */
    private void gather(Wait in, long until, long since, long moment, Map<Integer, Acts.Act> found, Set<Wait> seen) {
        int rank = tracks.get(in.track).rank;
        int packet = acts.cameUntil(rank, until) - 1;
        while (packet >= 0 && acts.timeOf(rank, packet) >= Math.max(in.from, since) && steps++ < MOST_STEPS) {
            for (Acts.Act act : acts.actsOf(rank, packet--)) {
                if (act.time() >= since) {
                    gather(act, since, moment, found, seen);
                }
            }
        }
    }

    private void gather(Acts.Act act, long since, long moment, Map<Integer, Acts.Act> found, Set<Wait> seen) {
        Wait before = inWait(act.track(), act.time());
        if (before != null && seen.add(before)) {
            gather(before, act.time(), since, moment, found, seen);
        }
        Acts.Act own = before == null ? act : new Acts.Act(act.track(), before.from);
        if (own.time() >= since && works(own.track(), own.time(), moment)) {
            found.putIfAbsent(tracks.get(own.track()).rank, own);
        }
    }

    /** True if a track has not waited for a moment before a time. */
    private boolean works(int track, long time, long moment) {
        Wait before = waitAt(track, time);
        return before == null || before.until <= time - moment;
    }

    /** The wait of a track in which a time is, its end included; null: none. */
    Wait inWait(int track, long time) {
        Wait before = waitAt(track, time);
        return before == null || before.until < time ? null : before;
    }

    /** The wait of a track in which a time is, its end included, or the last one before it; null: none. */
    Wait waitAt(int track, long time) {
        int behind = behind(begins.get(track), time);
        return behind == 0 ? null : ofTrack.get(track).get(behind - 1);
    }

    private void add(Wait wait, int late, long length, double part) {
        if (length <= 0 || late == wait.track) {
            return;
        }
        double share = length * part;
        Track track = tracks.get(wait.track);
        Charge charge = charges.computeIfAbsent(tracks.get(late).rank, Charge::new);
        charge.sum += share;
        charge.shared += part < 1 ? share : 0;
        charge.byVictim.computeIfAbsent(track.rank, key -> new double[1])[0] += share;
        charge.bySite.computeIfAbsent(track.shape(wait.record).site(), key -> new double[1])[0] += share;
        if (share > charge.ofWorst) {
            charge.ofWorst = share;
            charge.worst = wait;
        }
        wait.charge(charge.rank, share);
    }

    private void sum() {
        for (Wait wait : all) {
            Site site = site(tracks.get(wait.track).shape(wait.record));
            site.charged += wait.charged;
            if (wait.charged > 0) {
                WaitKind state = stateOf(wait);
                site.states.merge(state, wait.charged, Double::sum);
                states.merge(state, wait.charged, Double::sum);
            }
            site.waited += wait.length();
            site.worst = site.worst == null || wait.charged > site.worst.charged ? wait : site.worst;
        }
        for (Site site : sites.values()) {
            site.waiting = Math.round(site.charged);
            site.transfer = Math.round(site.waited - site.charged);
        }
        charges.values().forEach(charge -> charge.total = Math.round(charge.sum));
    }

    private WaitKind stateOf(Wait wait) {
        Track track = tracks.get(wait.track);
        Shape shape = track.shape(wait.record);
        int last = acts.cameUntil(track.rank, wait.until) - 1;
        WaitKind state = shape.receives()
                ? WaitKind.LATE_SENDER
                : shape.sends()
                        ? WaitKind.LATE_RECEIVER
                        : WaitKind.of(shape.call().facts(), last >= 0 && acts.isAnswer(track.rank, last));
        return state == WaitKind.LATE_SENDER && isInWrongOrder(wait) ? WaitKind.WRONG_ORDER : state;
    }

    /** True if a message that the rank received later had been sent before the one that it waited for. */
    private boolean isInWrongOrder(Wait wait) {
        Track track = tracks.get(wait.track);
        long[] later = earliestSent.computeIfAbsent(wait.track, key -> earliestSent(track));
        return later[wait.record] < sent(track, wait.record);
    }

    /** By record, when the first of the messages was sent that were received later. */
    private long[] earliestSent(Track track) {
        long[] later = new long[track.size];
        long first = Long.MAX_VALUE;
        for (int i = track.size - 1; i >= 0; i--) {
            later[i] = first;
            first = Math.min(first, sent(track, i));
        }
        return later;
    }

    /** When the message of a receive was sent; the end of time for others. */
    private long sent(Track track, int record) {
        long mate = track.shape(record).receives() ? track.mate[record] : Track.NONE;
        return mate == Track.NONE ? Long.MAX_VALUE : tracks.get(Track.trackOf(mate)).begin[Track.indexOf(mate)];
    }

    // ---- results -------------------------------------------------------------------------------------------------

    /** What each rank made others wait, the most first. */
    List<Charge> charges() {
        return charges.values().stream()
                .sorted(Comparator.comparingLong((Charge charge) -> charge.total)
                        .reversed()
                        .thenComparingInt(charge -> charge.rank))
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

    /** Waiting for late ranks by its kind, in nanoseconds. */
    Map<WaitKind, Double> states() {
        return states;
    }

    /** The waits of the first thread of a rank. */
    List<Wait> ofRank(int rank) {
        int track = mainThread(rank);
        return track < 0 ? List.of() : ofTrack.get(track);
    }

    /** All waits. */
    List<Wait> all() {
        return all;
    }

    JobTimeline recording() {
        return recording;
    }
}
