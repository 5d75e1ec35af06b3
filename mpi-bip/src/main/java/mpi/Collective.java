package mpi;

import org.bipj.mpi.call.Who;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.coll.port.CollPort;

/**
 * The collective operations on a communicator (MPI 4.1 chapter 6, sections 8.6 to 8.8). To add one: a constant with its row here, its
 * body in one of the classes that {@link #perform} calls, and the methods of {@link Comm}.
 */
enum Collective {
    BARRIER("barrier", Kind.MOVEMENT, Who.NOBODY, Who.NOBODY) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            Collectives.barrier(c.whole());
        }
    },
    BCAST("bcast", Kind.MOVEMENT, Who.ROOT, Who.OTHERS) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            MovementCalls.bcast(c, call);
        }
    },
    GATHER("gather", Kind.MOVEMENT, Who.ALL, Who.ROOT) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            MovementCalls.gather(c, call);
        }
    },
    GATHERV("gatherv", Kind.MOVEMENT, Who.ALL, Who.ROOT) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            MovementCalls.gatherv(c, call);
        }
    },
    SCATTER("scatter", Kind.MOVEMENT, Who.ROOT, Who.ALL) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            MovementCalls.scatter(c, call);
        }
    },
    SCATTERV("scatterv", Kind.MOVEMENT, Who.ROOT, Who.ALL) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            MovementCalls.scatterv(c, call);
        }
    },
    ALLGATHER("allGather", Kind.MOVEMENT) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            MovementCalls.allGather(c, call);
        }
    },
    ALLGATHERV("allGatherv", Kind.MOVEMENT) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            MovementCalls.allGatherv(c, call);
        }
    },
    ALLTOALL("allToAll", Kind.MOVEMENT) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            MovementCalls.allToAll(c, call);
        }
    },
    ALLTOALLV("allToAllv", Kind.MOVEMENT) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            MovementCalls.allToAllv(c, call);
        }
    },
    ALLTOALLW("allToAllw", Kind.MOVEMENT) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            MovementCalls.allToAllv(c, call);
        }
    },
    REDUCE("reduce", Kind.REDUCTIONS, Who.ALL, Who.ROOT) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            ReductionCalls.reduce(c, call);
        }
    },
    ALLREDUCE("allReduce", Kind.REDUCTIONS) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            ReductionCalls.allReduce(c, call);
        }
    },
    REDUCE_SCATTER("reduceScatter", Kind.REDUCTIONS) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            ReductionCalls.reduceScatter(c, call);
        }
    },
    REDUCE_SCATTER_BLOCK("reduceScatterBlock", Kind.REDUCTIONS) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            ReductionCalls.reduceScatterBlock(c, call);
        }
    },
    SCAN("scan", Kind.REDUCTIONS) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            ReductionCalls.scan(c, call);
        }
    },
    EXSCAN("exScan", Kind.REDUCTIONS) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            ReductionCalls.exScan(c, call);
        }
    },
    NEIGHBOR_ALLGATHER("neighborAllGather", Kind.NEIGHBOURS) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            NeighbourCalls.allGather(c, call);
        }
    },
    NEIGHBOR_ALLGATHERV("neighborAllGatherv", Kind.NEIGHBOURS) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            NeighbourCalls.allGatherv(c, call);
        }
    },
    NEIGHBOR_ALLTOALL("neighborAllToAll", Kind.NEIGHBOURS) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            NeighbourCalls.allToAll(c, call);
        }
    },
    NEIGHBOR_ALLTOALLV("neighborAllToAllv", Kind.NEIGHBOURS) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            NeighbourCalls.allToAllv(c, call);
        }
    },
    NEIGHBOR_ALLTOALLW("neighborAllToAllw", Kind.NEIGHBOURS) {
        @Override
        void perform(CollPort c, CollectiveArguments call) {
            NeighbourCalls.allToAllv(c, call);
        }
    };

    /** What an operation does, as the classes of bodies have it. */
    enum Kind {
        MOVEMENT,
        REDUCTIONS,
        /** Along the edges of a topology, for which the communicator is asked. */
        NEIGHBOURS
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
     * Checks the arguments of a call, and does what they say. A method of each constant: a switch that all calls share is compiled into
     * one large method, which the JIT compiler then inlines nowhere.
     *
     * @param c does the operation's steps at once, or records them
     * @throws org.bipj.mpi.call.EngineException for arguments that are wrong, before anything has moved
     */
    abstract void perform(CollPort c, CollectiveArguments call);
}
