package org.bipj.launch.contract;

import java.nio.DoubleBuffer;
import java.nio.IntBuffer;
import java.util.Map;
import mpi.Datatype;
import mpi.Grequest;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.Prequest;
import mpi.ReduceFunction;
import mpi.Request;
import mpi.Win;

/**
 * Programs for two ranks: faults with requests, receive buffers and datatypes, and their neighbours that are none. Argument: the
 * program. Each step that a report has to name has a line and a method of its own.
 */
public final class FaultyRequests {
    /** A program on both ranks. */
    private interface Program {
        void run(Intracomm comm, int rank, int peer);
    }

    private static final int TAG = 7;
    private static final int LONG = 100_000;

    private static final Map<String, Program> PROGRAMS = Map.ofEntries(
            Map.entry("store-into-column", FaultyRequests::storeIntoColumn),
            Map.entry("store-into-long", FaultyRequests::storeIntoLong),
            Map.entry("store-into-own", FaultyRequests::storeIntoOwn),
            Map.entry("store-before-send", FaultyRequests::storeBeforeSend),
            Map.entry("changes-put", FaultyRequests::changesPut),
            Map.entry("changes-reduced", FaultyRequests::changesReduced),
            Map.entry("reuses-result", FaultyRequests::reusesResult),
            Map.entry("legal-stores", FaultyRequests::legalStores),
            Map.entry("freed-receives", FaultyRequests::freedReceives),
            Map.entry("legal-frees", FaultyRequests::legalFrees),
            Map.entry("extensions", FaultyRequests::extensions),
            Map.entry("legal-operands", FaultyRequests::legalOperands),
            Map.entry("never-started", FaultyRequests::neverStarted),
            Map.entry("wait-at-deadlock", FaultyRequests::waitAtDeadlock),
            Map.entry("legal-waits", FaultyRequests::legalWaits),
            Map.entry("never-completed", FaultyRequests::neverCompleted),
            Map.entry("ready-twice", FaultyRequests::readyTwice),
            Map.entry("legal-parts", FaultyRequests::legalParts),
            Map.entry("uncommitted-exchange", FaultyRequests::uncommittedExchange),
            Map.entry("freed-type", FaultyRequests::freedType),
            Map.entry("uncommitted-start", FaultyRequests::uncommittedStart));

    private FaultyRequests() {}

    /** Runs the program between Init and Finalize. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm comm = MPI.COMM_WORLD;
        PROGRAMS.get(args[0]).run(comm, comm.getRank(), comm.getRank() ^ 1);
        MPI.Finalize();
    }

    // ---- stores into receive buffers -----------------------------------------------------------------------------

    /** The other rank sends only once the buffer was changed. */
    private static void go(Intracomm comm, int peer) {
        comm.send(new int[0], 0, MPI.INT, peer, TAG + 1);
    }

    private static void awaitGo(Intracomm comm, int peer) {
        comm.recv(new int[0], 0, MPI.INT, peer, TAG + 1);
    }

    private static Datatype column(int rows, int columns) {
        Datatype column = Datatype.createVector(rows, 1, columns, MPI.DOUBLE);
        column.commit();
        return column;
    }

