package org.bipj.launch.hosts;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.core.job.Application;
import org.bipj.launch.command.GracePeriod;
import org.bipj.launch.command.HostPlan;
import org.bipj.launch.command.LaunchException;
import org.bipj.launch.command.Options;
import org.bipj.launch.command.Placement;
import org.bipj.launch.command.ProgramOptions;
import org.bipj.launch.job.SlowStart;
import org.bipj.launch.process.RankOutput;
import org.bipj.launch.process.RankProcess;
import org.bipj.launch.process.Supervisor;
import org.bipj.launch.program.Environment;
import org.bipj.launch.program.RankProgram;
import org.bipj.launch.supervisor.HostJob;
import org.bipj.launch.supervisor.RecordRound;
import org.bipj.launch.supervisor.RoundAnswer;
import org.bipj.launch.supervisor.Versions;
import org.bipj.launch.system.Interruption;
import org.bipj.launch.system.OwnProcess;
import org.bipj.launch.system.UserSignal;
import org.bipj.launch.system.Watchdog;
import org.bipj.launch.wire.ControlFrame;
import org.bipj.launch.wire.FrameKind;
import org.bipj.launch.wire.Packer;
import org.bipj.launch.wire.Tree;
import org.bipj.launch.wire.TreePlan;
import org.bipj.launch.wire.Unpacker;
import org.bipj.net.address.AddressBook;
import org.bipj.shm.ShmSession;

/** Runs a job of several hosts: starts a supervisor on each, and judges what these report. */
public final class HostsRunner {
    /** Exit code of a job that has lost a host. */
    static final int HOST_LOST = 1;

    /** For supervisors to remove their sessions and to end. */
    private static final long END_MS = 15_000;

    private static final long FLUSH_MS = 500;
    /** What is in between concerns many ranks. */
    private static final int UNANSWERED_MAX = 5;

    private final OwnProcess own = OwnProcess.current();
    private final Options options;
    private final List<RankProgram> programs;
    private final Placement placement;
    private final Watchdog watchdog;
    private final HostPlan plan;
    private final RemoteBoard board;
    private final Map<Integer, RemoteChild> children = new ConcurrentHashMap<>();
    private final Tree tree;
    private final Supervisor supervisor;
    private final RankOutput output;
    private final Rendezvous rendezvous;
    private final HostsState state;
    private final JobRounds rounds;
    private final RecordRounds records;
    private final HostRecords recordings;
    /** Runs the rounds of the records; null where nobody needs them. */
    private Thread recorder;

    private final InputForward input;
    private final Beginning beginning;
    /** All hosts have been asked to start their ranks. */
    private final CountDownLatch begun = new CountDownLatch(1);

    /** How many addresses ranks could not connect to. */
    private final AtomicInteger unanswered = new AtomicInteger();

    private final int[] hostOfRanks;
    private boolean closed;
    private int left;

    /**
     * A job to run.
     *
     * @param programs what to start for the ranks of each of the options' programs
     * @param watchdog closed by the caller
     */
    public HostsRunner(Options options, List<RankProgram> programs, Placement placement, Watchdog watchdog) {
        this.options = options;
        this.programs = programs;
        this.placement = placement;
        this.watchdog = watchdog;
        this.plan = options.hosts();
        this.hostOfRanks = plan.hostOfRanks();
        this.board = new RemoteBoard(options.ranks());
        this.output = new RankOutput(options, programs, placement);
        this.tree = new Tree(treePlan(), new FromBelow(), this::startAgent);
        this.rendezvous = new Rendezvous(tree::send);
        this.state = new HostsState(plan.hosts().size(), board, this::hasEnded, tree::send);
        this.rounds = new JobRounds(
                plan.hosts().size(), options.ranks(), options.deadlock().patienceNs(), this::beginRound);
        this.records = new RecordRounds(
                plan.hosts().size(), next -> tree.send(next.frame(FrameKind.RECORDS, ControlFrame.ALL)));
        this.recordings = new HostRecords(options.rankFolders(), plan.hosts(), tree::send);
        this.supervisor =
                new Supervisor(options, board, state, this::awaitDeadlock, GracePeriod.millis(), this::hostOf);
        this.input = new InputForward(hostOfRanks[Math.max(0, options.stdin())], tree::send);
        this.beginning = new Beginning(plan.hosts().size());
    }

    private Process startAgent(List<String> words) throws IOException {
        return own.start(own.builder().command(words));
    }

    private TreePlan treePlan() {
        List<TreePlan.Place> places = new ArrayList<>();
        for (HostPlan.Host host : plan.hosts()) {
            places.add(new TreePlan.Place(places.size(), host.name(), host.isHere()));
        }
        return new TreePlan(
                ControlFrame.ALL,
                TreePlan.defaultFanout(),
                options.netTimeoutSeconds(),
                options.launchAgent(),
                SupervisorCommand.words(),
                places);
    }

