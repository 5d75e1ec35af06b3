package org.bipj.mpi.context;

import org.bipj.mpi.fault.Agreeing;
import org.bipj.mpi.fault.Decision;
import org.bipj.mpi.fault.Membership;
import org.jspecify.annotations.Nullable;

/**
 * The agreement on a context and on who has failed, in the rounds of {@link ContextIds}. The first contributes nothing: it ends when all
 * processes that live have begun. Who has failed is what the last round has agreed on.
 */
final class ShrinkAgreement extends Agreeing {
    /** Makes the communicator. */
    interface Settled {
        void accept(int id, Decision decision);
    }

    private final Membership membership;
    private final ContextIds contexts;
    private final long key;
    private final Settled settled;
    private final long[] words = new long[ContextIds.words()];
    private ContextIds.@Nullable Search search;

    ShrinkAgreement(Membership membership, ContextIds contexts, long key, Settled settled) {
        super(membership);
        this.membership = membership;
        this.contexts = contexts;
        this.key = key;
        this.settled = settled;
    }

    @Override
    protected long @Nullable [] contribution() {
        // A round without others would not wait for the agreement that has the right to offer.
        return search == null || search.offer() || membership.living() > 1 ? words : null;
    }

    @Override
    protected boolean takes(Decision decision) {
        if (search == null) {
            search = contexts.new Search(key, words);
            return false;
        }
        System.arraycopy(decision.words(), 0, words, 0, words.length);
        int id = search.settle();
        if (id < 0) {
            return false;
        }
        settled.accept(id, decision);
        return true;
    }

    @Override
    protected void ended() {
        super.ended();
        if (search != null) {
            search.end();
        }
    }
}
