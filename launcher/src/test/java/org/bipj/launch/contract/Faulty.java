package org.bipj.launch.contract;

import java.util.Map;
import mpi.CartComm;
import mpi.Datatype;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Win;

/** Programs with one fault each, for the checker. Argument: the fault. Each step that a report has to name has a line and a method of its own. */
public final class Faulty {
    /** A fault on one rank or several. */
    private interface Fault {
        void commit(Intracomm comm, int rank, int peer);
    }

    private static final int TAG = 7;

    private static final Map<String, Fault> FAULTS = Map.ofEntries(
            Map.entry("changed-while-pending", Faulty::changedWhilePending),
            Map.entry("receive-buffer-in-use", Faulty::receiveBufferInUse),
            Map.entry("overlapping-receives", Faulty::overlappingReceives),
            Map.entry("send-buffer-received-into", Faulty::sendBufferReceivedInto),
            Map.entry("overlapping-buffers", Faulty::overlappingBuffers),
            Map.entry("started-twice", Faulty::startedTwice),
            Map.entry("freed-handle", Faulty::freedHandle),
            Map.entry("inactive-request", Faulty::inactiveRequest),
            Map.entry("active-requests", Faulty::activeRequests),
            Map.entry("cancelled-requests", Faulty::cancelledRequests),
            Map.entry("not-freed", Faulty::notFreed),
            Map.entry("unreceived-messages", Faulty::unreceivedMessages),
            Map.entry("unreceived-in-freed", Faulty::unreceivedInFreed),
            Map.entry("unreceived-after-free", Faulty::unreceivedAfterFree),
            Map.entry("open-epoch", Faulty::openEpoch),
            Map.entry("handles-not-freed", Faulty::handlesNotFreed),
            Map.entry("different-operations", Faulty::differentOperations),
            Map.entry("different-roots", Faulty::differentRoots),
            Map.entry("different-counts", Faulty::differentCounts),
            Map.entry("different-types", Faulty::differentTypes),
            Map.entry("different-reductions", Faulty::differentReductions),
            Map.entry("different-forms", Faulty::differentForms),
            Map.entry("different-order", Faulty::differentOrder),
            Map.entry("unsafe", Faulty::unsafe),
            Map.entry("race", Faulty::race),
            Map.entry("missing-call", Faulty::missingCall),
            Map.entry("missing-call-of-some", Faulty::missingCallOfSome),
            Map.entry("wrong-type", Faulty::wrongType),
            Map.entry("different-parts", Faulty::differentParts),
            Map.entry("different-parts-of-all", Faulty::differentPartsOfAll),
            Map.entry("different-own-part", Faulty::differentOwnPart),
            Map.entry("different-types-of-own-part", Faulty::differentTypesOfOwnPart),
            Map.entry("different-types-of-all", Faulty::differentTypesOfAll),
            Map.entry("different-parts-of-neighbours", Faulty::differentPartsOfNeighbours),
            Map.entry("different-parts-between", Faulty::differentPartsBetween),
            Map.entry("different-counts-between", Faulty::differentCountsBetween),
            Map.entry("missing-start", Faulty::missingStart),
            Map.entry("put-changed-while-pending", Faulty::putChangedWhilePending),
            Map.entry("get-buffer-in-use", Faulty::getBufferInUse),
            Map.entry("overlapping-updates", Faulty::overlappingUpdates),
            Map.entry("overlapping-updates-of-two", Faulty::overlappingUpdatesOfTwo),
            Map.entry("wrong-mixture", Faulty::wrongMixture),
            Map.entry("wrong-mixture-of-persistent", Faulty::wrongMixtureOfPersistent),
            Map.entry("different-mixtures", Faulty::differentMixtures),
            Map.entry("unclosed-put", FaultyWindows::unclosedPut),
            Map.entry("unclosed-accumulate", FaultyWindows::unclosedAccumulate),
            Map.entry("unclosed-get", FaultyWindows::unclosedGet),
            Map.entry("missing-last-fence", FaultyWindows::missingLastFence),
            Map.entry("missing-only-fence", FaultyWindows::missingOnlyFence),
            Map.entry("missing-fence-of-two", FaultyWindows::missingFenceOfTwo),
            Map.entry("accumulate-and-get", FaultyWindows::accumulateAndGet),
            Map.entry("accumulate-and-put", FaultyWindows::accumulateAndPut),
            Map.entry("mixed-accumulates", FaultyWindows::mixedAccumulates),
            Map.entry("mixed-types", FaultyWindows::mixedTypes),
            Map.entry("other-elements", FaultyWindows::otherElements),
            Map.entry("get-and-accumulate", FaultyWindows::getAndAccumulate),
            Map.entry("store-beside-get", FaultyWindows::storeBesideGet),
            Map.entry("store-beside-locked-get", FaultyWindows::storeBesideLockedGet),
            Map.entry("store-into-get", FaultyWindows::storeIntoGet),
            Map.entry("put-into-receive", FaultyWindows::putIntoReceive),
            Map.entry("accumulate-into-receive", FaultyWindows::accumulateIntoReceive),
            Map.entry("put-into-bcast", FaultyWindows::putIntoBcast),
            Map.entry("wrong-length", Faulty::wrongLength));

