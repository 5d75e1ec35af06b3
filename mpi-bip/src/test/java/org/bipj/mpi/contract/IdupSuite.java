package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import mpi.CartComm;
import mpi.Comm;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** Duplicates that are made without blocking (MPI 4.1 section 7.4.2). */
public final class IdupSuite extends Suite {
    /** Adds the cases. */
    public IdupSuite() {
        each("a duplicate has contexts of its own, and what it inherits", IdupSuite::duplicate);
        each("a duplicate with hints has those, and not its original's", IdupSuite::withHints);
        add("many at once, with blocking ones between, waited for in any order", 4, IdupSuite::many);
        add("a rank is in another agreement before it begins this one", 3, IdupSuite::crossed);
        add("a rank makes a communicator of its own during an agreement", 3, IdupSuite::alone);
        add("a duplicate is null before its request is complete", 2, IdupSuite::early);
        add("a Cartesian communicator's duplicate is one", 4, IdupSuite::cartesian);
    }

    private static void duplicate(Intracomm comm) {
        int key = Comm.createKeyval();
        comm.setAttr(key, "kept");
        comm.setErrhandler(MPI.ERRORS_RETURN);
        Check.that(comm.getRequest().isNull(), "no request of a communicator that is there");
        Intracomm copy = comm.iDup();
        copy.getRequest().waitFor();
        Check.that(copy.getRequest().isNull() && !copy.isNull(), "made");
        Check.equal(MPI.CONGRUENT, Comm.compare(comm, copy), "compare");
        Check.equal("kept", copy.getAttr(key), "attribute");
        Check.equal(MPI.ERRORS_RETURN, copy.getErrhandler(), "error handler");
        // A message on one is none on the other.
        int me = comm.getRank();
        Request send = comm.iSend(new int[] {1}, 1, MPI.INT, me, 5);
        Check.that(copy.iProbe(me, 5) == null, "a message of the original");
        comm.recv(new int[1], 1, MPI.INT, me, 5);
        send.waitFor();
        int[] sum = {me};
        copy.allReduce(sum, 1, MPI.INT, MPI.SUM);
        Check.equal(comm.getSize() * (comm.getSize() - 1) / 2, sum[0], "sum on the duplicate");
        copy.free();
        Comm.freeKeyval(key);
    }

    private static void withHints(Intracomm comm) {
        Info info = new Info();
        info.set("mine", "first");
        Intracomm copy = comm.iDupWithInfo(info);
        info.set("mine", "second");
        copy.getRequest().waitFor();
        Check.equal("first", copy.getInfo().get("mine"), "a hint");
        Check.that(comm.getInfo().size() == 0, "the original has none");
        int[] sum = {1};
        copy.allReduce(sum, 1, MPI.INT, MPI.SUM);
        Check.equal(comm.getSize(), sum[0], "sum on the duplicate");
        copy.free();
        info.free();
    }

    private static void many(Rank rank) {
        Intracomm comm = rank.comm();
        Intracomm other = comm.split(comm.getRank() % 2, 0);
        List<Intracomm> copies = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            copies.add(comm.iDup());
            copies.add(rank.self().iDup());
            copies.add(other.iDup());
            if (i % 2 == 1) {
                copies.add(i % 4 == 1 ? comm.dup() : other.dup());
            }
        }
        List<Intracomm> shuffled = new ArrayList<>(copies);
        Collections.shuffle(shuffled, new Random(comm.getRank()));
        shuffled.forEach(copy -> copy.getRequest().waitFor());
        for (Intracomm copy : copies) {
            copy.setErrhandler(MPI.ERRORS_RETURN);
            int[] sum = {1};
            copy.iAllReduce(sum, 1, MPI.INT, MPI.SUM).waitFor();
            Check.equal(copy.getSize(), sum[0], "ranks");
        }
        copies.forEach(Intracomm::free);
        other.free();
    }

    /** Rank 0 is in the background agreement while rank 1 first makes another communicator with it. */
    private static void crossed(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        Intracomm pair = comm.split(me < 2 ? 0 : 1, me);
        for (int round = 0; round < 4; round++) {
            boolean first = me == 0 || round % 2 == 0;
            Intracomm copy = first ? comm.iDup() : null;
            Intracomm made = pair.dup();
            if (!first) {
                copy = comm.iDup();
            }
            copy.getRequest().waitFor();
            copy.barrier();
            made.barrier();
            made.free();
            copy.free();
        }
        pair.free();
    }

    /** What a rank does alone must not keep it from the agreement in the background, which comes first. */
    private static void alone(Rank rank) {
        Intracomm comm = rank.comm();
        for (int round = 0; round < 24; round++) {
            Intracomm copy = comm.iDup();
            // As far into the agreement as so many looks lead.
            for (int looks = 0; looks < round; looks++) {
                comm.iProbe(MPI.ANY_SOURCE, 99);
            }
            Intracomm own = rank.self().dup();
            copy.getRequest().waitFor();
            own.free();
            copy.free();
        }
    }

    private static void early(Rank rank) {
        Intracomm comm = rank.comm();
        if (comm.getRank() == 1) {
            comm.recv(null, 0, MPI.INT, 0, 1);
        }
        Intracomm copy = comm.iDup();
        if (comm.getRank() == 0) {
            Check.that(copy.isNull() && !copy.getRequest().test(), "made though a rank has not called it");
            try {
                copy.barrier();
                throw new AssertionError("a barrier on a null communicator");
            } catch (MPIException e) {
                Check.equal(MPI.ERR_COMM, e.getErrorClass(), e.getMessage());
            }
            comm.send(null, 0, MPI.INT, 1, 1);
        }
        copy.getRequest().waitFor();
        copy.free();
    }

    private static void cartesian(Rank rank) {
        CartComm grid = rank.comm().createCart(new int[] {2, 2}, new boolean[] {true, false}, false);
        CartComm copy = grid.iDup();
        copy.getRequest().waitFor();
        Check.equal(grid.getCoords(3), copy.getCoords(3), "coordinates");
        copy.barrier();
        copy.free();
        grid.free();
    }
}
