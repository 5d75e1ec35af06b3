package org.bipj.mpi.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

/**
 * One rank's part of a random program of collective operations. What is called, on which communicator, in which order, is
 * chosen by a seed that all ranks share; when and how a rank completes what it has started, by one of its own.
 */
final class CollectiveProgram {
    private static final int COMMUNICATORS = 4;

    /** An operation that is under way, or a persistent one. */
    private static final class Running {
        private final CollectiveCall call;
        private final Request request;
        private int seed;

        Running(CollectiveCall call, Request request, int seed) {
            this.call = call;
            this.request = request;
            this.seed = seed;
        }
    }

    private final long seed;
    private final Random shared;
    private final Random own;
    private final Intracomm world;
    /** Null where this rank is no member. */
    private final List<Intracomm> comms = new ArrayList<>();

    private final List<Running> running = new ArrayList<>();
    /** By their order in the program; null where this rank takes no part. */
    private final List<Running> persistent = new ArrayList<>();

    CollectiveProgram(Rank rank, long seed) {
        this.seed = seed;
        this.shared = new Random(seed);
        this.own = new Random(seed * 31 + rank.rank());
        this.world = rank.comm();
    }

    void run(int steps) {
        try {
            makeCommunicators();
            for (int step = 0; step < steps; step++) {
                step(step);
                completeSome();
            }
            while (!running.isEmpty()) {
                complete(own.nextInt(running.size()));
            }
            persistent.stream().filter(one -> one != null).forEach(one -> ((Prequest) one.request).free());
            comms.stream().filter(comm -> comm != null && comm != world).forEach(Intracomm::free);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ", rank " + world.getRank() + ": " + e, e);
        }
    }

    private void makeCommunicators() {
        comms.add(world);
        while (comms.size() < COMMUNICATORS) {
            Intracomm parent = comms.get(shared.nextInt(comms.size()));
            int way = shared.nextInt(4);
            int colours = 1 + shared.nextInt(3);
            int turned = shared.nextBoolean() ? -1 : 1;
            Intracomm made = parent == null ? null : make(parent, way, colours, turned);
            comms.add(made);
        }
    }

    private static Intracomm make(Intracomm parent, int way, int colours, int turned) {
        if (way == 0) {
            Intracomm copy = parent.iDup();
            copy.getRequest().waitFor();
            return copy;
        }
        int rank = parent.getRank();
        Intracomm part = parent.split(rank % colours == 0 ? 0 : MPI.UNDEFINED, turned * rank);
        return part.isNull() ? null : part;
    }

    private void step(int step) {
        int at = shared.nextInt(comms.size());
        int which = shared.nextInt(1000);
        int count = shared.nextInt(8) == 0 ? shared.nextInt(700) : shared.nextInt(12);
        int root = shared.nextInt(1000);
        int form = shared.nextInt(4);
        int again = shared.nextInt(1 + persistent.size());
        if (form == 3 && again < persistent.size()) {
            startAgain(persistent.get(again), step);
            return;
        }
        Running made = null;
        if (comms.get(at) != null) {
            List<CollectiveCall> calls = CollectiveCalls.all(comms.get(at), count, root, own.nextInt(Ints.KINDS));
            CollectiveCall call = calls.get(which % calls.size());
            call.fill(step);
            if (form == 0) {
                call.blocking().run();
                call.check(step, "blocking");
            } else if (form == 1) {
                running.add(new Running(call, call.nonBlocking().get(), step));
            } else {
                made = new Running(call, call.persistent().get(), step);
                ((Prequest) made.request).start();
                running.add(made);
            }
        }
        if (form > 1) {
            persistent.add(made);
        }
    }

    private void startAgain(Running one, int step) {
        if (one == null) {
            return;
        }
        if (running.contains(one)) {
            complete(running.indexOf(one));
        }
        one.seed = step;
        one.call.fill(step);
        ((Prequest) one.request).start();
        running.add(one);
    }

    /** Now and then, in one of the ways: whatever is waited for, all ranks have started it or come to it. */
    private void completeSome() {
        if (running.isEmpty()) {
            return;
        }
        int way = own.nextInt(8);
        if (way == 0) {
            complete(own.nextInt(running.size()));
        } else if (way == 1) {
            Request[] all = running.stream().map(one -> one.request).toArray(Request[]::new);
            ended(running.get(Request.waitAny(all)));
        } else if (way == 2) {
            Running one = running.get(own.nextInt(running.size()));
            if (one.request.test()) {
                ended(one);
            }
        }
    }

    private void complete(int at) {
        Running one = running.get(at);
        one.request.waitFor();
        ended(one);
    }

    private void ended(Running one) {
        running.remove(one);
        one.call.check(one.seed, one.request instanceof Prequest ? "persistent" : "non-blocking");
    }
}
