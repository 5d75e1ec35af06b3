package mpi;

import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.BetweenGroups;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.coll.port.CollPort;
import org.jspecify.annotations.Nullable;

/**
 * The collective calls of {@link Comm} that move data, on a port of collective operations, which does them at once or records them: what all
 * forms of an operation have in common. The arguments are checked first. A method without offsets calls the one with them, which
 * mpiJava 1.2 has, within one group.
 */
class MovementCalls {
    private static Data inPlace(Data into) {
        return into.set(Collectives.IN_PLACE, 0, 0, TypeLayout.BYTE);
    }

    private static Blocks blocksInPlace(CollPort c) {
        return c.callData().sentBlocks.equal(inPlace(c.callData().sent));
    }

    void barrier(CollPort c) {
        Collectives.barrier(c.whole());
    }

    void bcast(CollPort c, @Nullable Object buf, int count, Datatype type, int root) {
        if (c.firstGroup() > 0) {
            InterCalls.bcast(c, buf, count, type, root);
            return;
        }
        bcast(c, buf, 0, count, type, root);
    }

    void bcast(CollPort c, @Nullable Object buf, int offset, int count, Datatype type, int root) {
        MessageChecks.root(root, c.size());
        Collectives.bcast(c, MessageChecks.data(c.callData().sent, buf, offset, count, type, c.rank() != root), root);
    }

    void gather(
            CollPort c,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            @Nullable Datatype recvtype,
            int root) {
        if (c.firstGroup() > 0) {
            InterCalls.gather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
            return;
        }
        gather(c, sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype, root);
    }

    void gather(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            @Nullable Datatype recvtype,
            int root) {
        MessageChecks.root(root, c.size());
        Data sent = MessageChecks.data(c.callData().sent, sendbuf, sendoffset, sendcount, sendtype, false);
        if (c.rank() == root) {
            Data received = MessageChecks.parts(
                    c.callData().received, recvbuf, recvoffset, recvcount, recvtype, c.size(), true);
            MessageChecks.distinct(sent, received);
            Collectives.gather(c, sent, received, root);
        } else {
            Collectives.gather(c, sent, null, root);
        }
    }

    void gather(CollPort c, @Nullable Object buf, int count, Datatype type, int root) {
        if (c.firstGroup() > 0) {
            InterCalls.gather(c, buf, count, type, buf, count, type, root);
            return;
        }
        MessageChecks.root(root, c.size());
        if (c.rank() == root) {
            Data received = MessageChecks.parts(c.callData().received, buf, count, type, c.size(), true);
            Collectives.gather(c, inPlace(c.callData().sent), received, root);
        } else {
            Collectives.gather(c, MessageChecks.data(c.callData().sent, buf, count, type, false), null, root);
        }
    }

    @SuppressWarnings("NullAway") // The checks of the root's arguments refuse null.
    void gatherv(
            CollPort c,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int @Nullable [] recvcount,
            int @Nullable [] displs,
            @Nullable Datatype recvtype,
            int root) {
        if (c.firstGroup() > 0) {
            if (root == Predefined.ROOT) {
                InterCalls.gatherv(c, recvbuf, recvcount, displs, recvtype, root);
            } else {
                InterCalls.gatherv(c, sendbuf, sendcount, sendtype, root);
            }
            return;
        }
        gatherv(c, sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, displs, recvtype, root);
    }

    void gatherv(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int @Nullable [] recvcount,
            int @Nullable [] displs,
            @Nullable Datatype recvtype,
            int root) {
        MessageChecks.root(root, c.size());
        Data sent = MessageChecks.data(c.callData().sent, sendbuf, sendoffset, sendcount, sendtype, false);
        if (c.rank() == root) {
            Blocks received = MessageChecks.parts(
                    c.callData().receivedBlocks, recvbuf, recvoffset, recvcount, displs, recvtype, c.size(), true);
            Collectives.gatherv(c, sent, received, root);
        } else {
            Collectives.gatherv(c, sent, null, root);
        }
    }

    void gatherv(CollPort c, @Nullable Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        if (c.firstGroup() > 0) {
            InterCalls.gatherv(c, recvbuf, recvcount, displs, recvtype, root);
            return;
        }
        MessageChecks.isRoot(c, root, true);
        Blocks received =
                MessageChecks.parts(c.callData().receivedBlocks, recvbuf, recvcount, displs, recvtype, c.size(), true);
        Collectives.gatherv(c, inPlace(c.callData().sent), received, root);
    }

    void gatherv(CollPort c, @Nullable Object sendbuf, int sendcount, Datatype sendtype, int root) {
        if (c.firstGroup() > 0) {
            InterCalls.gatherv(c, sendbuf, sendcount, sendtype, root);
            return;
        }
        MessageChecks.isRoot(c, root, false);
        Data sent = MessageChecks.data(c.callData().sent, sendbuf, sendcount, sendtype, false);
        Collectives.gatherv(c, sent, null, root);
    }