    private Faulty() {}

    /** Commits the fault between Init and Finalize. */
    public static void main(String[] args) {
        MPI.Init(args);
        Intracomm comm = MPI.COMM_WORLD;
        FAULTS.get(args[0]).commit(comm, comm.getRank(), comm.getRank() ^ 1);
        MPI.Finalize();
    }

    private static void changedWhilePending(Intracomm comm, int rank, int peer) {
        int[] data = new int[100];
        if (rank == 0) {
            Request send = startSend(comm, data, peer);
            data[17]++;
            end(send);
        } else {
            comm.recv(data, data.length, MPI.INT, peer, TAG);
        }
    }

    private static void receiveBufferInUse(Intracomm comm, int rank, int peer) {
        int[] data = new int[1];
        if (rank == 0) {
            Request receive = startReceive(comm, data, 1, peer);
            comm.send(data, 1, MPI.INT, peer, TAG);
            end(receive);
        } else {
            comm.sendRecv(data, 1, MPI.INT, peer, TAG, new int[1], 1, MPI.INT, peer, TAG);
        }
    }

    private static void overlappingReceives(Intracomm comm, int rank, int peer) {
        int[] data = new int[4];
        if (rank == 0) {
            Request first = startReceive(comm, data, 3, peer);
            Request second = comm.iRecv(MPI.slice(java.nio.IntBuffer.wrap(data), 2), 2, MPI.INT, peer, TAG);
            Request.waitAll(new Request[] {first, second});
        } else {
            comm.send(data, 3, MPI.INT, peer, TAG);
            comm.send(data, 2, MPI.INT, peer, TAG);
        }
    }

    private static void sendBufferReceivedInto(Intracomm comm, int rank, int peer) {
        int[] data = new int[100];
        if (rank == 0) {
            Request send = startSend(comm, data, peer);
            comm.recv(data, 1, MPI.INT, peer, TAG);
            end(send);
        } else {
            comm.sendRecv(new int[1], 1, MPI.INT, peer, TAG, data, data.length, MPI.INT, peer, TAG);
        }
    }

    private static void overlappingBuffers(Intracomm comm, int rank, int peer) {
        java.nio.IntBuffer all = MPI.newIntBuffer(4);
        comm.allReduce(MPI.slice(all, 0), MPI.slice(all, 1), 2, MPI.INT, MPI.SUM);
    }

    private static void startedTwice(Intracomm comm, int rank, int peer) {
        Prequest receive = comm.recvInit(new int[1], 1, MPI.INT, peer, TAG);
        receive.start();
        receive.start();
    }

    private static void freedHandle(Intracomm comm, int rank, int peer) {
        Prequest receive = comm.recvInit(new int[1], 1, MPI.INT, peer, TAG);
        receive.free();
        receive.start();
    }

    private static void inactiveRequest(Intracomm comm, int rank, int peer) {
        Prequest receive = comm.recvInit(new int[1], 1, MPI.INT, peer, TAG);
        for (int i = 0; i < 2000; i++) {
            receive.waitFor();
        }
        receive.free();
    }

    private static void activeRequests(Intracomm comm, int rank, int peer) {
        int[] data = new int[100];
        if (rank == 0) {
            startSend(comm, data, peer);
        } else {
            comm.recv(data, 100, MPI.INT, peer, TAG);
        }
    }

