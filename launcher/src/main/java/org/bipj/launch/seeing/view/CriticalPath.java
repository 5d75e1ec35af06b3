package org.bipj.launch.seeing.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The chain of computing and messages that the length of a run is made of, found from its end backwards. Where a rank waits, the chain goes
 * on with the act of the other rank that ended the wait ({@link WaitTimes#cause}); the time between is the message. Where it does not, the
 * chain stays with the rank. So the parts add up to the whole run.
 */
final class CriticalPath {
    private final WaitTimes waits;
    private final List<Track> tracks;
    private final Map<Place, long[]> sums = new LinkedHashMap<>();
    /** The last one first. */
    private final List<Stay> stays = new ArrayList<>();

    /**
     * Where the chain stays.
     *
     * @param track of a thread
     */
    record Stay(int track, long from, long until) {}

    /** What a part of the chain is. */
    enum Part {
        /** A rank computes before it makes the call. */
        COMPUTING("computing"),
        /** A rank is in the call, and does not wait there for another one. */
        CALL("in call"),
        /** The call waits for what another rank has sent, or done. */
        MESSAGE("message"),
        /** Before the first call of the rank. */
        START("start");

        private final String words;

        Part(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /**
     * What is added up.
     *
     * @param rank that computes, or is in the call
     * @param site of the call
     */
    record Place(int rank, Part part, String site) {
        String words() {
            return "rank " + rank + (part == Part.COMPUTING ? " computing before " : part == Part.START ? " " : " in ")
                    + (part == Part.MESSAGE ? "messages of " : "") + site;
        }
    }

    /** A place and its part of the run, in nanoseconds. */
    record Share(Place place, long time) {}

    private CriticalPath(WaitTimes waits) {
        this.waits = waits;
        tracks = waits.recording().tracks();
    }

    static CriticalPath of(WaitTimes waits) {
        CriticalPath path = new CriticalPath(waits);
        int last = -1;
        for (int i = 0; i < path.tracks.size(); i++) {
            Track each = path.tracks.get(i);
            boolean isRecorded = each.isOfRank() && each.size > 0;
            if (isRecorded && (last < 0 || path.lastEnd(i) > path.lastEnd(last))) {
                last = i;
            }
        }
        if (last >= 0) {
            path.follow(last, waits.recording().end(), waits.recording().begin());
        }
        return path;
    }

    private long lastEnd(int of) {
        return Arrays.stream(tracks.get(of).end, 0, tracks.get(of).size).max().orElse(Long.MIN_VALUE);
    }

    private void follow(int last, long end, long begin) {
        int at = last;
        long time = end;
        int still = 0;
        while (time > begin) {
            Track own = tracks.get(at);
            WaitTimes.Wait in = waits.inWait(at, time);
            Acts.Act cause = in == null ? null : waits.cause(in, time);
            if (cause != null && cause.time() <= time && still < tracks.size()) {
                still = cause.time() == time ? still + 1 : 0;
                add(own.rank, Part.MESSAGE, own.shape(in.record).site(), time - Math.max(begin, cause.time()));
                stays(at, time, time);
                at = cause.track();
                time = cause.time();
                continue;
            }
            still = 0;
            WaitTimes.Wait before = in == null ? waits.waitAt(at, time) : null;
            long low = Math.max(begin, in != null ? in.from : before != null ? before.until : begin);
            long reached = stay(at, low, time);
            if (reached > low) {
                int parent = waits.mainThread(own.rank);
                boolean isFurther = parent >= 0 && parent != at;
                if (!isFurther) {
                    add(own.rank, Part.START, "before its first call", reached - begin);
                    stays(at, begin, reached);
                }
                at = isFurther ? parent : at;
                reached = isFurther ? reached : begin;
            }
            time = reached;
        }
    }

    /** Adds what a thread did between two times; returns when the first of that began. */
    private long stay(int of, long low, long high) {
        Track own = tracks.get(of);
        int next = own.from(high);
        int i = next - 1;
        while (next < own.size && !own.shape(next).isCall()) {
            next++;
        }
        String site = next < own.size ? own.shape(next).site() : "the end";
        long at = high;
        for (; i >= 0 && at > low; i--) {
            if (own.shape(i).isCall()) {
                long ended = Math.clamp(own.end[i], low, at);
                add(own.rank, Part.COMPUTING, site, at - ended);
                site = own.shape(i).site();
                at = Math.clamp(own.begin[i], low, ended);
                add(own.rank, Part.CALL, site, ended - at);
            }
        }
        if (at > low && own.size > 0 && own.begin[0] < at) {
            // A phase began before the first call.
            long began = Math.max(low, own.begin[0]);
            add(own.rank, Part.COMPUTING, site, at - began);
            at = began;
        }
        stays(of, at, high);
        return at;
    }

    private void add(int rank, Part part, String site, long time) {
        if (time > 0) {
            sums.computeIfAbsent(new Place(rank, part, site), key -> new long[1])[0] += time;
        }
    }

    private void stays(int of, long low, long high) {
        Stay last = stays.isEmpty() ? null : stays.getLast();
        if (last != null && last.track == of && last.from == high) {
            stays.set(stays.size() - 1, new Stay(of, low, last.until));
        } else {
            stays.add(new Stay(of, low, high));
        }
    }

    // ---- results -------------------------------------------------------------------------------------------------

    /** What the run's length is made of, the most first. */
    List<Share> shares() {
        return sums.entrySet().stream()
                .map(each -> new Share(each.getKey(), each.getValue()[0]))
                .sorted(Comparator.comparingLong(Share::time).reversed())
                .toList();
    }

    /** The length of the run. */
    long length() {
        return sums.values().stream().mapToLong(each -> each[0]).sum();
    }

    /** Where the chain stays, in the order of time. */
    List<Stay> stays() {
        return stays.reversed();
    }
}
