package mpi;

import org.bipj.mpi.coll.BetweenGroups;
import org.bipj.mpi.coll.port.CollPort;
import org.jspecify.annotations.Nullable;

/** {@link MovementCalls} that listeners see. */
final class ListeningMovement extends MovementCalls {
    private final Listening listening;

    ListeningMovement(Listening listening) {
        this.listening = listening;
    }

    @Override
    void barrier(CollPort c) {
        listening.see(listening.collective(c, "barrier"), () -> super.barrier(c));
    }

    @Override
    void bcast(CollPort c, @Nullable Object buf, int count, Datatype type, int root) {
        MpiCall call = listening.collective(c, "bcast").root(root);
        if (isRoot(c, root)) {
            call.sends(buf, 0, count, type);
        } else {
            call.receives(buf, 0, count, type);
        }
        listening.see(call, () -> super.bcast(c, buf, count, type, root));
    }

    @Override
    void bcast(CollPort c, @Nullable Object buf, int offset, int count, Datatype type, int root) {
        MpiCall call = listening.collective(c, "bcast").root(root);
        if (isRoot(c, root)) {
            call.sends(buf, offset, count, type);
        } else {
            call.receives(buf, offset, count, type);
        }
        listening.see(call, () -> super.bcast(c, buf, offset, count, type, root));
    }

