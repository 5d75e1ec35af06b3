package org.bipj.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.machine.HostSystem;
import org.bipj.core.machine.TaskLimit;
import org.bipj.core.nic.PortException;
import org.bipj.launch.cache.CacheRehearsal;
import org.bipj.launch.hosts.HostsRunner;
import org.bipj.launch.hosts.SpawnedJobs;
import org.bipj.launch.mpirun.command.Help;
import org.bipj.launch.mpirun.command.OptionParser;
import org.bipj.launch.mpirun.command.Options;
import org.bipj.launch.mpirun.command.Placement;
import org.bipj.launch.mpirun.command.ProgramOptions;
import org.bipj.launch.mpirun.job.StartReport;
import org.bipj.launch.mpirun.process.OpenFiles;
import org.bipj.launch.mpirun.process.ProcessRunner;
import org.bipj.launch.mpirun.process.RealHosts;
import org.bipj.launch.mpirun.program.ProgramBuilder;
import org.bipj.launch.mpirun.program.RankProgram;
import org.bipj.launch.mpirun.program.RecordingFolder;
import org.bipj.launch.mpirun.program.SourceFiles;
import org.bipj.launch.mpirun.program.StartCache;
import org.bipj.launch.onejvm.ThreadProgram;
import org.bipj.launch.onejvm.ThreadRunner;
import org.bipj.launch.onejvm.TwoRuns;
import org.bipj.launch.seeing.profile.ProfileReport;
import org.bipj.launch.seeing.timeline.TimelineFolder;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.Interruption;
import org.bipj.launch.support.LaunchException;
import org.bipj.launch.support.OwnProcess;
import org.bipj.launch.support.SystemCharacters;
import org.bipj.launch.support.UsageException;
import org.bipj.launch.support.Watchdog;
import org.bipj.shm.ShmSession;

/** The main class of the command {@code mpirun}. */
public final class Main {
    private Main() {}

    /**
     * Runs a job and exits with its exit code.
     *
     * @param args the command line of {@code mpirun}
     */
    public static void main(String[] args) {
        Interruption.watch();
        int code = 1;
        try {
            if (StartCache.isRehearsal()) {
                rehearseHosts();
            }
            code = run(List.of(args), OwnProcess.current());
        } catch (RuntimeException | Error e) {
            if (!Interruption.comes()) {
                throw e;
            }
        }
        // Waits for the end if a signal has come: a main thread that just ended would set the exit code.
        Interruption.exit(code);
    }

