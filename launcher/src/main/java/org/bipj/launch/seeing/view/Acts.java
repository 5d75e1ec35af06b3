package org.bipj.launch.seeing.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bipj.core.nic.NicPort;
import org.bipj.launch.seeing.timeline.TimelineFormat;

/**
 * What ranks have done that others waited for: packets that left, found from those that came by counting both, and collective calls in
 * shared memory, which have no packets.
 */
final class Acts {

    private final List<Track> tracks;
    /** By sender, receiver and lane, the packets that left, in the order of their numbers. */
    private final Map<Flow, Left> left = new HashMap<>();
    /** Those that are turns, by their lane. */
    private final Map<Integer, List<Flow>> turnsOf = new HashMap<>();
    /** By rank, what came. */
    private final Came[] came;

    private final Map<Communicator, Turns> turns = new HashMap<>();

    /**
     * What a rank has done.
     *
     * @param track of the thread that did it
     * @param time when
     */
    record Act(int track, long time) {}

    private static final Left NONE = new Left();

    private record Flow(int from, int to, int lane) {}

    /** Packets that left for one rank: the number of the first of each call, when that began, and by which track. */
    private static final class Left {
        private int[] number = new int[8];
        private long[] time = new long[8];
        private int[] track = new int[8];
        private int size;
        private int before;

        void add(int next, long at, int by) {
            if (size == number.length) {
                number = Arrays.copyOf(number, 2 * size);
                time = Arrays.copyOf(time, 2 * size);
                track = Arrays.copyOf(track, 2 * size);
            }
            number[size] = next;
            time[size] = at;
            track[size++] = by;
        }

        /** Several threads of a rank, or records of calls and of packets, may have come in any order. */
        void sort() {
            boolean isSorted = true;
            for (int i = 1; i < size; i++) {
                isSorted &= number[i] > number[i - 1];
            }
            if (!isSorted) {
                int[] order = IntStream.range(0, size)
                        .boxed()
                        .sorted((one, other) -> Integer.compare(number[one], number[other]))
                        .mapToInt(i -> i)
                        .toArray();
                number = Arrays.stream(order).map(i -> number[i]).toArray();
                time = Arrays.stream(order).mapToLong(i -> time[i]).toArray();
                track = Arrays.stream(order).map(i -> track[i]).toArray();
            }
        }

        /** Where a packet is; negative: it is not recorded. Most are behind the one that was looked for before. */
        int find(int wanted) {
            int next = Math.min(before + 2, size);
            if (before < size && number[before] <= wanted && (next == size || number[next] > wanted)) {
                before = next > before + 1 && number[before + 1] <= wanted ? before + 1 : before;
                return before;
            }
            int at = Arrays.binarySearch(number, 0, size, wanted);
            before = Math.max(0, at >= 0 ? at : -at - 2);
            return at >= 0 ? at : -at - 2;
        }
    }

    /** Packets that came to a rank, in the order in which they did. */
    private static final class Came {
        private Packets[] of = new Packets[0];
        private long[] time = new long[0];
        private int[] thread = new int[0];
        private int[] index = new int[0];
        /** Of packets, which other than turns have one act, its track (negative: not known) and time. */
        private int[] byTrack = new int[0];

        private long[] at = new long[0];
    }

    /** When the collective calls of one communicator began, by their number. */
    static final class Turns {
        private long[] last = new long[16];
        private int[] lastTrack = new int[16];
        private long[] ofRoot = new long[16];
        private int[] rootTrack = new int[16];
        /** By rank, its last call. */
        private int[] lastCall = new int[0];

        private void add(int number, Track by, int track, long begin, boolean isRoot) {
            if (number >= last.length) {
                int longer = Math.max(2 * last.length, number + 1);
                last = Arrays.copyOf(last, longer);
                lastTrack = Arrays.copyOf(lastTrack, longer);
                ofRoot = Arrays.copyOf(ofRoot, longer);
                rootTrack = Arrays.copyOf(rootTrack, longer);
            }
            if (last[number] == 0 || begin > last[number]) {
                last[number] = begin;
                lastTrack[number] = track;
            }
            if (by.rank >= lastCall.length) {
                int known = lastCall.length;
                lastCall = Arrays.copyOf(lastCall, 2 * by.rank + 1);
                Arrays.fill(lastCall, known, lastCall.length, -1);
            }
            lastCall[by.rank] = Math.max(lastCall[by.rank], number);
            if (isRoot) {
                ofRoot[number] = begin;
                rootTrack[number] = track;
            }
        }

