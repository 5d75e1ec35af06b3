package mpi;

import org.bipj.core.payload.Data;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.Neighbours;
import org.bipj.mpi.coll.neighbour.Neighbourhood;
import org.bipj.mpi.coll.port.CollPort;
import org.jspecify.annotations.Nullable;

/**
 * The calls of {@link Comm} among neighbours, on a port of collective operations, which does them at once or records them: what all
 * forms of an operation have in common. The arguments are checked first.
 */
class NeighbourCalls {
    void allGather(
            CollPort c,
            Neighbourhood edges,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype) {
        Data sent = MessageChecks.data(c.callData().sent, sendbuf, sendcount, sendtype, false);
        Data received =
                MessageChecks.parts(c.callData().received, recvbuf, recvcount, recvtype, edges.inDegree(), true);
        distinct(edges, sent, received);
        Neighbours.allGather(c, edges, sent, received);
    }

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
        Data sent = MessageChecks.data(c.callData().sent, sendbuf, sendcount, sendtype, false);
        Blocks received = parts(
                "recv", c.callData().receivedBlocks, recvbuf, recvcount, displs, recvtype, edges.inDegree(), true);
        Neighbours.allGatherv(c, edges, sent, received);
    }

    void allToAll(
            CollPort c,
            Neighbourhood edges,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype) {
        Data sent = MessageChecks.parts(c.callData().sent, sendbuf, sendcount, sendtype, edges.outDegree(), false);
        Data received =
                MessageChecks.parts(c.callData().received, recvbuf, recvcount, recvtype, edges.inDegree(), true);
        distinct(edges, sent, received);
        Neighbours.allToAll(c, edges, sent, received);
    }

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
        Blocks sent =
                parts("send", c.callData().sentBlocks, sendbuf, sendcount, sdispls, sendtype, edges.outDegree(), false);
        Blocks received = parts(
                "recv", c.callData().receivedBlocks, recvbuf, recvcount, rdispls, recvtype, edges.inDegree(), true);
        Neighbours.allToAllv(c, edges, sent, received);
    }

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
        perNeighbour("sendtypes", sendtypes == null ? -1 : sendtypes.length, edges.outDegree());
        perNeighbour("recvtypes", recvtypes == null ? -1 : recvtypes.length, edges.inDegree());
        lengths("send", sendcount, sdispls, edges.outDegree());
        lengths("recv", recvcount, rdispls, edges.inDegree());
        Blocks sent = MessageChecks.parts(
                c.callData().sentBlocks, sendbuf, sendcount, sdispls, sendtypes, edges.outDegree(), false);
        Blocks received = MessageChecks.parts(
                c.callData().receivedBlocks, recvbuf, recvcount, rdispls, recvtypes, edges.inDegree(), true);
        Neighbours.allToAllv(c, edges, sent, received);
    }

    private static void distinct(Neighbourhood edges, Data sent, Data received) {
        if (edges.inDegree() > 0 && edges.outDegree() > 0) {
            MessageChecks.distinct(sent, received);
        }
    }

    private static Blocks parts(
            String which,
            Blocks into,
            @Nullable Object buf,
            int[] counts,
            int[] displs,
            Datatype type,
            int neighbours,
            boolean write) {
        lengths(which, counts, displs, neighbours);
        return MessageChecks.parts(into, buf, counts, displs, type, neighbours, write);
    }

    private static void lengths(String which, int[] counts, int[] displs, int neighbours) {
        perNeighbour(which + "count", counts == null ? -1 : counts.length, neighbours);
        perNeighbour("displacements of " + which + "count", displs == null ? -1 : displs.length, neighbours);
    }

    private static void perNeighbour(String argument, int length, int neighbours) {
        if (length < neighbours) {
            throw new EngineException(
                    ErrorClass.ARG,
                    argument + (length < 0 ? " is null" : " has " + length + " elements") + "; expected " + neighbours
                            + ", one for each neighbour");
        }
    }
}
