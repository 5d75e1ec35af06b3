package org.bipj.launch.onejvm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bipj.core.job.family.NameFiles;
import org.bipj.core.machine.HostSystem;
import org.bipj.core.machine.JobVariables;
import org.bipj.core.machine.TaskLimit;
import org.bipj.core.nic.PortException;
import org.bipj.launch.mpirun.command.GracePeriod;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.job.TimeLimit;
import org.bipj.launch.mpirun.output.IncubatorNote;
import org.bipj.launch.mpirun.output.LastOutput;
import org.bipj.launch.mpirun.program.Environment;
import org.bipj.launch.mpirun.program.LongCommand;
import org.bipj.launch.onejvm.job.SharedJvmJob;
import org.bipj.launch.support.FileTree;
import org.bipj.launch.support.Kill;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.ProcessGroup;
import org.bipj.launch.support.StandardInput;
import org.bipj.launch.support.SystemSignals;
import org.bipj.launch.support.UserSignal;
import org.bipj.launch.support.Watchdog;
import org.bipj.shm.ShmSession;
import org.bipj.shm.figures.JobDescription;
import org.bipj.shm.job.RankEnvironment;

/** Runs a job whose ranks share one JVM. That JVM writes its own messages, and ends with the launcher. */
public final class ThreadRunner {
    /** Time beyond {@code --timeout} in which the JVM may end by itself. */
    private static final long TIMEOUT_SLACK_MS = 30_000;

    /** How often to look whether a JVM that should have ended by itself is stopped. */
    private static final long STOPPED_POLL_MS = 100;

    private final OwnProcess own = OwnProcess.current();
    private final Options options;
    private final ThreadProgram program;
    private final boolean isShown;
    /** Held while the JVM starts: one that the end of mpirun did not see would outlive it. */
    private final Object starting = new Object();

    /** Whether the job is being ended. Guarded by {@link #starting}. */
    private boolean isInterrupted;
    /** For viewers, and for the files of a long command; null: there is none. Guarded by {@link #starting} once the JVM starts. */
    private ShmSession session;
    /** The files of a long command where there are no sessions; null: none. */
    private Path files;
    /** Null before it was started. Written once, under {@link #starting}. */
    private Process jvm;

    /** A job to run, and the JVM that runs it. */
    public ThreadRunner(Options options, ThreadProgram program) {
        this(options, program, true);
    }

    /**
     * A job to run, and the JVM that runs it.
     *
     * @param isShown whether what it prints is shown
     */
    ThreadRunner(Options options, ThreadProgram program, boolean isShown) {
        this.options = options;
        this.program = program;
        this.isShown = isShown;
    }

    /**
     * Runs the job to its end and returns its exit code.
     *
     * @param bindings the ranks' cores, with commas between
     */
    public int run(String bindings) throws IOException {
        if (isShown && !program.notice().isEmpty()) {
            own.err().println(program.notice());
        }
        ProcessBuilder builder = own.builder().inheritIO();
        builder.redirectInput(StandardInput.inherited());
        if (program.directory() != null) {
            builder.directory(program.directory().toFile());
        }
        if (!isShown) {
            builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
            builder.redirectError(ProcessBuilder.Redirect.DISCARD);
        } else if (isFiltered()) {
            builder.redirectError(ProcessBuilder.Redirect.PIPE);
        }
        Map<String, String> environment = builder.environment();
        Environment.restore(environment);
        environment.putAll(program.environment());
        environment.remove(RankEnvironment.SESSION);
        environment.remove(LauncherVariables.FIGURES);
        environment.put(ShmSession.BINDING, bindings);
        Path directory = planned();
        if (directory != null) {
            environment.put(LauncherVariables.FIGURES, directory.toString());
        }
        boolean isLong = LongCommand.isLong(program.command(), environment);
        try (Watchdog watchdog = own.watchdog()) {
            watchdog.guard(directory);
            try {
                LongCommand.Store store = null;
                if (isLong && HostSystem.isPortable()) {
                    files = Files.createTempDirectory("bipj-arguments");
                    store = (name, text) -> write(files.resolve(name), text);
                } else if (isLong) {
                    session = ShmSession.forProcesses(1, directory == null ? ShmSession.planDirectory() : directory);
                    store = session::addFile;
                }
                List<String> command =
                        isLong ? new LongCommand(store).shortened(program.command(), environment) : program.command();
                builder.command(ProcessGroup.led(options.binding().cpus(), command));
                return run(builder, watchdog, directory);
            } finally {
                closeSession();
                if (files != null) {
                    FileTree.remove(files);
                }
            }
        }
    }

    /** Null where there is no room for a session, or none on this system: such a job runs too. */
    private static Path planned() {
        try {
            return ShmSession.planDirectory();
        } catch (PortException e) {
            return null;
        }
    }

