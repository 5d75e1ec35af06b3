package org.bipj.mpi.coll;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.CollectiveTuning;
import org.bipj.mpi.coll.base.ReductionContext;
import org.bipj.mpi.coll.bcast.BcastBinomial;
import org.bipj.mpi.coll.port.CollPort;

/** State that the collective operations of one communicator keep between calls, and the agreement of its ranks on algorithms. */
final class CommState implements CollPort.Kept {
    // The decisions of rank 0, as bits.
    private static final int OVERSUBSCRIBED = 1;
    private static final int CHECKS_TYPES = 2;

    /** The state of operations that move data. */
    final CollState moving;
    /** The state of reductions. */
    final ReductionDriver reductions;

    CommState(CollPort port, CollectiveTuning tuning) {
        this(new CollState(port, tuning));
    }

    CommState(CollState state) {
        moving = state;
        reductions = new ReductionDriver(moving, new ReductionContext(moving));
    }

    /** The communicator's state, made by its first collective operation. */
    static CommState of(CollPort port) {
        CollPort.Kept state = port.state();
        return state != null ? (CommState) state : create(port);
    }

    /** Passes the choice of algorithms on to a new communicator. */
    void bequeath(CollPort child) {
        CollectiveTuning tuning =
                moving.tuning().inherited(child.size(), child.sharing() != null, child.multicast() != null);
        child.state(new CommState(child, tuning.replaying(child.replayed())));
    }

    private static CommState create(CollPort port) {
        // Kept only once the agreement has succeeded; otherwise the next operation tries again.
        CommState state = new CommState(port, agree(port));
        port.state(state);
        return state;
    }

    /** Ranks of several nodes may differ in this, and in their environments, but must choose the same algorithms: rank 0 decides. */
    private static CollectiveTuning agree(CollPort port) {
        int seen = port.isCrowded() ? OVERSUBSCRIBED : 0;
        seen |= port.checksTypes() ? CHECKS_TYPES : 0;
        byte[] agreed = {(byte) seen};
        BcastBinomial.run(
                new CollState(port, new CollectiveTuning(port.size(), false, false, false, false)),
                Data.of(agreed, 0, 1, TypeLayout.BYTE),
                0);
        return new CollectiveTuning(
                        port.size(),
                        (agreed[0] & OVERSUBSCRIBED) != 0,
                        port.sharing() != null,
                        (agreed[0] & CHECKS_TYPES) != 0,
                        port.multicast() != null)
                .replaying(port.replayed());
    }
}
