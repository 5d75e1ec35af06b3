package org.bipj.launch.hosts.supervisor;

import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.bipj.core.nic.PortException;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.shm.ShmSession;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardView;
import org.bipj.shm.waiting.Collected;
import org.bipj.shm.waiting.HostRounds;

/**
 * Sends what the ranks of this host publish on its board: their states, their requests, and their answers to rounds of the detection of
 * deadlocks.
 */
final class BoardWatch {
    /** How late mpirun learns that all ranks of the host have left. */
    private static final long PERIOD_MS = 20;

    /** States are for reports only, except for that of a rank that ends: it is sent then. */
    private static final int PERIODS_PER_STATES = 5;

    /** Makes an answer differ from the one before. */
    private static final Collected UNKNOWN = new Collected(true, 0, false, false, 0, true, 0);

    private final ShmSession session;
    private final List<Integer> ranks;
    private final SpawnRelay spawns;
    private final BooleanSupplier haveMet;
    private final JobLink up;
    /** By rank: the state that was sent last. */
    private final State[] sent;
    /** Null before the first round: mapping the board would slow the start down. */
    private HostRounds rounds;
    /** The last round that mpirun has begun; the last one that the ranks were asked, and the last one that was answered. */
    private volatile int begun;

    private int asked;
    private int answered;

    private record State(int state, int opened, long pid, int code, boolean dormant, boolean over, String reason) {}

    /**
     * A watch.
     *
     * @param ranks the ranks in the world, by number on the host
     * @param haveMet asked until it says that the ranks have met those that have asked for them
     */
    BoardWatch(ShmSession session, List<Integer> ranks, SpawnRelay spawns, BooleanSupplier haveMet, JobLink up) {
        this.session = session;
        this.ranks = ranks;
        this.spawns = spawns;
        this.haveMet = haveMet;
        this.up = up;
        this.sent = new State[ranks.size()];
    }

    /** Starts a thread that watches the board until the session is closed. */
    void start() {
        Thread.ofPlatform().daemon().name("board").start(() -> {
            try {
                boolean left = false;
                boolean met = false;
                for (int period = 0; ; period++) {
                    Thread.sleep(PERIOD_MS);
                    if (!left && session.left() >= ranks.size()) {
                        left = true;
                        up.send(FrameKind.LEFT);
                    }
                    for (int local = 0; period % PERIODS_PER_STATES == 0 && local < sent.length; local++) {
                        send(local);
                    }
                    spawns.look();
                    if (!met && period % PERIODS_PER_STATES == 0) {
                        met = haveMet.getAsBoolean();
                    }
                    collect();
                }
            } catch (InterruptedException | PortException e) {
                // The session has been closed, or the board damaged, which the end of a rank shows.
            }
        });
    }

    /** Begins a round; the one before was answered. */
    void begin(int round) {
        begun = round;
    }

    private void collect() {
        int round = begun;
        if (round == answered) {
            return;
        }
        try {
            if (round != asked) {
                asked = round;
                rounds = rounds == null ? session.questions().rounds() : rounds;
                rounds.begin(round);
            }
            Collected collected = rounds.collect();
            if (collected != null) {
                answered = round;
                // Before the answer: whoever watches a rank that has finished learns of that before the next round.
                for (int local = 0; local < sent.length; local++) {
                    send(local);
                }
                // A rank may wait for one of another job, of which these rounds know nothing.
                Collected known = session.memory().board().isLinked() ? collected.plus(UNKNOWN) : collected;
                up.send(FrameKind.COLLECTED, new RoundAnswer(round, known).pack());
            }
        } catch (InternalError e) {
            throw new PortException("the session's board was cut short", e);
        }
    }

    /** Sends the state of a rank if it is another one than before. */
    synchronized void send(int local) {
        BoardView board = session.board();
        int state = board.state(local);
        boolean aborted = state == Board.ABORTED;
        State now = new State(
                state,
                board.opened(local),
                board.pid(local),
                aborted ? board.exitCode(local) : 0,
                board.isDormant(local),
                board.isOver(local),
                aborted ? board.reason(local) : "");
        if (!Objects.equals(now, sent[local])) {
            sent[local] = now;
            up.send(
                    FrameKind.STATE,
                    new Packer()
                            .number(ranks.get(local))
                            .number(now.state)
                            .number(now.opened)
                            .number(now.pid)
                            .number(now.code)
                            .flag(now.dormant)
                            .flag(now.over)
                            .text(now.reason));
        }
    }
}
