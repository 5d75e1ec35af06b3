package org.bipj.launch.hosts.supervisor;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bipj.core.nic.PortException;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.launch.mpirun.process.Ending;
import org.bipj.launch.mpirun.process.RankChild;
import org.bipj.launch.mpirun.program.Environment;
import org.bipj.launch.mpirun.program.LongCommand;
import org.bipj.launch.mpirun.program.StartCache;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.ProcessGroup;
import org.bipj.launch.support.RankNumber;
import org.bipj.launch.support.StandardInput;
import org.bipj.launch.support.Watchdog;
import org.bipj.net.HostFamily;
import org.bipj.net.NetJobProvider;
import org.bipj.net.address.NetVariables;
import org.bipj.shm.ShmSession;
import org.bipj.shm.figures.JobDescription;
import org.bipj.shm.waiting.NoteCopies;

/** The ranks of this host, processes, with their session. */
final class ProcessRanks implements HostRanks {
    private final HostJob job;
    private final List<Integer> ranks;
    private final String network;
    private final JobLink up;
    private final Watchdog watchdog;
    private final ShmSession session;
    private final ControlService control;
    private final BoardWatch board;
    private final SpawnRelay spawns;
    private final Map<Integer, LocalRank> started = new HashMap<>();
    private final NoteCopies records;
    private final StartCache caches = StartCache.ofHost();
    private final LongCommand files;
    private InputPump input;
    /** Held while a rank starts: one that {@link #close} did not see would outlive this process. */
    private final Object starting = new Object();

    /** Whether no further rank may start. Guarded by {@link #starting}. */
    private boolean closed;

    /**
     * Makes the session.
     *
     * @param up to mpirun
     * @param addresses of all hosts
     * @param network what carries messages between them, for the ranks
     * @throws IOException if the watchdog cannot be started
     * @throws PortException if there is no room for the session
     */
    ProcessRanks(JobLink up, HostJob job, List<String> addresses, String network) throws IOException {
        this.job = job;
        this.ranks = job.hosts().get(up.hostIndex()).ranks();
        this.network = network;
        this.up = up;
        this.watchdog = Watchdog.start();
        Path directory = ShmSession.planDirectory();
        watchdog.guard(directory);
        this.session = isAlone()
                ? ShmSession.forProcesses(ranks.size(), directory)
                : ShmSession.forHost(ranks.size(), directory);
        session.startedBy(job.parents(), up.job());
        if (job.survivesDeaths()) {
            session.surviveDeaths();
        }
        session.addFile("hosts", job.table(up.hostIndex(), addresses));
        session.addFile("secret", job.secret() + "\n");
        if (isOfFamily()) {
            session.addFile(
                    HostFamily.NAME, HostFamily.text(job.family(), up.job()).getBytes(StandardCharsets.UTF_8));
        }
        this.files = new LongCommand(session::addFile);
        this.control = new ControlService(session.directory(), ranks, job.size(), new Upwards(up));
        this.spawns = new SpawnRelay(session, up);
        this.board = new BoardWatch(session, ranks, spawns, job.parents() == null ? () -> true : this::haveMet, up);
        this.records = session.records(ranks, job.size());
    }

    /** True if the job's only host is this one, which then needs no transport between hosts. */
    private boolean isAlone() {
        return job.isOnOneHost();
    }

    /** True if ranks share memory with those of other jobs here: unless they are to meet over the network. */
    private boolean isOfFamily() {
        return !isAlone()
                && job.programs().stream()
                        .noneMatch(program -> ShmSession.MEETS_OVER_NETWORK.equals(
                                program.environment().get(ShmSession.MEET)));
    }

    @Override
    public Kin kin() {
        return isOfFamily() ? new Kin(NetJobProvider.addressOf(job.secret()), session.directory()) : null;
    }