        private boolean misses(int rank, int number) {
            return rank >= lastCall.length || lastCall[rank] < number;
        }
    }

    private Acts(List<Track> tracks) {
        this.tracks = tracks;
        came = new Came[1 + tracks.stream().mapToInt(track -> track.rank).max().orElse(-1)];
    }

    static Acts of(JobTimeline recording) {
        Acts acts = new Acts(recording.tracks());
        for (int track = 0; track < acts.tracks.size(); track++) {
            if (acts.tracks.get(track).isOfRank()) {
                acts.collect(track);
            }
        }
        acts.left.forEach((flow, all) -> {
            all.sort();
            if (TimelineFormat.isTurns(flow.lane)) {
                acts.turnsOf
                        .computeIfAbsent(flow.lane, key -> new ArrayList<>())
                        .add(flow);
            }
        });
        acts.tracks.stream()
                .filter(Track::isOfRank)
                .mapToInt(track -> track.rank)
                .distinct()
                .forEach(acts::order);
        return acts;
    }

    private void collect(int number) {
        Track track = tracks.get(number);
        Packets packets = track.packets;
        for (int i = 0; i < packets.size(); i++) {
            if (packets.left()[i]) {
                left(track.rank, packets.peer()[i], packets.lane()[i])
                        .add(packets.number()[i], packets.time()[i], number);
            }
        }
        for (int i = 0; i < track.size; i++) {
            if (track.packet(i) >= 0) {
                left(track.rank, track.shape(i).peer(), packets.numbered())
                        .add(track.packet(i), track.begin[i], number);
            }
            Shape shape = track.shape(i);
            if (shape.kind() == TimelineFormat.COLLECTIVE && track.number[i] >= 0 && shape.communicator() != null) {
                turns.computeIfAbsent(shape.communicator(), key -> new Turns())
                        .add(track.number[i], track, number, track.begin[i], shape.peer() == track.rank);
            }
        }
    }

    private Left left(int from, int to, int lane) {
        return left.computeIfAbsent(new Flow(from, to, lane), key -> new Left());
    }

    private void order(int rank) {
        Packets[] ofThreads = tracks.stream()
                .filter(track -> track.rank == rank)
                .map(track -> track.packets)
                .toArray(Packets[]::new);
        Came found = new Came();
        found.of = ofThreads;
        // Most ranks have one thread that calls, and its packets are in order.
        long[] places = IntStream.range(0, ofThreads.length)
                .boxed()
                .flatMapToLong(thread -> IntStream.range(0, ofThreads[thread].size())
                        .filter(i -> !ofThreads[thread].left()[i])
                        .mapToLong(i -> (long) thread << Integer.SIZE | i))
                .toArray();
        if (ofThreads.length > 1) {
            places = Arrays.stream(places)
                    .boxed()
                    .sorted((one, other) -> Long.compare(time(ofThreads, one), time(ofThreads, other)))
                    .mapToLong(i -> i)
                    .toArray();
        }
        found.time = Arrays.stream(places).map(place -> time(ofThreads, place)).toArray();
        found.thread = Arrays.stream(places)
                .mapToInt(place -> (int) (place >> Integer.SIZE))
                .toArray();
        found.index = Arrays.stream(places).mapToInt(place -> (int) place).toArray();
        findActs(rank, found);
        came[rank] = found;
    }

