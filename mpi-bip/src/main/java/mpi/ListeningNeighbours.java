package mpi;

import org.bipj.mpi.coll.neighbour.Neighbourhood;
import org.bipj.mpi.coll.port.CollPort;
import org.jspecify.annotations.Nullable;

/** {@link NeighbourCalls} that listeners see. */
final class ListeningNeighbours extends NeighbourCalls {
    private final Listening listening;

    ListeningNeighbours(Listening listening) {
        this.listening = listening;
    }

    @Override
    void allGather(
            CollPort c,
            Neighbourhood edges,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype) {
        listening.see(
                listening
                        .collective(c, "neighborAllGather")
                        .along(edges)
                        .sends(sendbuf, 0, sendcount, sendtype)
                        .receivesBlocks(recvbuf, 0, recvcount, recvtype, edges.inDegree()),
                () -> super.allGather(c, edges, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
    }

    @Override
    void allGatherv(
            CollPort c,
            Neighbourhood edges,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype) {
        listening.see(
                listening
                        .collective(c, "neighborAllGatherv")
                        .along(edges)
                        .sends(sendbuf, 0, sendcount, sendtype)
                        .receivesBlocks(recvbuf, 0, recvcount, displs, recvtype, edges.inDegree()),
                () -> super.allGatherv(c, edges, sendbuf, sendcount, sendtype, recvbuf, recvcount, displs, recvtype));
    }

    @Override
    void allToAll(
            CollPort c,
            Neighbourhood edges,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype) {
        listening.see(
                listening
                        .collective(c, "neighborAllToAll")
                        .along(edges)
                        .sendsBlocks(sendbuf, 0, sendcount, sendtype, edges.outDegree())
                        .receivesBlocks(recvbuf, 0, recvcount, recvtype, edges.inDegree()),
                () -> super.allToAll(c, edges, sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype));
    }

    @Override
    void allToAllv(
            CollPort c,
            Neighbourhood edges,
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
                        .collective(c, "neighborAllToAllv")
                        .along(edges)
                        .sendsBlocks(sendbuf, 0, sendcount, sdispls, sendtype, edges.outDegree())
                        .receivesBlocks(recvbuf, 0, recvcount, rdispls, recvtype, edges.inDegree()),
                () -> super.allToAllv(
                        c, edges, sendbuf, sendcount, sdispls, sendtype, recvbuf, recvcount, rdispls, recvtype));
    }

    @Override
    void allToAllw(
            CollPort c,
            Neighbourhood edges,
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
                        .collective(c, "neighborAllToAllw")
                        .along(edges)
                        .sendsBlocks(sendbuf, 0, sendcount, sdispls, sendtypes, edges.outDegree())
                        .receivesBlocks(recvbuf, 0, recvcount, rdispls, recvtypes, edges.inDegree()),
                () -> super.allToAllw(
                        c, edges, sendbuf, sendcount, sdispls, sendtypes, recvbuf, recvcount, rdispls, recvtypes));
    }
}
