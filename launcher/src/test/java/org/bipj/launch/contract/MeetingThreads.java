package org.bipj.launch.contract;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;

/**
 * Threads of a rank that make calls in which groups meet, at the same time, each on communicators of its own: {@code MeetingThreads ROUNDS
 * SCENARIO...}. The ranks start a job of as many processes and threads, with which they meet. Each process prints "right" at its end.
 * Processes that were started have "child" as their first argument, or "alone".
 */
public final class MeetingThreads {
    private static final String CHILD = "child";
    private static final String ALONE = "alone";
    /** Instead of a scenario: the jobs of those before have ended, and this one goes on. */
    private static final String REST = "rest";

    private static final int THREADS = 3;
    /** What the threads of the scenario "mixed" do. */
    private static final List<String> MIXED = List.of("spawn", "ports", "join");

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
                if (scenario.equals(REST)) {
                    // Longer than a launcher of both jobs has to end this one after the other has failed.
                    Thread.sleep(3000);
                    continue;
                }
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
        Ends[] ends = new Ends[THREADS];
        for (int k = 0; k < THREADS; k++) {
            ends[k] = new Ends(MPI.COMM_WORLD.dup(), others, isParent, k);
        }
        boolean staysConnected = scenario.equals("groups") || scenario.equals("intercomms");
        if (!staysConnected) {
            disconnect(others, ends);
        }
        inThreads(k -> {
            for (int round = 0; round < rounds; round++) {
                call(scenario.equals("mixed") ? MIXED.get(k) : scenario, ends, k, round);
            }
        });
        if (staysConnected) {
            disconnect(others, ends);
        }
        for (Ends each : ends) {
            each.server.close();
        }
    }

    private static void disconnect(Intercomm others, Ends[] ends) {
        if (others != null) {
            for (Ends each : ends) {
                each.all.disconnect();
            }
            others.disconnect();
        }
    }

    private static void call(String what, Ends[] ends, int thread, int round) throws Exception {
        Ends own = ends[thread];
        switch (what) {
            case "spawn" -> spawn(own, round);
            // Of each thread in turn by the two jobs; at one port, always by the same.
            case "ports" -> meet(own, own, (thread + round) % 2 == 0 == own.isParent, round);
            case "one-port" -> meet(own, ends[0], own.isParent, 1);
            case "join" -> join(own);
            case "groups" -> groups(own);
            case "intercomms" -> intercomms(own);
            default -> throw new IllegalArgumentException(what);
        }
    }

    /** What a thread has in common with the same thread of the other job. */
    private static final class Ends {
        final Intracomm own;
        final int thread;
        final boolean isParent;
        /** Whose port is that of this job's thread. */
        final int root;

        final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        final String port;
        /** All processes of both jobs; null without another one. */
        final Intracomm all;

        final String portOfOthers;
        final int serverOfOther;

        Ends(Intracomm own, Intercomm others, boolean isParent, int thread) throws Exception {
            this.own = own;
            this.thread = thread;
            this.isParent = isParent;
            root = thread % own.getSize();
            port = own.bcastObject(String.class, own.getRank() == root ? Intracomm.openPort() : null, root);
            all = others == null ? null : others.merge(!isParent);
            portOfOthers = all == null ? null : exchanged(all, port);
            serverOfOther = all == null ? 0 : Integer.parseInt(exchanged(all, "" + server.getLocalPort()));
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

    private static void spawn(Ends ends, int round) {
        Intercomm child = started(ends.own, 1, (ends.thread + round) % ends.own.getSize(), ALONE);
        exchange(child, 7);
        child.disconnect();
    }

    private static void meet(Ends ends, Ends ofPort, boolean waits, int round) {
        Intercomm other = waits
                ? ends.own.accept(ofPort.port, ofPort.root)
                : ends.own.connect(ofPort.portOfOthers, round % ends.own.getSize());
        exchange(other, 100 + round % 10);
        Intracomm merged = round % 3 == 0 ? other.merge(waits) : null;
        other.disconnect();
        if (merged != null) {
            int[] sum = new int[1];
            merged.allReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
            that(sum[0] == merged.getSize(), "members of the merged communicator: " + sum[0]);
            merged.disconnect();
        }
    }

    /** Each process meets the one of the same rank. */
    private static void join(Ends ends) throws Exception {
        try (Socket socket = ends.isParent
                ? ends.server.accept()
                : new Socket(InetAddress.getLoopbackAddress(), ends.serverOfOther)) {
            Intercomm other = Intercomm.join(socket);
            exchange(other, ends.thread);
            other.disconnect();
        }
    }

    private static void groups(Ends ends) {
        Group whole = ends.all.getGroup();
        Intracomm made = Intracomm.createFromGroup(whole, "whole " + ends.thread, MPI.INFO_NULL, MPI.ERRORS_ARE_FATAL);
        int[] sum = new int[1];
        made.allReduce(new int[] {ends.thread}, sum, 1, MPI.INT, MPI.SUM);
        that(sum[0] == ends.thread * made.getSize(), "sum of thread " + ends.thread + ": " + sum[0]);
        made.disconnect();
        Group mine = ends.own.getGroup();
        Intercomm between = Intercomm.createFromGroups(
                mine,
                0,
                Group.difference(whole, mine),
                0,
                "halves " + ends.thread,
                MPI.INFO_NULL,
                MPI.ERRORS_ARE_FATAL);
        exchange(between, 10 * ends.thread);
        between.disconnect();
    }

    private static void intercomms(Ends ends) {
        int leader = ends.isParent ? ends.own.getSize() : 0;
        Intercomm made = ends.all.createIntercomm(ends.own, 0, leader, ends.thread);
        exchange(made, 10 * ends.thread);
        made.disconnect();
    }
}
