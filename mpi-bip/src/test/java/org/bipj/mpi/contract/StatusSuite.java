package org.bipj.mpi.contract;

import java.util.List;
import java.util.function.Supplier;
import mpi.Comm;
import mpi.File;
import mpi.Grequest;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;
import mpi.Win;

/**
 * The status of each kind of request, by each form of completion (MPI 4.1 sections 3.2.5, 3.7.3, 3.10 and 4.2): one table, whose rows are
 * kinds of requests and whose columns are the {@linkplain CompletionForm forms}. Both ranks of a case do the same, each as the other's peer.
 * What the standard leaves undefined, as the source in the status of a send or of a collective operation, is as in an empty status.
 */
public final class StatusSuite extends Suite {
    private static final int TAG = 6;
    private static final int SILENT_TAG = 7;
    private static final int INTS = 3;
    private static final int PARTS = 2;
    /** The count of a message of an object. */
    private static final int UNKNOWN = -1;

    private static final Expected EMPTY = new Expected(MPI.ANY_SOURCE, MPI.ANY_TAG, 0, false);
    private static final Expected CANCELLED = new Expected(MPI.ANY_SOURCE, MPI.ANY_TAG, 0, true);
    private static final Expected NO_PROCESS = new Expected(MPI.PROC_NULL, MPI.ANY_TAG, 0, false);
    private static final Runnable NOTHING = () -> {};

    /** Adds the cases. */
    public StatusSuite() {
        add("statuses of sends", 2, rank -> check(sends(rank.comm(), 1 - rank.rank())));
        add("statuses of receives", 2, rank -> check(receives(rank.comm(), 1 - rank.rank())));
        add("statuses of sends and receives between groups", 2, StatusSuite::betweenGroups);
        add("statuses of cancelled sends and receives", 2, rank -> check(cancelled(rank.comm(), 1 - rank.rank())));
        add("statuses of persistent requests", 2, rank -> check(persistent(rank.comm(), 1 - rank.rank())));
        add("statuses of partitioned operations", 2, rank -> check(partitioned(rank.comm(), 1 - rank.rank())));
        add("statuses with PROC_NULL", 1, rank -> check(noProcess(rank)));
        add("statuses of calls without a request, with PROC_NULL", 1, StatusSuite::noProcessAtOnce);
        add("statuses of collective operations", 2, rank -> check(collective(rank.comm())));
        add("statuses of operations on windows", 2, StatusSuite::windows);
        add("statuses of accesses to files", 2, StatusSuite::files);
        add("statuses of what a program completes, and of what is complete", 1, rank -> check(local(rank)));
    }

    /** What a status says; the count is in ints. */
    private record Expected(int source, int tag, int count, boolean isCancelled) {
        void check(Status status) {
            Check.equal(source, status.getSource(), "source");
            Check.equal(tag, status.getTag(), "tag");
            Check.equal(isCancelled, status.isCancelled(), "cancelled");
            Check.equal(MPI.SUCCESS, status.getError(), "error");
            if (!isCancelled && count != UNKNOWN) {
                Check.equal(count, status.getCount(MPI.INT), "count");
                Check.equal(count, status.getElements(MPI.INT), "elements");
            }
        }
    }

    /** A request under way, and what is to be done once it is complete. */
    private record Begun(Request request, Runnable after) {}

    private record Row(String name, Expected expected, Supplier<Begun> begin) {}

    private static Row row(String name, Expected expected, Supplier<Begun> begin) {
        return new Row(name, expected, begin);
    }

    private static void check(List<Row> rows) {
        for (Row row : rows) {
            for (CompletionForm form : CompletionForm.all()) {
                try {
                    check(row, form);
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError(row.name() + " by " + form.name() + ": " + e.getMessage(), e);
                }
            }
        }
    }

    private static void check(Row row, CompletionForm form) {
        Begun begun = row.begin().get();
        Request request = begun.request();
        Status status = form.complete().apply(request);
        if (status != null) {
            row.expected().check(status);
        }
        boolean isNull = form.frees() || !(request instanceof Prequest);
        Check.equal(isNull, request.isNull(), "null afterwards");
        for (CompletionForm other : CompletionForm.all()) {
            if (isNull || !other.frees()) {
                other.nothing().accept(request);
            }
        }
        begun.after().run();
        request.free();
        Check.that(request.isNull(), "null once it is freed");
    }

    private static int[] ints() {
        return new int[PARTS * INTS];
    }

    private static Expected from(int source) {
        return new Expected(source, TAG, INTS, false);
    }

