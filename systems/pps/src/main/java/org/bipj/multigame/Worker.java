package org.bipj.multigame;

import org.bipj.panda.Incoming;
import org.bipj.panda.Messages;
import org.bipj.panda.Panda;

/**
 * A rank's part of a search (transposition-driven scheduling: Romein, Plaat, Bal, Schaeffer 1999): takes in the jobs of the
 * positions that this rank owns, drops those that its table has already, does the others, and sends the jobs that follow to
 * their owners. It waits for no answer: there are none.
 */
final class Worker implements Moves {
    /** The number of Panda's service that carries jobs. */
    static final int SERVICE = 251;

    /** One job may wait for so many positions in the table before the search goes deep first. */
    private static final int POSITIONS_PER_JOB = 4;

    private final Puzzle puzzle;
    private final int rank;
    private final int ranks;
    private final JobTable table;
    private final JobQueue queue;
    private final Messages messages;
    private final OutgoingJobs outgoing;
    private long[] incoming;
    private long received;

    /** The search that the last job was of, and what has been done and found in it. */
    private int search;

    private int epoch;
    private long jobs;
    private long over;
    private long goalDepth;
    private long goalHigh;
    private long goalLow;

    /** The job that is done: hash of its position and of the one before; what its successors begin with. */
    private long hash;

    private long parent;
    private long nextState;
    private int nextDepth;
    private int limit;

    Worker(Panda panda, Puzzle puzzle, int jobsPerMessage, int tablePositions) {
        this.puzzle = puzzle;
        rank = panda.rank();
        ranks = panda.size();
        table = new JobTable(tablePositions);
        queue = new JobQueue(Math.max(1, tablePositions / POSITIONS_PER_JOB));
        incoming = new long[jobsPerMessage * Job.WORDS];
        messages = panda.messages(SERVICE, this::onJobs);
        outgoing = new OutgoingJobs(messages, ranks, jobsPerMessage);
    }

    int owner(long positionHash) {
        return (int) ((positionHash >>> Integer.SIZE) * ranks >>> Integer.SIZE);
    }

    /** Finds a position that this rank owns; see {@link Control.LineLookup}. */
    long[] find(long positionHash, long state) {
        int at = table.find(positionHash, state, puzzle);
        return at < 0
                ? null
                : new long[] {table.word(at, Job.HIGH), table.word(at, Job.LOW), table.word(at, Job.PARENT)};
    }

    boolean hasJobs() {
        return !queue.isEmpty();
    }

    /** What this rank has done and found in a search. */
    Tally tally(int ofSearch) {
        begin(ofSearch);
        return new Tally(outgoing.sent(), received, jobs, over, goalDepth, goalHigh, goalLow);
    }

    /** A search begins with its first job or order, whichever is earlier. */
    private void begin(int next) {
        if (next != search) {
            search = next;
            jobs = 0;
            over = Tally.NOTHING;
            goalDepth = Tally.NOTHING;
            goalHigh = 0;
            goalLow = 0;
        }
    }

    // ---- jobs in and out ---------------------------------------------------------------------------------------

    private void onJobs(Incoming message) {
        int words = message.length() / Long.BYTES;
        if (words > incoming.length) {
            incoming = new long[words];
        }
        message.get(incoming, 0, words);
        received++;
        for (int at = 0; at < words; at += Job.WORDS) {
            long high = incoming[at + Job.HIGH];
            long low = incoming[at + Job.LOW];
            take(puzzle.hash(high, low), high, low, incoming[at + Job.PARENT], incoming[at + Job.STATE]);
        }
    }

    private void take(long positionHash, long high, long low, long before, long state) {
        begin(Job.search(state));
        if (Job.epoch(state) != epoch) {
            beginEpoch(Job.epoch(state));
        }
        if (table.store(positionHash, high, low, before, state)) {
            queue.add(high, low, before, state);
        }
    }

    /** Positions of earlier epochs count for nothing; once epochs are counted from 1 again, they have to go. */
    private void beginEpoch(int next) {
        if (next < epoch) {
            table.clear();
        }
        epoch = next;
    }

    /** The first job of a search, if this rank owns it. */
    void start(Position at, long state) {
        long positionHash = puzzle.hash(at.high(), at.low());
        if (owner(positionHash) == rank) {
            take(positionHash, at.high(), at.low(), positionHash, state);
        }
    }

    /** Expands the position of the next job in the queue. */
    void doNext() {
        queue.take();
        long high = queue.word(Job.HIGH);
        long low = queue.word(Job.LOW);
        long state = queue.word(Job.STATE);
        parent = queue.word(Job.PARENT);
        hash = puzzle.hash(high, low);
        if (table.isOutdated(hash, high, low, state)) {
            return;
        }
        jobs++;
        if (puzzle.isGoal(high, low)) {
            found(Job.depth(state), high, low);
            return;
        }
        nextState = Job.deeper(state);
        nextDepth = Job.depth(state) + 1;
        limit = Job.limit(state);
        puzzle.moves(high, low, this);
    }

    private void found(int depth, long high, long low) {
        Tally now = new Tally(0, 0, 0, over, goalDepth, goalHigh, goalLow);
        Tally better = now.plus(new Tally(0, 0, 0, over, depth, high, low));
        goalDepth = better.depth();
        goalHigh = better.high();
        goalLow = better.low();
    }

    @Override
    public void add(long high, long low, int estimate) {
        int length = nextDepth + estimate;
        if (length > limit) {
            if (length < over && puzzle.hash(high, low) != parent) {
                over = length;
            }
            return;
        }
        long positionHash = puzzle.hash(high, low);
        if (positionHash == parent) {
            return; // back to where the position came from
        }
        int owner = owner(positionHash);
        if (owner == rank) {
            take(positionHash, high, low, hash, nextState);
        } else {
            outgoing.add(owner, high, low, hash, nextState);
        }
    }

    /** Sends the jobs that wait for more of their kind. */
    void flush() {
        outgoing.flush();
    }

    void close() {
        messages.close();
    }
}
