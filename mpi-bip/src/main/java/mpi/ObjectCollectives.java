package mpi;

import java.util.ArrayList;
import java.util.List;
import org.bipj.mpi.call.Counts;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;

/**
 * The collective operations of mpiJava 1.2 on arrays of objects. What one process sends to another is one object for {@link
 * ObjectCalls}: an array. A process's own objects are copied like those of others.
 */
final class ObjectCollectives {
    private static final Class<Object[]> ARRAY = Object[].class;

    private ObjectCollectives() {}

    /** Does what a call on objects says. */
    static void perform(Intracomm comm, Collective operation, CollectiveCall call) {
        switch (operation) {
            case BCAST -> bcast(comm, call);
            case GATHER, GATHERV -> gather(comm, call);
            case SCATTER, SCATTERV -> scatter(comm, call);
            case ALLGATHER, ALLGATHERV ->
                place(own(comm, ObjectCalls.allGather(comm, ARRAY, collect(call.sent))), call.received);
            case ALLTOALL, ALLTOALLV ->
                place(own(comm, ObjectCalls.allToAll(comm, ARRAY, parts(comm, call.sent))), call.received);
            case REDUCE -> reduce(comm, call);
            case ALLREDUCE -> allReduce(comm, call);
            case REDUCE_SCATTER -> reduceScatter(comm, call);
            case SCAN -> scan(comm, call);
            default -> throw new IllegalArgumentException(operation + " is none of the second dialect");
        }
    }

    private static Object[] collect(Side side) {
        return ObjectArrays.collect(side.buffer, side.offset, (int) side.count, side.type);
    }

    private static void distribute(Object[] objects, Side side) {
        ObjectArrays.distribute(objects, side.buffer, side.offset, (int) side.count, side.type);
    }

    private static void bcast(Intracomm comm, CollectiveCall call) {
        boolean isRoot = comm.getRank() == call.root;
        Object[] mine = isRoot ? collect(call.sent) : null;
        Object[] all = ObjectCalls.bcast(comm, ARRAY, mine, call.root);
        if (!isRoot) {
            distribute(ObjectCalls.array(all), call.sent);
        }
    }

    private static void gather(Intracomm comm, CollectiveCall call) {
        List<Object[]> parts = own(comm, ObjectCalls.gather(comm, ARRAY, collect(call.sent), call.root));
        if (comm.getRank() == call.root) {
            place(parts, call.received);
        }
    }

    private static void scatter(Intracomm comm, CollectiveCall call) {
        boolean isRoot = comm.getRank() == call.root;
        List<Object[]> parts = isRoot ? parts(comm, call.sent) : null;
        Object[] mine = ObjectCalls.array(ObjectCalls.scatter(comm, ARRAY, parts, call.root));
        distribute(isRoot ? copy(comm, mine) : mine, call.received);
    }

    private static void reduce(Intracomm comm, CollectiveCall call) {
        ReduceFunction function = function(call.op);
        List<Object[]> all = own(comm, ObjectCalls.gather(comm, ARRAY, collect(call.sent), call.root));
        if (comm.getRank() == call.root) {
            put(combined(all, call.sent, function), call.received);
        }
    }

    private static void allReduce(Intracomm comm, CollectiveCall call) {
        ReduceFunction function = function(call.op);
        put(combined(operands(comm, call.sent), call.sent, function), call.received);
    }

    private static void reduceScatter(Intracomm comm, CollectiveCall call) {
        ReduceFunction function = function(call.op);
        int[] counts = call.received.counts;
        int size = comm.getSize();
        Counts.check("recvcounts", counts, size);
        call.sent.count = ObjectArrays.number(Counts.sum("recvcounts", counts, size));
        List<Object[]> all = operands(comm, call.sent);
        int before = 0;
        for (int rank = 0; rank < comm.getRank(); rank++) {
            before += counts[rank];
        }
        call.received.count = counts[comm.getRank()];
        put(combined(all, call.sent, function), before, call.received);
    }

    private static void scan(Intracomm comm, CollectiveCall call) {
        ReduceFunction function = function(call.op);
        List<Object[]> all = operands(comm, call.sent);
        put(combined(all.subList(0, comm.getRank() + 1), call.sent, function), call.received);
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
    private static List<Object[]> operands(Intracomm comm, Side side) {
        return own(comm, ObjectCalls.allGather(comm, ARRAY, collect(side)));
    }

    /** Combines arrays of objects in their order: {@code ((a op b) op c) op ...}. The result lies as elements of the type do. */
    private static Object[] combined(List<Object[]> operands, Side side, ReduceFunction function) {
        int count = (int) side.count;
        Datatype type = side.type;
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

    /** Puts a result into the user's array. */
    private static void put(Object[] result, Side side) {
        put(result, 0, side);
    }

    /** The same of some of its elements. */
    private static void put(Object[] result, int first, Side side) {
        long from = ObjectArrays.behind(0, first, side.type);
        distribute(ObjectArrays.collect(result, from, (int) side.count, side.type), side);
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

    /** What a side has for each process. */
    private static List<Object[]> parts(Intracomm comm, Side side) {
        check(side, comm.getSize());
        List<Object[]> parts = new ArrayList<>();
        for (int rank = 0; rank < comm.getSize(); rank++) {
            parts.add(ObjectArrays.collect(side.buffer, offset(side, rank), count(side, rank), side.type));
        }
        return parts;
    }

    /** Puts what each process has sent where a side wants it. */
    private static void place(List<Object[]> parts, Side side) {
        check(side, parts.size());
        for (int rank = 0; rank < parts.size(); rank++) {
            try {
                ObjectArrays.distribute(parts.get(rank), side.buffer, offset(side, rank), count(side, rank), side.type);
            } catch (EngineException e) {
                throw new EngineException(e.errorClass(), "from rank " + rank + ": " + e.getMessage());
            }
        }
    }

    private static void check(Side side, int size) {
        if (side.form == Side.Form.VECTOR) {
            Counts.check("counts", side.counts, size);
            MessageChecks.displacements(side.displs, size);
        }
    }

    private static int count(Side side, int rank) {
        return side.form == Side.Form.VECTOR ? side.counts[rank] : (int) side.count;
    }

    private static long offset(Side side, int rank) {
        long elements = side.form == Side.Form.VECTOR ? side.displs[rank] : rank * side.count;
        return ObjectArrays.behind(side.offset, elements, side.type);
    }
}
