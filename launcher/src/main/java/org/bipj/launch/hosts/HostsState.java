package org.bipj.launch.hosts;

import java.util.BitSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import org.bipj.core.report.WaitReport;
import org.bipj.core.report.Waiter;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.launch.mpirun.job.JobState;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardView;
import org.bipj.shm.waiting.Stacks;

/** The state of the ranks of all hosts: the supervisors are asked. A host that does not answer in time is left out. */
final class HostsState implements JobState {
    private static final int STACKS_MILLIS = 2000;
    /** Additional time for the way of a question to the hosts, and of their answers. */
    private static final int WAY_MILLIS = 1000;

    private final BoardView board;
    private final IntPredicate hasEnded;
    private final Consumer<ControlFrame> down;
    private final int hosts;

    private final WaitReport words;

    /** What hosts have answered to the last question for waiting ranks: one of theirs waits for another job, or is connected with one. */
    private boolean isConnected;

    private long question;
    private final BitSet answered = new BitSet();
    private Consumer<Unpacker> take;

    /**
     * The state of a job.
     *
     * @param hosts number of hosts
     * @param job its number among those of its launcher
     * @param hasEnded true for a rank whose process has ended
     * @param down sends a frame to the supervisors
     */
    HostsState(int hosts, int job, BoardView board, IntPredicate hasEnded, Consumer<ControlFrame> down) {
        this.hosts = hosts;
        words = job == 0 ? IN_SECONDS : IN_SECONDS.ofJob(job);
        this.board = board;
        this.hasEnded = hasEnded;
        this.down = down;
    }

    @Override
    public int ranks() {
        return board.ranks();
    }

    @Override
    public WaitReport words() {
        return words;
    }

    /** Why deadlocks are not looked for at present, as far as hosts have said when they were last asked for waiting ranks; else empty. */
    synchronized String undetected() {
        return isConnected
                ? "deadlocks are not looked for, because a rank waits for another job, or is connected with one\n"
                : "";
    }

    private synchronized void connected(boolean one, boolean isFirst) {
        isConnected = one || !isFirst && isConnected;
    }

    /** Takes in a supervisor's answer to the present question; late answers are ignored. */
    synchronized void answer(int hostIndex, Unpacker from) {
        if (from.number() == question && take != null) {
            take.accept(from);
            answered.set(hostIndex);
            notifyAll();
        }
    }

    /** Nothing will be heard of a host any more. */
    synchronized void lost(int hostIndex) {
        answered.set(hostIndex);
        notifyAll();
    }

    private synchronized void ask(boolean stacks, long patienceMillis, Consumer<Unpacker> each)
            throws InterruptedException {
        answered.clear();
        take = each;
        down.accept(ControlFrame.of(
                FrameKind.ASK,
                ControlFrame.ALL,
                new Packer().number(++question).flag(stacks).number(patienceMillis)));
        long deadline = System.nanoTime() + (patienceMillis + WAY_MILLIS) * 1_000_000;
        for (long left = 1; answered.cardinality() < hosts && left > 0; ) {
            wait(left);
            left = (deadline - System.nanoTime()) / 1_000_000;
        }
        take = null;
    }

    private int rank(Unpacker from) {
        return from.number(ranks() - 1);
    }

    @Override
    public SortedMap<Integer, Waiter> waiters(long patienceMillis) throws InterruptedException {
        SortedMap<Integer, Waiter> all = new TreeMap<>();
        connected(false, true);
        ask(false, patienceMillis, answer -> {
            answer.list(from -> {
                int rank = rank(from);
                String call = from.text();
                String waitsFor = from.text();
                String place = from.text();
                return all.put(rank, new Waiter(rank, call, waitsFor, place, Double.longBitsToDouble(from.number())));
            });
            connected(answer.flag(), false);
        });
        return all;
    }

    @Override
    public Condition condition(int rank, boolean answers) {
        if (board.state(rank) == Board.DEAD) {
            return Condition.DEAD;
        }
        if (hasEnded.test(rank)) {
            return Condition.ENDED;
        }
        return switch (board.state(rank)) {
            case Board.ABSENT -> Condition.ABSENT;
            case Board.FINISHED -> Condition.FINISHED;
            default -> answers ? Condition.BUSY : Condition.SILENT;
        };
    }

    @Override
    public SortedMap<Integer, Stacks> stacks(boolean last) throws InterruptedException {
        SortedMap<Integer, Stacks> all = new TreeMap<>();
        ask(
                true,
                STACKS_MILLIS,
                answer -> answer.list(from -> all.put(rank(from), new Stacks(from.text(), from.text(), from.text()))));
        return all;
    }
}
