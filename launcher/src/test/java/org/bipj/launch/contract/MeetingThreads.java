package org.bipj.launch.contract;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Threads of a rank that make calls in which groups meet, at the same time, each on communicators of its own: {@code MeetingThreads ROUNDS
 * SCENARIO...}. The ranks start a job of as many processes and threads, with which they meet. Each process prints "right" at its end.
 * Processes that were started have "child" as their first argument.
 */
public final class MeetingThreads {
    private static final String CHILD = "child";
    private static final String ALONE = "alone";
    private static final int THREADS = 3;

    private MeetingThreads() {}

    /** Runs scenarios in turn. */
    public static void main(String[] args) throws Exception {
        int provided = MPI.InitThread(args, MPI.THREAD_MULTIPLE);
        that(provided == MPI.THREAD_MULTIPLE, "the level is " + provided);
        if (args[0].equals(ALONE)) {
            exchange(Intercomm.getParent(), 7);
            Intercomm.getParent().disconnect();
        } else if (args[0].equals(CHILD)) {
            run(args[2], Integer.parseInt(args[1]), Intercomm.getParent(), false);
        } else {
            for (String scenario : List.of(args).subList(1, args.length)) {
                Intercomm others = scenario.equals("spawn")
                        ? null
                        : started(MPI.COMM_WORLD, MPI.COMM_WORLD.getSize(), 0, CHILD, args[0], scenario);
                run(scenario, Integer.parseInt(args[0]), others, true);
            }
        }
        MPI.Finalize();
        System.out.println("right");
    }

    private static void that(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private static Intercomm started(Intracomm comm, int processes, int root, String... args) {
        return comm.spawn(MeetingThreads.class.getName(), args, processes, MPI.INFO_NULL, root, null);
    }

    /** What each thread does with communicators that it has in common with the same thread of other ranks. */
    private interface Body {
        void run(int thread) throws Exception;
    }

    private static void run(String scenario, int rounds, Intercomm others, boolean isParent) throws Exception {
        int size = MPI.COMM_WORLD.getSize();
        Intracomm[] own = new Intracomm[THREADS];
        Intracomm[] all = new Intracomm[THREADS];
        String[] ports = new String[THREADS];
        String[] theirs = new String[THREADS];
        for (int k = 0; k < THREADS; k++) {
            own[k] = MPI.COMM_WORLD.dup();
            if (others != null) {
                all[k] = others.merge(!isParent);
                ports[k] = own[k].bcastObject(
                        String.class, own[k].getRank() == k % size ? Intracomm.openPort() : null, k % size);
                theirs[k] = exchanged(all[k], ports[k]);
            }
        }
        boolean staysConnected = scenario.equals("groups") || scenario.equals("intercomms");
        if (others != null && !staysConnected) {
            for (Intracomm each : all) {
                each.disconnect();
            }
            others.disconnect();
        }
        inThreads(k -> {
            for (int round = 0; round < rounds; round++) {
                switch (scenario) {
                    case "spawn" -> spawn(own[k], k, round);
                    case "ports" -> meet(own[k], ports[k], theirs[k], (k + round) % 2 == 0 == isParent, round);
                    case "one-port" -> meet(own[k], ports[0], theirs[0], isParent, 1);
                    case "groups" -> groups(own[k], all[k], k, isParent);
                    default -> intercomms(own[k], all[k], k, isParent);
                }
            }
        });
        if (staysConnected) {
            for (Intracomm each : all) {
                each.disconnect();
            }
            others.disconnect();
        }
    }

    private static String exchanged(Intracomm all, String name) {
        int half = all.getSize() / 2;
        int me = all.getRank();
        String[] found = new String[1];
        all.sendObject(name, (me + half) % all.getSize(), 1);
        found[0] = all.recvObject(String.class, (me + half) % all.getSize(), 1);
        return found[0];
    }

    private static void inThreads(Body body) throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int k = i;
            threads[i] = new Thread(() -> {
                try {
                    body.run(k);
                } catch (Throwable e) {
                    failure.compareAndSet(null, e);
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
    }

    /** Each process gets the number of the one at its place of the other group, or of the only one there. */
    private static void exchange(Intercomm other, int number) {
        int me = other.getRank();
        int there = other.getRemoteSize();
        int[] found = new int[1];
        if (there == other.getSize()) {
            other.sendRecv(new int[] {number + me}, 1, MPI.INT, me, 5, found, 1, MPI.INT, me, 5);
            that(found[0] == number + me, "expected " + (number + me) + ", found " + found[0]);
        } else {
            int[] sum = new int[1];
            other.allReduce(new int[] {number}, sum, 1, MPI.INT, MPI.SUM);
            that(sum[0] == number * there, "expected " + number * there + ", found " + sum[0]);
        }
    }

    private static void spawn(Intracomm own, int thread, int round) {
        Intercomm child = started(own, 1, (thread + round) % own.getSize(), ALONE);
        exchange(child, 7);
        child.disconnect();
    }

    private static void meet(Intracomm own, String port, String theirs, boolean waits, int round) {
        Intercomm other = waits ? own.accept(port, rootOf(port, own)) : own.connect(theirs, round % own.getSize());
        use(other, round, waits);
    }

    /** Ports of thread k are of the rank k modulo the size; their names say which. */
    private static int rootOf(String port, Intracomm own) {
        String[] parts = port.split("#door-", 2);
        return Integer.parseInt(parts[1].substring(0, parts[1].indexOf('-'))) % own.getSize();
    }

    private static void use(Intercomm other, int round, boolean isHigh) {
        exchange(other, 100 + round % 10);
        if (round % 3 == 0) {
            Intracomm merged = other.merge(isHigh);
            int[] sum = new int[1];
            merged.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
            that(sum[0] == merged.getSize(), "members of the merged communicator: " + sum[0]);
            other.disconnect();
            merged.disconnect();
        } else {
            other.disconnect();
        }
    }

    private static void groups(Intracomm own, Intracomm all, int thread, boolean isParent) {
        Group whole = all.getGroup();
        Intracomm made = Intracomm.createFromGroup(whole, "whole " + thread, MPI.INFO_NULL, MPI.ERRORS_RETURN);
        int[] sum = new int[1];
        made.allReduce(new int[] {thread}, sum, 1, MPI.INT, MPI.SUM);
        that(sum[0] == thread * made.getSize(), "sum of thread " + thread + ": " + sum[0]);
        made.disconnect();
        Group mine = own.getGroup();
        Group theirs = Group.difference(whole, mine);
        Intercomm between =
                Intercomm.createFromGroups(mine, 0, theirs, 0, "halves " + thread, MPI.INFO_NULL, MPI.ERRORS_RETURN);
        exchange(between, 10 * thread);
        between.disconnect();
    }

    private static void intercomms(Intracomm own, Intracomm all, int thread, boolean isParent) {
        Intercomm made = all.createIntercomm(own, 0, isParent ? all.getSize() / 2 : 0, thread);
        exchange(made, 10 * thread);
        made.disconnect();
    }
}
