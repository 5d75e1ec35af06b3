package org.bipj.mpi.contract;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MpiRank;
import mpi.Request;
import org.bipj.bip.Bip;
import org.bipj.core.job.Jobs;

/** MPI and BIP in one program: what is sent by one is received by the same, and neither holds up the other. */
public final class BesideBipSuite extends Suite {
    private static final int FEW = 100;
    private static final int MANY = 300;
    private static final int SMALL = 1;
    private static final int LARGE = 2;
    private static final int TURN = 3;

    /** Adds the case: one, since a job of several cases opens BIP once. */
    public BesideBipSuite() {
        add("MPI and BIP side by side", 2, BesideBipSuite::sideBySide);
    }

    /** The program of two ranks that go on with BIP after MPI is finalised. */
    public static void bipAfterMpi() throws Exception {
        MpiRank mpi = MpiRank.of(BesideBipSuite.class);
        mpi.initialize("Init", MPI.THREAD_SINGLE);
        try (Bip bip = Bip.init()) {
            mpi.world().barrier();
            mpi.shutDown();
            Check.that(mpi.isFinalized(), "MPI is finalised");
            int[] word = new int[1];
            for (int i = 0; i < FEW; i++) {
                if (bip.myNode() == 0) {
                    bip.tsend(1, SMALL, new int[] {i}, 1);
                    bip.trecv(SMALL, word, 1);
                    Check.equal(i + 1, word[0], "the answer");
                } else {
                    bip.trecv(SMALL, word, 1);
                    bip.tsend(0, SMALL, new int[] {word[0] + 1}, 1);
                }
            }
        }
    }

    private static void sideBySide(Rank rank) throws Exception {
        Intracomm comm = rank.comm();
        int[] nodes = new int[2];
        comm.allGather(new int[] {Jobs.of(null).rank()}, 1, MPI.INT, nodes, 1, MPI.INT);
        try (Bip bip = begin(comm, nodes)) {
            int other = nodes[1 - comm.getRank()];
            if (comm.getRank() == 0) {
                manyUnexpected(comm, bip, other, rank.sizes().eagerLimit());
                blockedByItsQueue(comm, bip, other);
                longByBoth(comm, bip, other);
            } else {
                takeBipFirst(comm, bip, rank.sizes().eagerLimit());
                takeLate(comm, bip);
                takeLongByBoth(comm, bip, other);
            }
            comm.barrier();
        }
        comm.barrier();
    }

    /** BIP joins at rank 1 only when MPI has found the first message of rank 0's. */
    private static Bip begin(Intracomm comm, int[] nodes) {
        if (comm.getRank() == 0) {
            Bip bip = Bip.init();
            bip.tsend(nodes[1], SMALL, new int[] {42}, 1);
            comm.send(new int[1], 1, MPI.INT, 1, TURN);
            return bip;
        }
        comm.recv(new int[1], 1, MPI.INT, 0, TURN);
        Bip bip = Bip.init();
        int[] first = new int[1];
        Check.equal(1, bip.trecv(SMALL, first, 1), "words of the first message");
        Check.equal(42, first[0], "the first message");
        return bip;
    }

    /** More of MPI's messages than it has credits for lie unreceived while BIP's go on. */
    private static void manyUnexpected(Intracomm comm, Bip bip, int other, int bytes) throws Exception {
        Request[] sends = new Request[MANY];
        for (int i = 0; i < MANY; i++) {
            sends[i] = comm.iSend(Pattern.bytes(bytes, i), bytes, MPI.BYTE, 1, SMALL);
        }
        for (int i = 0; i < FEW; i++) {
            bip.tsend(other, SMALL, new int[] {i}, 1);
        }
        comm.recv(new int[1], 1, MPI.INT, 1, TURN);
        bip.tsend(other, LARGE, Pattern.ints(50_000, 1), 50_000);
        Request.waitAll(sends);
    }

    private static void takeBipFirst(Intracomm comm, Bip bip, int bytes) throws Exception {
        int[] word = new int[1];
        for (int i = 0; i < FEW; i++) {
            bip.trecv(SMALL, word, 1);
            Check.equal(i, word[0], "order of BIP's messages");
        }
        int[] large = new int[50_000];
        int receive = bip.tirecv(LARGE, large, large.length);
        comm.send(word, 1, MPI.INT, 0, TURN);
        Check.equal(large.length, bip.rwait(receive), "words of a long message");
        Check.equal(Pattern.ints(50_000, 1), large, "a long message");
        byte[] room = new byte[bytes];
        for (int i = 0; i < MANY; i++) {
            comm.recv(room, bytes, MPI.BYTE, 0, SMALL);
            Check.equal(Pattern.bytes(bytes, i), room, "message " + i + " of MPI");
        }
    }

    /** While rank 0 waits in MPI its BIP send, which found its queue full, goes out. */
    private static void blockedByItsQueue(Intracomm comm, Bip bip, int other) {
        int words = bip.smallSize();
        for (int i = 0; i < Bip.DEFAULT_QUEUE; i++) {
            bip.tsend(other, SMALL, new int[words], words);
        }
        int last = bip.tisend(other, SMALL, new int[words], words);
        comm.send(new int[1], 1, MPI.INT, 1, TURN);
        comm.recv(new int[1], 1, MPI.INT, 1, TURN);
        Check.equal(1, bip.stest(last), "the send is complete");
    }

    private static void takeLate(Intracomm comm, Bip bip) {
        int[] room = new int[bip.smallSize()];
        comm.recv(new int[1], 1, MPI.INT, 0, TURN);
        for (int i = 0; i <= Bip.DEFAULT_QUEUE; i++) {
            bip.trecv(SMALL, room, room.length);
        }
        comm.send(new int[1], 1, MPI.INT, 0, TURN);
    }

    /** While rank 0 waits in BIP its long MPI send goes out. */
    private static void longByBoth(Intracomm comm, Bip bip, int other) throws Exception {
        int[] large = Pattern.ints(300_000, 2);
        Request send = comm.iSend(large, large.length, MPI.INT, 1, LARGE);
        int[] word = new int[1];
        bip.trecv(SMALL, word, 1);
        Check.equal(7, word[0], "the word that follows MPI's message");
        send.waitFor();
    }

    private static void takeLongByBoth(Intracomm comm, Bip bip, int other) {
        int[] large = new int[300_000];
        comm.recv(large, large.length, MPI.INT, 0, LARGE);
        Check.equal(Pattern.ints(300_000, 2), large, "a long message of MPI");
        bip.tsend(other, SMALL, new int[] {7}, 1);
    }
}
