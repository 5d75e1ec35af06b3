package org.bipj.mpi.fault;

import java.util.Arrays;
import java.util.BitSet;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;

/** An agreement on the bitwise and of flags: of all members, or in an intercommunicator of those of the other group. */
public final class FlagAgreement extends Agreeing {
    private final Membership membership;
    private final int[] flag;
    private final int group;
    private final int groups;

    /**
     * An agreement that is not started.
     *
     * @param group number of this member's group
     * @param groups 1 or 2
     * @param flag its first element is contributed at the start, and replaced at the end
     */
    public FlagAgreement(Membership membership, int group, int groups, int[] flag) {
        super(membership);
        this.membership = membership;
        this.group = group;
        this.groups = groups;
        this.flag = flag;
    }

    @Override
    protected long[] contribution() {
        long[] words = new long[groups];
        Arrays.fill(words, -1);
        words[group] = flag[0];
        return words;
    }

    @Override
    protected boolean takes(Decision decision) {
        flag[0] = (int) decision.words()[groups - 1 - group];
        BitSet unacknowledged = decision.unacknowledged();
        if (!unacknowledged.isEmpty()) {
            throw new EngineException(
                    ErrorClass.PROC_FAILED,
                    membership.names(unacknowledged) + "; not all processes have acknowledged that");
        }
        return true;
    }
}
