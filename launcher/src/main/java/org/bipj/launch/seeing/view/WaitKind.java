package org.bipj.launch.seeing.view;

import org.bipj.mpi.call.CallFacts;
import org.bipj.mpi.call.Who;

/** The kinds of waits, by the names that Scalasca has given most of them. */
enum WaitKind {
    LATE_SENDER("late sender"),
    WRONG_ORDER("late sender, wrong order"),
    LATE_RECEIVER("late receiver"),
    LATE_PARTS("late parts"),
    BARRIER("wait at barrier"),
    ALL_TO_ALL("wait at N x N"),
    EARLY_REDUCE("early reduce"),
    LATE_BROADCAST("late broadcast"),
    EARLY_SCAN("early scan"),
    LATE_POST("late post"),
    LATE_COMPLETE("late complete"),
    LOCK("lock contention"),
    TARGET("late target"),
    FENCE("wait at fence"),
    WINDOW("wait at window creation"),
    FILE("wait at file"),
    FINALIZE("wait at Finalize"),
    OTHER_JOB("wait for another job"),
    OTHER("other wait");

    private final String words;

    WaitKind(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /**
     * What a call waits in.
     *
     * @param forReceiver true if a receiver's answer ended the wait, not a message
     */
    static WaitKind of(CallFacts facts, boolean forReceiver) {
        return switch (facts.kind()) {
            case SENDS -> LATE_RECEIVER;
            case RECEIVES, PROBES -> LATE_SENDER;
            case EXCHANGES, STARTS, WAITS, TESTS, CANCELS, FREES ->
                facts == CallFacts.ARRIVED ? LATE_PARTS : forReceiver ? LATE_RECEIVER : LATE_SENDER;
            case COLLECTIVE -> ofCollective(facts);
            case ACCESSES -> TARGET;
            case EPOCH -> ofEpoch(facts);
            case FILE -> FILE;
            case MEETS -> OTHER_JOB;
            case ENVIRONMENT -> facts == CallFacts.FINALIZE ? FINALIZE : OTHER;
            case PLAIN -> OTHER;
        };
    }

    private static WaitKind ofCollective(CallFacts facts) {
        return switch (facts) {
            case BARRIER -> BARRIER;
            case NEW_WIN -> WINDOW;
            case SCAN, EXSCAN -> EARLY_SCAN;
            default -> facts.from() == Who.ROOT ? LATE_BROADCAST : facts.to() == Who.ROOT ? EARLY_REDUCE : ALL_TO_ALL;
        };
    }

    private static WaitKind ofEpoch(CallFacts facts) {
        return switch (facts) {
            case START_ACCESS, COMPLETE -> LATE_POST;
            case WAIT_ACCESS, TEST_ACCESS -> LATE_COMPLETE;
            case LOCK, LOCK_ALL -> LOCK;
            case FENCE, FREE_WIN -> FENCE;
            default -> TARGET;
        };
    }
}
