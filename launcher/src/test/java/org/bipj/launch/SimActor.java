package org.bipj.launch;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import org.bipj.core.job.Compute;

/** An MPI program that does what its argument says. */
public final class SimActor {
    private static final int ROUND_TRIPS = 20;

    private SimActor() {}

    /** Initialises where nothing may wait. */
    private static final class Initialiser {
        static final int SUM;

        static {
            int[] one = {1};
            MPI.COMM_WORLD.allReduce(one, 1, MPI.INT, MPI.SUM);
            SUM = one[0];
        }

        private Initialiser() {}
    }

    /** Performs one step between Init and Finalize. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm comm = MPI.COMM_WORLD;
        switch (args[0]) {
            case "deadlock" -> deadlock(comm);
            case "standstill" -> standstill(comm);
            case "initialiser" -> System.out.println(Initialiser.SUM);
            case "traffic" -> traffic(comm);
            case "latency" -> latency(comm);
            case "exit" -> exit(comm);
            case "endless" -> endless(comm);
            case "helperSends" -> helperSends(comm);
            case "poolSends" -> poolSends(comm);
            case "helpers" -> helpers(comm);
            case "waits" -> patience(comm, false);
            case "tests" -> patience(comm, true);
            case "flood" -> flood(comm, Integer.parseInt(args[1]));
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }

    /** Rank 0 starts more sends, then makes more buffered ones, than it has credits for. */
    private static void flood(Intracomm comm, int messages) {
        byte[] bytes = new byte[200];
        if (comm.getRank() == 0) {
            Request[] sends = new Request[messages];
            for (int i = 0; i < messages; i++) {
                sends[i] = comm.iSend(bytes, bytes.length, MPI.BYTE, 1, 0);
            }
            Request.waitAll(sends);
            MPI.attachBuffer(new byte[(messages + 1) * (bytes.length + MPI.BSEND_OVERHEAD)]);
            for (int i = 0; i < messages; i++) {
                comm.bSend(bytes, bytes.length, MPI.BYTE, 1, 0);
            }
            MPI.detachBuffer();
        } else {
            for (int i = 0; i < 2 * messages; i++) {
                Compute.charge(100_000);
                comm.recv(bytes, bytes.length, MPI.BYTE, 0, 0);
            }
        }
    }

    /** Rank 0 looks for two messages that come late: in vain a few times first, or only by calls that wait. */
    private static void patience(Intracomm comm, boolean tests) {
        int[] one = new int[1];
        if (comm.getRank() == 0) {
            Request request = comm.iRecv(one, 1, MPI.INT, 1, 1);
            for (int i = 0; tests && i < 3; i++) {
                if (request.test() || comm.iProbe(1, 0) != null) {
                    throw new IllegalStateException("a message that has not been sent");
                }
            }
            comm.probe(1, 0);
            comm.recv(one, 1, MPI.INT, 1, 0);
            Request.waitAny(new Request[] {request});
        } else {
            for (int tag = 0; tag < 2; tag++) {
                Compute.charge(1_000_000);
                comm.send(one, 1, MPI.INT, 0, tag);
            }
        }
    }

    private static void deadlock(Intracomm comm) {
        comm.recv(new int[1], 1, MPI.INT, 1 - comm.getRank(), 0);
    }

    /** A thread of rank 0 sends what rank 1 waits for. */
    private static void helperSends(Intracomm comm) throws InterruptedException {
        if (comm.getRank() == 0) {
            Thread helper = new Thread(() -> comm.send(new int[1], 1, MPI.INT, 1, 0), "helper");
            helper.start();
            helper.join();
        }
        deadlock(comm);
    }

    /** The same in a pool, which keeps the exception to itself. */
    private static void poolSends(Intracomm comm) throws Exception {
        if (comm.getRank() == 0) {
            try (ExecutorService pool = Executors.newSingleThreadExecutor()) {
                pool.submit(() -> comm.send(new int[1], 1, MPI.INT, 1, 0));
            }
        }
        deadlock(comm);
    }

    /** Threads of every kind compute, and the ranks' main threads communicate. */
    private static void helpers(Intracomm comm) throws Exception {
        long[] sums = new long[4];
        Thread thread = new Thread(() -> sums[0] = sum(1));
        thread.start();
        Thread virtual = Thread.startVirtualThread(() -> sums[1] = sum(2));
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            List<Future<Long>> parts = List.of(pool.submit(() -> sum(3)), pool.submit(() -> sum(4)));
            sums[2] = parts.get(0).get() + parts.get(1).get();
        }
        sums[3] = LongStream.rangeClosed(1, 1000).parallel().sum();
        thread.join();
        virtual.join();
        comm.allReduce(sums, sums.length, MPI.LONG, MPI.SUM);
        System.out.println(List.of(sums[0], sums[1], sums[2], sums[3]));
    }

    private static long sum(long factor) {
        return LongStream.rangeClosed(1, 1000).map(i -> factor * i).sum();
    }

    /** Each rank waits in another way for what never comes. */
    private static void standstill(Intracomm comm) {
        int[] one = new int[1];
        switch (comm.getRank()) {
            case 0 -> comm.probe(2, 5);
            case 1 -> {
                // A receive before that was served leaves no trace in the report.
                comm.recv(one, 1, MPI.INT, 2, 3);
                Request late = comm.iRecv(one, 1, MPI.INT, MPI.ANY_SOURCE, 8);
                Request.waitAll(new Request[] {late, comm.iRecv(one, 1, MPI.INT, 0, MPI.ANY_TAG)});
            }
            case 2 -> {
                comm.send(one, 1, MPI.INT, 1, 3);
                comm.send(new byte[100_000], 100_000, MPI.BYTE, 0, 9);
            }
            default -> {
                probeInVain(comm);
                comm.bcast(one, 1, MPI.INT, 0);
            }
        }
    }

    /** A probe of one's own messages that is refused is over: the report has nothing of it. */
    private static void probeInVain(Intracomm comm) {
        comm.setErrhandler(MPI.ERRORS_RETURN);
        try {
            comm.probe(comm.getRank(), 1);
        } catch (MPIException expected) {
            return;
        }
        throw new IllegalStateException("a message from nobody");
    }

    private static void traffic(Intracomm comm) {
        for (int size = 1; size < 100_000; size *= 10) {
            comm.allToAll(
                    new byte[size * comm.getSize()], size, MPI.BYTE, new byte[size * comm.getSize()], size, MPI.BYTE);
            System.out.printf(Locale.ROOT, "%d bytes: %.9f%n", size, MPI.wtime());
        }
    }

    private static void exit(Intracomm comm) {
        latency(comm);
        if (comm.getRank() == 1) {
            System.exit(3);
        }
        comm.barrier();
    }

    private static void endless(Intracomm comm) {
        latency(comm);
        while (comm.getRank() == 1) {
            Thread.onSpinWait();
        }
        comm.barrier();
    }

    private static void latency(Intracomm comm) {
        byte[] data = new byte[8];
        double start = MPI.wtime();
        for (int i = 0; i < ROUND_TRIPS; i++) {
            if (comm.getRank() == 0) {
                comm.send(data, data.length, MPI.BYTE, 1, 0);
                comm.recv(data, data.length, MPI.BYTE, 1, 0);
            } else {
                comm.recv(data, data.length, MPI.BYTE, 0, 0);
                comm.send(data, data.length, MPI.BYTE, 0, 0);
            }
        }
        if (comm.getRank() == 0) {
            System.out.printf(Locale.ROOT, "%.3f%n", (MPI.wtime() - start) * 1e6 / 2 / ROUND_TRIPS);
        }
    }
}