    private static void cancelledRequests(Intracomm comm, int rank, int peer) {
        startReceive(comm, new int[1], 1, MPI.ANY_SOURCE).cancel();
        Prequest receive = comm.recvInit(new int[2], 2, MPI.INT, MPI.ANY_SOURCE, TAG + 1);
        receive.start();
        receive.Cancel();
    }

    private static void notFreed(Intracomm comm, int rank, int peer) {
        for (int i = 0; i < 22; i++) {
            comm.sendInit(new int[i], i, MPI.INT, peer, TAG);
        }
    }

    private static void unreceivedMessages(Intracomm comm, int rank, int peer) {
        if (rank == 0) {
            comm.send(new int[3], 3, MPI.INT, peer, TAG);
            comm.send(new int[3], 3, MPI.INT, peer, TAG + 1);
        } else {
            comm.recv(new int[3], 3, MPI.INT, peer, TAG + 1);
        }
    }

    private static void unreceivedInFreed(Intracomm comm, int rank, int peer) {
        Intracomm part = comm.dup();
        if (rank == 0) {
            part.send(new int[3], 3, MPI.INT, peer, TAG);
            comm.send(new int[1], 1, MPI.INT, peer, TAG + 1);
        } else {
            // What was sent before is there, too.
            comm.recv(new int[1], 1, MPI.INT, peer, TAG + 1);
        }
        part.free();
    }

    private static void unreceivedAfterFree(Intracomm comm, int rank, int peer) {
        Intracomm part = comm.dup();
        if (rank == 0) {
            comm.recv(new int[1], 1, MPI.INT, peer, TAG);
            part.send(new int[3], 3, MPI.INT, peer, TAG);
            part.free();
        } else {
            part.free();
            comm.send(new int[1], 1, MPI.INT, peer, TAG);
        }
    }

