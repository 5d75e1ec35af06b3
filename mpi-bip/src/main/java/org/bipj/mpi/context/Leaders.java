package org.bipj.mpi.context;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bipj.core.channel.SendOp;
import org.bipj.mpi.engine.Background;
import org.bipj.mpi.engine.Engine;
import org.bipj.mpi.engine.ProcessNames;
import org.bipj.mpi.engine.Progress;
import org.jspecify.annotations.Nullable;

/**
 * How the leaders of two groups learn whether the other one takes part in their call. Each sends the other one a word:
 *
 * <pre>
 *   key of the tag and of the group that it goes to   1: takes part, 0: has failed   key of the answer (2 longs)   failures
 * </pre>
 *
 * A leader whose arguments are wrong may not know the other group. It refuses instead: from then on, whenever its rank makes progress, it
 * answers the word of the other leader, until it calls with the same tag and group again. Where the other leader has failed as often before
 * it said the word, these calls belong together, and the word is for the next one.
 */
final class Leaders extends Background {
    private static final int TAG = 4;
    private static final long TAKES_PART = 1;
    private static final long HAS_FAILED = 0;
    /** Place of the number of failures in a word. */
    private static final int FAILURES = 3;

    private final GroupMeetings meetings;
    private volatile Progress progress;
    private volatile ProcessNames processes;
    /** Of words that are answered, and how many calls have failed; guarded by the lock of progress. */
    private final Map<MeetingKey, Integer> refusals = new HashMap<>();
    /** Answers on their way. */
    private final List<SendOp> answers = new ArrayList<>();

    private boolean isRunning;

    Leaders(Engine engine) {
        meetings = new GroupMeetings(engine, TAG);
        progress = engine.progress();
        processes = engine.processes();
    }

    /** The rank goes on with another engine. */
    void follow(Engine next) {
        meetings.follow(next);
        progress = next.progress();
        processes = next.processes();
        answers.clear();
        isRunning = false;
        run();
    }

    private MeetingKey key(String tag, int[] group) {
        return MeetingKey.of("leaders", tag, processes, group);
    }

    /**
     * Waits for the word of the other leader.
     *
     * @param local world ranks of the own group
     * @param remote of the other one
     * @param leader world rank of its leader
     * @return false if that has failed
     */
    boolean meet(String tag, int[] local, int[] remote, int leader) {
        if (!processes.areOfWorld(local) || !processes.areOfWorld(remote)) {
            // A leader that fails may not know whether the other group is of its job.
            return true;
        }
        MeetingKey own = key(tag, local);
        progress.enter();
        Integer failures = refusals.remove(own);
        progress.exit();
        long failed = failures == null ? 0 : failures;
        SendOp said = meetings.start(key(tag, remote), leader, new long[] {TAKES_PART, own.high(), own.low(), failed});
        boolean takesPart = meetings.receive(own, leader, () -> {})[0] == TAKES_PART;
        meetings.end(said);
        return takesPart;
    }

    /** The call of the own group's leader has failed before the other one's word could be awaited. */
    void refuse(String tag, int[] local) {
        progress.enter();
        try {
            refusals.merge(key(tag, local), 1, Integer::sum);
            run();
        } finally {
            progress.exit();
        }
    }

    private void run() {
        if (!isRunning && !refusals.isEmpty()) {
            isRunning = true;
            progress.start(this);
        }
    }

    @Override
    public String kind() {
        return "refusal of an intercommunicator";
    }

    @Override
    protected void begin() {
        // It has been begun by the refusal.
    }

    @Override
    protected boolean advance() {
        answers.removeIf(SendOp::isDone);
        for (GroupMeetings.@Nullable Said word = word(); word != null; word = word()) {
            int answered = 1 + (int) word.words()[FAILURES];
            refusals.computeIfPresent(word.key(), (key, failed) -> failed > answered ? failed - answered : null);
            MeetingKey answer = new MeetingKey(word.words()[1], word.words()[2]);
            answers.add(meetings.start(answer, word.source(), new long[] {HAS_FAILED, 0, 0, 0}));
        }
        return refusals.isEmpty() && answers.isEmpty() && !meetings.isPolling();
    }

    private GroupMeetings.@Nullable Said word() {
        return meetings.poll((key, words) -> refusals.getOrDefault(key, 0) > words[FAILURES]);
    }

    @Override
    protected void ended() {
        isRunning = false;
    }
}