    @Override
    public void met(Kin other) {
        session.addFile(
                HostFamily.kin(other.address()), other.session().toString().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void left(Kin other) {
        session.removeFile(HostFamily.kin(other.address()));
    }

    @Override
    public void guard(Path folder) throws IOException {
        watchdog.guard(folder);
    }

    @Override
    public void start() throws IOException {
        List<String> bindings = job.binding().bindings(ranks, Cores.OF_PROCESS);
        for (int local = 0; local < ranks.size(); local++) {
            synchronized (starting) {
                if (closed) {
                    return;
                }
                start(local, ranks.get(local), bindings.get(local));
            }
        }
        describe();
        board.start();
        if (isAlone()) {
            // Also where this host is lost, mpirun is to know it.
            sayLinks(0);
        }
    }

    /** A job of which viewers cannot learn runs all the same. */
    private void describe() {
        synchronized (starting) {
            if (!closed) {
                try {
                    session.describe(JobDescription.ofThisProcess(
                            JobDescription.PROCESSES,
                            job.size(),
                            ranks,
                            job.program(ranks.getFirst()).command()));
                } catch (PortException e) {
                    System.getLogger(ProcessRanks.class.getName()).log(System.Logger.Level.DEBUG, "no description", e);
                }
            }
        }
    }

    private void start(int local, int rank, String binding) throws IOException {
        Process process = builder(local, rank, binding).start();
        watchdog.rank(process.pid());
        LocalRank one = new LocalRank(rank, process, up);
        synchronized (this) {
            started.put(rank, one);
        }
        one.start(job.mergeErrors(), (ended, code) -> ended(local, ended, code));
        if (rank == job.stdin()) {
            input = new InputPump(process.getOutputStream(), up);
            Thread.ofPlatform().daemon().name("input").start(input);
        }
        if (job.reportBindings()) {
            String bound = binding.equals("none") ? " is not bound" : " bound to hwt " + binding;
            up.send(FrameKind.SAY, new Packer().text("rank " + rank + bound));
        }
    }

    private ProcessBuilder builder(int local, int rank, String binding) {
        HostJob.Program program = job.program(rank);
        ProcessBuilder builder = new ProcessBuilder().directory(new File(program.directory()));
        Map<String, String> environment = builder.environment();
        Environment.restore(environment);
        environment.putAll(program.environment());
        environment.putAll(
                isAlone()
                        ? session.environment(local, program.application())
                        : session.environment(
                                local, rank, job.size(), program.application(), NetJobProvider.class.getName()));
        environment.put(ShmSession.BINDING, binding);
        environment.put(ShmSession.UNIVERSE, Integer.toString(job.universe()));
        environment.put(NetVariables.NETWORK, network);
        environment.put(NetVariables.TIMEOUT, Integer.toString(job.netTimeoutSeconds()));
        if (!job.ports().isEmpty()) {
            environment.put(NetVariables.PORTS, job.ports());
            environment.putIfAbsent(NetVariables.UCX_PORTS, job.ports());
        }
        List<String> command = RankNumber.in(caches.command(program.command(), program.cached()), rank);
        builder.command(ProcessGroup.oneOf(ranks.size(), job.binding().cpus(), files.shortened(command, environment)));
        builder.redirectErrorStream(job.mergeErrors());
        builder.redirectInput(rank == job.stdin() ? Redirect.PIPE : StandardInput.nothing());
        return builder;
    }

    private void ended(int local, LocalRank rank, int code) {
        try {
            board.send(local);
        } catch (PortException e) {
            up.send(FrameKind.REFUSED, new Packer().text(e.getMessage()));
        }
        watchdog.gone(rank.child().pid());
        up.send(FrameKind.EXITED, new Packer().number(rank.rank()).number(code));
    }

    @Override
    public void perform(ControlFrame frame) {
        Unpacker from = frame.fields();
        switch (frame.kind()) {
            case INPUT -> {
                if (input != null) {
                    input.accept(from.data());
                }
            }
            case SIGNAL -> signal(from.text(), from.number(ControlFrame.ALL, job.size() - 1));
            case ADDRESS -> control.known(from.number(job.size() - 1), from.text());
            case FINISHED -> control.finished(from.number(job.size() - 1));
            case GONE -> control.gone(from.number(job.size() - 1), from.number(job.size() - 1), from.text());
            case DIED -> died(from.number(job.size() - 1), from.text());
            case ROUND -> board.begin(from.number(Integer.MAX_VALUE));
            case RECORDS -> say(NoteRound.of(from, job.size()));
            case ALL_LEFT -> session.setAllHostsLeft();
            case SPAWNED -> spawns.answer(from);
            case ASK_LINKS -> sayLinks(from.number());
            case ASK -> new Answer(session, ranks, this::lives, up).start(from);
            default -> throw new IllegalStateException(frame.kind() + " for running ranks");
        }
    }

    /** Ranks learn of one of this host by the board, and of another by their address books. */
    private void died(int rank, String how) {
        int local = ranks.indexOf(rank);
        if (local >= 0) {
            session.died(local, how);
        } else {
            control.died(rank, how);
        }
    }

    /** True once a rank has attached a job, which mpirun gets to know. */
    private boolean haveMet() {
        if (session.links().isEmpty()) {
            return false;
        }
        sayLinks(0);
        return true;
    }

    /** Which jobs ranks of this host have attached; by what other jobs name this one, if this host alone decides that. */
    private void sayLinks(long question) {
        up.send(
                FrameKind.LINKED,
                new Packer()
                        .number(question)
                        .text(isAlone() ? session.address() : "")
                        .texts(List.copyOf(session.links())));
    }

    /** Brings what was read in the last round, before this host answers the next one. */
    private void say(NoteRound next) {
        records.bring(next.round() - 1L, next.copies());
        up.send(FrameKind.SAID, new NoteRound(next.round(), records.read()).pack());
    }

    private synchronized boolean lives(int local) {
        LocalRank rank = started.get(ranks.get(local));
        return rank != null && rank.child().isAlive();
    }

    private synchronized List<LocalRank> started() {
        return List.copyOf(started.values());
    }

    private void signal(String name, int rank) {
        started().stream()
                .filter(each -> rank == ControlFrame.ALL || each.rank() == rank)
                .forEach(each -> each.signal(name));
    }

    @Override
    public void close() {
        synchronized (starting) {
            if (closed) {
                return;
            }
            closed = true;
        }
        List<RankChild> running = started().stream()
                .map(LocalRank::child)
                .filter(RankChild::isAlive)
                .toList();
        if (!running.isEmpty()) {
            Ending.end(running, null, job.graceMillis());
        }
        control.close();
        session.close();
        watchdog.close();
    }
}