    void scatter(
            CollPort c,
            @Nullable Object sendbuf,
            int sendcount,
            @Nullable Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root) {
        if (c.firstGroup() > 0) {
            InterCalls.scatter(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root);
            return;
        }
        scatter(c, sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype, root);
    }

    void scatter(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            @Nullable Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root) {
        MessageChecks.root(root, c.size());
        Data received = MessageChecks.data(c.callData().received, recvbuf, recvoffset, recvcount, recvtype, true);
        if (c.rank() == root) {
            Data sent =
                    MessageChecks.parts(c.callData().sent, sendbuf, sendoffset, sendcount, sendtype, c.size(), false);
            MessageChecks.distinct(sent, received);
            Collectives.scatter(c, sent, received, root);
        } else {
            Collectives.scatter(c, null, received, root);
        }
    }

    void scatter(CollPort c, @Nullable Object buf, int count, Datatype type, int root) {
        if (c.firstGroup() > 0) {
            InterCalls.scatter(c, buf, count, type, buf, count, type, root);
            return;
        }
        MessageChecks.root(root, c.size());
        if (c.rank() == root) {
            Data sent = MessageChecks.parts(c.callData().sent, buf, count, type, c.size(), false);
            Collectives.scatter(c, sent, inPlace(c.callData().received), root);
        } else {
            Collectives.scatter(c, null, MessageChecks.data(c.callData().received, buf, count, type, true), root);
        }
    }

    @SuppressWarnings("NullAway") // The checks of the root's arguments refuse null.
    void scatterv(
            CollPort c,
            @Nullable Object sendbuf,
            int @Nullable [] sendcount,
            int @Nullable [] displs,
            @Nullable Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root) {
        if (c.firstGroup() > 0) {
            if (root == Predefined.ROOT) {
                InterCalls.scatterv(c, sendbuf, sendcount, displs, sendtype, root);
            } else {
                InterCalls.scatterv(c, recvbuf, recvcount, recvtype, root);
            }
            return;
        }
        scatterv(c, sendbuf, 0, sendcount, displs, sendtype, recvbuf, 0, recvcount, recvtype, root);
    }

    void scatterv(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            int @Nullable [] sendcount,
            int @Nullable [] displs,
            @Nullable Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root) {
        MessageChecks.root(root, c.size());
        Data received = MessageChecks.data(c.callData().received, recvbuf, recvoffset, recvcount, recvtype, true);
        if (c.rank() == root) {
            Blocks sent = MessageChecks.parts(
                    c.callData().sentBlocks, sendbuf, sendoffset, sendcount, displs, sendtype, c.size(), false);
            Collectives.scatterv(c, sent, received, root);
        } else {
            Collectives.scatterv(c, null, received, root);
        }
    }

    void scatterv(CollPort c, @Nullable Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root) {
        if (c.firstGroup() > 0) {
            InterCalls.scatterv(c, sendbuf, sendcount, displs, sendtype, root);
            return;
        }
        MessageChecks.isRoot(c, root, true);
        Blocks sent =
                MessageChecks.parts(c.callData().sentBlocks, sendbuf, sendcount, displs, sendtype, c.size(), false);
        Collectives.scatterv(c, sent, inPlace(c.callData().received), root);
    }

    void scatterv(CollPort c, @Nullable Object recvbuf, int recvcount, Datatype recvtype, int root) {
        if (c.firstGroup() > 0) {
            InterCalls.scatterv(c, recvbuf, recvcount, recvtype, root);
            return;
        }
        MessageChecks.isRoot(c, root, false);
        Data received = MessageChecks.data(c.callData().received, recvbuf, recvcount, recvtype, true);
        Collectives.scatterv(c, null, received, root);
    }

    void allGather(
            CollPort c,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype) {
        if (c.firstGroup() > 0) {
            Calls.PLAIN
                    .neighbours()
                    .allGather(
                            c.whole(),
                            BetweenGroups.of(c).toAll(),
                            sendbuf,
                            sendcount,
                            sendtype,
                            recvbuf,
                            recvcount,
                            recvtype);
            return;
        }
        allGather(c, sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype);
    }

    void allGather(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype) {
        Data sent = MessageChecks.data(c.callData().sent, sendbuf, sendoffset, sendcount, sendtype, false);
        Data received =
                MessageChecks.parts(c.callData().received, recvbuf, recvoffset, recvcount, recvtype, c.size(), true);
        MessageChecks.distinct(sent, received);
        Collectives.allGather(c, sent, received);
    }

    void allGather(CollPort c, @Nullable Object buf, int count, Datatype type) {
        InterCalls.noFormInPlace(c);
        Data received = MessageChecks.parts(c.callData().received, buf, count, type, c.size(), true);
        Collectives.allGather(c, inPlace(c.callData().sent), received);
    }

