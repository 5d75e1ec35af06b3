package org.bipj.mpi.check;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import mpi.MpiCall;
import mpi.MpiProcess;
import mpi.Win;
import org.bipj.mpi.call.CallFacts;
import org.bipj.mpi.call.CallFacts.Kind;
import org.jspecify.annotations.Nullable;

/**
 * The order of the calls of all ranks in virtual time, where one runs at a time: each beginning and end of a call has a number. Something
 * that a rank did at a step is known to another one only if a call of that one from which it may have learnt has ended behind it.
 */
final class CallSteps {
    private static final long STEP = 0;
    private static final long LOCKED_ALONE = 8;
    private static final long SIZE = 16;

    /** Collective calls that this rank keeps in mind. */
    private static final int MOST = 64;

    /** They end nowhere before all ranks have begun them. */
    private static final Set<CallFacts> OF_ALL = EnumSet.of(CallFacts.BARRIER, CallFacts.FENCE, CallFacts.NEW_WIN);

    private static final Set<Kind> STARTED_ALONE =
            EnumSet.of(Kind.SENDS, Kind.RECEIVES, Kind.EXCHANGES, Kind.COLLECTIVE);

    /**
     * What a rank may know of others.
     *
     * @param step at which the last call has ended from which it may have learnt
     * @param by number of that call if all ranks make it together; 0: they do not
     * @param before step of the one before that
     */
    record Learnt(long step, long by, long before) {}

    private final MpiProcess process;
    private final @Nullable MemorySegment shared;
    private final Map<Key, Integer> made = new HashMap<>();
    /** Where this rank's collective calls have ended, by their numbers. */
    private final Map<Long, Long> ended = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
            return size() > MOST;
        }
    };

    private Learnt learnt = new Learnt(0, 0, 0);

    CallSteps(MpiProcess process) {
        this.process = process;
        shared = process.job().isVirtual() ? process.shared("check-steps", SIZE) : null;
    }

    /** False where several ranks run at the same time. */
    boolean areKnown() {
        return shared != null;
    }

    Learnt learnt() {
        return learnt;
    }

    /** The next step. */
    long next() {
        long step = shared.get(ValueLayout.JAVA_LONG, STEP) + 1;
        shared.set(ValueLayout.JAVA_LONG, STEP, step);
        return step;
    }

    /** A call has ended. */
    void after(MpiCall call, CallFacts.Method method) {
        long now = next();
        long number = number(call, method);
        if (number != 0) {
            ended.put(number, now);
        }
        if (method.facts() == CallFacts.LOCK && call.handle() instanceof Win win && process.locksAlone(win)) {
            shared.set(ValueLayout.JAVA_LONG, LOCKED_ALONE, 1L);
        }
        if (learns(call, method)) {
            learnt = new Learnt(now, number, learnt.step);
        }
    }

    /** A number for a call that all ranks make together, the same at all of them; else 0. */
    private long number(MpiCall call, CallFacts.Method method) {
        if (!OF_ALL.contains(method.facts()) || !method.isBlocking() || call.failure() != null) {
            return 0;
        }
        Key key = Key.of(process, call.handle());
        return key == null ? 0 : key.with(made.merge(key, 1, Integer::sum)).first();
    }

    private boolean learns(MpiCall call, CallFacts.Method method) {
        CallFacts facts = method.facts();
        return switch (facts) {
            case POST -> false;
            // A lock that others may share comes behind the end of one that they may not.
            case LOCK, LOCK_ALL -> shared.get(ValueLayout.JAVA_LONG, LOCKED_ALONE) != 0;
            default -> facts.kind() != Kind.ACCESSES && (method.isBlocking() || !STARTED_ALONE.contains(facts.kind()));
        };
    }

    /**
     * True if a rank cannot have known at some time what this one had done before a step.
     *
     * @param its what it knew
     */
    boolean isUnknown(Learnt its, long step) {
        Long end = its.by == 0 ? null : ended.get(its.by);
        return its.step < step || end != null && end < step && its.before < step;
    }
}