    private static Path write(Path file, byte[] text) {
        try {
            return Files.write(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int run(ProcessBuilder builder, Watchdog watchdog, Path directory) throws IOException {
        long grace = GracePeriod.millis();
        own.atEnd(new Thread(() -> interrupted(grace), "end of mpirun"));
        Process started;
        synchronized (starting) {
            if (isInterrupted) {
                return 1;
            }
            started = own.start(builder);
            watchdog.rank(started.pid());
            jvm = started;
            describe(directory);
        }
        long pid = started.pid();
        own.forwardStops(signal -> own.signal(signal, started.isAlive() ? List.of(pid) : List.of()));
        Thread.ofPlatform().daemon().name("signals").start(() -> own.onUsr1(() -> askJvm(pid)));
        List<Thread> errors = isFiltered() ? List.of(IncubatorNote.carry(started.getErrorStream())) : List.of();
        return await(started, errors, grace);
    }

    /** Makes a session for viewers, behind the start of the JVM, which would take longer else. A job without one runs all the same. */
    private void describe(Path directory) {
        try {
            if (session == null && directory != null) {
                session = ShmSession.forProcesses(1, directory);
            }
            // A job that explores is many runs, of which none lasts.
            boolean explores =
                    options.exploration() != null && options.exploration().triesAll();
            if (session != null && !explores) {
                session.describe(JobDescription.ofThisProcess(
                        options.mode().name().toLowerCase(Locale.ROOT),
                        options.ranks(),
                        IntStream.range(0, options.ranks()).boxed().toList(),
                        options.programs().getFirst().command()));
            }
        } catch (PortException e) {
            System.getLogger(ThreadRunner.class.getName()).log(System.Logger.Level.DEBUG, "no session", e);
        }
    }

    private void closeSession() {
        ShmSession made;
        synchronized (starting) {
            made = session;
        }
        if (made != null) {
            made.close();
        }
    }

    private boolean isFiltered() {
        return isShown && IncubatorNote.isPrintedBy(program.command());
    }

    /** The launcher's JVM shuts down, by a signal or because the job is over. */
    private void interrupted(long grace) {
        synchronized (starting) {
            isInterrupted = true;
        }
        if (jvm != null) {
            end(jvm, grace);
        }
        closeSession();
    }

    /** Passes SIGUSR1 on to the JVM, once that handles it: the signal would end it before. */
    private void askJvm(long pid) {
        if (UserSignal.isHandledBy(pid)) {
            Kill.send("USR1", pid);
        } else {
            own.err().println("mpirun: SIGUSR1: the ranks' JVM (pid " + pid + ") has not started yet");
        }
    }

    private int await(Process jvm, List<Thread> pumps, long grace) {
        try {
            if (options.timeoutMillis() == 0) {
                jvm.waitFor();
            } else if (!endsByItself(jvm, grace)) {
                own.err().println("mpirun: the ranks' JVM (pid " + jvm.pid() + ") has not ended in time and is killed");
                end(jvm, 0);
                return TimeLimit.EXIT_CODE;
            }
            LastOutput.await(pumps);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the launcher must not be interrupted", e);
        }
        int code = jvm.exitValue();
        if (code != 0) {
            // One that was killed has not taken back what its ranks had published.
            NameFiles.sweep(NameFiles.directory(program.environment()
                    .getOrDefault(JobVariables.NAMES, LauncherVariables.value(JobVariables.NAMES))));
        }
        if (SystemSignals.isDeadly(code)) {
            own.err()
                    .println("mpirun: the JVM of ranks 0 to " + (options.ranks() - 1) + " (pid " + jvm.pid() + ") "
                            + SystemSignals.describe(code));
        }
        if (code != 0) {
            own.signal("KILL", List.of(jvm.pid()));
            sayLimit(jvm.pid(), code);
        }
        return code;
    }

    /** Its JVM says itself why it could not start, but for the limit. */
    private void sayLimit(long pid, int code) {
        String limit = code == 1 ? TaskLimit.ifLow() : null;
        if (limit != null) {
            own.err().println("mpirun: the ranks' JVM (pid " + pid + ") exited with code 1; note that " + limit);
        }
    }

    /**
     * Waits until the JVM has ended the job for {@code --timeout}. It may take long over the stacks of many ranks, but
     * not if it is stopped.
     */
    private boolean endsByItself(Process jvm, long grace) throws InterruptedException {
        if (jvm.waitFor(options.timeoutMillis() + grace, TimeUnit.MILLISECONDS)) {
            return true;
        }
        for (long ms = 0; ms < TIMEOUT_SLACK_MS && !isStopped(jvm.pid()); ms += STOPPED_POLL_MS) {
            if (jvm.waitFor(STOPPED_POLL_MS, TimeUnit.MILLISECONDS)) {
                return true;
            }
        }
        return false;
    }

    /** True if a process is stopped, by a signal or by a debugger. */
    private static boolean isStopped(long pid) {
        try {
            String stat = Files.readString(HostSystem.file("/proc/" + pid + "/stat"));
            String state = stat.substring(stat.lastIndexOf(')') + 1).strip();
            return state.startsWith("T") || state.startsWith("t");
        } catch (IOException e) {
            return false;
        }
    }

    private void end(Process jvm, long grace) {
        if (!jvm.isAlive()) {
            return;
        }
        Kill.prepare();
        // One that has not begun with the job has nothing to end, and would print an error.
        if (SharedJvmJob.hasBegun(jvm.pid())) {
            jvm.destroy();
            try {
                jvm.waitFor(grace, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        own.signal("KILL", List.of(jvm.pid()));
        jvm.destroyForcibly();
    }
}
