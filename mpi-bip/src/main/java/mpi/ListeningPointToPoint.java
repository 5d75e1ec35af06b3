package mpi;

import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/** {@link PointToPointCalls} that listeners see. */
final class ListeningPointToPoint extends PointToPointCalls {
    private final Listening listening;
    private final PointToPointCalls plain;

    ListeningPointToPoint(Listening listening, PointToPointCalls plain) {
        this.listening = listening;
        this.plain = plain;
    }

    @Override
    void send(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        listening.see(
                listening.call(comm, "send").sends(buf, 0, count, type).to(dest, tag),
                () -> plain.send(comm, c, buf, count, type, dest, tag));
    }

    @Override
    void sSend(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        listening.see(
                listening.call(comm, "sSend").sends(buf, 0, count, type).to(dest, tag),
                () -> plain.sSend(comm, c, buf, count, type, dest, tag));
    }

    @Override
    void rSend(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        listening.see(
                listening.call(comm, "rSend").sends(buf, 0, count, type).to(dest, tag),
                () -> plain.rSend(comm, c, buf, count, type, dest, tag));
    }

    @Override
    void bSend(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        listening.see(
                listening.call(comm, "bSend").sends(buf, 0, count, type).to(dest, tag),
                () -> plain.bSend(comm, c, buf, count, type, dest, tag));
    }

    @Override
    Status recv(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int source, int tag) {
        return listening.see(
                listening.call(comm, "recv").receives(buf, 0, count, type).from(source, tag),
                () -> plain.recv(comm, c, buf, count, type, source, tag));
    }

    @Override
    Status sendRecv(
            Comm comm,
            CommCore c,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag) {
        return listening.see(
                listening
                        .call(comm, "sendRecv")
                        .sends(sendbuf, 0, sendcount, sendtype)
                        .to(dest, sendtag)
                        .receives(recvbuf, 0, recvcount, recvtype)
                        .from(source, recvtag),
                () -> plain.sendRecv(
                        comm, c, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                        recvtag));
    }

    @Override
    Status sendRecvReplace(
            Comm comm,
            CommCore c,
            @Nullable Object buf,
            int count,
            Datatype type,
            int dest,
            int sendtag,
            int source,
            int recvtag) {
        return listening.see(
                listening
                        .call(comm, "sendRecvReplace")
                        .receives(buf, 0, count, type)
                        .to(dest, sendtag)
                        .from(source, recvtag),
                () -> plain.sendRecvReplace(comm, c, buf, count, type, dest, sendtag, source, recvtag));
    }

    @Override
    Request iSendRecv(
            Comm comm,
            CommCore c,
            @Nullable Object sendbuf,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            @Nullable Object recvbuf,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag) {
        return listening.see(
                listening
                        .call(comm, "iSendRecv")
                        .sends(sendbuf, 0, sendcount, sendtype)
                        .to(dest, sendtag)
                        .receives(recvbuf, 0, recvcount, recvtype)
                        .from(source, recvtag),
                () -> plain.iSendRecv(
                        comm, c, sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source,
                        recvtag));
    }

    @Override
    Request iSendRecvReplace(
            Comm comm,
            CommCore c,
            @Nullable Object buf,
            int count,
            Datatype type,
            int dest,
            int sendtag,
            int source,
            int recvtag) {
        return listening.see(
                listening
                        .call(comm, "iSendRecvReplace")
                        .receives(buf, 0, count, type)
                        .to(dest, sendtag)
                        .from(source, recvtag),
                () -> plain.iSendRecvReplace(comm, c, buf, count, type, dest, sendtag, source, recvtag));
    }

