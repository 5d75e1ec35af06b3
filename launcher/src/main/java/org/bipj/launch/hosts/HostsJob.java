package org.bipj.launch.hosts;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.core.job.Application;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.launch.hosts.supervisor.HostJob;
import org.bipj.launch.hosts.supervisor.NoteRound;
import org.bipj.launch.hosts.supervisor.RoundAnswer;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.launch.mpirun.command.GracePeriod;
import org.bipj.launch.mpirun.command.HostNetwork;
import org.bipj.launch.mpirun.command.HostPlan;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.Placement;
import org.bipj.launch.mpirun.command.ProgramOptions;
import org.bipj.launch.mpirun.job.JobWatch;
import org.bipj.launch.mpirun.process.MemberJob;
import org.bipj.launch.mpirun.process.RankOutput;
import org.bipj.launch.mpirun.process.RankProcess;
import org.bipj.launch.mpirun.process.RankWatcher;
import org.bipj.launch.mpirun.process.SpawnTicket;
import org.bipj.launch.mpirun.program.Environment;
import org.bipj.launch.mpirun.program.RankProgram;
import org.bipj.launch.support.Interruption;
import org.bipj.launch.support.LaunchException;
import org.bipj.net.NetJobProvider;
import org.bipj.net.address.AddressBook;
import org.bipj.shm.ShmSession;
import org.bipj.shm.board.Board;

/** A job whose ranks are on hosts with supervisors: starts them there, and judges what these report. */
final class HostsJob implements MemberJob, HostTree.Member {
    /** Exit code of a job that has lost a host. */
    static final int HOST_LOST = 1;

    /** What is in between concerns many ranks. */
    private static final int UNANSWERED_MAX = 5;

    private final Options options;
    private final List<RankProgram> programs;
    private final Placement placement;
    private final HostPlan plan;
    /** Who has asked for the job; null: the user. */
    private final Connections.Parents parents;

    private final boolean networked;

    private final String secret = ShmSession.newSecret();
    private final RemoteBoard board;
    private final Map<Integer, RemoteChild> children = new ConcurrentHashMap<>();
    private final HostTree tree;
    private final Queue<SpawnTicket> requests = new ConcurrentLinkedQueue<>();
    private final HostsLinks links;
    private final RankWatcher supervisor;
    private final RankOutput output;
    private final Rendezvous rendezvous;
    private final HostsState state;
    private final JobRounds rounds;
    private final NoteRounds notes;
    private final FetchedFolders folders;
    /** Runs the rounds of the notes; null where nobody needs them. */
    private Thread noteRounds;

    private final InputForward input;
    private final Beginning beginning;
    /** All hosts have been asked to start their ranks. */
    private final CountDownLatch begun = new CountDownLatch(1);

    /** How many addresses ranks could not connect to. */
    private final AtomicInteger unanswered = new AtomicInteger();

    private final int[] hostOfRanks;
    private boolean closed;
    /** Hosts whose ranks all wait for the end only, or are lost. */
    private final BitSet left = new BitSet();

    /**
     * A job whose ranks have not started.
     *
     * @param programs what to start for the ranks of each of the options' programs
     * @param tree in whose numbers the options' plan is
     * @param parents who has asked for the job; null: the user
     * @param areNetworked true if these are on several hosts: some may share memory with ranks of this job, and others do not
     */
    HostsJob(
            Options options,
            List<RankProgram> programs,
            Placement placement,
            HostTree tree,
            Connections.Parents parents,
            boolean areNetworked) {
        this.options = options;
        this.programs = programs;
        this.placement = placement;
        this.tree = tree;
        this.parents = parents;
        networked = areNetworked || options.hosts().used().size() > 1;
        this.plan = options.hosts();
        this.hostOfRanks = plan.hostOfRanks();
        this.board = new RemoteBoard(options.ranks());
        this.output = new RankOutput(options, programs, placement);
        int used = plan.used().size();
        this.links = new HostsLinks(plan.used(), this::send);
        this.rendezvous = new Rendezvous(this::send);
        this.state = new HostsState(used, options.job(), board, this::hasEnded, this::send);
        this.rounds = new JobRounds(used, options.ranks(), options.deadlock().patienceNs(), this::beginRound);
        this.notes =
                new NoteRounds(used, next -> send(ControlFrame.of(FrameKind.RECORDS, ControlFrame.ALL, next.pack())));
        this.folders = new FetchedFolders(options.rankFolders(), plan.hosts(), this::send);
        this.supervisor =
                new RankWatcher(options, board, state, this::died, detection(), GracePeriod.millis(), this::hostOf);
        this.input = new InputForward(hostOfRanks[Math.max(0, options.stdin())], this::send);
        this.beginning = new Beginning(plan);
    }

