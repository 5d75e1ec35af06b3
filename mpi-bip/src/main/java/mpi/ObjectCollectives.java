package mpi;

import java.util.ArrayList;
import java.util.List;
import org.bipj.mpi.call.Counts;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * The collective operations of mpiJava 1.2 on arrays of objects. What one process sends to another is one object for {@link
 * ObjectCalls}: an array. A process's own objects are copied like those of others.
 */
final class ObjectCollectives {
    private static final Class<Object[]> ARRAY = Object[].class;

    private ObjectCollectives() {}

    static void bcast(Intracomm comm, @Nullable Object buf, int offset, int count, Datatype type, int root) {
        boolean isRoot = comm.getRank() == root;
        Object[] mine = isRoot ? ObjectArrays.collect(buf, offset, count, type) : null;
        Object[] all = ObjectCalls.bcast(comm, ARRAY, mine, root);
        if (!isRoot) {
            ObjectArrays.distribute(ObjectCalls.array(all), buf, offset, count, type);
        }
    }

    static void gather(
            Intracomm comm,
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            @Nullable Datatype recvtype,
            int root) {
        Object[] mine = ObjectArrays.collect(sendbuf, sendoffset, sendcount, sendtype);
        List<Object[]> parts = own(comm, ObjectCalls.gather(comm, ARRAY, mine, root));
        if (comm.getRank() == root) {
            place(parts, recvbuf, recvoffset, recvcount, recvtype);
        }
    }

    static void gatherv(
            Intracomm comm,
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int @Nullable [] recvcounts,
            int @Nullable [] displs,
            @Nullable Datatype recvtype,
            int root) {
        Object[] mine = ObjectArrays.collect(sendbuf, sendoffset, sendcount, sendtype);
        List<Object[]> parts = own(comm, ObjectCalls.gather(comm, ARRAY, mine, root));
        if (comm.getRank() == root) {
            place(parts, recvbuf, recvoffset, recvcounts, displs, recvtype);
        }
    }

    static void scatter(
            Intracomm comm,
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            @Nullable Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root) {
        List<Object[]> parts = comm.getRank() == root ? parts(comm, sendbuf, sendoffset, sendcount, sendtype) : null;
        receive(comm, parts, recvbuf, recvoffset, recvcount, recvtype, root);
    }

    static void scatterv(
            Intracomm comm,
            @Nullable Object sendbuf,
            int sendoffset,
            int @Nullable [] sendcounts,
            int @Nullable [] displs,
            @Nullable Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int root) {
        List<Object[]> parts =
                comm.getRank() == root ? parts(comm, sendbuf, sendoffset, sendcounts, displs, sendtype) : null;
        receive(comm, parts, recvbuf, recvoffset, recvcount, recvtype, root);
    }

    private static void receive(
            Intracomm comm,
            @Nullable List<Object[]> parts,
            @Nullable Object buf,
            int offset,
            int count,
            Datatype type,
            int root) {
        Object[] mine = ObjectCalls.array(ObjectCalls.scatter(comm, ARRAY, parts, root));
        ObjectArrays.distribute(comm.getRank() == root ? copy(comm, mine) : mine, buf, offset, count, type);
    }

    static void allGather(
            Intracomm comm,
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype) {
        Object[] mine = ObjectArrays.collect(sendbuf, sendoffset, sendcount, sendtype);
        place(own(comm, ObjectCalls.allGather(comm, ARRAY, mine)), recvbuf, recvoffset, recvcount, recvtype);
    }

    static void allGatherv(
            Intracomm comm,
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            int[] displs,
            Datatype recvtype) {
        Object[] mine = ObjectArrays.collect(sendbuf, sendoffset, sendcount, sendtype);
        List<Object[]> parts = own(comm, ObjectCalls.allGather(comm, ARRAY, mine));
        place(parts, recvbuf, recvoffset, recvcounts, displs, recvtype);
    }

    static void allToAll(
            Intracomm comm,
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype) {
        List<Object[]> parts = parts(comm, sendbuf, sendoffset, sendcount, sendtype);
        place(own(comm, ObjectCalls.allToAll(comm, ARRAY, parts)), recvbuf, recvoffset, recvcount, recvtype);
    }

    static void allToAllv(
            Intracomm comm,
            @Nullable Object sendbuf,
            int sendoffset,
            int[] sendcounts,
            int[] sdispls,
            Datatype sendtype,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            int[] rdispls,
            Datatype recvtype) {
        List<Object[]> parts = parts(comm, sendbuf, sendoffset, sendcounts, sdispls, sendtype);
        List<Object[]> received = own(comm, ObjectCalls.allToAll(comm, ARRAY, parts));
        place(received, recvbuf, recvoffset, recvcounts, rdispls, recvtype);
    }

    static void reduce(
            Intracomm comm,
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype type,
            Op op,
            int root) {
        ReduceFunction function = function(op);
        Object[] mine = ObjectArrays.collect(sendbuf, sendoffset, count, type);
        List<Object[]> all = own(comm, ObjectCalls.gather(comm, ARRAY, mine, root));
        if (comm.getRank() == root) {
            Object[] result = combined(all, count, type, function);
            put(result, 0, count, type, recvbuf, recvoffset);
        }
    }

    static void allReduce(
            Intracomm comm,
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype type,
            Op op) {
        ReduceFunction function = function(op);
        List<Object[]> all = operands(comm, sendbuf, sendoffset, count, type);
        put(combined(all, count, type, function), 0, count, type, recvbuf, recvoffset);
    }

