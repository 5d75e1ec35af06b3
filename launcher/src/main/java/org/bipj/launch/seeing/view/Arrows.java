package org.bipj.launch.seeing.view;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bipj.launch.seeing.timeline.TimelineFormat;

/**
 * Joins each message's two ends: of a communicator, sender, receiver and tag the n-th message that was sent is the n-th that was matched, as
 * messages do not overtake each other. Records carry these numbers, so that a record that is missing shifts none.
 */
final class Arrows {
    private final List<Track> tracks;
    private final Map<String, Flow> flows = new HashMap<>();
    /** Ranks and communicators in which they may have taken a message back. */
    private final Set<String> withdrawn = new HashSet<>();

    private long joined;
    private long unordered;
    private long afterWithdrawal;
    private long unreceived;

    /** The messages of one communicator, sender, receiver and tag: both ends by their number, from the first that is there. */
    private static final class Flow {
        final Ends sent = new Ends();
        final Ends received = new Ends();
        /** The sender may have taken one of them back. */
        final boolean isWithdrawn;

        Flow(boolean isWithdrawn) {
            this.isWithdrawn = isWithdrawn;
        }
    }

    /** Records by number. */
    private static final class Ends {
        private int first;
        private long[] records = new long[0];
        private int size;

        void put(int number, long record) {
            if (size == 0) {
                first = number;
            } else if (number < first) {
                long[] wider = new long[size + first - number];
                Arrays.fill(wider, 0, first - number, Track.NONE);
                System.arraycopy(records, 0, wider, first - number, size);
                records = wider;
                size = wider.length;
                first = number;
            }
            int at = number - first;
            if (at >= records.length) {
                records = Arrays.copyOf(records, Math.max(2 * records.length, at + 1));
            }
            while (size <= at) {
                records[size++] = Track.NONE;
            }
            records[at] = record;
        }

        long get(int number) {
            int at = number - first;
            return at < 0 || at >= size ? Track.NONE : records[at];
        }

        int end() {
            return first + size;
        }
    }

    private Arrows(List<Track> tracks) {
        this.tracks = tracks;
    }

    /** Joins the messages of a recording: sets {@link Track#mate} of their records. */
    static Arrows join(JobTimeline recording) {
        Arrows arrows = new Arrows(recording.tracks());
        arrows.findWithdrawals();
        for (int track = 0; track < arrows.tracks.size(); track++) {
            arrows.collect(track);
        }
        arrows.flows.values().forEach(arrows::join);
        return arrows;
    }

    private void findWithdrawals() {
        for (Track track : tracks) {
            for (int i = 0; i < track.size; i++) {
                Shape shape = track.shape(i);
                if (shape.kind() == TimelineFormat.WITHDRAWN) {
                    withdrawn.add(track.rank + key(shape));
                }
            }
        }
    }

    private static String key(Shape shape) {
        return "@" + System.identityHashCode(shape.communicator());
    }

    private void collect(int number) {
        Track track = tracks.get(number);
        Flow[] ofShape = new Flow[1 + track.shapes()];
        for (int i = 0; i < track.size; i++) {
            Shape shape = track.shape(i);
            if (!shape.sends() && !shape.receives()) {
                continue;
            }
            if (track.number[i] < 0) {
                unordered += track.number[i] == TimelineFormat.SAID ? 0 : 1;
                continue;
            }
            int of = track.shape[i];
            Flow flow = ofShape[of];
            if (flow == null) {
                flow = flow(track, shape);
                ofShape[of] = flow;
            }
            (shape.sends() ? flow.sent : flow.received).put(track.number[i], Track.record(number, i));
        }
    }

    private Flow flow(Track track, Shape shape) {
        int source = shape.sends() ? track.rank : shape.peer();
        int dest = shape.sends() ? shape.peer() : track.rank;
        return flows.computeIfAbsent(
                source + ">" + dest + "#" + shape.tag() + key(shape),
                key -> new Flow(withdrawn.contains(source + key(shape))));
    }

    private void join(Flow flow) {
        for (int number = flow.sent.first; number < flow.sent.end(); number++) {
            long sent = flow.sent.get(number);
            long received = flow.received.get(number);
            if (sent == Track.NONE) {
                continue;
            }
            if (received == Track.NONE) {
                unreceived++;
            } else if (flow.isWithdrawn) {
                afterWithdrawal++;
            } else {
                tracks.get(Track.trackOf(sent)).mate[Track.indexOf(sent)] = received;
                tracks.get(Track.trackOf(received)).mate[Track.indexOf(received)] = sent;
                joined++;
            }
        }
    }

    /** Messages whose two ends are known. */
    long joined() {
        return joined;
    }

    /** Ends of messages of ranks in which several threads may call. */
    long unordered() {
        return unordered;
    }

    /** Messages of a rank that has tried to take one of that communicator back: which one it was is not known. */
    long ofRanksThatCancel() {
        return afterWithdrawal;
    }

    /** Messages that were sent, and whose receive is not recorded. */
    long unreceived() {
        return unreceived;
    }
}
