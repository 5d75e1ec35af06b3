package org.bipj.launch.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mpi.MPI;
import mpi.MPIException;

/** A program with a second thread, after plain {@code MPI.Init}. Argument: what it does. */
public final class Threaded {
    private Threaded() {}

    /** Performs one step. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "level" -> {
                MPI.Init(args);
                System.out.println("level " + MPI.queryThread());
                MPI.Finalize();
            }
            case "fatal" -> {
                MPI.Init(args);
                Thread.ofPlatform().name("second").start(MPI.COMM_WORLD::barrier);
                MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 1 - MPI.COMM_WORLD.getRank(), 0);
            }
            case "communicate" -> communicate(args);
            case "elsewhere" -> elsewhere(args);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** Several threads of a pool receive what the other rank's threads send. */
    private static void communicate(String[] args) throws Exception {
        MPI.Init(args);
        int other = 1 - MPI.COMM_WORLD.getRank();
        int sum = 0;
        try (ExecutorService pool = Executors.newFixedThreadPool(3)) {
            List<Future<Integer>> received = new ArrayList<>();
            for (int tag = 1; tag <= 3; tag++) {
                int one = tag;
                received.add(pool.submit(() -> {
                    int[] value = {100 * one};
                    MPI.COMM_WORLD.sendRecvReplace(value, 1, MPI.INT, other, one, other, one);
                    return value[0];
                }));
            }
            for (Future<Integer> each : received) {
                sum += each.get();
            }
        }
        System.out.println("level " + MPI.queryThread());
        System.out.println("sum " + sum);
        MPI.Finalize();
    }

    /** Another thread than the main one initialises and finalises: it is the one that calls. */
    private static void elsewhere(String[] args) throws Exception {
        Thread.ofPlatform().start(() -> {}).join();
        CountDownLatch initialised = new CountDownLatch(1);
        CountDownLatch tried = new CountDownLatch(1);
        Thread first = Thread.ofPlatform().name("first").start(() -> {
            MPI.Init(args);
            MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
            initialised.countDown();
            try {
                tried.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            MPI.COMM_WORLD.barrier();
            MPI.Finalize();
            System.out.println("done");
        });
        initialised.await();
        if (!MPI.isInitialized() || MPI.isFinalized() || MPI.isThreadMain() || MPI.queryThread() != MPI.THREAD_SINGLE) {
            throw new AssertionError("what MPI always allows");
        }
        if (MPI.wtime() <= 0
                || MPI.getVersion().getVersion() < 3
                || MPI.getProcessorName().isEmpty()) {
            throw new AssertionError("time, version, name");
        }
        try {
            MPI.Finalize();
            throw new AssertionError("another thread finalised");
        } catch (MPIException e) {
            System.out.println(e.getMessage());
        }
        tried.countDown();
        first.join();
    }
}