    private static Request started(Prequest request) {
        request.start();
        return request;
    }

    // ---- messages ------------------------------------------------------------------------------------------------

    /** A request to send; the peer's message is received behind it. */
    private static Begun sending(Comm comm, int peer, Supplier<Request> send) {
        Request receive = comm.iRecv(ints(), INTS, MPI.INT, peer, TAG);
        return new Begun(send.get(), receive::waitFor);
    }

    /** A request to receive, for a message that the peer sends. */
    private static Begun receiving(Comm comm, int peer, Supplier<Request> receive) {
        Request send = comm.iSend(ints(), INTS, MPI.INT, peer, TAG);
        return new Begun(receive.get(), send::waitFor);
    }

    private static List<Row> sends(Comm comm, int peer) {
        return List.of(
                row("iSend", EMPTY, () -> sending(comm, peer, () -> comm.iSend(ints(), INTS, MPI.INT, peer, TAG))),
                row(
                        "iSend of nothing",
                        EMPTY,
                        () -> sending(comm, peer, () -> comm.iSend(null, 0, MPI.INT, peer, TAG))),
                row("isSend", EMPTY, () -> sending(comm, peer, () -> comm.isSend(ints(), INTS, MPI.INT, peer, TAG))),
                row(
                        "ibSend",
                        EMPTY,
                        () -> buffered(
                                comm, () -> sending(comm, peer, () -> comm.ibSend(ints(), INTS, MPI.INT, peer, TAG)))),
                row("iFlushBuffer", EMPTY, () -> buffered(comm, () -> new Begun(comm.iFlushBuffer(), NOTHING))),
                row("irSend", EMPTY, () -> sending(comm, peer, () -> ready(comm, peer))));
    }

    /** A ready send: the receive of the peer has been started. */
    private static Request ready(Comm comm, int peer) {
        comm.sendRecv(null, 0, MPI.INT, peer, SILENT_TAG, null, 0, MPI.INT, peer, SILENT_TAG);
        return comm.irSend(ints(), INTS, MPI.INT, peer, TAG);
    }

    private static Begun buffered(Comm comm, Supplier<Begun> begin) {
        comm.attachBuffer(new byte[4096]);
        Begun begun = begin.get();
        return new Begun(begun.request(), () -> {
            begun.after().run();
            comm.detachBuffer();
        });
    }

    private static List<Row> receives(Comm comm, int peer) {
        Expected nothing = new Expected(peer, TAG, 0, false);
        return List.of(
                row(
                        "iRecv",
                        from(peer),
                        () -> receiving(comm, peer, () -> comm.iRecv(ints(), INTS, MPI.INT, peer, TAG))),
                row(
                        "iRecv from any",
                        from(peer),
                        () -> receiving(
                                comm, peer, () -> comm.iRecv(ints(), INTS + 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG))),
                row("iRecv of nothing", nothing, () -> {
                    Request send = comm.iSend(null, 0, MPI.INT, peer, TAG);
                    return new Begun(comm.iRecv(null, 0, MPI.INT, peer, TAG), send::waitFor);
                }),
                row("imRecv", from(peer), () -> receiving(comm, peer, () -> matched(comm, peer))),
                row("iRecvObject", new Expected(peer, TAG, UNKNOWN, false), () -> {
                    Request send = comm.iSendObject("three", peer, TAG);
                    return new Begun(comm.iRecvObject(String.class, peer, TAG), send::waitFor);
                }),
                row(
                        "iSendRecv",
                        from(peer),
                        () -> new Begun(
                                comm.iSendRecv(
                                        ints(),
                                        INTS,
                                        MPI.INT,
                                        peer,
                                        TAG,
                                        ints(),
                                        INTS,
                                        MPI.INT,
                                        MPI.ANY_SOURCE,
                                        MPI.ANY_TAG),
                                NOTHING)),
                row(
                        "iSendRecvReplace",
                        from(peer),
                        () -> new Begun(comm.iSendRecvReplace(ints(), INTS, MPI.INT, peer, TAG, peer, TAG), NOTHING)));
    }

    private static Request matched(Comm comm, int source) {
        Message message = new Message();
        message.mProbe(source, TAG, comm);
        return message.imRecv(ints(), INTS, MPI.INT);
    }

    private static void betweenGroups(Rank rank) {
        Intercomm between = rank.comm().createIntercomm(rank.self(), 0, 1 - rank.rank(), TAG);
        between.setErrhandler(MPI.ERRORS_RETURN);
        check(sends(between, 0));
        check(receives(between, 0));
        check(persistent(between, 0));
        check(partitioned(between, 0));
        between.free();
    }