    private static void changesPut(Intracomm comm, int rank, int peer) {
        try (Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, comm)) {
            int[] data = new int[1];
            win.lockAll(0);
            Request put = win.rPut(data, 1, MPI.INT, peer, 0, 1, MPI.INT);
            data[0]++;
            put.waitFor();
            win.unlockAll();
        }
    }

    private static void changesReduced(Intracomm comm, int rank, int peer) {
        int[] data = new int[1];
        Request sum = comm.iAllReduce(data, new int[1], 1, MPI.INT, MPI.SUM);
        data[0]++;
        sum.waitFor();
    }

    private static void reusesResult(Intracomm comm, int rank, int peer) {
        int[] result = new int[1];
        Request sum = comm.iAllReduce(new int[1], result, 1, MPI.INT, MPI.SUM);
        comm.isSend(result, 1, MPI.INT, rank, TAG);
        sum.waitFor();
    }

    private static void storeIntoColumn(Intracomm comm, int rank, int peer) {
        double[] matrix = new double[12];
        Datatype column = column(3, 4);
        if (rank == 0) {
            Prequest receive = comm.recvInit(matrix, 1, column, MPI.ANY_SOURCE, MPI.ANY_TAG);
            receive.start();
            matrix[4] = 1;
            go(comm, peer);
            receive.waitFor();
            receive.free();
        } else {
            awaitGo(comm, peer);
            comm.send(matrix, 1, column, peer, TAG);
        }
        column.free();
    }

    private static void storeIntoLong(Intracomm comm, int rank, int peer) {
        IntBuffer data = MPI.newIntBuffer(LONG);
        if (rank == 0) {
            Request receive = comm.iRecv(data, LONG, MPI.INT, peer, TAG);
            data.put(LONG - 1, 1);
            go(comm, peer);
            Request.waitAll(new Request[] {comm.iSend(new int[1], 1, MPI.INT, peer, TAG), receive});
        } else {
            awaitGo(comm, peer);
            comm.send(data, LONG, MPI.INT, peer, TAG);
            comm.recv(new int[1], 1, MPI.INT, peer, TAG);
        }
    }

    private static void storeIntoOwn(Intracomm comm, int rank, int peer) {
        byte[] data = new byte[40];
        Request receive = comm.iRecv(data, data.length, MPI.BYTE, rank, TAG);
        data[0] = 1;
        comm.send(new byte[40], 40, MPI.BYTE, rank, TAG);
        while (!receive.test()) {
            comm.iProbe(peer, TAG);
        }
    }

    /** The buffer of a receive is filled, and sent, before the receive has ended. */
    private static void storeBeforeSend(Intracomm comm, int rank, int peer) {
        int[] data = new int[8];
        Request receive = comm.iRecv(data, 8, MPI.INT, peer, TAG);
        data[7] = rank + 1;
        comm.send(data.clone(), 8, MPI.INT, peer, TAG);
        receive.waitStatus();
    }

    private static void legalStores(Intracomm comm, int rank, int peer) {
        double[] matrix = new double[12];
        Datatype column = column(3, 4);
        Request receive = comm.iRecv(matrix, 1, column, peer, TAG);
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = i % 4 == 0 ? matrix[i] : i;
        }
        comm.send(new double[3], 3, MPI.DOUBLE, peer, TAG);
        receive.waitFor();
        for (int i = 0; i < matrix.length; i++) {
            matrix[i]++;
        }
        // A receive into what has come, twice with other contents, and one that is cancelled.
        Prequest again = comm.recvInit(matrix, 1, column, peer, TAG);
        for (int step = 0; step < 3; step++) {
            again.start();
            comm.send(new double[] {step, step, step}, 3, MPI.DOUBLE, peer, TAG);
            again.waitFor();
            matrix[0]++;
        }
        again.start();
        again.cancel();
        again.waitFor();
        matrix[0]++;
        again.free();
        column.free();
        DoubleBuffer whole = MPI.newDoubleBuffer(LONG);
        Request exchange = comm.iSendRecvReplace(whole, LONG, MPI.DOUBLE, peer, TAG, peer, TAG);
        exchange.waitFor();
        whole.put(0, 1);
        Request both = comm.iSendRecv(new int[1], 1, MPI.INT, peer, TAG, new int[1], 1, MPI.INT, peer, TAG);
        both.waitFor();
    }

    // ---- freed receives ------------------------------------------------------------------------------------------

    private static void freedReceives(Intracomm comm, int rank, int peer) {
        Request any = comm.iRecv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        freeAny(any);
        Prequest persistent = comm.recvInit(new int[1], 1, MPI.INT, peer, TAG);
        persistent.start();
        freePersistent(persistent);
        Request matched = comm.iRecv(new int[1], 1, MPI.INT, peer, TAG);
        for (int i = 0; i < 3; i++) {
            comm.send(new int[1], 1, MPI.INT, peer, TAG);
        }
        while (matched.getStatus() == null) {
            comm.iProbe(peer, TAG);
        }
        freeMatched(matched);
    }

    private static void freeAny(Request receive) {
        receive.free();
    }

    private static void freePersistent(Request receive) {
        receive.free();
    }

    private static void freeMatched(Request receive) {
        receive.free();
    }

    private static void legalFrees(Intracomm comm, int rank, int peer) {
        Request sent = comm.iSend(new int[1], 1, MPI.INT, peer, TAG);
        sent.free();
        comm.recv(new int[1], 1, MPI.INT, peer, TAG);
        Request cancelled = comm.iRecv(new int[1], 1, MPI.INT, peer, TAG + 2);
        cancelled.cancel();
        cancelled.free();
        Prequest receive = comm.recvInit(new int[1], 1, MPI.INT, peer, TAG);
        receive.start();
        comm.send(new int[1], 1, MPI.INT, peer, TAG);
        receive.waitFor();
        receive.free();
    }

    // ---- predefined operations on derived types ------------------------------------------------------------------

    private static Datatype pair() {
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        pair.commit();
        return pair;
    }

    private static void extensions(Intracomm comm, int rank, int peer) {
        Datatype pair = pair();
        Datatype column = column(2, 3);
        comm.reduce(new int[4], new int[4], 2, pair, MPI.MAX, 0);
        comm.scan(new double[8], new double[8], 1, column, MPI.PROD);
        Prequest sum = comm.allReduceInit(new int[2], 1, pair, MPI.BXOR);
        sum.start();
        sum.waitFor();
        sum.free();
        column.free();
        pair.free();
    }

    private static void legalOperands(Intracomm comm, int rank, int peer) {
        Datatype pair = pair();
        Op own = new Op((ReduceFunction) (in, inOut, count, type) -> ((int[]) inOut)[0] += ((int[]) in)[0], true);
        comm.allReduce(new int[2], new int[2], 1, pair, own);
        comm.allReduce(new int[2], new int[2], 1, MPI.INT2, MPI.MAXLOC);
        comm.allReduce(new int[2], new int[2], 2, MPI.INT, MPI.SUM);
        comm.bcast(new int[2], 1, pair, 0);
        own.free();
        pair.free();
    }

    // ---- waits for requests that were not started ----------------------------------------------------------------

    private static void neverStarted(Intracomm comm, int rank, int peer) {
        Prequest receive = comm.recvInit(new int[1], 1, MPI.INT, peer, TAG);
        receive.waitStatus();
        receive.free();
        Prequest barrier = comm.barrierInit();
        barrier.waitFor();
        barrier.free();
        Prequest send = comm.sendInit(new int[1], 1, MPI.INT, peer, TAG);
        send.waitFor();
        send.waitFor();
        send.free();
    }

    private static void waitAtDeadlock(Intracomm comm, int rank, int peer) {
        Prequest send = comm.sSendInit(new int[1], 1, MPI.INT, peer, TAG);
        if (rank == 0) {
            send.waitFor();
        }
        comm.recv(new int[1], 1, MPI.INT, peer, TAG);
    }

    /** Rank 1 waits for nothing of it: no rank has to. */
    private static void neverCompleted(Intracomm comm, int rank, int peer) {
        if (rank == 1) {
            Grequest.start(null, null, null);
        }
        comm.barrier();
    }

    private static void readyTwice(Intracomm comm, int rank, int peer) {
        if (rank == 0) {
            Prequest send = comm.pSendInit(new int[2], 2, 1, MPI.INT, peer, TAG, MPI.INFO_NULL);
            send.start();
            send.pReady(1);
            send.pReady(1);
        } else {
            comm.recv(null, 0, MPI.INT, peer, TAG);
        }
    }

    /** Each partition is written between the start and its being ready; what else the library does for them is no fault either. */
    private static void legalParts(Intracomm comm, int rank, int peer) {
        int[] data = new int[4 * LONG];
        Prequest request = rank == 0
                ? comm.pSendInit(data, 4, LONG, MPI.INT, peer, TAG, MPI.INFO_NULL)
                : comm.pRecvInit(data, 8, LONG / 2, MPI.INT, peer, TAG, MPI.INFO_NULL);
        for (int round = 0; round < 2; round++) {
            request.start();
            for (int i = 0; i < 4; i++) {
                if (rank == 0) {
                    data[i * LONG] = i + round;
                    request.pReady(i);
                } else {
                    while (!request.pArrived(2 * i)) {
                        Thread.onSpinWait();
                    }
                    data[i * LONG]++;
                }
            }
            request.waitFor();
        }
        request.free();
        Grequest own = Grequest.start(null, null, null);
        own.complete();
        own.waitFor();
        comm.attachBuffer(MPI.BUFFER_AUTOMATIC);
        comm.bSend(new int[] {1}, 1, MPI.INT, peer, TAG);
        comm.recv(new int[1], 1, MPI.INT, peer, TAG);
        comm.iFlushBuffer().waitFor();
        comm.detachBuffer();
    }

    private static void legalWaits(Intracomm comm, int rank, int peer) {
        Prequest send = comm.sendInit(new int[1], 1, MPI.INT, peer, TAG);
        Prequest receive = comm.recvInit(new int[1], 1, MPI.INT, peer, TAG);
        Request.waitAll(new Request[] {send, receive});
        Request.waitAny(new Request[] {send});
        send.test();
        receive.start();
        send.start();
        send.waitFor();
        receive.waitFor();
        send.waitFor();
        receive.waitStatus();
        send.free();
        receive.free();
    }

    // ---- datatypes that are not usable ---------------------------------------------------------------------------

    private static void uncommittedExchange(Intracomm comm, int rank, int peer) {
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        comm.sendRecv(new int[1], 1, MPI.INT, peer, TAG, new int[2], 1, pair, peer, TAG);
    }

    private static void freedType(Intracomm comm, int rank, int peer) {
        Datatype pair = pair();
        Datatype gone = pair;
        pair.free();
        comm.recv(new int[2], 0, gone, peer, TAG);
    }

    private static void uncommittedStart(Intracomm comm, int rank, int peer) {
        Datatype some = Datatype.createIndexed(new int[] {1, 2}, new int[] {0, 3}, MPI.FLOAT);
        comm.iRecv(new float[8], 1, some, MPI.ANY_SOURCE, MPI.ANY_TAG);
    }
}