    /** Runs the job to its end and returns its exit code. */
    public int run() throws IOException {
        watchdog.guard(null);
        ControlFrame job = job().frame();
        own.atEnd(new Thread(this::end, "end of mpirun"));
        try {
            // Already now for SIGUSR1, which would otherwise end mpirun while it waits for hosts.
            UserSignal.letProgramsHandleUsr1();
            supervisor.startWatch();
            tree.start(watchdog::rank);
            recordings.prepare();
            tree.send(job);
            List<String> addresses = beginning.await(options.timeoutMillis(), this::name);
            String network = beginning.network(options.network(), this::name);
            if (options.verbose()) {
                supervisor.terminal().say("mpirun: between hosts: " + network);
            }
            recordings.begin();
            tree.send(ControlFrame.of(
                    FrameKind.START,
                    ControlFrame.ALL,
                    new Packer().texts(addresses).text(network)));
            begun.countDown();
            if (options.checks() != null && plan.hosts().size() > 1) {
                recorder = Thread.ofPlatform().daemon().name("records").start(records::run);
            }
            if (!options.quiet()) {
                new SlowStart(options.ranks(), supervisor::started, this::joined).watch(supervisor.terminal());
            }
            own.forwardStops(this::signalAll);
            if (options.stdin() != Options.NO_RANK) {
                Thread.ofPlatform().daemon().name("input").start(input);
            }
            return supervisor.await();
        } finally {
            end();
        }
    }

    private HostJob job() throws IOException {
        List<HostJob.Host> hosts = new ArrayList<>();
        plan.hosts().forEach(host -> hosts.add(new HostJob.Host(host.name(), host.ranks())));
        List<HostJob.Program> all = new ArrayList<>();
        int first = 0;
        for (ProgramOptions asked : options.programs()) {
            Application application = placement.application(first);
            RankProgram program = programs.get(application.number());
            Path directory = asked.directory() == null ? Path.of("").toAbsolutePath() : asked.directory();
            Map<String, String> environment = new LinkedHashMap<>(Environment.forOtherHosts(asked.exported()));
            environment.putAll(asked.environment());
            // These take the options' variables into account.
            environment.putAll(program.environment());
            all.add(new HostJob.Program(
                    application,
                    program.words(),
                    program.cached(),
                    environment,
                    directory.toString(),
                    NeededFiles.of(program.words(), directory)));
            first += asked.ranks();
        }
        return new HostJob(
                hosts,
                all,
                options.mergeErrors(),
                options.binding(),
                options.reportBindings(),
                options.stdin(),
                GracePeriod.millis(),
                options.network(),
                options.trustedSubnets(),
                options.netPorts(),
                options.netTimeoutSeconds(),
                ShmSession.newSecret());
    }

    /** All, once the job is being ended: who has not joined before then is no slow starter. */
    private int joined() {
        return supervisor.isEnding() ? options.ranks() : supervisor.joined();
    }

    private boolean hasEnded(int rank) {
        RemoteChild child = children.get(rank);
        return child != null && !child.isAlive();
    }

    private void signalAll(String signal) {
        tree.send(signal(signal, ControlFrame.ALL, ControlFrame.ALL));
        tree.flush(FLUSH_MS);
    }

    private String hostOf(int rank) {
        return name(hostOfRanks[rank]);
    }

    private void awaitDeadlock() throws InterruptedException {
        begun.await();
        rounds.await();
    }

    private void beginRound(int round) {
        tree.send(ControlFrame.of(FrameKind.ROUND, ControlFrame.ALL, new Packer().number(round)));
    }

    private static ControlFrame signal(String signal, int hostIndex, int rank) {
        return ControlFrame.of(
                FrameKind.SIGNAL, hostIndex, new Packer().text(signal).number(rank));
    }

    /** Ends what still runs on all hosts; also called where mpirun is interrupted. */
    private void end() {
        supervisor.end(null);
        boolean isFirst;
        synchronized (this) {
            isFirst = !closed;
            closed = true;
        }
        if (!isFirst) {
            // What follows the job shows what is fetched.
            recordings.awaitFetched();
            return;
        }
        if (recorder != null) {
            recorder.interrupt();
        }
        recordings.fetch();
        tree.send(ControlFrame.of(FrameKind.END, ControlFrame.ALL));
        tree.close(END_MS);
        watchdog.close();
    }

