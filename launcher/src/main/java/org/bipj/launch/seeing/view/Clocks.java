package org.bipj.launch.seeing.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The clocks of the hosts of a job, each by what it showed at the start and at the end, between which it is taken to run evenly. Times become
 * those of mpirun's clock; messages that still arrive before they are sent are then shown later.
 */
final class Clocks {
    static final Clocks NONE = new Clocks(List.of());

    private static final int WORDS = 8;
    /** Shifts may make other messages arrive early: how often these are looked for. */
    private static final int MOST_PASSES = 100;

    private final Map<Integer, Host> byIndex = new HashMap<>();
    private final Map<Integer, Host> byRank = new HashMap<>();
    private final Set<Long> shifted = new HashSet<>();
    private long largestShift;
    private long arrows;

    private record Host(
            int index,
            String name,
            long from,
            long aheadAtFrom,
            long until,
            long aheadAtUntil,
            long doubt,
            List<Integer> ranks) {
        /** The time of mpirun's clock when this host's one showed a time. */
        long common(long there) {
            if (until <= from) {
                return there - aheadAtFrom;
            }
            double part = (double) (there - from) / (until - from);
            return there - aheadAtFrom - Math.round(part * (aheadAtUntil - aheadAtFrom));
        }
    }

    private Clocks(List<Host> hosts) {
        for (Host host : hosts) {
            byIndex.put(host.index, host);
            host.ranks.forEach(rank -> byRank.put(rank, host));
        }
    }

    /** Reads the table of a job's hosts. */
    static Clocks read(String table) {
        List<Host> hosts = new ArrayList<>();
        for (String line : table.split("\n")) {
            String[] words = line.split("\t");
            if (words.length == WORDS) {
                hosts.add(new Host(
                        Integer.parseInt(words[0]),
                        words[1],
                        Long.parseLong(words[2]),
                        Long.parseLong(words[3]),
                        Long.parseLong(words[4]),
                        Long.parseLong(words[5]),
                        Long.parseLong(words[6]),
                        Arrays.stream(words[7].split(",")).map(Integer::valueOf).toList()));
            }
        }
        return new Clocks(hosts);
    }

    /** The number of hosts; 0 where there is one clock only. */
    int hosts() {
        return byIndex.size();
    }

    /** The host of a rank; -1: all are one. */
    int hostOf(int rank) {
        Host host = byRank.get(rank);
        return host == null ? -1 : host.index;
    }

    /** Makes the times of a rank's track those of mpirun's clock. */
    void toCommon(Track track) {
        Host host = byRank.get(track.rank);
        if (host != null) {
            track.change(host::common);
        }
    }

    /** The time of mpirun's clock when a host's one showed a time. */
    long toCommon(int hostIndex, long there) {
        Host host = byIndex.get(hostIndex);
        return host == null ? there : host.common(there);
    }

    // ---- messages that arrive before they are sent -----------------------------------------------------------------

    /** A time of a track, and the one that it becomes; all later ones are at least that. */
    private record Shift(long from, long to) {}

    /**
     * Shifts what points back in time, in a recording of several hosts whose messages are joined.
     *
     * @param joined how many these are
     */
    void straighten(List<Track> tracks, long joined) {
        arrows = joined;
        for (int pass = 0; pass < MOST_PASSES; pass++) {
            Map<Track, List<Shift>> shifts = backwards(tracks);
            if (shifts.isEmpty()) {
                return;
            }
            shifts.forEach(Clocks::shift);
        }
    }

    private Map<Track, List<Shift>> backwards(List<Track> tracks) {
        Map<Track, List<Shift>> shifts = new HashMap<>();
        for (int number = 0; number < tracks.size(); number++) {
            Track from = tracks.get(number);
            for (int i = 0; i < from.size; i++) {
                if (from.mate[i] == Track.NONE || !from.shape(i).sends()) {
                    continue;
                }
                Track to = tracks.get(Track.trackOf(from.mate[i]));
                long arrival = to.arrival(Track.indexOf(from.mate[i]));
                if (arrival < from.begin[i]) {
                    shifts.computeIfAbsent(to, key -> new ArrayList<>()).add(new Shift(arrival, from.begin[i]));
                    shifted.add(Track.record(number, i));
                    largestShift = Math.max(largestShift, from.begin[i] - arrival);
                }
            }
        }
        return shifts;
    }

    private static void shift(Track track, List<Shift> shifts) {
        shifts.sort(Comparator.comparingLong(Shift::from));
        long[] from = shifts.stream().mapToLong(Shift::from).toArray();
        long[] to = shifts.stream().mapToLong(Shift::to).toArray();
        for (int i = 1; i < to.length; i++) {
            to[i] = Math.max(to[i], to[i - 1]);
        }
        track.change(time -> shifted(time, from, to));
    }

    private static long shifted(long time, long[] from, long[] to) {
        int at = Arrays.binarySearch(from, time);
        int last = at >= 0 ? at : -at - 2;
        while (last + 1 < from.length && from[last + 1] == time) {
            last++;
        }
        return last < 0 ? time : Math.max(time, to[last]);
    }

    // ---- what is said of it ----------------------------------------------------------------------------------------

    /** How well clocks agree, and what was shifted, in a sentence; empty for one host. */
    String words() {
        if (hosts() < 2) {
            return "";
        }
        long doubt = byIndex.values().stream().mapToLong(Host::doubt).max().orElse(0);
        return "clocks of the " + hosts() + " hosts agree within " + Units.time(2 * doubt)
                + (shifted.isEmpty()
                        ? "; no arrow points back"
                        : "; " + Units.count(shifted.size()) + " of " + Units.count(arrows)
                                + " messages arrived before they were sent: these receives are shown later, by at most "
                                + Units.time(largestShift));
    }

    /** Messages whose receives were shifted. */
    int shifted() {
        return shifted.size();
    }

    long largestShift() {
        return largestShift;
    }
}
