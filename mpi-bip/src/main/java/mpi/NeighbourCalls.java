package mpi;

import java.lang.reflect.Array;
import org.bipj.core.payload.Data;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.Neighbours;
import org.bipj.mpi.coll.neighbour.Neighbourhood;
import org.bipj.mpi.coll.port.CollPort;
import org.jspecify.annotations.Nullable;

/**
 * The operations of {@link Comm} among neighbours, on a port that does their steps at once or records them. The arguments are checked
 * first.
 */
final class NeighbourCalls {
    private NeighbourCalls() {}

    static void allGather(CollPort c, CollectiveArguments call) {
        Neighbourhood edges = call.edges;
        Data sent = MessageChecks.data(c.callData().sent, call.sent, false);
        Data received = MessageChecks.firstOf(c.callData().received, call.received, edges.inDegree(), true);
        distinct(edges, sent, received);
        Neighbours.allGather(c, edges, sent, received);
    }

    static void allGatherv(CollPort c, CollectiveArguments call) {
        Neighbourhood edges = call.edges;
        Data sent = MessageChecks.data(c.callData().sent, call.sent, false);
        lengths("recv", call.received, edges.inDegree());
        Blocks received = MessageChecks.blocks(c.callData().receivedBlocks, call.received, edges.inDegree(), true);
        Neighbours.allGatherv(c, edges, sent, received);
    }

    static void allToAll(CollPort c, CollectiveArguments call) {
        Neighbourhood edges = call.edges;
        Data sent = MessageChecks.firstOf(c.callData().sent, call.sent, edges.outDegree(), false);
        Data received = MessageChecks.firstOf(c.callData().received, call.received, edges.inDegree(), true);
        distinct(edges, sent, received);
        Neighbours.allToAll(c, edges, sent, received);
    }

    /** Blocks of one type, or each of its own. */
    static void allToAllv(CollPort c, CollectiveArguments call) {
        Neighbourhood edges = call.edges;
        types("sendtypes", call.sent, edges.outDegree());
        types("recvtypes", call.received, edges.inDegree());
        lengths("send", call.sent, edges.outDegree());
        lengths("recv", call.received, edges.inDegree());
        Blocks sent = MessageChecks.blocks(c.callData().sentBlocks, call.sent, edges.outDegree(), false);
        Blocks received = MessageChecks.blocks(c.callData().receivedBlocks, call.received, edges.inDegree(), true);
        Neighbours.allToAllv(c, edges, sent, received);
    }

    private static void distinct(Neighbourhood edges, Data sent, Data received) {
        if (edges.inDegree() > 0 && edges.outDegree() > 0) {
            MessageChecks.distinct(sent, received);
        }
    }

    private static void types(String argument, Side side, int neighbours) {
        if (side.form == Side.Form.TYPED || side.form == Side.Form.LARGE_TYPED) {
            perNeighbour(argument, side.types == null ? -1 : side.types.length, neighbours);
        }
    }

    private static void lengths(String which, Side side, int neighbours) {
        boolean isLarge = side.form == Side.Form.LARGE_VECTOR || side.form == Side.Form.LARGE_TYPED;
        perNeighbour(which + "count", length(isLarge ? side.largeCounts : side.counts), neighbours);
        int displs = length(isLarge ? side.largeDispls : side.displs);
        perNeighbour("displacements of " + which + "count", displs, neighbours);
    }

    /** Of an array; negative if there is none. */
    private static int length(@Nullable Object values) {
        return values == null ? -1 : Array.getLength(values);
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
