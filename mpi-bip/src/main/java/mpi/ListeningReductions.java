package mpi;

import org.bipj.mpi.coll.port.CollPort;
import org.jspecify.annotations.Nullable;

/** {@link ReductionCalls} that listeners see. */
final class ListeningReductions extends ReductionCalls {
    private final Listening listening;

    ListeningReductions(Listening listening) {
        this.listening = listening;
    }

    @Override
    void reduce(
            CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op, int root) {
        MpiCall call = listening
                .collective(c, "reduce")
                .sends(sendbuf, 0, count, type)
                .op(op)
                .root(root);
        if (ListeningMovement.isRoot(c, root)) {
            call.receives(recvbuf, 0, count, type);
        }
        listening.see(call, () -> super.reduce(c, sendbuf, recvbuf, count, type, op, root));
    }

    @Override
    void reduce(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype type,
            Op op,
            int root) {
        MpiCall call = listening
                .collective(c, "reduce")
                .sends(sendbuf, sendoffset, count, type)
                .op(op)
                .root(root);
        if (ListeningMovement.isRoot(c, root)) {
            call.receives(recvbuf, recvoffset, count, type);
        }
        listening.see(call, () -> super.reduce(c, sendbuf, sendoffset, recvbuf, recvoffset, count, type, op, root));
    }

    @Override
    void allReduce(CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
        listening.see(
                listening
                        .collective(c, "allReduce")
                        .sends(sendbuf, 0, count, type)
                        .receives(recvbuf, 0, count, type)
                        .op(op),
                () -> super.allReduce(c, sendbuf, recvbuf, count, type, op));
    }

    @Override
    void allReduce(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype type,
            Op op) {
        listening.see(
                listening
                        .collective(c, "allReduce")
                        .sends(sendbuf, sendoffset, count, type)
                        .receives(recvbuf, recvoffset, count, type)
                        .op(op),
                () -> super.allReduce(c, sendbuf, sendoffset, recvbuf, recvoffset, count, type, op));
    }

    @Override
    void reduceScatter(
            CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int[] counts, Datatype type, Op op) {
        listening.see(
                listening
                        .collective(c, "reduceScatter")
                        .sendsRow(sendbuf, 0, counts, type, c.size())
                        .receives(recvbuf, 0, own(c, counts), type)
                        .op(op),
                () -> super.reduceScatter(c, sendbuf, recvbuf, counts, type, op));
    }

    @Override
    void reduceScatter(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int[] counts,
            Datatype type,
            Op op) {
        listening.see(
                listening
                        .collective(c, "reduceScatter")
                        .sendsRow(sendbuf, sendoffset, counts, type, c.size())
                        .receives(recvbuf, recvoffset, own(c, counts), type)
                        .op(op),
                () -> super.reduceScatter(c, sendbuf, sendoffset, recvbuf, recvoffset, counts, type, op));
    }

    @Override
    void reduceScatterBlock(
            CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
        listening.see(
                listening
                        .collective(c, "reduceScatterBlock")
                        .sendsBlocks(sendbuf, 0, count, type, c.size())
                        .receives(recvbuf, 0, count, type)
                        .op(op),
                () -> super.reduceScatterBlock(c, sendbuf, recvbuf, count, type, op));
    }

    @Override
    void reduce(CollPort c, @Nullable Object buf, int count, Datatype type, Op op, int root) {
        MpiCall call = listening.collective(c, "reduce").op(op).root(root);
        if (ListeningMovement.isRoot(c, root)) {
            call.receives(buf, 0, count, type);
        } else {
            call.sends(buf, 0, count, type);
        }
        listening.see(call, () -> super.reduce(c, buf, count, type, op, root));
    }

    @Override
    void scan(CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
        listening.see(
                listening
                        .collective(c, "scan")
                        .sends(sendbuf, 0, count, type)
                        .receives(recvbuf, 0, count, type)
                        .op(op),
                () -> super.scan(c, sendbuf, recvbuf, count, type, op));
    }

    @Override
    void scan(
            CollPort c,
            @Nullable Object sendbuf,
            int sendoffset,
            @Nullable Object recvbuf,
            int recvoffset,
            int count,
            Datatype type,
            Op op) {
        listening.see(
                listening
                        .collective(c, "scan")
                        .sends(sendbuf, sendoffset, count, type)
                        .receives(recvbuf, recvoffset, count, type)
                        .op(op),
                () -> super.scan(c, sendbuf, sendoffset, recvbuf, recvoffset, count, type, op));
    }

    @Override
    void exScan(CollPort c, @Nullable Object sendbuf, @Nullable Object recvbuf, int count, Datatype type, Op op) {
        listening.see(
                listening
                        .collective(c, "exScan")
                        .sends(sendbuf, 0, count, type)
                        .receives(recvbuf, 0, count, type)
                        .op(op),
                () -> super.exScan(c, sendbuf, recvbuf, count, type, op));
    }

    /** What this rank receives of the result; 0 where the counts are wrong, which the plain call reports. */
    private static int own(CollPort c, int[] counts) {
        return counts != null && counts.length > c.rank() ? counts[c.rank()] : 0;
    }
}