    private static List<Row> cancelled(Comm comm, int peer) {
        return List.of(
                row("iRecv", CANCELLED, () -> cancelled(comm.iRecv(ints(), INTS, MPI.INT, peer, SILENT_TAG))),
                row(
                        "iRecv from any",
                        CANCELLED,
                        () -> cancelled(comm.iRecv(ints(), INTS, MPI.INT, MPI.ANY_SOURCE, SILENT_TAG))),
                row(
                        "recvInit",
                        CANCELLED,
                        () -> cancelled(started(comm.recvInit(ints(), INTS, MPI.INT, peer, SILENT_TAG)))),
                row("isSend", CANCELLED, () -> cancelled(comm.isSend(ints(), INTS, MPI.INT, peer, SILENT_TAG))));
    }

    private static Begun cancelled(Request request) {
        request.cancel();
        return new Begun(request, NOTHING);
    }

    private static List<Row> persistent(Comm comm, int peer) {
        return List.of(
                row(
                        "sendInit",
                        EMPTY,
                        () -> sending(comm, peer, () -> started(comm.sendInit(ints(), INTS, MPI.INT, peer, TAG)))),
                row(
                        "sSendInit",
                        EMPTY,
                        () -> sending(comm, peer, () -> started(comm.sSendInit(ints(), INTS, MPI.INT, peer, TAG)))),
                row(
                        "bSendInit",
                        EMPTY,
                        () -> buffered(
                                comm,
                                () -> sending(
                                        comm, peer, () -> started(comm.bSendInit(ints(), INTS, MPI.INT, peer, TAG))))),
                row(
                        "rSendInit",
                        EMPTY,
                        () -> sending(comm, peer, () -> {
                            comm.sendRecv(null, 0, MPI.INT, peer, SILENT_TAG, null, 0, MPI.INT, peer, SILENT_TAG);
                            return started(comm.rSendInit(ints(), INTS, MPI.INT, peer, TAG));
                        })),
                row(
                        "recvInit",
                        from(peer),
                        () -> receiving(
                                comm, peer, () -> started(comm.recvInit(ints(), INTS, MPI.INT, MPI.ANY_SOURCE, TAG)))));
    }

    // ---- partitioned operations ----------------------------------------------------------------------------------

    private static List<Row> partitioned(Comm comm, int peer) {
        return List.of(
                row("pSendInit", EMPTY, () -> {
                    Prequest receive = comm.pRecvInit(ints(), 1, PARTS * INTS, MPI.INT, peer, TAG, MPI.INFO_NULL);
                    receive.start();
                    return new Begun(partitionedSend(comm, peer, INTS), receive::close);
                }),
                row("pRecvInit", new Expected(peer, TAG, PARTS * INTS, false), () -> {
                    Request send = partitionedSend(comm, peer, INTS);
                    Prequest receive = comm.pRecvInit(ints(), 1, PARTS * INTS, MPI.INT, peer, TAG, MPI.INFO_NULL);
                    return new Begun(started(receive), send::close);
                }),
                row("pRecvInit of nothing", new Expected(peer, TAG, 0, false), () -> {
                    Request send = partitionedSend(comm, peer, 0);
                    Prequest receive = comm.pRecvInit(ints(), PARTS, 0, MPI.INT, peer, TAG, MPI.INFO_NULL);
                    return new Begun(started(receive), send::close);
                }),
                row("pRecvInit without partitions", new Expected(peer, TAG, 0, false), () -> {
                    Request send = started(comm.pSendInit(ints(), 0, INTS, MPI.INT, peer, TAG, MPI.INFO_NULL));
                    Prequest receive = comm.pRecvInit(ints(), 0, INTS, MPI.INT, peer, TAG, MPI.INFO_NULL);
                    return new Begun(started(receive), send::close);
                }));
    }

    private static Request partitionedSend(Comm comm, int dest, int ints) {
        Prequest send = comm.pSendInit(ints(), PARTS, ints, MPI.INT, dest, TAG, MPI.INFO_NULL);
        send.start();
        send.pReadyRange(0, PARTS - 1);
        return send;
    }

    // ---- PROC_NULL -----------------------------------------------------------------------------------------------

