package mpi;

import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.Background;
import org.bipj.mpi.fault.FlagAgreement;
import org.jspecify.annotations.Nullable;

/** The work of a communicator's calls that agree on something, whoever fails meanwhile. */
final class FaultCalls {
    private FaultCalls() {}

    /** Starts an agreement on flags. */
    static FlagAgreement begin(CommCore c, int @Nullable [] flag) {
        if (flag == null || flag.length == 0) {
            throw new EngineException(
                    ErrorClass.ARG,
                    "the flag is " + (flag == null ? "null" : "an empty array") + "; expected an int[1]");
        }
        int groups = c.isInter() ? 2 : 1;
        int group = c.isInter() && c.local().world(0) != c.whole().world(0) ? 1 : 0;
        FlagAgreement agreement = new FlagAgreement(c.membership(), group, groups, flag);
        c.start(agreement);
        return agreement;
    }

    /** Waits for an agreement, and throws what it ends with. */
    static void await(CommCore c, Background agreement) {
        c.await(agreement);
        if (agreement.failure() instanceof RuntimeException e) {
            throw e;
        }
    }
}
