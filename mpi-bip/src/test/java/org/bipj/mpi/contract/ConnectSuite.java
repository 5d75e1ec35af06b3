package org.bipj.mpi.contract;

import mpi.Info;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Groups that meet at ports, published names, and what cannot be started (MPI 4.1 chapter 11); jobs that cannot connect say so. */
public final class ConnectSuite extends Suite {
    private static final int TAG = 17;

    /** Adds the cases. */
    public ConnectSuite() {
        add("two groups of one world meet at a port, again and again", 4, ConnectSuite::meet);
        add("names of services", 2, ConnectSuite::names);
        add("ports that are none, and processes that cannot be started", 2, ConnectSuite::wrong);
    }

    private static int error(Runnable call) {
        try {
            call.run();
        } catch (MPIException e) {
            return e.getErrorClass();
        }
        return MPI.SUCCESS;
    }

    /** The name of a new port of rank 0, at all ranks; null where jobs do not connect. */
    private static String port(Intracomm comm) {
        String port = null;
        if (comm.getRank() == 0) {
            try {
                port = Intracomm.openPort();
            } catch (MPIException e) {
                Check.equal(MPI.ERR_UNSUPPORTED_OPERATION, e.getErrorClass(), "class of: " + e.getMessage());
            }
        }
        int[] length = {port == null ? -1 : port.length()};
        comm.bcast(length, 1, MPI.INT, 0);
        if (length[0] < 0) {
            return null;
        }
        char[] name = port == null ? new char[length[0]] : port.toCharArray();
        comm.bcast(name, name.length, MPI.CHAR, 0);
        return new String(name);
    }

    private static void meet(Rank rank) {
        Intracomm comm = rank.comm();
        int me = comm.getRank();
        boolean waits = me == 0 || me == 3;
        Intracomm half = comm.split(waits ? 0 : 1, me);
        half.setErrhandler(MPI.ERRORS_RETURN);
        String port = port(comm);
        for (int round = 0; port != null && round < 3; round++) {
            Intercomm other = waits
                    ? half.accept(port, round % 2 == 0 ? MPI.INFO_NULL : new Info(), 0)
                    : half.connect(port, MPI.INFO_NULL, round % 2);
            Check.equal(2, other.getRemoteSize(), "the other group");
            int[] found = new int[1];
            other.sendRecv(new int[] {me}, 1, MPI.INT, half.getRank(), TAG, found, 1, MPI.INT, half.getRank(), TAG);
            Check.equal(new int[] {1, 0, 3, 2}[me], found[0], "the rank at the same place of the other group");
            Intracomm all = other.merge(waits);
            int[] sum = new int[1];
            all.allReduce(new int[] {1 << me}, sum, 1, MPI.INT, MPI.SUM);
            Check.equal(15, sum[0], "all four");
            Check.equal(waits ? half.getRank() + 2 : half.getRank(), all.getRank(), "rank in front or behind");
            all.disconnect();
            other.disconnect();
        }
        if (port != null && me == 0) {
            Intracomm.closePort(port);
            Check.equal(MPI.ERR_PORT, error(() -> Intracomm.closePort(port)), "closed twice");
        }
        half.free();
    }

    private static void names(Rank rank) {
        if (rank.comm().getRank() > 0) {
            return;
        }
        String service = "bipj contract " + ProcessHandle.current().pid() + "/" + System.nanoTime();
        Check.equal(MPI.ERR_NAME, error(() -> Intracomm.lookupName(service)), "before it is published");
        Intracomm.publishName(service, "a port");
        Check.equal("a port", Intracomm.lookupName(service), "the port");
        Check.equal("a port", Intracomm.lookupName(service, MPI.INFO_NULL), "the port, with hints");
        Check.equal(MPI.ERR_SERVICE, error(() -> Intracomm.publishName(service, MPI.INFO_NULL, "b")), "twice");
        Check.equal(MPI.ERR_SERVICE, error(() -> Intracomm.unpublishName(service, "b")), "another port");
        Intracomm.unpublishName(service, MPI.INFO_NULL, "a port");
        Check.equal(MPI.ERR_SERVICE, error(() -> Intracomm.unpublishName(service, "a port")), "not any more");
    }

    private static void wrong(Rank rank) {
        Intracomm comm = rank.comm().dup();
        comm.setErrhandler(MPI.ERRORS_RETURN);
        int opened = error(() -> Intracomm.closePort(Intracomm.openPort(MPI.INFO_NULL)));
        Check.that(opened == MPI.SUCCESS || opened == MPI.ERR_UNSUPPORTED_OPERATION, "a port, with hints");
        Check.equal(MPI.ERR_PORT, error(() -> comm.connect("no port", 0)), "a name that is none");
        Check.equal(MPI.ERR_PORT, error(() -> comm.connect(null, 0)), "no name");
        Check.equal(MPI.ERR_PORT, error(() -> comm.accept("no port", 0)), "a port that nobody has opened");
        Check.equal(MPI.ERR_ROOT, error(() -> comm.accept("no port", 2)), "a root that is none");
        int spawned = error(() -> comm.spawn("/no/such/program", null, 1, MPI.INFO_NULL, 0, new int[1]));
        Check.equal(MPI.ERR_SPAWN, spawned, "a program that is none");
        Check.equal(MPI.ERR_ROOT, error(() -> comm.spawn("java", null, 1, MPI.INFO_NULL, -1, null)), "root -1");
        String[] one = {"/no/such/program"};
        spawned = error(() -> comm.spawnMultiple(one, null, new int[] {1}, null, 1, null));
        Check.equal(MPI.ERR_SPAWN, spawned, "several programs, one of which is none");
        Check.that(Intercomm.getParent().isNull() || Intercomm.getParent().getRemoteSize() > 0, "the parent");
        comm.free();
    }
}
