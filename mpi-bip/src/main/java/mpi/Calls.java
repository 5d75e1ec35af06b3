package mpi;

import org.bipj.mpi.call.CallForms;

/**
 * What stands behind the handles of one rank, but for calls that are values: a {@link CollectiveCall}, a {@link MessageCall}, a {@link
 * WindowCall}. A method finds its handle, checks that the thread may call, and passes its arguments on; what that throws goes to the
 * error handler.
 *
 * <p>A rank has {@link #PLAIN}, or what {@link MpiRank} chooses when MPI is initialised: chapters whose classes extend the plain
 * ones, and see each call before and after. As long as no such class is loaded the JIT compiler calls the plain methods directly.
 *
 * <p>A call that is made of others, as {@link Comm#disconnect} is, shows as what it is and as those within.
 */
record Calls(RequestCalls requests, CallForms forms) {
    static final Calls PLAIN = new Calls(new RequestCalls(), new CallForms());
}
