package org.bipj.samples.awari;

import java.util.Arrays;
import org.bipj.core.job.Compute;
import org.bipj.orca.Codec;
import org.bipj.orca.Read;
import org.bipj.orca.Update;

/**
 * The boards of one rank, of one number of stones, while their values are found: an object on that rank. The value of a board
 * is how many stones more than the opponent the player who moves captures, if both play well.
 *
 * <p>A board is finished when its value is known: when a move is known that reaches it and no better one is possible, or when
 * all moves are known. It then waits in a queue, for its ancestors to be told. Values are found from the largest down, so that
 * a better one is not possible any more.
 */
final class Shard {
    /** Charged for each board, move, unmove and update. */
    static final String KIND = "awari";

    /** An update of a board, or a finished board, in an int: the board's place among its rank's, and a value. */
    private static final int VALUE_BITS = 6;

    private static final int BIAS = 1 << VALUE_BITS - 1;
    private static final byte UNKNOWN = Byte.MIN_VALUE;

    /** The boards of the next number of stones. */
    static final Update<Shard, Start, Void> START = Update.of("start", Start.CODEC, Shard::start);

    /** The boards whose best capture, or only outcome, has this absolute value are finished. */
    static final Update<Shard, Integer, Void> SEED = Update.of("seed", Codec.INT, Shard::seed);

    /** Values of boards that moves lead to, for boards that have the moves. */
    static final Update<Shard, int[], Void> APPLY = Update.of("apply", Codec.INTS, Shard::apply);

    /** The same from another rank. */
    static final Update<Shard, int[], Void> APPLY_REMOTE = Update.of("applyRemote", Codec.INTS, Shard::applyRemote);

    /** Takes finished boards from the queue, so many at most. */
    static final Update<Shard, Integer, int[]> TAKE = Update.of("take", Codec.INT, Codec.INTS, Shard::take);

    /** Batches of other ranks so far; negative if there are finished boards in the queue. */
    static final Read<Shard, Void, Long> STATUS =
            Read.of("status", Codec.NONE, Codec.LONG, (shard, none) -> shard.queued > 0 ? -1 : shard.received);

    /** The values of all boards; those that nobody can force are 0. */
    static final Read<Shard, Void, byte[]> VALUES =
            Read.of("values", Codec.NONE, Codec.BYTES, (shard, none) -> shard.values());

    /**
     * How the boards begin.
     *
     * @param stones on each board
     * @param best value of the best capture of each board; {@link Database#NO_CAPTURE} if there is none
     * @param open number of moves of each board that do not capture
     */
    record Start(int stones, byte[] best, byte[] open) {
        private static final Codec<Start> CODEC = Codec.of(
                "Start",
                (start, to) -> {
                    to.putInt(start.stones);
                    to.putInt(start.best.length);
                    to.add(start.best, 0, start.best.length);
                    to.add(start.open, 0, start.open.length);
                },
                from -> {
                    int stones = from.getInt();
                    int boards = from.getInt();
                    byte[] best = new byte[boards];
                    byte[] open = new byte[boards];
                    from.get(best, 0, boards);
                    from.get(open, 0, boards);
                    return new Start(stones, best, open);
                });
    }

    private byte[] best = {};
    private byte[] open = {};
    private byte[] value = {};
    /** By absolute value: boards that may be finished then. */
    private Places[] buckets = {};

    /** Finished boards whose ancestors have not been told. */
    private final Places queue = new Places();

    private int queued;
    private int taken;
    private long received;

    /** A list of ints. */
    private static final class Places {
        private int[] places = new int[16];
        private int count;

        void add(int place) {
            if (count == places.length) {
                places = Arrays.copyOf(places, 2 * count);
            }
            places[count++] = place;
        }
    }

    static int pack(int place, int value) {
        return place << VALUE_BITS | value + BIAS;
    }

    static int place(int packed) {
        return packed >>> VALUE_BITS;
    }

    static int value(int packed) {
        return (packed & (1 << VALUE_BITS) - 1) - BIAS;
    }

    private void start(Start start) {
        best = start.best;
        open = start.open;
        value = new byte[best.length];
        Arrays.fill(value, UNKNOWN);
        buckets = new Places[start.stones + 1];
        Arrays.setAll(buckets, i -> new Places());
        for (int place = 0; place < best.length; place++) {
            if (best[place] > 0 || open[place] == 0) {
                buckets[Math.abs(best[place])].add(place);
            }
        }
    }

    private void seed(int absolute) {
        Places bucket = buckets[absolute];
        for (int i = 0; i < bucket.count; i++) {
            int place = bucket.places[i];
            if (value[place] == UNKNOWN && (best[place] > 0 || open[place] == 0)) {
                finish(place, best[place]);
            }
        }
        Compute.operations(KIND, bucket.count);
        buckets[absolute] = new Places();
    }

    private void finish(int place, int with) {
        value[place] = (byte) with;
        queue.add(pack(place, with));
        queued++;
    }

    private void applyRemote(int[] updates) {
        received++;
        apply(updates);
    }

    private void apply(int[] updates) {
        for (int update : updates) {
            int place = place(update);
            if (value[place] == UNKNOWN) {
                moveKnown(place, -value(update));
            }
        }
        Compute.operations(KIND, updates.length);
    }

    /** A move without a capture has a known outcome. */
    private void moveKnown(int place, int outcome) {
        open[place]--;
        if (outcome > best[place]) {
            best[place] = (byte) outcome;
        }
        if (outcome > 0) {
            finish(place, outcome);
        } else if (open[place] == 0) {
            if (best[place] == outcome) {
                finish(place, outcome);
            } else {
                buckets[Math.abs(best[place])].add(place);
            }
        }
    }

    private int[] take(int most) {
        int[] some = Arrays.copyOfRange(queue.places, taken, taken + Math.min(most, queued));
        taken += some.length;
        queued -= some.length;
        if (queued == 0) {
            queue.count = 0;
            taken = 0;
        }
        return some;
    }

    private byte[] values() {
        byte[] values = value.clone();
        for (int place = 0; place < values.length; place++) {
            if (values[place] == UNKNOWN) {
                values[place] = 0;
            }
        }
        return values;
    }
}