    @Override
    Request iSend(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening.call(comm, "iSend").sends(buf, 0, count, type).to(dest, tag),
                () -> plain.iSend(comm, c, buf, count, type, dest, tag));
    }

    @Override
    Request isSend(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening.call(comm, "isSend").sends(buf, 0, count, type).to(dest, tag),
                () -> plain.isSend(comm, c, buf, count, type, dest, tag));
    }

    @Override
    Request irSend(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening.call(comm, "irSend").sends(buf, 0, count, type).to(dest, tag),
                () -> plain.irSend(comm, c, buf, count, type, dest, tag));
    }

    @Override
    Request ibSend(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening.call(comm, "ibSend").sends(buf, 0, count, type).to(dest, tag),
                () -> plain.ibSend(comm, c, buf, count, type, dest, tag));
    }

    @Override
    Request iRecv(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int source, int tag) {
        return listening.see(
                listening.call(comm, "iRecv").receives(buf, 0, count, type).from(source, tag),
                () -> plain.iRecv(comm, c, buf, count, type, source, tag));
    }

    @Override
    Prequest sendInit(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening.call(comm, "sendInit").sends(buf, 0, count, type).to(dest, tag),
                () -> plain.sendInit(comm, c, buf, count, type, dest, tag));
    }

    @Override
    Prequest sSendInit(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening.call(comm, "sSendInit").sends(buf, 0, count, type).to(dest, tag),
                () -> plain.sSendInit(comm, c, buf, count, type, dest, tag));
    }

    @Override
    Prequest rSendInit(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening.call(comm, "rSendInit").sends(buf, 0, count, type).to(dest, tag),
                () -> plain.rSendInit(comm, c, buf, count, type, dest, tag));
    }

    @Override
    Prequest bSendInit(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening.call(comm, "bSendInit").sends(buf, 0, count, type).to(dest, tag),
                () -> plain.bSendInit(comm, c, buf, count, type, dest, tag));
    }

    @Override
    Prequest recvInit(Comm comm, CommCore c, @Nullable Object buf, int count, Datatype type, int source, int tag) {
        return listening.see(
                listening.call(comm, "recvInit").receives(buf, 0, count, type).from(source, tag),
                () -> plain.recvInit(comm, c, buf, count, type, source, tag));
    }

    @Override
    Status iProbe(Comm comm, CommCore c, int source, int tag) {
        return listening.see(
                listening.call(comm, "iProbe").from(source, tag), () -> plain.iProbe(comm, c, source, tag));
    }

    @Override
    Status probe(Comm comm, CommCore c, int source, int tag) {
        return listening.see(listening.call(comm, "probe").from(source, tag), () -> plain.probe(comm, c, source, tag));
    }

    @Override
    void send(Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        listening.see(
                listening.call(comm, "send").sends(buf, offset, count, type).to(dest, tag),
                () -> plain.send(comm, c, buf, offset, count, type, dest, tag));
    }

    @Override
    void sSend(Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        listening.see(
                listening.call(comm, "sSend").sends(buf, offset, count, type).to(dest, tag),
                () -> plain.sSend(comm, c, buf, offset, count, type, dest, tag));
    }

    @Override
    void rSend(Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        listening.see(
                listening.call(comm, "rSend").sends(buf, offset, count, type).to(dest, tag),
                () -> plain.rSend(comm, c, buf, offset, count, type, dest, tag));
    }

    @Override
    void bSend(Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        listening.see(
                listening.call(comm, "bSend").sends(buf, offset, count, type).to(dest, tag),
                () -> plain.bSend(comm, c, buf, offset, count, type, dest, tag));
    }

    @Override
    Request iSend(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening.call(comm, "iSend").sends(buf, offset, count, type).to(dest, tag),
                () -> plain.iSend(comm, c, buf, offset, count, type, dest, tag));
    }

    @Override
    Request isSend(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening.call(comm, "isSend").sends(buf, offset, count, type).to(dest, tag),
                () -> plain.isSend(comm, c, buf, offset, count, type, dest, tag));
    }

    @Override
    Request irSend(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening.call(comm, "irSend").sends(buf, offset, count, type).to(dest, tag),
                () -> plain.irSend(comm, c, buf, offset, count, type, dest, tag));
    }

    @Override
    Request ibSend(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening.call(comm, "ibSend").sends(buf, offset, count, type).to(dest, tag),
                () -> plain.ibSend(comm, c, buf, offset, count, type, dest, tag));
    }

    @Override
    Prequest sendInit(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening.call(comm, "sendInit").sends(buf, offset, count, type).to(dest, tag),
                () -> plain.sendInit(comm, c, buf, offset, count, type, dest, tag));
    }

    @Override
    Prequest sSendInit(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening
                        .call(comm, "sSendInit")
                        .sends(buf, offset, count, type)
                        .to(dest, tag),
                () -> plain.sSendInit(comm, c, buf, offset, count, type, dest, tag));
    }

    @Override
    Prequest rSendInit(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening
                        .call(comm, "rSendInit")
                        .sends(buf, offset, count, type)
                        .to(dest, tag),
                () -> plain.rSendInit(comm, c, buf, offset, count, type, dest, tag));
    }

    @Override
    Prequest bSendInit(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int dest, int tag) {
        return listening.see(
                listening
                        .call(comm, "bSendInit")
                        .sends(buf, offset, count, type)
                        .to(dest, tag),
                () -> plain.bSendInit(comm, c, buf, offset, count, type, dest, tag));
    }

    @Override
    Status recv(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int source, int tag) {
        return listening.see(
                listening.call(comm, "recv").receives(buf, offset, count, type).from(source, tag),
                () -> plain.recv(comm, c, buf, offset, count, type, source, tag));
    }

    @Override
    Request iRecv(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int source, int tag) {
        return listening.see(
                listening.call(comm, "iRecv").receives(buf, offset, count, type).from(source, tag),
                () -> plain.iRecv(comm, c, buf, offset, count, type, source, tag));
    }

    @Override
    Prequest recvInit(
            Comm comm, CommCore c, @Nullable Object buf, int offset, int count, Datatype type, int source, int tag) {
        return listening.see(
                listening
                        .call(comm, "recvInit")
                        .receives(buf, offset, count, type)
                        .from(source, tag),
                () -> plain.recvInit(comm, c, buf, offset, count, type, source, tag));
    }

    @Override
    Status sendRecv(
            Comm comm,
            CommCore c,
            @Nullable Object sendbuf,
            int sendoffset,
            int sendcount,
            Datatype sendtype,
            int dest,
            int sendtag,
            @Nullable Object recvbuf,
            int recvoffset,
            int recvcount,
            Datatype recvtype,
            int source,
            int recvtag) {
        return listening.see(
                listening
                        .call(comm, "sendRecv")
                        .sends(sendbuf, sendoffset, sendcount, sendtype)
                        .to(dest, sendtag)
                        .receives(recvbuf, recvoffset, recvcount, recvtype)
                        .from(source, recvtag),
                () -> plain.sendRecv(
                        comm,
                        c,
                        sendbuf,
                        sendoffset,
                        sendcount,
                        sendtype,
                        dest,
                        sendtag,
                        recvbuf,
                        recvoffset,
                        recvcount,
                        recvtype,
                        source,
                        recvtag));
    }

    @Override
    Status sendRecvReplace(
            Comm comm,
            CommCore c,
            @Nullable Object buf,
            int offset,
            int count,
            Datatype type,
            int dest,
            int sendtag,
            int source,
            int recvtag) {
        return listening.see(
                listening
                        .call(comm, "sendRecvReplace")
                        .receives(buf, offset, count, type)
                        .to(dest, sendtag)
                        .from(source, recvtag),
                () -> plain.sendRecvReplace(comm, c, buf, offset, count, type, dest, sendtag, source, recvtag));
    }
}
