package org.bipj.launch.contract;

import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import mpi.Win;

/** Programs that read memory of operations which are not complete, and their legal neighbours; the first argument names one. */
public final class Loading {
    private static final int TAG = 4;

    private Loading() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int peer = 1 - world.getRank();
        switch (args[0]) {
            case "get" -> get(world, peer);
            case "reduce" -> reduce(world);
            case "legal" -> {
                legal(world, peer);
                legalReduce(world);
            }
            default -> receive(world, peer, args[0]);
        }
        MPI.Finalize();
    }

    private static void receive(Intracomm world, int peer, String how) throws MPIException {
        double[] data = new double[4];
        Request request = world.iRecv(data, 4, MPI.DOUBLE, peer, TAG);
        world.send(new double[4], 4, MPI.DOUBLE, peer, TAG);
        switch (how) {
            case "element" -> print(data[3]);
            case "copy" -> System.arraycopy(data, 1, new double[1], 0, 1);
            case "text" -> print(Arrays.toString(data).length());
            case "clone" -> print(data.clone().length);
            default -> throw new IllegalArgumentException(how);
        }
        request.waitFor();
    }

    private static void print(double value) {
        System.out.print(value > 1000 ? "large" : "");
    }

    private static void get(Intracomm world, int peer) throws MPIException {
        int[] got = new int[1];
        try (Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, world)) {
            win.lockAll(0);
            win.get(got, 1, MPI.INT, peer, 0, 1, MPI.INT);
            print(got[0]);
            win.unlockAll();
        }
    }

    private static void reduce(Intracomm world) throws MPIException {
        long[] sum = new long[1];
        Request request = world.iAllReduce(new long[1], sum, 1, MPI.LONG, MPI.SUM);
        print(sum[0]);
        request.waitFor();
    }

    private static void legal(Intracomm world, int peer) throws MPIException {
        int[] data = new int[8];
        Datatype column = Datatype.createVector(4, 1, 2, MPI.INT);
        column.commit();
        Request receive = world.iRecv(data, 1, column, peer, TAG);
        Request send = world.iSend(new int[4], 4, MPI.INT, peer, TAG);
        print(data[1] + data[7]);
        while (!receive.isDone()) {
            print(data[3]);
        }
        print(data[0]);
        receive.waitFor();
        send.waitFor();
        column.free();
        int[] got = new int[1];
        try (Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, world)) {
            win.lockAll(0);
            win.get(got, 1, MPI.INT, peer, 0, 1, MPI.INT);
            win.flush(peer);
            print(got[0]);
            win.unlockAll();
        }
    }

    /** The function of an operation reads what it is given. */
    private static void legalReduce(Intracomm world) throws MPIException {
        Op op = new Op(
                (one, other, count, type) -> {
                    int[] in = (int[]) one;
                    int[] out = (int[]) other;
                    for (int i = 0; i < count; i++) {
                        out[i] += in[i];
                    }
                },
                true);
        int[] sum = {world.getRank()};
        Request request = world.iAllReduce(sum, 1, MPI.INT, op);
        request.waitFor();
        print(sum[0]);
        op.free();
    }
}
