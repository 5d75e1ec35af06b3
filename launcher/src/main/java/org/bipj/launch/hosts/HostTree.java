package org.bipj.launch.hosts;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.bipj.launch.hosts.supervisor.Versions;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Tree;
import org.bipj.launch.hosts.wire.TreePlan;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.launch.mpirun.command.HostPlan;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.Watchdog;
import org.bipj.shm.ShmSession;

/** The supervisors of all hosts that jobs of this launcher are on. Hosts have numbers in the order in which they were needed. */
public final class HostTree implements AutoCloseable {
    /** For supervisors to remove their sessions and to end. */
    private static final long END_MS = 15_000;

    private static final long FLUSH_MS = 500;

    private static final int FAMILY_DIGITS = 16;

    private final OwnProcess own = OwnProcess.current();
    /** Of all jobs on these hosts: never 0. */
    private final long family = Long.parseUnsignedLong(ShmSession.newSecret().substring(0, FAMILY_DIGITS), 16) | 1;

    private final Watchdog watchdog;
    private final Tree tree;
    /** All guarded by this. */
    private final List<HostPlan.Host> hosts = new ArrayList<>();

    /** Those whose supervisors have been started, and are not lost. */
    private final BitSet started = new BitSet();

    /** Those whose supervisors have been lost, or have not started. */
    private final BitSet lost = new BitSet();

    /** Why hosts cannot be used, whose supervisors run. */
    private final Map<Integer, String> refused = new HashMap<>();

    private final Map<Integer, Member> jobs = new HashMap<>();

    /** A job that is on some of the hosts. Threads of the tree call it. */
    interface Member {
        /** A frame of the job has arrived. */
        void arrived(ControlFrame frame);

        /** True if it has a rank on the host. */
        boolean isOn(int hostIndex);

        /**
         * A host cannot be used.
         *
         * @param says false if another job has said so
         */
        void hostFails(int hostIndex, String reason, boolean says);

        /** Nothing will be heard of a host any more. */
        void lost(int hostIndex);

        /** Prints a line. */
        void say(String line);
    }

    /**
     * A tree without supervisors.
     *
     * @param options of the first job
     * @param watchdog gets to know the launch agents
     */
    public HostTree(Options options, Watchdog watchdog) {
        this.watchdog = watchdog;
        TreePlan plan = new TreePlan(
                ControlFrame.ALL,
                TreePlan.defaultFanout(),
                options.netTimeoutSeconds(),
                options.launchAgent(),
                SupervisorCommand.words(),
                List.of());
        tree = new Tree(plan, new FromBelow(), this::startAgent);
    }

    /** The number of the family of all jobs on these hosts. */
    long family() {
        return family;
    }

    private Process startAgent(List<String> words) throws IOException {
        return own.start(own.builder().command(words));
    }

    /** The plan with the tree's numbers of hosts: hosts that it does not use have no ranks. */
    synchronized HostPlan numbered(HostPlan plan) {
        List<List<Integer>> ranks = new ArrayList<>();
        hosts.forEach(host -> ranks.add(List.of()));
        for (HostPlan.Host host : plan.hosts()) {
            int index = indexOf(host);
            if (index == hosts.size()) {
                hosts.add(host);
                ranks.add(host.ranks());
            } else {
                ranks.set(index, host.ranks());
            }
        }
        return new HostPlan(IntStream.range(0, hosts.size())
                .mapToObj(index -> {
                    HostPlan.Host host = hosts.get(index);
                    return new HostPlan.Host(host.name(), host.isHere(), host.slots(), ranks.get(index));
                })
                .toList());
    }

    private int indexOf(HostPlan.Host host) {
        int index = 0;
        while (index < hosts.size()
                && !(hosts.get(index).isHere() && host.isHere()
                        || hosts.get(index).name().equals(host.name()))) {
            index++;
        }
        return index;
    }

    /** A job gets its frames from now on; supervisors that it needs are started. */
    void join(int number, Member job) {
        List<TreePlan.Place> missing = new ArrayList<>();
        Map<Integer, String> unusable = new HashMap<>();
        synchronized (this) {
            jobs.put(number, job);
            for (int index = 0; index < hosts.size(); index++) {
                if (!job.isOn(index)) {
                    continue;
                }
                if (refused.containsKey(index)) {
                    unusable.put(index, refused.get(index));
                } else if (!started.get(index)) {
                    started.set(index);
                    missing.add(new TreePlan.Place(
                            index, hosts.get(index).name(), hosts.get(index).isHere()));
                }
            }
        }
        unusable.forEach((hostIndex, reason) -> job.hostFails(hostIndex, reason, true));
        if (!missing.isEmpty()) {
            tree.add(missing, watchdog::rank);
        }
    }

