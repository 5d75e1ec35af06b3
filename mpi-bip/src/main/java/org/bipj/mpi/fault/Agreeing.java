package org.bipj.mpi.fault;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.engine.Background;
import org.jspecify.annotations.Nullable;

/** A call of all members of a communicator that agrees in one round or several. Calls on one communicator take turns. */
public abstract class Agreeing extends Background {
    private final Membership membership;
    private boolean isInRound;
    /** How many words this member has contributed to the round. */
    private int contributed;

    /** A call that is not started. */
    protected Agreeing(Membership membership) {
        this.membership = membership;
    }

    /** What this member contributes to the next round; null: not yet, this is asked again. */
    protected abstract long @Nullable [] contribution();

    /**
     * A round has ended.
     *
     * @return true if the call has, false for another round
     */
    protected abstract boolean takes(Decision decision);

    @Override
    public String kind() {
        return "agreement";
    }

    @Override
    protected final void begin() {
        isInRound = false;
        membership.enter(this);
    }

    @Override
    protected final boolean advance() {
        while (membership.isFirst(this)) {
            if (!isInRound) {
                long[] words = contribution();
                if (words == null) {
                    return false;
                }
                contributed = words.length;
                membership.start(words);
                isInRound = true;
            }
            Decision decision = membership.decision();
            if (decision == null) {
                return false;
            }
            isInRound = false;
            if (decision.words().length != contributed) {
                throw new EngineException(
                        ErrorClass.OTHER,
                        "the processes make different calls: expected agree, or shrink, at all of them in the same order");
            }
            if (takes(decision)) {
                return true;
            }
        }
        return false;
    }

    @Override
    protected void ended() {
        membership.leave(this);
    }
}
