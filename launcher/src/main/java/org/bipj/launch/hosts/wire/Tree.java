package org.bipj.launch.hosts.wire;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** The supervisors below this process: starts them, and passes frames to them. */
public final class Tree {
    /** Receives what comes from the supervisors. Threads of the tree call it. */
    public interface Listener {
        /** A frame from a supervisor has arrived. */
        void arrived(ControlFrame frame);

        /** Supervisors are lost: the first one, and with it those behind it. */
        void lost(List<Integer> hostIndices, String reason);

        /** A supervisor, or the launch agent that starts it, has written a line to standard error. */
        void said(int hostIndex, String line);
    }

    /** Starts launch agents: as processes, or otherwise in tests. */
    @FunctionalInterface
    public interface Starter {
        /**
         * Starts a command.
         *
         * @throws IOException if it cannot be started
         */
        Process start(List<String> words) throws IOException;
    }

    /** Starts launch agents as processes of this machine. */
    public static final Starter PROCESSES = words -> new ProcessBuilder(words).start();

    /** How long a supervisor may take to start: a login takes a second, or many on a busy machine. */
    private static final int SECONDS_TO_START = 60;

    private final TreePlan plan;
    private final Listener listener;
    private final Starter starter;
    private final int secondsToStart;
    private final List<Branch> branches = new ArrayList<>();
    private final Map<Integer, Branch> byNode = new HashMap<>();

    /** Held while a launch agent starts: one that {@link #close} did not see would outlive this process. */
    private final Object starting = new Object();

    /** Whether no further launch agent may start. Read where {@link #starting} is held. */
    private volatile boolean closed;

    /** A tree whose supervisors are not started yet. */
    public Tree(TreePlan plan, Listener listener, Starter starter) {
        this(plan, listener, starter, Math.max(SECONDS_TO_START, plan.silence()));
    }

    /** A tree whose supervisors have so many seconds to start. */
    Tree(TreePlan plan, Listener listener, Starter starter, int secondsToStart) {
        this.plan = plan;
        this.listener = listener;
        this.starter = starter;
        this.secondsToStart = secondsToStart;
    }

    /**
     * Starts the supervisors, unless the tree is closed before or meanwhile.
     *
     * @param started gets the process id of each launch agent
     */
    public void start(LongConsumer started) {
        start(plan, started);
    }

    /** Starts further supervisors, as {@link #start(LongConsumer)}; one of a number that is lost is replaced. */
    public void add(List<TreePlan.Place> more, LongConsumer started) {
        start(plan.with(more), started);
    }

    private void start(TreePlan wanted, LongConsumer started) {
        for (List<TreePlan.Place> places : wanted.branches()) {
            try {
                Branch branch;
                synchronized (starting) {
                    if (closed) {
                        return;
                    }
                    branch = new Branch(wanted, places, listener, starter, secondsToStart);
                    started.accept(branch.pid());
                    add(branch, places);
                }
                branch.start();
            } catch (IOException e) {
                listener.lost(places.stream().map(TreePlan.Place::hostIndex).toList(), e.getMessage());
            }
        }
    }

    private synchronized void add(Branch branch, List<TreePlan.Place> places) {
        branches.add(branch);
        places.forEach(place -> byNode.put(place.hostIndex(), branch));
    }

    /** Forgets supervisors that are lost: nothing is sent to them any more. */
    public synchronized void forget(List<Integer> hostIndices) {
        hostIndices.forEach(byNode::remove);
    }

    private synchronized List<Branch> branches() {
        return List.copyOf(branches);
    }

    /** Passes a frame down to its host, or to all. */
    public void send(ControlFrame frame) {
        if (frame.hostIndex() == ControlFrame.ALL) {
            branches().forEach(branch -> branch.link().send(frame));
        } else {
            Branch branch;
            synchronized (this) {
                branch = byNode.get(frame.hostIndex());
            }
            if (branch != null) {
                branch.link().send(frame);
            }
        }
    }

    /** Waits until all has been written, but not for long. */
    public void flush(long millis) {
        branches().forEach(branch -> branch.link().flush(millis));
    }

    /** See {@link ControlLink#setPatient}. */
    public void setPatient(boolean now) {
        branches().forEach(branch -> branch.link().setPatient(now));
    }

    /** Ends all links, and with them the supervisors; waits for the launch agents, and ends them after a time. */
    public void close(long millis) {
        // Before the lock, which whoever starts agents may take again and again.
        closed = true;
        synchronized (starting) {
            // What is being started is known from here on.
        }
        long deadline = System.nanoTime() + millis * 1_000_000;
        List<Branch> all = branches();
        all.forEach(branch -> branch.link().close());
        all.forEach(branch -> branch.await(deadline));
    }
}
