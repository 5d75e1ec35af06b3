package mpi;

import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.coll.Neighbours;
import org.bipj.mpi.coll.neighbour.Neighbourhood;
import org.bipj.mpi.engine.CollPort;
import org.bipj.mpi.engine.EngineException;
import org.bipj.mpi.engine.ErrorClass;

/**
 * The calls of {@link CommNeighbours} on a port of collective operations, which does them at once or records them: what all
 * forms of an operation have in common. The arguments are checked first.
 */
final class NeighbourCalls {
    private NeighbourCalls() {}

    static void allGather(
            CollPort c,
            Neighbourhood edges,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype) {
        TypeLayout st = Checks.data(sendbuf, sendcount, sendtype, false);
        TypeLayout rt = Checks.parts(recvbuf, recvcount, recvtype, edges.inDegree(), true);
        distinct(edges, sendbuf, sendcount, st, recvbuf, recvcount, rt);
        Neighbours.allGather(c, edges, sendbuf, sendcount, st, recvbuf, recvcount, rt);
    }

    static void allGatherv(
            CollPort c,
            Neighbourhood edges,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] displs,
            Datatype recvtype) {
        TypeLayout st = Checks.data(sendbuf, sendcount, sendtype, false);
        TypeLayout rt = parts("recv", recvbuf, recvcount, displs, recvtype, edges.inDegree(), true);
        Neighbours.allGatherv(c, edges, sendbuf, sendcount, st, recvbuf, recvcount, displs, rt);
    }

    static void allToAll(
            CollPort c,
            Neighbourhood edges,
            Object sendbuf,
            int sendcount,
            Datatype sendtype,
            Object recvbuf,
            int recvcount,
            Datatype recvtype) {
        TypeLayout st = Checks.parts(sendbuf, sendcount, sendtype, edges.outDegree(), false);
        TypeLayout rt = Checks.parts(recvbuf, recvcount, recvtype, edges.inDegree(), true);
        distinct(edges, sendbuf, sendcount, st, recvbuf, recvcount, rt);
        Neighbours.allToAll(c, edges, sendbuf, sendcount, st, recvbuf, recvcount, rt);
    }

    static void allToAllv(
            CollPort c,
            Neighbourhood edges,
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype sendtype,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype recvtype) {
        TypeLayout st = parts("send", sendbuf, sendcount, sdispls, sendtype, edges.outDegree(), false);
        TypeLayout rt = parts("recv", recvbuf, recvcount, rdispls, recvtype, edges.inDegree(), true);
        Neighbours.allToAllv(c, edges, sendbuf, sendcount, sdispls, st, recvbuf, recvcount, rdispls, rt);
    }

    static void allToAllw(
            CollPort c,
            Neighbourhood edges,
            Object sendbuf,
            int[] sendcount,
            int[] sdispls,
            Datatype[] sendtypes,
            Object recvbuf,
            int[] recvcount,
            int[] rdispls,
            Datatype[] recvtypes) {
        perNeighbour("sendtypes", sendtypes == null ? -1 : sendtypes.length, edges.outDegree());
        perNeighbour("recvtypes", recvtypes == null ? -1 : recvtypes.length, edges.inDegree());
        lengths("send", sendcount, sdispls, edges.outDegree());
        lengths("recv", recvcount, rdispls, edges.inDegree());
        TypeLayout[] sts = Checks.parts(sendbuf, sendcount, sdispls, sendtypes, edges.outDegree(), false);
        TypeLayout[] rts = Checks.parts(recvbuf, recvcount, rdispls, recvtypes, edges.inDegree(), true);
        Neighbours.allToAllw(c, edges, sendbuf, sendcount, sdispls, sts, recvbuf, recvcount, rdispls, rts);
    }

    private static void distinct(
            Neighbourhood edges,
            Object sendbuf,
            int sendcount,
            TypeLayout sendtype,
            Object recvbuf,
            int recvcount,
            TypeLayout recvtype) {
        if (edges.inDegree() > 0 && edges.outDegree() > 0) {
            Checks.distinct(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype);
        }
    }

    private static TypeLayout parts(
            String which, Object buf, int[] counts, int[] displs, Datatype type, int neighbours, boolean write) {
        lengths(which, counts, displs, neighbours);
        return Checks.parts(buf, counts, displs, type, neighbours, write);
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