    static void reduceScatter(
            Intracomm comm,
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] recvcounts,
            Datatype type,
            Op op) {
        ReduceFunction function = function(op);
        int size = comm.getSize();
        Counts.check("recvcounts", recvcounts, size);
        int count = ObjectArrays.number(Counts.sum("recvcounts", recvcounts, size));
        List<Object[]> all = operands(comm, sendbuf, sendoffset, count, type);
        int before = 0;
        for (int rank = 0; rank < comm.getRank(); rank++) {
            before += recvcounts[rank];
        }
        Object[] result = combined(all, count, type, function);
        put(result, before, recvcounts[comm.getRank()], type, recvbuf, recvoffset);
    }

    static void scan(
            Intracomm comm,
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype type,
            Op op) {
        ReduceFunction function = function(op);
        List<Object[]> all = operands(comm, sendbuf, sendoffset, count, type);
        Object[] result = combined(all.subList(0, comm.getRank() + 1), count, type, function);
        put(result, 0, count, type, recvbuf, recvoffset);
    }

    private static ReduceFunction function(Op op) {
        if (op == null || op.function() == null) {
            throw new EngineException(
                    ErrorClass.OP,
                    "the operation is " + op + ", which is not defined on OBJECT; expected one of the program");
        }
        return op.function();
    }

    /** What all processes combine. */
    private static List<Object[]> operands(Intracomm comm, @Nullable Object buf, int offset, int count, Datatype type) {
        return own(comm, ObjectCalls.allGather(comm, ARRAY, ObjectArrays.collect(buf, offset, count, type)));
    }

    /** Combines arrays of objects in their order: {@code ((a op b) op c) op ...}. The result lies as elements of the type do. */
    private static Object[] combined(List<Object[]> operands, int count, Datatype type, ReduceFunction function) {
        Object[] left = spread(operands.getFirst(), count, type);
        for (Object[] operand : operands.subList(1, operands.size())) {
            Object[] right = spread(operand, count, type);
            function.call(left, right, count, type);
            left = right;
        }
        return left;
    }

    /** Objects where elements of a datatype have them, from the beginning of an array. */
    private static Object[] spread(Object[] objects, int count, Datatype type) {
        long places = count == 0 ? 0 : ObjectArrays.layout(type).highest(count);
        Object[] all = new Object[ObjectArrays.number(Math.max(0, places))];
        ObjectArrays.distribute(objects, all, 0, count, type);
        return all;
    }

    /** Puts elements of a result into the user's array. */
    private static void put(Object[] result, int first, int count, Datatype type, @Nullable Object buf, int offset) {
        Object[] objects = ObjectArrays.collect(result, ObjectArrays.behind(0, first, type), count, type);
        ObjectArrays.distribute(objects, buf, offset, count, type);
    }

    /** The same objects, those of this process copied. */
    private static List<Object[]> own(Intracomm comm, List<Object[]> parts) {
        if (parts.isEmpty()) {
            return parts;
        }
        List<Object[]> all = new ArrayList<>(parts);
        all.set(comm.getRank(), copy(comm, all.get(comm.getRank())));
        return all;
    }

    private static Object[] copy(Intracomm comm, Object[] objects) {
        return ObjectCalls.decodeArray(comm, ObjectCalls.encode(comm, objects));
    }

    private static List<Object[]> parts(
            Intracomm comm, @Nullable Object buf, int offset, int count, @Nullable Datatype type) {
        List<Object[]> parts = new ArrayList<>();
        for (int rank = 0; rank < comm.getSize(); rank++) {
            parts.add(ObjectArrays.collect(buf, ObjectArrays.behind(offset, (long) rank * count, type), count, type));
        }
        return parts;
    }

    @SuppressWarnings("NullAway") // The checks of counts and displacements refuse null.
    private static List<Object[]> parts(
            Intracomm comm,
            @Nullable Object buf,
            int offset,
            int @Nullable [] counts,
            int @Nullable [] displs,
            @Nullable Datatype type) {
        Counts.check("counts", counts, comm.getSize());
        MessageChecks.displacements(displs, comm.getSize());
        List<Object[]> parts = new ArrayList<>();
        for (int rank = 0; rank < comm.getSize(); rank++) {
            parts.add(ObjectArrays.collect(buf, ObjectArrays.behind(offset, displs[rank], type), counts[rank], type));
        }
        return parts;
    }

    private static void place(
            List<Object[]> parts, @Nullable Object buf, int offset, int count, @Nullable Datatype type) {
        for (int rank = 0; rank < parts.size(); rank++) {
            distribute(rank, parts.get(rank), buf, ObjectArrays.behind(offset, (long) rank * count, type), count, type);
        }
    }

    @SuppressWarnings("NullAway") // The checks of counts and displacements refuse null.
    private static void place(
            List<Object[]> parts,
            @Nullable Object buf,
            int offset,
            int @Nullable [] counts,
            int @Nullable [] displs,
            @Nullable Datatype type) {
        Counts.check("counts", counts, parts.size());
        MessageChecks.displacements(displs, parts.size());
        for (int rank = 0; rank < parts.size(); rank++) {
            distribute(rank, parts.get(rank), buf, ObjectArrays.behind(offset, displs[rank], type), counts[rank], type);
        }
    }

    private static void distribute(
            int rank, Object[] part, @Nullable Object buf, long offset, int count, @Nullable Datatype type) {
        try {
            ObjectArrays.distribute(part, buf, offset, count, type);
        } catch (EngineException e) {
            throw new EngineException(e.errorClass(), "from rank " + rank + ": " + e.getMessage());
        }
    }
}