    /** They are looked at many times. */
    private void findActs(int rank, Came all) {
        int size = all.time.length;
        all.byTrack = new int[size];
        all.at = new long[size];
        Map<Long, Left> known = new HashMap<>();
        for (int packet = 0; packet < size; packet++) {
            Packets packets = all.of[all.thread[packet]];
            int i = all.index[packet];
            int lane = packets.lane()[i];
            Left from = TimelineFormat.isTurns(lane)
                    ? null
                    : known.computeIfAbsent(
                            (long) packets.peer()[i] << Integer.SIZE | lane,
                            key -> left.getOrDefault(new Flow(packets.peer()[i], rank, lane), NONE));
            int at = from == null ? -1 : from.find(packets.number()[i]);
            all.byTrack[packet] = at < 0 ? -1 : from.track[at];
            all.at[packet] = at < 0 ? 0 : Math.min(from.time[at], all.time[packet]);
        }
    }

    private static long time(Packets[] of, long place) {
        return of[(int) (place >> Integer.SIZE)].time()[(int) place];
    }

    // ---- what came -----------------------------------------------------------------------------------------------

    /** How many packets had come to a rank at a time: the number of the one behind them. */
    int cameUntil(int rank, long time) {
        Came all = came[rank];
        if (all == null) {
            return 0;
        }
        int low = 0;
        int high = all.time.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (all.time[middle] <= time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** When a packet came, by its place among those of its rank. */
    long timeOf(int rank, int packet) {
        return came[rank].time[packet];
    }

    /** The acts by which it left; a turn may be that of several ranks. Those that are not recorded are missing. */
    List<Act> actsOf(int rank, int packet) {
        Came all = came[rank];
        Packets packets = all.of[all.thread[packet]];
        int i = all.index[packet];
        int lane = packets.lane()[i];
        if (!TimelineFormat.isTurns(lane)) {
            return all.byTrack[packet] < 0 ? List.of() : List.of(new Act(all.byTrack[packet], all.at[packet]));
        }
        int number = packets.number()[i];
        long time = all.time[packet];
        List<Act> found = new ArrayList<>();
        int last = Integer.MIN_VALUE;
        for (Flow flow : turnsOf.getOrDefault(lane, List.of())) {
            Left from = left.get(flow);
            int at = from.find(number);
            boolean isAwaited = packets.peer()[i] < 0 || packets.peer()[i] == flow.from;
            if (at < 0 || !isAwaited || flow.from == rank && !TimelineFormat.isLock(lane)) {
                continue;
            }
            if (TimelineFormat.isLock(lane) && from.number[at] > last) {
                // Who had the place before gave the lock away.
                last = from.number[at];
                found.clear();
                found.addAll(act(from, number, time));
            } else if (!TimelineFormat.isLock(lane)) {
                found.addAll(act(from, number, time));
            }
        }
        return found;
    }

    /** True for a control packet, by which a receiver answers. */
    boolean isAnswer(int rank, int packet) {
        Came all = came[rank];
        int lane = all.of[all.thread[packet]].lane()[all.index[packet]];
        return !TimelineFormat.isTurns(lane) && (lane & 1) == NicPort.CONTROL;
    }

    private static List<Act> act(Left from, int number, long time) {
        int at = from == null ? -1 : from.find(number);
        return at < 0 ? List.of() : List.of(new Act(from.track[at], Math.min(from.time[at], time)));
    }

    // ---- collective calls ----------------------------------------------------------------------------------------

    /** The call that a collective call waited for, by its track and record; null if none is known. */
    Act ofCollective(int track, int record) {
        Track of = tracks.get(track);
        Shape shape = of.shape(record);
        Turns all = shape.kind() == TimelineFormat.COLLECTIVE ? turns.get(shape.communicator()) : null;
        int turn = of.number[record];
        if (all == null || turn < 0) {
            return null;
        }
        if (shape.peer() >= 0 && shape.isFromRoot()) {
            return all.ofRoot[turn] == 0 ? null : new Act(all.rootTrack[turn], all.ofRoot[turn]);
        }
        return new Act(all.lastTrack[turn], all.last[turn]);
    }

    /** The first rank, below a bound, that has not made a collective call; -1: none is known. */
    int missing(Track track, int record, int ranks) {
        Shape shape = track.shape(record);
        Turns all = turns.get(shape.communicator());
        return all == null
                ? -1
                : shape.communicator().member(rank -> rank < ranks && all.misses(rank, track.number[record]));
    }
}