    /** What a job of several hosts takes is in the launcher's cache, too, and its ranks have one. */
    private static void rehearseHosts() {
        try {
            List<String> words = CacheRehearsal.ofTwoHosts();
            if (words != null) {
                run(words, OwnProcess.current());
            }
        } catch (IOException e) {
            System.getLogger(Main.class.getName()).log(System.Logger.Level.DEBUG, "no rehearsal of hosts", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Runs a job, or refuses it, and leaves this JVM as it is.
     *
     * @param own what the run takes its streams and environment from, and starts ranks with; the current thread enters it
     * @return the exit code
     */
    static int run(List<String> words, OwnProcess own) {
        own.enter();
        try {
            Options options = OptionParser.parse(words);
            if (options.help()) {
                return print(Help.asked(words));
            }
            if (options.version()) {
                return print(Help.version() + System.lineSeparator());
            }
            long begin = System.nanoTime();
            int code = launch(options);
            String hint = code == 0 ? CrowdedHint.after(words, options, System.nanoTime() - begin) : "";
            if (!hint.isEmpty()) {
                OwnProcess.current().err().println(hint);
            }
            return code;
        } catch (UsageException e) {
            OwnProcess.current().err().println("mpirun: " + e.getMessage());
            OwnProcess.current().err().println("Try: mpirun --help");
            return UsageException.EXIT_CODE;
        } catch (LaunchException e) {
            return refuse(e.getMessage(), e.exitCode(), Interruption.hasCome());
        } catch (InvalidPathException e) {
            return refuse(SystemCharacters.refusal(e.getInput()), 1, Interruption.comes());
        } catch (PortException | IOException e) {
            return refuse(TaskLimit.explained(String.valueOf(e.getMessage())), 1, Interruption.comes());
        } catch (OutOfMemoryError e) {
            if (!TaskLimit.isReachedBy(e.getMessage())) {
                throw e;
            }
            return refuse(TaskLimit.named(e.getMessage()), 1, Interruption.comes());
        }
    }

    private static int refuse(String reason, int code, boolean silently) {
        if (!silently) {
            OwnProcess.current().err().println("mpirun: " + reason);
        }
        return code;
    }

    private static int print(String text) {
        OwnProcess.current().out().print(text);
        if (OwnProcess.current().out().checkError()) {
            OwnProcess.current().err().println("mpirun: cannot write to standard output");
            return 1;
        }
        return 0;
    }

    private static int launch(Options options) throws IOException {
        if (options.mode() == Options.Mode.PROCESS) {
            ShmSession.checkSystem();
        }
        if (HostSystem.isPortable() && options.binding().binds()) {
            throw new LaunchException(1, "ranks cannot be bound to processors here, which takes Linux");
        }
        OpenFiles.check(options);
        reportPid(options.pidChannel());
        StartCache cache = StartCache.ofBuild();
        int code = options.isRecorded() || options.tracedCalls() != null || options.profile()
                ? launchRecorded(options)
                : launch(options, cache.of(options));
        cache.refresh();
        return code;
    }

    /** Prints the process id of mpirun to standard output, standard error or a file. */
    private static void reportPid(String channel) throws IOException {
        String line = ProcessHandle.current().pid() + System.lineSeparator();
        switch (channel) {
            case null -> {
                // Not wanted.
            }
            case "-" -> {
                OwnProcess.current().out().print(line);
                OwnProcess.current().out().flush();
            }
            case "+" -> OwnProcess.current().err().print(line);
            default -> {
                try {
                    Files.writeString(Path.of(channel), line);
                } catch (IOException e) {
                    throw new IOException("--report-pid " + channel + ": cannot write it: " + e.getMessage(), e);
                }
            }
        }
    }

    /**
     * Runs a job whose ranks are recorded, and collects that however it ends. Without a cache: a JVM with an agent cannot use it.
     */
    private static int launchRecorded(Options options) throws IOException {
        boolean hasRecords = options.isRecorded() || options.tracedCalls() != null;
        String option = options.timeline() != null
                ? "--timeline"
                : options.report() ? "--report" : hasRecords ? "--trace" : "--profile";
        try (TimelineFolder folder = TimelineFolder.create(option, hasRecords, options.profile())) {
            folder.flags(options.mode() == Options.Mode.SIM).forEach(options::addRankFlag);
            options.addRankFolder(folder);
            TimelineEnd end = new TimelineEnd(folder, options);
            OwnProcess.current().atEnd(new Thread(end::write, "end of the recording"));
            int code;
            try {
                code = launch(options, null);
                if (options.profile()) {
                    ProfileReport.of(folder.folder(), options.ranks(), folder.spawned(), options.profileTable())
                            .forEach(line -> OwnProcess.current().err().println("mpirun: " + line));
                }
            } finally {
                // Where the job has not begun, no host has anything.
                folder.complete();
                end.write();
            }
            return end.exitCode(code);
        }
    }

    private static int launch(Options options, Path cache) throws IOException {
        Placement placement = new Placement(options, Cores.OF_PROCESS);
        new StartReport(options, placement).print();
        if (!options.launches()) {
            return 0;
        }
        RecordingFolder.prepare(options);
        try (SourceFiles _ = SourceFiles.compile(options)) {
            return launchJob(options, placement, cache);
        } finally {
            RecordingFolder.end(options);
        }
    }

    private static int launchJob(Options options, Placement placement, Path cache) throws IOException {
        if (options.mode() != Options.Mode.PROCESS) {
            return launchInOne(options, placement, cache);
        }
        if (!options.ip()) {
            return launchProcesses(options, placement, cache);
        }
        try (RealHosts _ = RealHosts.of(options)) {
            return launchProcesses(options, placement, cache);
        }
    }

    private static int launchInOne(Options options, Placement placement, Path cache) throws IOException {
        if (options.twice()) {
            return new TwoRuns(options, placement, cache).run();
        }
        ThreadProgram program = ThreadProgram.build(options, placement, cache);
        return new ThreadRunner(options, program).run(placement.bindings());
    }

    private static int launchProcesses(Options options, Placement placement, Path cache) throws IOException {
        try (Watchdog watchdog = OwnProcess.current().watchdog()) {
            List<RankProgram> programs = new ArrayList<>();
            int first = 0;
            for (ProgramOptions asked : options.programs()) {
                ProgramBuilder builder = new ProgramBuilder(options, asked, cache);
                // Also in a rehearsal: the launcher's cache is to hold what this takes.
                RankProgram program = options.hosts() == null
                        ? builder.build()
                        : ProgramBuilder.ofHosts(
                                options, asked, StartCache.ofBuild().isEnabled());
                programs.add(
                        StartCache.isRehearsal()
                                ? CacheRehearsal.program(builder, options.hosts() != null, programs.isEmpty())
                                : program);
                StartReport.sayCommand(options, first, asked.ranks(), program.words());
                first += asked.ranks();
            }
            SpawnedJobs maker = new SpawnedJobs(options, watchdog);
            return options.hosts() == null
                    ? new ProcessRunner(options, programs, placement, watchdog, maker).run()
                    : new HostsRunner(options, programs, placement, watchdog, maker).run();
        }
    }
}