    /** Handles frames of the supervisors; called by the links' readers. */
    private final class FromBelow implements Tree.Listener {
        @Override
        public void arrived(ControlFrame frame) {
            int hostIndex = frame.hostIndex();
            if (hostIndex < 0 || hostIndex >= plan.hosts().size()) {
                return;
            }
            Unpacker from = frame.fields();
            switch (frame.kind()) {
                case HELLO -> {
                    String difference = Versions.own().difference(Versions.of(from));
                    if (difference != null) {
                        hostFails(hostIndex, "has " + difference);
                    }
                }
                case READY -> beginning.ready(hostIndex, from.text(), from.text());
                case REFUSED -> hostFails(hostIndex, from.text());
                case STARTED -> started(rank(from, hostIndex), from.number());
                case STATE -> state(rank(from, hostIndex), from);
                case LEFT -> left();
                case PUT -> rendezvous.put(rank(from, hostIndex), from.text());
                case GET -> rendezvous.get(hostIndex, from.number(board.ranks() - 1));
                case WATCH -> rendezvous.watch(hostIndex, from.number(board.ranks() - 1));
                case PARTED -> parted(rank(from, hostIndex), from.number(board.ranks() - 1), from.text());
                case UNANSWERED -> unanswered(rank(from, hostIndex), from.text(), from.text());
                case ANSWER -> state.answer(hostIndex, from);
                case COLLECTED -> rounds.answer(hostIndex, RoundAnswer.of(from, board.ranks()));
                case SAID -> records.answer(hostIndex, RecordRound.of(from, board.ranks()));
                case INPUT_TAKEN -> input.taken(from.number(ControlFrame.LONGEST));
                case CLOCKED -> recordings.clocked(hostIndex, from);
                case RECORDED -> recordings.recorded(hostIndex, from);
                case SAY -> said(hostIndex, from.text());
                case LOST -> {
                    List<Integer> hostIndices =
                            from.list(each -> each.number(plan.hosts().size() - 1));
                    lost(hostIndices, from.text());
                }
                default -> ofRank(frame.kind(), children.get(rank(from, hostIndex)), from);
            }
        }

        private void state(int rank, Unpacker from) {
            board.take(rank, from);
            if (board.isOver(rank)) {
                rendezvous.finished(rank);
            }
        }

        /** The lost rank loses the other one, too: its end of the connection may not show that. */
        private void parted(int by, int rank, String why) {
            tree.send(ControlFrame.of(
                    FrameKind.GONE,
                    hostOfRanks[rank],
                    new Packer().number(rank).number(by).text(why)));
        }

        private void unanswered(int by, String address, String why) {
            int number = unanswered.incrementAndGet();
            if (number <= UNANSWERED_MAX) {
                supervisor
                        .terminal()
                        .say("mpirun: rank " + by + " cannot connect to " + address + ": "
                                + (why.isEmpty() ? AddressBook.FIREWALL : why)
                                + (number == UNANSWERED_MAX ? " (further ones are not reported)" : ""));
            }
        }

        private void ofRank(FrameKind kind, RemoteChild child, Unpacker from) {
            if (child != null && kind == FrameKind.OUTPUT) {
                boolean err = from.flag();
                child.stream(err).feed(from.data());
            } else if (child != null && kind == FrameKind.EXITED) {
                child.ended(from.number(0, Integer.MAX_VALUE));
            }
        }

        /** Reads a rank, which must be one of that host. */
        private int rank(Unpacker from, int hostIndex) {
            int rank = from.number(board.ranks() - 1);
            if (hostOfRanks[rank] != hostIndex) {
                throw from.damaged("rank " + rank + " of another host");
            }
            return rank;
        }

        @Override
        public void lost(List<Integer> hostIndices, String reason) {
            String others = hostIndices.size() == 1
                    ? ""
                    : "; lost with it: "
                            + String.join(
                                    ", ",
                                    hostIndices.stream()
                                            .skip(1)
                                            .map(HostsRunner.this::name)
                                            .toList());
            hostFails(hostIndices.getFirst(), reason + others);
            for (int hostIndex : hostIndices) {
                state.lost(hostIndex);
                recordings.lost(hostIndex);
                plan.hosts().get(hostIndex).ranks().forEach(rank -> {
                    RemoteChild child = children.get(rank);
                    if (child != null) {
                        child.lost();
                    }
                });
            }
        }

        @Override
        public void said(int hostIndex, String line) {
            supervisor.terminal().say("mpirun: host " + name(hostIndex) + ": " + line);
        }
    }

    private String name(int hostIndex) {
        return plan.hosts().get(hostIndex).name();
    }

    private void hostFails(int hostIndex, String reason) {
        if (Interruption.comes()) {
            return;
        }
        String message = "host " + name(hostIndex) + ": " + reason;
        if (!beginning.fail(message)) {
            supervisor.fail(message, HOST_LOST);
        }
    }

    private void started(int rank, long pid) {
        int hostIndex = hostOfRanks[rank];
        RemoteChild child = new RemoteChild(pid, signal -> tree.send(signal(signal, hostIndex, rank)));
        if (children.putIfAbsent(rank, child) != null) {
            return;
        }
        try {
            supervisor.started(new RankProcess(
                    rank,
                    child,
                    output.pump(supervisor.terminal(), rank, child.stream(false), false),
                    options.mergeErrors() ? null : output.pump(supervisor.terminal(), rank, child.stream(true), true)));
        } catch (LaunchException e) {
            // A file for its output cannot be made, which is not the host's fault.
            supervisor.fail(e.getMessage(), e.exitCode());
        }
    }

    private synchronized void left() {
        if (++left == plan.hosts().size()) {
            tree.send(ControlFrame.of(FrameKind.ALL_LEFT, ControlFrame.ALL));
        }
    }
}