    private static List<Row> noProcess(Rank rank) {
        Comm comm = rank.comm();
        int nobody = MPI.PROC_NULL;
        return List.of(
                row("iSend", EMPTY, () -> new Begun(comm.iSend(ints(), INTS, MPI.INT, nobody, TAG), NOTHING)),
                row("isSend", EMPTY, () -> new Begun(comm.isSend(ints(), INTS, MPI.INT, nobody, TAG), NOTHING)),
                row("irSend", EMPTY, () -> new Begun(comm.irSend(ints(), INTS, MPI.INT, nobody, TAG), NOTHING)),
                row("ibSend", EMPTY, () -> new Begun(comm.ibSend(ints(), INTS, MPI.INT, nobody, TAG), NOTHING)),
                row("iRecv", NO_PROCESS, () -> new Begun(comm.iRecv(ints(), INTS, MPI.INT, nobody, TAG), NOTHING)),
                row("imRecv", NO_PROCESS, () -> new Begun(matched(comm, nobody), NOTHING)),
                row("iRecvObject", NO_PROCESS, () -> new Begun(comm.iRecvObject(String.class, nobody, TAG), NOTHING)),
                row(
                        "iSendRecv",
                        NO_PROCESS,
                        () -> new Begun(
                                comm.iSendRecv(ints(), INTS, MPI.INT, nobody, TAG, ints(), INTS, MPI.INT, nobody, TAG),
                                NOTHING)),
                row(
                        "iSendRecv to nobody",
                        from(0),
                        () -> receiving(
                                comm,
                                0,
                                () -> comm.iSendRecv(
                                        ints(), INTS, MPI.INT, nobody, TAG, ints(), INTS, MPI.INT, 0, TAG))),
                row(
                        "iSendRecv from nobody",
                        NO_PROCESS,
                        () -> sending(
                                comm,
                                0,
                                () -> comm.iSendRecv(
                                        ints(), INTS, MPI.INT, 0, TAG, ints(), INTS, MPI.INT, nobody, TAG))),
                row(
                        "iSendRecvReplace",
                        NO_PROCESS,
                        () -> new Begun(
                                comm.iSendRecvReplace(ints(), INTS, MPI.INT, nobody, TAG, nobody, TAG), NOTHING)),
                row(
                        "sendInit",
                        EMPTY,
                        () -> new Begun(started(comm.sendInit(ints(), INTS, MPI.INT, nobody, TAG)), NOTHING)),
                row(
                        "recvInit",
                        NO_PROCESS,
                        () -> new Begun(started(comm.recvInit(ints(), INTS, MPI.INT, nobody, TAG)), NOTHING)),
                row("pSendInit", EMPTY, () -> new Begun(partitionedSend(comm, nobody, INTS), NOTHING)),
                row(
                        "pRecvInit",
                        NO_PROCESS,
                        () -> new Begun(
                                started(comm.pRecvInit(ints(), PARTS, INTS, MPI.INT, nobody, TAG, MPI.INFO_NULL)),
                                NOTHING)));
    }

    private static void noProcessAtOnce(Rank rank) {
        Comm comm = rank.comm();
        int nobody = MPI.PROC_NULL;
        NO_PROCESS.check(comm.recv(ints(), INTS, MPI.INT, nobody, TAG));
        NO_PROCESS.check(comm.probe(nobody, TAG));
        NO_PROCESS.check(comm.iProbe(nobody, TAG));
        NO_PROCESS.check(comm.sendRecv(ints(), INTS, MPI.INT, nobody, TAG, ints(), INTS, MPI.INT, nobody, TAG));
        NO_PROCESS.check(comm.sendRecvReplace(ints(), INTS, MPI.INT, nobody, TAG, nobody, TAG));
        Message message = new Message();
        NO_PROCESS.check(message.mProbe(nobody, TAG, comm));
        Check.that(message.isNoProc(), "the message of nobody");
        NO_PROCESS.check(message.mRecv(ints(), INTS, MPI.INT));
        NO_PROCESS.check(message.imProbe(nobody, TAG, comm));
        Check.that(message.isNoProc() && !message.isNull(), "the message of nobody");
        NO_PROCESS.check(message.imRecv(ints(), INTS, MPI.INT).waitStatus());
        Check.that(message.isNull(), "received");
    }

    // ---- all others ----------------------------------------------------------------------------------------------

