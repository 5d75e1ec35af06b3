package mpi;

import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * {@link PointToPointCalls} whose standard sends wait for their receives, as MPI allows (MPI 4.1 section 3.4): a program that needs
 * short sends to be buffered deadlocks. {@code sendRecv} is safe and stays as it is.
 */
final class SynchronousSends extends PointToPointCalls {
    @Override
    void send(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        sSend(comm, c, buf, count, type, dest, tag);
    }

    @Override
    void send(Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        sSend(comm, c, buf, offset, count, type, dest, tag);
    }

    @Override
    Request iSend(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        return isSend(comm, c, buf, count, type, dest, tag);
    }

    @Override
    Request iSend(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return isSend(comm, c, buf, offset, count, type, dest, tag);
    }

    @Override
    Prequest sendInit(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        return sSendInit(comm, c, buf, count, type, dest, tag);
    }

    @Override
    Prequest sendInit(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return sSendInit(comm, c, buf, offset, count, type, dest, tag);
    }
}
