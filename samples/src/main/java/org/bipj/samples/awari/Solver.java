package org.bipj.samples.awari;

import java.util.Arrays;
import org.bipj.core.job.Compute;
import org.bipj.orca.Codec;
import org.bipj.orca.Orca;
import org.bipj.orca.Read;
import org.bipj.orca.SharedObject;
import org.bipj.orca.Update;

/**
 * One rank's part of the analysis. Boards are spread over the ranks by their numbers. For each number of stones, and each value
 * from the largest down, a rank takes its finished boards, makes unmoves, and tells the owners of the ancestors what their moves
 * lead to. Updates for a rank are collected, and sent when there are enough for a message, or when no local work is left.
 */
public final class Solver {
    /** Updates in a message, which has a packet of 1 KB then. */
    static final int BATCH = 240;

    /** Finished boards that are taken from the queue at a time. */
    private static final int TAKE = 64;

    /** Boards whose moves are made in one operation. */
    private static final int RANGE = 1024;

    /** A pass of all ranks has ended: counts passes. */
    private static final Update<long[], Void, Void> ADVANCE =
            Update.of("advance", Codec.NONE, (long[] pass, Void none) -> {
                pass[0]++;
            });

    private static final Read<long[], Void, Long> PASS =
            Read.of("pass", Codec.NONE, Codec.LONG, (pass, none) -> pass[0]);

    private final Orca orca;
    private final int ranks;
    private final int rank;
    private final int stones;
    private final int batch;
    private final SharedObject<Database> database;
    private final SharedObject<Shard>[] shards;
    private final SharedObject<Shard> own;
    private final SharedObject<Crew> crew;
    private final SharedObject<long[]> passes;

    /** By owner: updates that have not been sent. */
    private final int[][] updates;

    private final int[] collected;
    private final long[] unmoves;
    private long pass;
    private long sent;

    /** Creates the objects; all ranks do. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public Solver(Orca orca, int stones, int batch) {
        this.orca = orca;
        this.stones = stones;
        this.batch = batch;
        ranks = orca.size();
        rank = orca.rank();
        database = orca.replicated(
                "database",
                () -> new Database(stones),
                Database.PUBLISH,
                Database.BEGIN,
                Database.OUTCOMES,
                Database.WRONG);
        shards = new SharedObject[ranks];
        for (int owner = 0; owner < ranks; owner++) {
            shards[owner] = orca.onRank(
                    owner,
                    "boards of rank " + owner,
                    Shard::new,
                    Shard.START,
                    Shard.SEED,
                    Shard.APPLY,
                    Shard.APPLY_REMOTE,
                    Shard.TAKE,
                    Shard.STATUS,
                    Shard.VALUES);
        }
        own = shards[rank];
        crew = orca.onRank(0, "crew", () -> new Crew(ranks), Crew.IDLE, Crew.BUSY);
        passes = orca.replicated("passes", () -> new long[1], ADVANCE, PASS);
        updates = new int[ranks][batch];
        collected = new int[ranks];
        unmoves = new long[Boards.OWN_PITS * Math.max(1, stones)];
    }

    /** Finds the values of all boards. */
    public void solve() {
        for (int n = 0; n <= stones; n++) {
            start(n);
            // Nobody is told of a board before its owner has it.
            orca.barrier();
            for (int absolute = n; absolute > 0; absolute--) {
                own.update(Shard.SEED, absolute);
                finishPass(n);
            }
            database.update(Database.PUBLISH, new Database.Part(n, rank, ranks, own.read(Shard.VALUES)));
            orca.barrier();
        }
    }

    /** Boards of so many stones that this rank has. */
    private int boards(int n) {
        return (Boards.count(n) - rank + ranks - 1) / ranks;
    }

    private void start(int n) {
        int boards = boards(n);
        byte[] best = new byte[boards];
        byte[] open = new byte[boards];
        for (int from = 0; from < boards; from += RANGE) {
            int count = Math.min(RANGE, boards - from);
            byte[] begin = database.read(Database.BEGIN, new Database.Range(n, rank + from * ranks, ranks, count));
            for (int i = 0; i < count; i++) {
                best[from + i] = begin[2 * i];
                open[from + i] = begin[2 * i + 1];
            }
        }
        own.update(Shard.START, new Shard.Start(n, best, open));
    }

    /** Tells ancestors of finished boards until no rank has any. */
    private void finishPass(int n) {
        boolean reported = false;
        boolean ended = false;
        while (!ended) {
            int[] finished = own.update(Shard.TAKE, TAKE);
            if (finished.length > 0) {
                if (reported) {
                    crew.update(Crew.BUSY, rank);
                    reported = false;
                }
                tellAncestors(n, finished);
            } else if (!flush()) {
                reported = true;
                ended = rest();
            }
        }
        pass++;
    }

    /** Waits for work or the end of the pass. Returns true at its end. */
    private boolean rest() {
        long received = own.read(Shard.STATUS);
        if (received < 0) {
            return false;
        }
        if (crew.update(Crew.IDLE, new long[] {pass, rank, sent, received})) {
            passes.update(ADVANCE);
        }
        orca.await(
                "awari: boards to finish, or the end of pass " + pass,
                () -> own.read(Shard.STATUS) != received || passes.read(PASS) > pass);
        return passes.read(PASS) > pass;
    }

    private void tellAncestors(int n, int[] finished) {
        long work = 0;
        for (int each : finished) {
            int value = Shard.value(each);
            int count = Boards.unmoves(Boards.board(Shard.place(each) * ranks + rank, n), unmoves);
            for (int i = 0; i < count; i++) {
                int number = Boards.number(unmoves[i]);
                collect(number % ranks, Shard.pack(number / ranks, value));
            }
            work += 1 + count;
        }
        Compute.operations(Shard.KIND, work);
    }

    private void collect(int owner, int update) {
        updates[owner][collected[owner]++] = update;
        if (collected[owner] == batch) {
            send(owner);
        }
    }

    /** Sends all updates that have been collected. Returns whether there were any. */
    private boolean flush() {
        boolean any = false;
        for (int i = 0; i < ranks; i++) {
            // Not all ranks begin with the same owner.
            int owner = (rank + i) % ranks;
            if (collected[owner] > 0) {
                send(owner);
                any = true;
            }
        }
        return any;
    }

    private void send(int owner) {
        int[] some = Arrays.copyOf(updates[owner], collected[owner]);
        collected[owner] = 0;
        if (owner == rank) {
            own.update(Shard.APPLY, some);
        } else {
            shards[owner].update(Shard.APPLY_REMOTE, some);
            sent++;
        }
    }

    /** Boards of so many stones that are won, drawn and lost. */
    int[] outcomes(int n) {
        return database.read(Database.OUTCOMES, n);
    }

    /** Boards of this rank whose value is not that of their best move. */
    public int wrong() {
        int wrong = 0;
        for (int n = 0; n <= stones; n++) {
            for (int from = 0; from < boards(n); from += RANGE) {
                int count = Math.min(RANGE, boards(n) - from);
                wrong += database.read(Database.WRONG, new Database.Range(n, rank + from * ranks, ranks, count));
            }
        }
        return wrong;
    }

    /** Messages with updates that this rank has sent. */
    long sent() {
        return sent;
    }
}
