package org.bipj.launch.contract;

import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Small programs whose ranks may die; the first argument names one. Each rank prints what it has met. */
public final class MortalPrograms {
    private static final int TAG = 5;

    private MortalPrograms() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        world.setErrhandler(MPI.ERRORS_RETURN);
        switch (args[0]) {
            case "receives" -> receives(world);
            case "sends" -> sends(world);
            case "any" -> any(world);
            case "local" -> local(world);
            case "barrier" -> print(classOf(world::barrier));
            case "bcast" -> bcast(world);
            case "agrees" -> agrees(world);
            case "stretches" -> stretches(world, true, false);
            case "forgetsRevoked" -> stretches(world, false, false);
            case "leaves" -> stretches(world, true, true);
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }

    private static void print(Object what) {
        System.out.println(what);
    }

    private static int classOf(Runnable call) {
        try {
            call.run();
            return 0;
        } catch (MPIException e) {
            return e.getErrorClass();
        }
    }

    /** Rank 0 receives from the last one. */
    private static void receives(Intracomm world) {
        int last = world.getSize() - 1;
        if (world.getRank() == last) {
            classOf(() -> world.send(new int[1], 1, MPI.INT, 0, TAG));
        } else if (world.getRank() == 0) {
            int met = classOf(() -> world.recv(new int[1], 1, MPI.INT, last, TAG));
            print(met + " " + world.getFailed().getSize());
        }
    }

    /** A send to a rank that has died may succeed. */
    private static void sends(Intracomm world) {
        if (world.getRank() == 0) {
            print(classOf(() -> world.send(new int[1], 1, MPI.INT, 1, TAG)));
        } else {
            classOf(() -> world.recv(new int[1], 1, MPI.INT, 0, TAG));
        }
    }

    /** Rank 0 receives one message of each other rank, until it hears of a death. */
    private static void any(Intracomm world) {
        if (world.getRank() > 0) {
            classOf(() -> world.send(new int[] {world.getRank()}, 1, MPI.INT, 0, TAG));
            return;
        }
        StringBuilder met = new StringBuilder();
        boolean isWell = true;
        for (int done = 0; isWell && done < world.getSize() - 1; done++) {
            int[] from = {0};
            isWell = classOf(() -> world.recv(from, 1, MPI.INT, MPI.ANY_SOURCE, TAG)) == 0;
            met.append(isWell ? from[0] : "x");
        }
        print(met);
    }

    /** Rank 1 makes calls that nobody else sees. */
    private static void local(Intracomm world) {
        if (world.getRank() == 1) {
            for (int i = 0; i < 5; i++) {
                world.setErrhandler(MPI.ERRORS_RETURN);
                world.iRecv(new int[1], 1, MPI.INT, 0, TAG).free();
            }
        }
    }

    private static void bcast(Intracomm world) {
        int[] value = {world.getRank() == 0 ? 7 : 0};
        int met = classOf(() -> world.bcast(value, 1, MPI.INT, 0));
        print(met == 0 ? value[0] : met);
    }

    private static void agrees(Intracomm world) {
        int[] flag = {world.getRank() == 1 ? 2 : 3};
        int met = classOf(() -> world.agree(flag));
        print(met + " " + flag[0]);
    }

    /**
     * Ranks exchange messages in a ring, agree, and go on as those that live.
     *
     * @param checks the program knows that a communicator may be revoked
     * @param leaves a rank that has met an error does not have the others meet one
     */
    private static void stretches(Intracomm world, boolean checks, boolean leaves) {
        int[] well = {1};
        try {
            int size = world.getSize();
            int rank = world.getRank();
            world.send(new int[1], 1, MPI.INT, (rank + 1) % size, TAG);
            world.recv(new int[1], 1, MPI.INT, (rank + size - 1) % size, TAG);
            world.send(new int[1], 1, MPI.INT, (rank + 1) % size, TAG);
            world.recv(new int[1], 1, MPI.INT, (rank + size - 1) % size, TAG);
        } catch (MPIException e) {
            if (e.getErrorClass() != MPI.ERR_PROC_FAILED && !(checks && e.getErrorClass() == MPI.ERR_REVOKED)) {
                throw e;
            }
            well[0] = 0;
            if (!leaves) {
                world.revoke();
            }
        }
        if (classOf(() -> world.agree(well)) != 0 || well[0] == 0) {
            Intracomm rest = world.shrink();
            rest.setErrhandler(MPI.ERRORS_RETURN);
            print(classOf(rest::barrier) + " of " + rest.getSize());
        }
    }
}