    /** A job has ended. */
    synchronized void leave(int number) {
        jobs.remove(number);
    }

    private synchronized List<Member> on(int hostIndex) {
        return jobs.values().stream().filter(job -> job.isOn(hostIndex)).toList();
    }

    private synchronized Member job(int number) {
        return jobs.get(number);
    }

    private synchronized String name(int hostIndex) {
        return hosts.get(hostIndex).name();
    }

    private synchronized void found(int hostIndex) {
        lost.clear(hostIndex);
    }

    private synchronized boolean isKnown(int hostIndex) {
        return hostIndex >= 0 && hostIndex < hosts.size();
    }

    /** True for a host whose supervisor is lost, has not started or cannot be used: a job that names it tries it again. */
    synchronized boolean isUnusable(String host) {
        for (int index = 0; index < hosts.size(); index++) {
            if (hosts.get(index).name().equals(host)) {
                return lost.get(index) || refused.containsKey(index);
            }
        }
        return false;
    }

    void send(ControlFrame frame) {
        tree.send(frame);
    }

    /** Waits until all has been written, but not for long. */
    void flush() {
        tree.flush(FLUSH_MS);
    }

    /** Ends all supervisors, and what runs on their hosts. */
    @Override
    public void close() {
        tree.send(ControlFrame.of(FrameKind.END, ControlFrame.ALL));
        tree.close(END_MS);
    }

    /** Handles frames of the supervisors; called by the links' readers. */
    private final class FromBelow implements Tree.Listener {
        @Override
        public void arrived(ControlFrame frame) {
            int hostIndex = frame.hostIndex();
            if (!isKnown(hostIndex)) {
                return;
            }
            switch (frame.kind()) {
                case HELLO -> {
                    found(hostIndex);
                    String difference = Versions.own().difference(Versions.of(frame.fields()));
                    if (difference != null) {
                        refuse(hostIndex, "has " + difference);
                    }
                }
                case SAY -> said(hostIndex, frame.fields().text());
                case LOST -> {
                    Unpacker from = frame.fields();
                    List<Integer> hostIndices = from.list(each -> each.number(Integer.MAX_VALUE));
                    lost(hostIndices.stream().filter(HostTree.this::isKnown).toList(), from.text());
                }
                default -> {
                    Member job = job(frame.job());
                    if (job != null && job.isOn(hostIndex)) {
                        job.arrived(frame);
                    }
                }
            }
        }

        private void refuse(int hostIndex, String reason) {
            synchronized (HostTree.this) {
                refused.put(hostIndex, reason);
            }
            boolean says = true;
            for (Member job : on(hostIndex)) {
                job.hostFails(hostIndex, reason, says);
                says = false;
            }
        }

        @Override
        public void lost(List<Integer> hostIndices, String reason) {
            if (hostIndices.isEmpty()) {
                return;
            }
            synchronized (HostTree.this) {
                hostIndices.forEach(started::clear);
                hostIndices.forEach(lost::set);
            }
            tree.forget(hostIndices);
            String others = hostIndices.size() == 1
                    ? ""
                    : "; lost with it: "
                            + String.join(
                                    ", ",
                                    hostIndices.stream()
                                            .skip(1)
                                            .map(HostTree.this::name)
                                            .toList());
            Set<Member> concerned = new LinkedHashSet<>();
            hostIndices.forEach(hostIndex -> concerned.addAll(on(hostIndex)));
            int first = hostIndices.getFirst();
            boolean says = true;
            for (Member job : concerned) {
                if (job.isOn(first)) {
                    job.hostFails(first, reason + others, says);
                    says = false;
                } else {
                    int own = hostIndices.stream().filter(job::isOn).findFirst().orElseThrow();
                    job.hostFails(
                            own, "lost with host " + name(first) + ", which was on the way there: " + reason, true);
                }
                hostIndices.stream().filter(job::isOn).forEach(job::lost);
            }
        }

        @Override
        public void said(int hostIndex, String line) {
            String text = "mpirun: host " + name(hostIndex) + ": " + line;
            List<Member> all = on(hostIndex);
            if (all.isEmpty()) {
                own.err().println(text);
            } else {
                all.getFirst().say(text);
            }
        }
    }
}
