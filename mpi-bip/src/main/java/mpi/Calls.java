package mpi;

/**
 * What stands behind the handles of one rank. The public classes are what programs see: names, documentation, the error handler.
 * A method finds its handle, checks that the thread may call, and passes its arguments on to the chapter that it belongs to; what
 * that throws goes to the error handler.
 *
 * <p>A rank has {@link #PLAIN}, or what {@link MpiRank} chooses when MPI is initialised: chapters whose classes extend the plain
 * ones, and see each call before and after. As long as no such class is loaded the JIT compiler calls the plain methods directly.
 *
 * <p>A collective call is a {@link CollectiveCall} instead, which shows itself to the listeners, if there are any.
 *
 * <p>A call that is made of others, as {@link Comm#disconnect} is, shows as what it is and as those within.
 */
record Calls(PointToPointCalls pointToPoint, RequestCalls requests, WindowCalls windows, CallForms forms) {
    static final Calls PLAIN =
            new Calls(new PointToPointCalls(), new RequestCalls(), new WindowCalls(), new CallForms());
}
