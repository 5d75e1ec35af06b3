package mpi;

import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.coll.port.CollPort;

/**
 * The collective operations on a communicator (MPI 4.1 chapter 6, sections 8.6 to 8.8). To add one: a constant with its row here, its
 * body in one of the classes that {@link #perform} calls, and the methods of {@link Comm}.
 */
enum Collective {
    BARRIER("barrier", Kind.MOVEMENT, Who.NOBODY, Who.NOBODY),
    BCAST("bcast", Kind.MOVEMENT, Who.ROOT, Who.OTHERS),
    GATHER("gather", Kind.MOVEMENT, Who.ALL, Who.ROOT),
    GATHERV("gatherv", Kind.MOVEMENT, Who.ALL, Who.ROOT),
    SCATTER("scatter", Kind.MOVEMENT, Who.ROOT, Who.ALL),
    SCATTERV("scatterv", Kind.MOVEMENT, Who.ROOT, Who.ALL),
    ALLGATHER("allGather", Kind.MOVEMENT),
    ALLGATHERV("allGatherv", Kind.MOVEMENT),
    ALLTOALL("allToAll", Kind.MOVEMENT),
    ALLTOALLV("allToAllv", Kind.MOVEMENT),
    ALLTOALLW("allToAllw", Kind.MOVEMENT),
    REDUCE("reduce", Kind.REDUCTIONS, Who.ALL, Who.ROOT),
    ALLREDUCE("allReduce", Kind.REDUCTIONS),
    REDUCE_SCATTER("reduceScatter", Kind.REDUCTIONS),
    REDUCE_SCATTER_BLOCK("reduceScatterBlock", Kind.REDUCTIONS),
    SCAN("scan", Kind.REDUCTIONS),
    EXSCAN("exScan", Kind.REDUCTIONS),
    NEIGHBOR_ALLGATHER("neighborAllGather", Kind.NEIGHBOURS),
    NEIGHBOR_ALLGATHERV("neighborAllGatherv", Kind.NEIGHBOURS),
    NEIGHBOR_ALLTOALL("neighborAllToAll", Kind.NEIGHBOURS),
    NEIGHBOR_ALLTOALLV("neighborAllToAllv", Kind.NEIGHBOURS),
    NEIGHBOR_ALLTOALLW("neighborAllToAllw", Kind.NEIGHBOURS);

    /** What an operation does, as the classes of bodies have it. */
    enum Kind {
        MOVEMENT,
        REDUCTIONS,
        /** Along the edges of a topology, for which the communicator is asked. */
        NEIGHBOURS
    }

    /** For which ranks the arguments of a side count. */
    enum Who {
        ALL,
        ROOT,
        OTHERS,
        NOBODY;

        private boolean is(boolean isRoot) {
            return switch (this) {
                case ALL -> true;
                case ROOT -> isRoot;
                case OTHERS -> !isRoot;
                case NOBODY -> false;
            };
        }
    }

    private final String method;
    private final Kind kind;
    private final Who sender;
    private final Who receiver;

    /** One in which all ranks do the same. */
    Collective(String method, Kind kind) {
        this(method, kind, Who.ALL, Who.ALL);
    }

    /** One with a root, unless all or none send and receive. */
    Collective(String method, Kind kind, Who sender, Who receiver) {
        this.method = method;
        this.kind = kind;
        this.sender = sender;
        this.receiver = receiver;
    }

    /** Name of the blocking method, which is that of the operation in all forms. */
    String method() {
        return method;
    }

    /** Name of the non-blocking method. */
    String startMethod() {
        return "i" + Character.toUpperCase(method.charAt(0)) + method.substring(1);
    }

    /** Name of the persistent method. */
    String prepareMethod() {
        return method + "Init";
    }

    boolean hasRoot() {
        return sender == Who.ROOT || receiver == Who.ROOT;
    }

    boolean isReduction() {
        return kind == Kind.REDUCTIONS;
    }

    boolean isAmongNeighbours() {
        return kind == Kind.NEIGHBOURS;
    }

    /** True if the root deals out: all ranks receive, and their receive side tells most of a call. */
    boolean isDealt() {
        return this == SCATTER || this == SCATTERV;
    }

    /** Whether a rank sends what the call names. */
    boolean sends(CollectiveArguments call, boolean isRoot) {
        if (!call.isInPlace) {
            return sender.is(isRoot);
        }
        // With one buffer the root of a gather or a reduction receives there, and the others send from it.
        return hasRoot() && isRoot == (sender == Who.ROOT);
    }

    /** Whether a rank receives what the call names. */
    boolean receives(CollectiveArguments call, boolean isRoot) {
        return call.isInPlace ? !sends(call, isRoot) : receiver.is(isRoot);
    }

    /**
     * Checks the arguments of a call, and does what they say.
     *
     * @param c does the operation's steps at once, or records them
     * @throws org.bipj.mpi.call.EngineException for arguments that are wrong, before anything has moved
     */
    void perform(CollPort c, CollectiveArguments call) {
        switch (this) {
            case BARRIER -> Collectives.barrier(c.whole());
            case BCAST -> MovementCalls.bcast(c, call);
            case GATHER -> MovementCalls.gather(c, call);
            case GATHERV -> MovementCalls.gatherv(c, call);
            case SCATTER -> MovementCalls.scatter(c, call);
            case SCATTERV -> MovementCalls.scatterv(c, call);
            case ALLGATHER -> MovementCalls.allGather(c, call);
            case ALLGATHERV -> MovementCalls.allGatherv(c, call);
            case ALLTOALL -> MovementCalls.allToAll(c, call);
            case ALLTOALLV, ALLTOALLW -> MovementCalls.allToAllv(c, call);
            case REDUCE -> ReductionCalls.reduce(c, call);
            case ALLREDUCE -> ReductionCalls.allReduce(c, call);
            case REDUCE_SCATTER -> ReductionCalls.reduceScatter(c, call);
            case REDUCE_SCATTER_BLOCK -> ReductionCalls.reduceScatterBlock(c, call);
            case SCAN -> ReductionCalls.scan(c, call);
            case EXSCAN -> ReductionCalls.exScan(c, call);
            case NEIGHBOR_ALLGATHER -> NeighbourCalls.allGather(c, call);
            case NEIGHBOR_ALLGATHERV -> NeighbourCalls.allGatherv(c, call);
            case NEIGHBOR_ALLTOALL -> NeighbourCalls.allToAll(c, call);
            case NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW -> NeighbourCalls.allToAllv(c, call);
        }
    }
}