    @Override
    void gather(
            CollPort c,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            @Nullable Datatype recvtype,
            int root) {
        MpiCall call = listening
                .collective(c, "gather")
                .sends(sendbuf, 0, sendcount, sendtype)
                .root(root);
        if (isRoot(c, root)) {
            call.receivesBlocks(recvbuf, 0, recvcount, recvtype, peers(c));
        }
        listening.see(call, () -> super.gather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root));
    }

    @Override
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
        MpiCall call = listening
                .collective(c, "gather")
                .sends(sendbuf, sendoffset, sendcount, sendtype)
                .root(root);
        if (isRoot(c, root)) {
            call.receivesBlocks(recvbuf, recvoffset, recvcount, recvtype, peers(c));
        }
        listening.see(
                call,
                () -> super.gather(
                        c, sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root));
    }

    @Override
    void gather(CollPort c, @Nullable Object buf, int count, Datatype type, int root) {
        MpiCall call = listening.collective(c, "gather").root(root);
        if (isRoot(c, root)) {
            call.receivesBlocks(buf, 0, count, type, peers(c));
        } else {
            call.sends(buf, 0, count, type);
        }
        listening.see(call, () -> super.gather(c, buf, count, type, root));
    }

    @Override
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
        MpiCall call = listening
                .collective(c, "gatherv")
                .sends(sendbuf, 0, sendcount, sendtype)
                .root(root);
        if (isRoot(c, root)) {
            call.receivesBlocks(recvbuf, 0, recvcount, displs, recvtype, peers(c));
        }
        listening.see(
                call, () -> super.gatherv(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype, root));
    }

    @Override
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
        MpiCall call = listening
                .collective(c, "gatherv")
                .sends(sendbuf, sendoffset, sendcount, sendtype)
                .root(root);
        if (isRoot(c, root)) {
            call.receivesBlocks(recvbuf, recvoffset, recvcount, displs, recvtype, peers(c));
        }
        listening.see(
                call,
                () -> super.gatherv(
                        c,
                        sendbuf,
                        sendoffset,
                        sendcount,
                        sendtype,
                        recvbuf,
                        recvoffset,
                        recvcount,
                        displs,
                        recvtype,
                        root));
    }

    @Override
    void gatherv(CollPort c, @Nullable Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype, int root) {
        MpiCall call = listening.collective(c, "gatherv").root(root);
        if (isRoot(c, root)) {
            call.receivesBlocks(recvbuf, 0, recvcount, displs, recvtype, peers(c));
        }
        listening.see(call, () -> super.gatherv(c, recvbuf, recvcount, displs, recvtype, root));
    }

    @Override
    void gatherv(CollPort c, @Nullable Object sendbuf, int sendcount, Datatype sendtype, int root) {
        listening.see(
                listening
                        .collective(c, "gatherv")
                        .sends(sendbuf, 0, sendcount, sendtype)
                        .root(root),
                () -> super.gatherv(c, sendbuf, sendcount, sendtype, root));
    }

    @Override
    void scatter(
            CollPort c,
            @Nullable Object sendbuf,
            int sendcount,
            @Nullable Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int root) {
        MpiCall call = listening
                .collective(c, "scatter")
                .receives(recvbuf, 0, recvcount, recvtype)
                .root(root);
        if (isRoot(c, root)) {
            call.sendsBlocks(sendbuf, 0, sendcount, sendtype, peers(c));
        }
        listening.see(call, () -> super.scatter(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root));
    }

    @Override
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
        MpiCall call = listening
                .collective(c, "scatter")
                .receives(recvbuf, recvoffset, recvcount, recvtype)
                .root(root);
        if (isRoot(c, root)) {
            call.sendsBlocks(sendbuf, sendoffset, sendcount, sendtype, peers(c));
        }
        listening.see(
                call,
                () -> super.scatter(
                        c, sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype, root));
    }

    @Override
    void scatter(CollPort c, @Nullable Object buf, int count, Datatype type, int root) {
        MpiCall call = listening.collective(c, "scatter").root(root);
        if (isRoot(c, root)) {
            call.sendsBlocks(buf, 0, count, type, peers(c));
        } else {
            call.receives(buf, 0, count, type);
        }
        listening.see(call, () -> super.scatter(c, buf, count, type, root));
    }

    @Override
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
        MpiCall call = listening
                .collective(c, "scatterv")
                .receives(recvbuf, 0, recvcount, recvtype)
                .root(root);
        if (isRoot(c, root)) {
            call.sendsBlocks(sendbuf, 0, sendcount, displs, sendtype, peers(c));
        }
        listening.see(
                call,
                () -> super.scatterv(c, sendbuf, sendcount, displs, sendtype, recvbuf, recvcount, recvtype, root));
    }

    @Override
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
        MpiCall call = listening
                .collective(c, "scatterv")
                .receives(recvbuf, recvoffset, recvcount, recvtype)
                .root(root);
        if (isRoot(c, root)) {
            call.sendsBlocks(sendbuf, sendoffset, sendcount, displs, sendtype, peers(c));
        }
        listening.see(
                call,
                () -> super.scatterv(
                        c,
                        sendbuf,
                        sendoffset,
                        sendcount,
                        displs,
                        sendtype,
                        recvbuf,
                        recvoffset,
                        recvcount,
                        recvtype,
                        root));
    }

    @Override
    void scatterv(CollPort c, @Nullable Object sendbuf, int[] sendcount, int[] displs, Datatype sendtype, int root) {
        MpiCall call = listening.collective(c, "scatterv").root(root);
        if (isRoot(c, root)) {
            call.sendsBlocks(sendbuf, 0, sendcount, displs, sendtype, peers(c));
        }
        listening.see(call, () -> super.scatterv(c, sendbuf, sendcount, displs, sendtype, root));
    }

    @Override
    void scatterv(CollPort c, @Nullable Object recvbuf, int recvcount, Datatype recvtype, int root) {
        listening.see(
                listening
                        .collective(c, "scatterv")
                        .receives(recvbuf, 0, recvcount, recvtype)
                        .root(root),
                () -> super.scatterv(c, recvbuf, recvcount, recvtype, root));
    }

    @Override
    void allGather(
            CollPort c,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype) {
        listening.see(
                listening
                        .collective(c, "allGather")
                        .sends(sendbuf, 0, sendcount, sendtype)
                        .receivesBlocks(recvbuf, 0, recvcount, recvtype, peers(c)),
                () -> super.allGather(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
    }

    @Override
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
        listening.see(
                listening
                        .collective(c, "allGather")
                        .sends(sendbuf, sendoffset, sendcount, sendtype)
                        .receivesBlocks(recvbuf, recvoffset, recvcount, recvtype, peers(c)),
                () -> super.allGather(
                        c, sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype));
    }

    @Override
    void allGather(CollPort c, @Nullable Object buf, int count, Datatype type) {
        listening.see(
                listening.collective(c, "allGather").receivesBlocks(buf, 0, count, type, peers(c)),
                () -> super.allGather(c, buf, count, type));
    }

    @Override
    void allGatherv(
            CollPort c,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype) {
        listening.see(
                listening
                        .collective(c, "allGatherv")
                        .sends(sendbuf, 0, sendcount, sendtype)
                        .receivesBlocks(recvbuf, 0, recvcount, displs, recvtype, peers(c)),
                () -> super.allGatherv(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype));
    }

    @Override
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
        listening.see(
                listening
                        .collective(c, "allGatherv")
                        .sends(sendbuf, sendoffset, sendcount, sendtype)
                        .receivesBlocks(recvbuf, recvoffset, recvcount, displs, recvtype, peers(c)),
                () -> super.allGatherv(
                        c, sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, displs, recvtype));
    }

    @Override
    void allGatherv(CollPort c, @Nullable Object recvbuf, int[] recvcount, int[] displs, Datatype recvtype) {
        listening.see(
                listening.collective(c, "allGatherv").receivesBlocks(recvbuf, 0, recvcount, displs, recvtype, peers(c)),
                () -> super.allGatherv(c, recvbuf, recvcount, displs, recvtype));
    }

    @Override
    void allToAll(
            CollPort c,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype) {
        listening.see(
                listening
                        .collective(c, "allToAll")
                        .sendsBlocks(sendbuf, 0, sendcount, sendtype, peers(c))
                        .receivesBlocks(recvbuf, 0, recvcount, recvtype, peers(c)),
                () -> super.allToAll(c, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
    }

    @Override
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
        listening.see(
                listening
                        .collective(c, "allToAll")
                        .sendsBlocks(sendbuf, sendoffset, sendcount, sendtype, peers(c))
                        .receivesBlocks(recvbuf, recvoffset, recvcount, recvtype, peers(c)),
                () -> super.allToAll(
                        c, sendbuf, sendoffset, sendcount, sendtype, recvbuf, recvoffset, recvcount, recvtype));
    }

    @Override
    void allToAll(CollPort c, @Nullable Object buf, int count, Datatype type) {
        listening.see(
                listening.collective(c, "allToAll").receivesBlocks(buf, 0, count, type, peers(c)),
                () -> super.allToAll(c, buf, count, type));
    }

    @Override
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
        listening.see(
                listening
                        .collective(c, "allToAllv")
                        .sendsBlocks(sendbuf, 0, sendcount, sdispls, sendtype, peers(c))
                        .receivesBlocks(recvbuf, 0, recvcount, rdispls, recvtype, peers(c)),
                () -> super.allToAllv(c, sendbuf, sendcount, sdispls, sendtype, recvbuf, recvcount, rdispls, recvtype));
    }

    @Override
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
        listening.see(
                listening
                        .collective(c, "allToAllv")
                        .sendsBlocks(sendbuf, sendoffset, sendcount, sdispls, sendtype, peers(c))
                        .receivesBlocks(recvbuf, recvoffset, recvcount, rdispls, recvtype, peers(c)),
                () -> super.allToAllv(
                        c,
                        sendbuf,
                        sendoffset,
                        sendcount,
                        sdispls,
                        sendtype,
                        recvbuf,
                        recvoffset,
                        recvcount,
                        rdispls,
                        recvtype));
    }

    @Override
    void allToAllv(CollPort c, @Nullable Object buf, int[] counts, int[] displs, Datatype type) {
        listening.see(
                listening.collective(c, "allToAllv").receivesBlocks(buf, 0, counts, displs, type, peers(c)),
                () -> super.allToAllv(c, buf, counts, displs, type));
    }

    @Override
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
        listening.see(
                listening
                        .collective(c, "allToAllw")
                        .sendsBlocks(sendbuf, 0, sendcount, sdispls, sendtypes, peers(c))
                        .receivesBlocks(recvbuf, 0, recvcount, rdispls, recvtypes, peers(c)),
                () -> super.allToAllw(
                        c, sendbuf, sendcount, sdispls, sendtypes, recvbuf, recvcount, rdispls, recvtypes));
    }

    @Override
    void allToAllw(CollPort c, @Nullable Object buf, int[] counts, int[] displs, Datatype[] types) {
        listening.see(
                listening.collective(c, "allToAllw").receivesBlocks(buf, 0, counts, displs, types, peers(c)),
                () -> super.allToAllw(c, buf, counts, displs, types));
    }

    /** On an intercommunicator the root says so. */
    static boolean isRoot(CollPort c, int root) {
        return c.firstGroup() > 0 ? root == Predefined.ROOT : c.rank() == root;
    }

    /** Ranks of the communicator, or of the other group. */
    private static int peers(CollPort c) {
        return c.firstGroup() > 0 ? BetweenGroups.of(c).remoteSize() : c.size();
    }
}