    /** To its host or, for all, to those of this job. */
    private void send(ControlFrame frame) {
        ControlFrame ofThis = frame.ofJob(options.job());
        if (frame.hostIndex() != ControlFrame.ALL || options.job() == 0) {
            tree.send(ofThis);
        } else {
            plan.used().forEach(hostIndex -> tree.send(ofThis.toHost(hostIndex)));
        }
    }

    @Override
    public Options options() {
        return options;
    }

    /** True if its ranks have a transport between hosts. */
    boolean isNetworked() {
        return networked;
    }

    @Override
    public RankWatcher supervisor() {
        return supervisor;
    }

    /** Those that have asked for it wait at a door. */
    @Override
    public String address() {
        return "";
    }

    @Override
    public List<SpawnTicket> requests() {
        List<SpawnTicket> all = new ArrayList<>();
        for (SpawnTicket next; (next = requests.poll()) != null; ) {
            all.add(next);
        }
        return all;
    }

    @Override
    public Ties ties() {
        String named = NetJobProvider.addressOf(secret);
        return begun.getCount() > 0 ? new Ties(named, Set.of()) : links.ask(named);
    }

    @Override
    public void start() throws IOException {
        ControlFrame job = job().frame();
        tree.join(options.job(), this);
        folders.prepare();
        send(job);
        List<String> addresses = beginning.await(options.timeoutMillis(), this::name);
        HostNetwork wanted = plan.used().size() == 1 ? HostNetwork.TCP : options.network();
        String network = beginning.network(wanted, this::name);
        if (options.verbose()) {
            supervisor.terminal().say("mpirun: between hosts: " + network);
        }
        folders.begin();
        send(ControlFrame.of(
                FrameKind.START, ControlFrame.ALL, new Packer().texts(addresses).text(network)));
        begun.countDown();
        if (options.checks() != null && plan.used().size() > 1) {
            noteRounds = Thread.ofPlatform().daemon().name("notes").start(notes::run);
        }
        if (options.stdin() != Options.NO_RANK) {
            Thread.ofPlatform().daemon().name("input").start(input);
        }
    }

    @Override
    public void fail(String message, int code) {
        if (!beginning.fail(message)) {
            supervisor.fail(message, code);
        }
    }

    @Override
    public void signal(String name) {
        send(signal(name, ControlFrame.ALL, ControlFrame.ALL));
        tree.flush();
    }

    @Override
    public void end() {
        beginning.fail("the job is being ended");
        supervisor.end(null);
    }

    @Override
    public void interrupt() {
        end();
    }

