package org.bipj.launch.seeing.view;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
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
        private final List<Track> threads;
        /** The number of the thread, and behind it that of the packet there. */
        private final long[] place;

        private final long[] time;
        /** Of packets, which other than turns have one act, its track (negative: not known) and time. */
        private final int[] byTrack;

        private final long[] at;

        Came(List<Track> threads) {
            this.threads = threads;
            LongStream.Builder found = LongStream.builder();
            for (int thread = 0; thread < threads.size(); thread++) {
                Track track = threads.get(thread);
                for (int i = 0; i < track.packets.size; i++) {
                    if (track.shapeOfPacket(i).kind() == TimelineFormat.CAME) {
                        found.add((long) thread << Integer.SIZE | i);
                    }
                }
            }
            // Most ranks have one thread that calls, and its packets are in order.
            LongStream all = found.build();
            place = threads.size() == 1
                    ? all.toArray()
                    : all.boxed()
                            .sorted(Comparator.comparingLong(this::timeAt))
                            .mapToLong(i -> i)
                            .toArray();
            time = Arrays.stream(place).map(this::timeAt).toArray();
            byTrack = new int[place.length];
            at = new long[place.length];
        }

        private long timeAt(long there) {
            return threads.get(Track.trackOf(there)).packets.begin[Track.indexOf(there)];
        }

        Shape shape(int packet) {
            return threads.get(Track.trackOf(place[packet])).shapeOfPacket(Track.indexOf(place[packet]));
        }

        int number(int packet) {
            return threads.get(Track.trackOf(place[packet])).packets.number[Track.indexOf(place[packet])];
        }
    }

    /** One collective call of all members of a communicator: the last one that made it, and the root. */
    private static final class Turn {
        private Act last;
        private Act root;
    }

    /** The collective calls of one communicator, by their number. */
    private static final class Turns {
        private final List<Turn> all = new ArrayList<>();
        /** By rank, its last call. */
        private final Map<Integer, Integer> lastCall = new HashMap<>();

        private void add(int number, int rank, Act act, boolean isRoot) {
            while (all.size() <= number) {
                all.add(new Turn());
            }
            Turn turn = all.get(number);
            turn.last = turn.last == null || act.time > turn.last.time ? act : turn.last;
            turn.root = isRoot ? act : turn.root;
            lastCall.merge(rank, number, Math::max);
        }

        private boolean misses(int rank, int number) {
            return lastCall.getOrDefault(rank, -1) < number;
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
        Left[] byShape = new Left[track.shapes()];
        for (int i = 0; i < track.packets.size; i++) {
            Shape shape = track.shapeOfPacket(i);
            if (shape.kind() == TimelineFormat.LEFT) {
                left(byShape, track.packets.shape[i], track.rank, shape.peer(), shape.tag())
                        .add(track.packets.number[i], track.packets.begin[i], number);
            }
        }
        for (int i = 0; i < track.size; i++) {
            Shape shape = track.shape(i);
            if (track.packet(i) >= 0) {
                left(byShape, track.shape[i], track.rank, shape.peer(), track.numbered)
                        .add(track.packet(i), track.begin[i], number);
            }
            if (shape.kind() == TimelineFormat.COLLECTIVE && track.number[i] >= 0 && shape.communicator() != null) {
                turns.computeIfAbsent(shape.communicator(), key -> new Turns())
                        .add(track.number[i], track.rank, new Act(number, track.begin[i]), shape.peer() == track.rank);
            }
        }
    }

    /** The packets from a rank to another one in a lane, which are those of a shape. */
    private Left left(Left[] byShape, int shape, int from, int to, int lane) {
        if (byShape[shape] == null) {
            byShape[shape] = left.computeIfAbsent(new Flow(from, to, lane), key -> new Left());
        }
        return byShape[shape];
    }

    /** Finds the acts of what came to a rank: they are looked at many times. */
    private void order(int rank) {
        Came all = new Came(tracks.stream().filter(track -> track.rank == rank).toList());
        Map<Shape, Left> known = new IdentityHashMap<>();
        for (int packet = 0; packet < all.place.length; packet++) {
            Shape shape = all.shape(packet);
            Left from = known.get(shape);
            if (from == null) {
                boolean isTurn = TimelineFormat.isTurns(shape.tag());
                from = isTurn ? NONE : left.getOrDefault(new Flow(shape.peer(), rank, shape.tag()), NONE);
                known.put(shape, from);
            }
            int at = from.find(all.number(packet));
            all.byTrack[packet] = at < 0 ? -1 : from.track[at];
            all.at[packet] = at < 0 ? 0 : Math.min(from.time[at], all.time[packet]);
        }
        came[rank] = all;
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
        int lane = all.shape(packet).tag();
        if (!TimelineFormat.isTurns(lane)) {
            return all.byTrack[packet] < 0 ? List.of() : List.of(new Act(all.byTrack[packet], all.at[packet]));
        }
        int peer = all.shape(packet).peer();
        int number = all.number(packet);
        long time = all.time[packet];
        List<Act> found = new ArrayList<>();
        int last = Integer.MIN_VALUE;
        for (Flow flow : turnsOf.getOrDefault(lane, List.of())) {
            Left from = left.get(flow);
            int at = from.find(number);
            boolean isAwaited = peer < 0 || peer == flow.from;
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
        int lane = came[rank].shape(packet).tag();
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
        if (all == null || of.number[record] < 0) {
            return null;
        }
        Turn turn = all.all.get(of.number[record]);
        return shape.peer() >= 0 && shape.isFromRoot() ? turn.root : turn.last;
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