    private static void openEpoch(Intracomm comm, int rank, int peer) {
        Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, comm);
        if (rank == 0) {
            win.lock(MPI.LOCK_SHARED, peer, 0);
            win.put(new int[1], 1, MPI.INT, peer, 0, 1, MPI.INT);
        }
        comm.barrier();
    }

    private static void handlesNotFreed(Intracomm comm, int rank, int peer) {
        comm.split(0, rank);
        comm.dup().free();
        if (rank == 0) {
            comm.send(new byte[32], 1, mixture("IFIF"), peer, TAG);
        } else {
            comm.recv(new byte[32], 1, mixture("IFIF"), peer, TAG);
        }
        MPI.attachBuffer(new byte[100]);
        new Win(new int[1], 1, 1, MPI.INFO_NULL, comm);
    }

    private static void differentOperations(Intracomm comm, int rank, int peer) {
        Intracomm both = comm.split(0, rank);
        if (rank == 0) {
            both.bcast(new int[1], 1, MPI.INT, 0);
        } else {
            both.barrier();
        }
    }

    private static void differentRoots(Intracomm comm, int rank, int peer) {
        comm.iBcast(new int[1], 1, MPI.INT, rank).waitFor();
    }

    private static void differentCounts(Intracomm comm, int rank, int peer) {
        comm.allReduce(new int[2], new int[2], 1 + rank, MPI.INT, MPI.SUM);
    }

    private static void differentTypes(Intracomm comm, int rank, int peer) {
        if (rank == 0) {
            comm.gather(new int[2], 2, MPI.INT, new int[4], 2, MPI.INT, 0);
        } else {
            comm.gather(new double[1], 1, MPI.DOUBLE, null, 0, MPI.DOUBLE, 0);
        }
    }

    private static void differentReductions(Intracomm comm, int rank, int peer) {
        comm.allReduceInit(new int[1], new int[1], 1, MPI.INT, rank == 0 ? MPI.SUM : MPI.MAX);
    }

    private static void differentForms(Intracomm comm, int rank, int peer) {
        if (rank == 0) {
            comm.barrier();
        } else {
            comm.iBarrier().waitFor();
        }
    }

    private static void differentOrder(Intracomm comm, int rank, int peer) {
        Intracomm other = comm.dup();
        Request first = (rank == 0 ? comm : other).iBarrier();
        int[] sum = {rank};
        (rank == 0 ? other : comm).allReduce(sum, 1, MPI.INT, MPI.SUM);
        first.waitFor();
    }

    private static void missingCall(Intracomm comm, int rank, int peer) {
        if (rank == 0) {
            comm.bcast(new int[1], 1, MPI.INT, 0);
        }
    }

    private static void missingCallOfSome(Intracomm comm, int rank, int peer) {
        try (Intracomm other = comm.dup()) {
            missingCall(other, rank, peer);
        }
    }

    /** Both ranks send first. */
    private static void unsafe(Intracomm comm, int rank, int peer) {
        comm.send(new int[1], 1, MPI.INT, peer, TAG);
        comm.recv(new int[1], 1, MPI.INT, peer, TAG);
    }

    /** Rank 0 receives what ranks 1 and 2 send, in any order. */
    private static void race(Intracomm comm, int rank, int peer) {
        if (rank > 0) {
            comm.send(new int[1], 1, MPI.INT, 0, TAG);
        }
        comm.barrier();
        for (int i = 1; rank == 0 && i < comm.getSize(); i++) {
            comm.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, TAG);
        }
    }

    private static void wrongType(Intracomm comm, int rank, int peer) {
        if (rank == 0) {
            comm.send(new int[2], 2, MPI.INT, peer, TAG);
        } else {
            comm.recv(new double[1], 1, MPI.DOUBLE, peer, TAG);
        }
    }

    private static void differentParts(Intracomm comm, int rank, int peer) {
        int[] counts = {1, 2};
        comm.gatherv(new int[3], 1 + 2 * rank, MPI.INT, new int[4], counts, new int[] {0, 1}, MPI.INT, 0);
    }

    /** Two INT are as long as one DOUBLE. */
    private static void differentPartsOfAll(Intracomm comm, int rank, int peer) {
        int[] ints = {2, 2};
        int[] doubles = {1, 1};
        int[] places = {0, 2};
        Datatype type = rank == 0 ? MPI.INT : MPI.DOUBLE;
        Object from = rank == 0 ? new int[4] : new double[4];
        Object to = rank == 0 ? new int[4] : new double[4];
        int[] counts = rank == 0 ? ints : doubles;
        comm.iAllToAllv(from, counts, places, type, to, counts, places, type).waitFor();
    }

    private static void differentOwnPart(Intracomm comm, int rank, int peer) {
        comm.allGather(new int[2], 2, MPI.INT, new int[2], 1, MPI.INT);
    }

    private static void differentTypesOfOwnPart(Intracomm comm, int rank, int peer) {
        comm.allGather(new int[2], 2, MPI.INT, new float[4], 2, MPI.FLOAT);
    }

    private static void differentTypesOfAll(Intracomm comm, int rank, int peer) {
        comm.scatter(new int[4], 2, MPI.INT, new float[2], 2, MPI.FLOAT, 0);
    }

    private static void differentPartsOfNeighbours(Intracomm comm, int rank, int peer) {
        try (CartComm ring = comm.createCart(new int[] {2}, new boolean[] {true}, false)) {
            ring.neighborAllToAllInit(new int[4], 1 + rank, MPI.INT, new int[4], 1 + rank, MPI.INT);
        }
    }

    private static void differentPartsBetween(Intracomm comm, int rank, int peer) {
        try (Intracomm own = comm.split(rank, 0);
                Intercomm inter = comm.createIntercomm(own, 0, peer, TAG)) {
            inter.allGather(new int[2], 1 + rank, MPI.INT, new int[2], 1, MPI.INT);
        }
    }

    private static void differentCountsBetween(Intracomm comm, int rank, int peer) {
        try (Intracomm own = comm.split(rank, 0);
                Intercomm inter = comm.createIntercomm(own, 0, peer, TAG)) {
            inter.bcast(new int[2], 1 + rank, MPI.INT, rank == 0 ? MPI.ROOT : 0);
        }
    }

    /** The root of a broadcast waits for nobody. */
    private static void missingStart(Intracomm comm, int rank, int peer) {
        try (Prequest bcast = comm.bcastInit(new int[1], 1, MPI.INT, 0)) {
            for (int i = 0; i < 2 - rank; i++) {
                bcast.start();
                end(bcast);
            }
        }
    }

    private static void putChangedWhilePending(Intracomm comm, int rank, int peer) {
        try (Win win = new Win(new int[100], 100, 1, MPI.INFO_NULL, comm)) {
            int[] data = new int[100];
            win.fence(0);
            win.accumulate(data, data.length, MPI.INT, peer, 0, data.length, MPI.INT, MPI.SUM);
            data[17]++;
            win.fence(0);
        }
    }

    private static void getBufferInUse(Intracomm comm, int rank, int peer) {
        int[] data = new int[1];
        try (Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, comm)) {
            win.lock(MPI.LOCK_SHARED, peer, 0);
            win.get(data, 1, MPI.INT, peer, 0, 1, MPI.INT);
            comm.allReduce(data, 1, MPI.INT, MPI.SUM);
            win.unlock(peer);
        }
    }

    /** The second element is that of both. */
    private static void overlappingUpdates(Intracomm comm, int rank, int peer) {
        try (Win win = new Win(new int[4], 4, 1, MPI.INFO_NULL, comm)) {
            win.lockAll(0);
            win.put(new int[2], 2, MPI.INT, peer, 0, 2, MPI.INT);
            win.accumulate(new int[1], 1, MPI.INT, peer, 1, 1, MPI.INT, MPI.SUM);
            win.unlockAll();
        }
    }

    /** Both ranks put into rank 0. */
    private static void overlappingUpdatesOfTwo(Intracomm comm, int rank, int peer) {
        try (Win win = new Win(new int[4], 4, 1, MPI.INFO_NULL, comm)) {
            win.fence(0);
            win.put(new int[2], 2, MPI.INT, 0, rank, 2, MPI.INT);
            win.fence(0);
        }
    }

    /** Two sequences that have the same 11 bits in an envelope. */
    private static final String MIXTURE = "IFIIFIII";

    private static final String OTHER_MIXTURE = "FIFIIFFI";

    private static void wrongMixture(Intracomm comm, int rank, int peer) {
        try (Datatype mixture = mixture(rank == 0 ? MIXTURE : OTHER_MIXTURE)) {
            byte[] data = new byte[32];
            if (rank == 0) {
                comm.send(data, 1, mixture, peer, TAG);
            } else {
                Request.waitAny(new Request[] {comm.iRecv(data, 1, mixture, MPI.ANY_SOURCE, MPI.ANY_TAG)});
            }
        }
    }

    private static void wrongMixtureOfPersistent(Intracomm comm, int rank, int peer) {
        try (Datatype mixture = mixture(rank == 0 ? MIXTURE : OTHER_MIXTURE)) {
            byte[] data = new byte[32];
            if (rank == 0) {
                Prequest send = comm.sSendInit(data, 1, mixture, peer, TAG);
                send.start();
                send.close();
            } else {
                comm.recv(data, 1, mixture, peer, TAG);
            }
        }
    }

    private static void differentMixtures(Intracomm comm, int rank, int peer) {
        try (Datatype mixture = mixture(rank == 0 ? MIXTURE : OTHER_MIXTURE)) {
            comm.bcast(new byte[32], 1, mixture, 0);
        }
    }

    /** A struct of INT and FLOAT without gaps. */
    private static Datatype mixture(String letters) {
        int[] lengths = new int[letters.length()];
        int[] places = new int[lengths.length];
        Datatype[] types = new Datatype[lengths.length];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = 1;
            places[i] = Integer.BYTES * i;
            types[i] = letters.charAt(i) == 'I' ? MPI.INT : MPI.FLOAT;
        }
        Datatype made = Datatype.createStruct(lengths, places, types);
        made.commit();
        return made;
    }

    private static void wrongLength(Intracomm comm, int rank, int peer) {
        if (rank == 0) {
            startSend(comm, new int[3], peer).waitFor();
        } else {
            end(startReceive(comm, new int[2], 2, peer));
        }
    }

    private static Request startSend(Intracomm comm, int[] data, int peer) {
        return comm.iSend(data, data.length, MPI.INT, peer, TAG);
    }

    private static Request startReceive(Intracomm comm, int[] data, int count, int peer) {
        return comm.iRecv(data, count, MPI.INT, peer, TAG);
    }

    private static void end(Request request) {
        request.waitFor();
    }
}