    private static List<Row> collective(Intracomm comm) {
        return List.of(
                row("iBarrier", EMPTY, () -> new Begun(comm.iBarrier(), NOTHING)),
                row("iBcast", EMPTY, () -> new Begun(comm.iBcast(ints(), INTS, MPI.INT, 0), NOTHING)),
                row(
                        "iAllReduce",
                        EMPTY,
                        () -> new Begun(comm.iAllReduce(ints(), ints(), INTS, MPI.INT, MPI.SUM), NOTHING)),
                row("iBcast of nothing", EMPTY, () -> new Begun(comm.iBcast(null, 0, MPI.INT, 0), NOTHING)),
                row("barrierInit", EMPTY, () -> new Begun(started(comm.barrierInit()), NOTHING)),
                row("bcastInit", EMPTY, () -> new Begun(started(comm.bcastInit(ints(), INTS, MPI.INT, 0)), NOTHING)),
                row("iDup", EMPTY, () -> {
                    Intracomm copy = comm.iDup();
                    return new Begun(copy.getRequest(), copy::free);
                }));
    }

    private static void windows(Rank rank) {
        int[] memory = ints();
        try (Win win = new Win(memory, memory.length, 1, MPI.INFO_NULL, rank.comm())) {
            win.lockAll(0);
            for (int target : new int[] {rank.rank(), 1 - rank.rank(), MPI.PROC_NULL}) {
                check(window(win, target));
            }
            win.unlockAll();
        }
    }

    private static List<Row> window(Win win, int target) {
        return List.of(
                row(
                        "rPut to " + target,
                        EMPTY,
                        () -> new Begun(win.rPut(ints(), INTS, MPI.INT, target, 0, INTS, MPI.INT), NOTHING)),
                row(
                        "rGet from " + target,
                        EMPTY,
                        () -> new Begun(win.rGet(ints(), INTS, MPI.INT, target, 0, INTS, MPI.INT), NOTHING)),
                row(
                        "rAccumulate to " + target,
                        EMPTY,
                        () -> new Begun(
                                win.rAccumulate(ints(), INTS, MPI.INT, target, 0, INTS, MPI.INT, MPI.SUM), NOTHING)),
                row(
                        "rGetAccumulate from " + target,
                        EMPTY,
                        () -> new Begun(
                                win.rGetAccumulate(
                                        ints(), INTS, MPI.INT, ints(), INTS, MPI.INT, target, 0, INTS, MPI.INT,
                                        MPI.SUM),
                                NOTHING)));
    }

    private static void files(Rank rank) throws Exception {
        SharedFile.use(rank, path -> {
            try (File file = new File(rank.comm(), path.toString(), MPI.MODE_CREATE | MPI.MODE_RDWR)) {
                int at = rank.rank() * INTS * Integer.BYTES;
                Expected three = new Expected(MPI.ANY_SOURCE, MPI.ANY_TAG, INTS, false);
                check(List.of(
                        row("iWriteAt", three, () -> over(file, file.iWriteAt(at, ints(), INTS, MPI.INT))),
                        row("iReadAt", three, () -> over(file, file.iReadAt(at, ints(), INTS, MPI.INT))),
                        row("iWriteAtAll", three, () -> over(file, file.iWriteAtAll(at, ints(), INTS, MPI.INT))),
                        row("iReadAtAll", three, () -> over(file, file.iReadAtAll(at, ints(), INTS, MPI.INT))),
                        row("iReadAt of nothing", EMPTY, () -> over(file, file.iReadAt(at, null, 0, MPI.INT))),
                        row(
                                "iReadAt behind the end",
                                EMPTY,
                                () -> over(file, file.iReadAt(1000, ints(), INTS, MPI.INT)))));
            }
        });
    }

    /** An access that is over: a thread does it, and in memory a rank that only tests meanwhile is taken for one that is stuck. */
    private static Begun over(File file, Request access) {
        file.iReadAt(0, null, 0, MPI.INT).waitFor();
        return new Begun(access, NOTHING);
    }

    private static List<Row> local(Rank rank) {
        return List.of(
                row(
                        "Grequest",
                        new Expected(3, TAG, INTS, false),
                        () -> complete(Grequest.start(
                                status -> {
                                    status.setSource(3);
                                    status.setTag(TAG);
                                    status.setElements(MPI.INT, INTS);
                                },
                                null,
                                null))),
                row("Grequest without a query", EMPTY, () -> complete(Grequest.start(null, null, null))),
                row(
                        "Grequest that was cancelled",
                        CANCELLED,
                        () -> complete(Grequest.start(status -> status.setCancelled(true), null, null))),
                row("iFlushBuffer", EMPTY, () -> new Begun(rank.iFlushBuffer(), NOTHING)));
    }

    private static Begun complete(Grequest request) {
        request.complete();
        return new Begun(request, NOTHING);
    }
}