    void allGatherv(
            CollPort c,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype) {
        if (c.firstGroup() > 0) {
            Calls.PLAIN
                    .neighbours()
                    .allGatherv(
                            c.whole(),
                            BetweenGroups.of(c).toAll(),
                            sendbuf,
                            sendcount,
                            sendtype,
                            recvbuf,
                            recvcount,
                            displs,
                            recvtype);
            return;
        }
        allGatherv(c, sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, displs, recvtype);
    }

    void allGatherv(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] displs,
            Datatype recvtype) {
        Data sent = MessageChecks.data(c.callData().sent, sendbuf, sendoffset, sendcount, sendtype, false);
        Blocks received = MessageChecks.parts(
                c.callData().receivedBlocks, recvbuf, recvoffset, recvcount, displs, recvtype, c.size(), true);
        Collectives.allGatherv(c, sent, received);
    }

    void allGatherv(CollPort c, @Nullable Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype) {
        InterCalls.noFormInPlace(c);
        Blocks received =
                MessageChecks.parts(c.callData().receivedBlocks, recvbuf, recvcount, displs, recvtype, c.size(), true);
        Collectives.allGatherv(c, inPlace(c.callData().sent), received);
    }

    void allToAll(
            CollPort c,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype) {
        if (c.firstGroup() > 0) {
            Calls.PLAIN
                    .neighbours()
                    .allToAll(
                            c.whole(),
                            BetweenGroups.of(c).toAll(),
                            sendbuf,
                            sendcount,
                            sendtype,
                            recvbuf,
                            recvcount,
                            recvtype);
            return;
        }
        allToAll(c, sendbuf, 0, sendcount, sendtype, recvbuf, 0, recvcount, recvtype);
    }

    void allToAll(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype) {
        Data sent = MessageChecks.parts(c.callData().sent, sendbuf, sendoffset, sendcount, sendtype, c.size(), false);
        Data received =
                MessageChecks.parts(c.callData().received, recvbuf, recvoffset, recvcount, recvtype, c.size(), true);
        MessageChecks.distinct(sent, received);
        Collectives.allToAll(c, sent, received);
    }

    void allToAll(CollPort c, @Nullable Object buf, int count, Datatype type) {
        InterCalls.noFormInPlace(c);
        Data received = MessageChecks.parts(c.callData().received, buf, count, type, c.size(), true);
        Collectives.allToAll(c, inPlace(c.callData().sent), received);
    }

    void allToAllv(
            CollPort c,
            @Nullable Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype) {
        if (c.firstGroup() > 0) {
            Calls.PLAIN
                    .neighbours()
                    .allToAllv(
                            c.whole(),
                            BetweenGroups.of(c).toAll(),
                            sendbuf,
                            sendcount,
                            sdispls,
                            sendtype,
                            recvbuf,
                            recvcount,
                            rdispls,
                            recvtype);
            return;
        }
        allToAllv(c, sendbuf, 0, sendcount, sdispls, sendtype, recvbuf, 0, recvcount, rdispls, recvtype);
    }

    void allToAllv(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype) {
        Blocks sent = MessageChecks.parts(
                c.callData().sentBlocks, sendbuf, sendoffset, sendcount, sdispls, sendtype, c.size(), false);
        Blocks received = MessageChecks.parts(
                c.callData().receivedBlocks, recvbuf, recvoffset, recvcount, rdispls, recvtype, c.size(), true);
        Collectives.allToAllv(c, sent, received);
    }

    void allToAllv(CollPort c, @Nullable Object buf, int[] counts, int[] displs, Datatype type) {
        InterCalls.noFormInPlace(c);
        Blocks received = MessageChecks.parts(c.callData().receivedBlocks, buf, counts, displs, type, c.size(), true);
        Collectives.allToAllv(c, blocksInPlace(c), received);
    }

    void allToAllw(
            CollPort c,
            @Nullable Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype[] sendtypes,
            @Nullable Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype[] recvtypes) {
        if (c.firstGroup() > 0) {
            Calls.PLAIN
                    .neighbours()
                    .allToAllw(
                            c.whole(),
                            BetweenGroups.of(c).toAll(),
                            sendbuf,
                            sendcount,
                            sdispls,
                            sendtypes,
                            recvbuf,
                            recvcount,
                            rdispls,
                            recvtypes);
            return;
        }
        Blocks sent =
                MessageChecks.parts(c.callData().sentBlocks, sendbuf, sendcount, sdispls, sendtypes, c.size(), false);
        Blocks received = MessageChecks.parts(
                c.callData().receivedBlocks, recvbuf, recvcount, rdispls, recvtypes, c.size(), true);
        Collectives.allToAllv(c, sent, received);
    }

    void allToAllw(CollPort c, @Nullable Object buf, int[] counts, int[] displs, Datatype[] types) {
        InterCalls.noFormInPlace(c);
        Blocks received = MessageChecks.parts(c.callData().receivedBlocks, buf, counts, displs, types, c.size(), true);
        Collectives.allToAllv(c, blocksInPlace(c), received);
    }
}