    /** Fetches what ranks have recorded; the sessions of the first job end with the supervisors. */
    @Override
    public void close() {
        end();
        boolean isFirst;
        synchronized (this) {
            isFirst = !closed;
            closed = true;
        }
        if (!isFirst) {
            // What follows the job shows what is fetched.
            folders.awaitFetched();
            return;
        }
        if (noteRounds != null) {
            noteRounds.interrupt();
        }
        rounds.end();
        begun.countDown();
        folders.fetch();
        if (options.job() > 0) {
            send(ControlFrame.of(FrameKind.OVER, ControlFrame.ALL));
        }
        tree.leave(options.job());
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
                secret,
                Math.max(options.slots(), options.ranks()),
                parents,
                networked,
                tree.family(),
                options.survivesDeaths());
    }

    /** All, once the job is being ended: who has not joined before then is no slow starter. */
    int joined() {
        return supervisor.isEnding() ? options.ranks() : supervisor.joined();
    }

    private boolean hasEnded(int rank) {
        RemoteChild child = children.get(rank);
        return child != null && !child.isAlive();
    }

    private String hostOf(int rank) {
        return name(hostOfRanks[rank]);
    }

    private JobWatch.Detection detection() {
        return new JobWatch.Detection() {
            @Override
            public void await() throws InterruptedException {
                begun.await();
                rounds.await();
            }

            @Override
            public String undetected() {
                return state.undetected();
            }
        };
    }

    private void beginRound(int round) {
        send(ControlFrame.of(FrameKind.ROUND, ControlFrame.ALL, new Packer().number(round)));
    }

    private static ControlFrame signal(String signal, int hostIndex, int rank) {
        return ControlFrame.of(
                FrameKind.SIGNAL, hostIndex, new Packer().text(signal).number(rank));
    }

    // ---- what comes from hosts -----------------------------------------------------------------------------------

    @Override
    public boolean isOn(int hostIndex) {
        return hostIndex < plan.hosts().size()
                && !plan.hosts().get(hostIndex).ranks().isEmpty();
    }

    @Override
    public void arrived(ControlFrame frame) {
        int hostIndex = frame.hostIndex();
        Unpacker from = frame.fields();
        switch (frame.kind()) {
            case READY -> beginning.ready(hostIndex, from.text(), from.text());
            case REFUSED -> fails(hostIndex, from.text(), true);
            case STARTED -> started(rank(from, hostIndex), from.number());
            case STATE -> state(rank(from, hostIndex), from);
            case LEFT -> left(hostIndex);
            case PUT -> rendezvous.put(rank(from, hostIndex), from.text());
            case GET -> rendezvous.get(hostIndex, from.number(board.ranks() - 1));
            case WATCH -> rendezvous.watch(hostIndex, from.number(board.ranks() - 1));
            case PARTED -> parted(rank(from, hostIndex), from.number(board.ranks() - 1), from.text());
            case UNANSWERED -> unanswered(rank(from, hostIndex), from.text(), from.text());
            case ANSWER -> state.answer(hostIndex, from);
            case COLLECTED -> rounds.answer(hostIndex, RoundAnswer.of(from, board.ranks()));
            case SAID -> notes.answer(hostIndex, NoteRound.of(from, board.ranks()));
            case INPUT_TAKEN -> input.taken(from.number(ControlFrame.LONGEST));
            case CLOCKED -> folders.clocked(hostIndex, from);
            case RECORDED -> folders.recorded(hostIndex, from);
            case SPAWN -> requests.add(request(hostIndex, from.number(), from.data()));
            case LINKED -> links.answer(hostIndex, from);
            default -> ofRank(frame.kind(), children.get(rank(from, hostIndex)), from);
        }
    }

    private SpawnTicket request(int hostIndex, long number, byte[] bytes) {
        return new SpawnTicket(
                SpawnRequest.of(bytes),
                answer -> send(ControlFrame.of(
                        FrameKind.SPAWNED,
                        hostIndex,
                        new Packer().number(number).text(answer.toString()))));
    }

    private void state(int rank, Unpacker from) {
        board.take(rank, from);
        if (board.isOver(rank) && board.state(rank) != Board.DEAD) {
            rendezvous.finished(rank);
        }
    }

    /** A rank has died, and the others go on: they hear of it on each host. */
    private void died(int rank, String how) {
        send(ControlFrame.of(
                FrameKind.DIED, ControlFrame.ALL, new Packer().number(rank).text(how)));
    }

    /** The lost rank loses the other one, too: its end of the connection may not show that. */
    private void parted(int by, int rank, String why) {
        send(ControlFrame.of(
                FrameKind.GONE,
                hostOfRanks[rank],
                new Packer().number(rank).number(by).text(why)));
    }

    private void unanswered(int by, String address, String why) {
        int number = unanswered.incrementAndGet();
        if (number <= UNANSWERED_MAX) {
            supervisor
                    .terminal()
                    .say("mpirun: rank " + by + " cannot reach " + address + ": "
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
    public void lost(int hostIndex) {
        state.lost(hostIndex);
        links.lost(hostIndex);
        folders.lost(hostIndex);
        List<Integer> ranks = plan.hosts().get(hostIndex).ranks();
        if (goesOn()) {
            rounds.lost(hostIndex, ranks.size());
            // Its ranks may have been asked for, and not have started.
            ranks.forEach(rank -> started(rank, 0));
            left(hostIndex);
        }
        ranks.forEach(rank -> {
            RemoteChild child = children.get(rank);
            if (child != null) {
                child.lost();
            }
        });
    }

    @Override
    public void say(String line) {
        supervisor.terminal().say(line);
    }

    private String name(int hostIndex) {
        return plan.hosts().get(hostIndex).name();
    }

    /** True if the loss of a host does not end the job. */
    private boolean goesOn() {
        return options.survivesDeaths() && begun.getCount() == 0;
    }

    @Override
    public void hostFails(int hostIndex, String reason, boolean says) {
        if (!goesOn() || Interruption.comes()) {
            fails(hostIndex, reason, says);
        } else if (says) {
            supervisor.terminal().say("mpirun: host " + name(hostIndex) + ": " + reason);
        }
    }

    private void fails(int hostIndex, String reason, boolean says) {
        if (Interruption.comes()) {
            return;
        }
        String message = "host " + name(hostIndex) + ": " + reason;
        if (!beginning.fail(message)) {
            supervisor.fail(message, HOST_LOST, says);
        }
    }

    private void started(int rank, long pid) {
        int hostIndex = hostOfRanks[rank];
        RemoteChild child = new RemoteChild(pid, signal -> send(signal(signal, hostIndex, rank)));
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

    private synchronized void left(int hostIndex) {
        left.set(hostIndex);
        if (left.cardinality() == plan.used().size()) {
            send(ControlFrame.of(FrameKind.ALL_LEFT, ControlFrame.ALL));
        }
    }
}
