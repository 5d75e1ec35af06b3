package org.bipj.samples.awari;

import org.bipj.core.job.Compute;
import org.bipj.orca.Codec;
import org.bipj.orca.Read;
import org.bipj.orca.Update;

/** The values of all boards of fewer stones: a replicated object, as captures lead there from everywhere. */
final class Database {
    /** Less than any value. */
    static final byte NO_CAPTURE = -100;

    /** One rank's values for a number of stones. */
    static final Update<Database, Part, Void> PUBLISH = Update.of("publish", Part.CODEC, Database::publish);

    /** How some boards of a rank begin: see {@link Shard.Start}, whose two numbers come one after the other for each board. */
    static final Read<Database, Range, byte[]> BEGIN = Read.of("begin", Range.CODEC, Codec.BYTES, Database::begin);

    /** Boards that are won, drawn and lost by the player who moves. */
    static final Read<Database, Integer, int[]> OUTCOMES =
            Read.of("outcomes", Codec.INT, Codec.INTS, Database::outcomes);

    /** How many boards of a range have another value than that of their best move. */
    static final Read<Database, Range, Integer> WRONG = Read.of("wrong", Range.CODEC, Codec.INT, Database::wrong);

    /**
     * Values of boards with the numbers first, first + step, ...
     *
     * @param stones on each board
     */
    record Part(int stones, int first, int step, byte[] values) {
        private static final Codec<Part> CODEC = Codec.of(
                "Part",
                (part, to) -> to.putInt(part.stones)
                        .putInt(part.first)
                        .putInt(part.step)
                        .putInt(part.values.length)
                        .add(part.values, 0, part.values.length),
                from -> {
                    int stones = from.getInt();
                    int first = from.getInt();
                    int step = from.getInt();
                    byte[] values = new byte[from.getInt()];
                    from.get(values, 0, values.length);
                    return new Part(stones, first, step, values);
                });
    }

    /**
     * So many boards with the numbers first, first + step, ...
     *
     * @param stones on each board
     */
    record Range(int stones, int first, int step, int count) {
        private static final Codec<Range> CODEC = Codec.of(
                "Range",
                (range, to) -> to.putInt(range.stones)
                        .putInt(range.first)
                        .putInt(range.step)
                        .putInt(range.count),
                from -> new Range(from.getInt(), from.getInt(), from.getInt(), from.getInt()));
    }

    /** By stones, and by number. */
    private final byte[][] values;

    private final long[] moves = new long[Boards.OWN_PITS];

    Database(int stones) {
        values = new byte[stones + 1][];
    }

    private void publish(Part part) {
        if (values[part.stones] == null) {
            values[part.stones] = new byte[Boards.count(part.stones)];
        }
        byte[] all = values[part.stones];
        for (int i = 0; i < part.values.length; i++) {
            all[part.first + i * part.step] = part.values[i];
        }
    }

    private byte[] begin(Range range) {
        byte[] bestAndOpen = new byte[2 * range.count];
        long work = 0;
        for (int i = 0; i < range.count; i++) {
            long board = Boards.board(range.first + i * range.step, range.stones);
            int best = NO_CAPTURE;
            int open = 0;
            int count = Boards.moves(board, moves);
            for (int move = 0; move < count; move++) {
                int captured = range.stones - Boards.stones(moves[move]);
                if (captured == 0) {
                    open++;
                } else {
                    best = Math.max(best, captured - value(moves[move], range.stones - captured));
                }
            }
            work += 1 + count;
            // A player without stones loses all.
            bestAndOpen[2 * i] = (byte) (count == 0 ? -range.stones : best);
            bestAndOpen[2 * i + 1] = (byte) open;
        }
        Compute.operations(Shard.KIND, work);
        return bestAndOpen;
    }

    private int value(long board, int stones) {
        return values[stones][Boards.number(board)];
    }

    private int wrong(Range range) {
        int wrong = 0;
        for (int i = 0; i < range.count; i++) {
            long board = Boards.board(range.first + i * range.step, range.stones);
            int count = Boards.moves(board, moves);
            int best = count == 0 ? -range.stones : NO_CAPTURE;
            for (int move = 0; move < count; move++) {
                int captured = range.stones - Boards.stones(moves[move]);
                best = Math.max(best, captured - value(moves[move], range.stones - captured));
            }
            wrong += best == value(board, range.stones) ? 0 : 1;
        }
        return wrong;
    }

    private int[] outcomes(int stones) {
        int[] outcomes = new int[3];
        for (byte value : values[stones]) {
            outcomes[1 - Integer.signum(value)]++;
        }
        return outcomes;
    }
}
