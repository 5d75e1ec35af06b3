package org.bipj.launch.mpirun.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bipj.core.nic.PortException;
import org.bipj.core.report.WaitReport;
import org.bipj.launch.mpirun.output.Terminal;
import org.bipj.launch.support.FileReasons;
import org.bipj.launch.support.LauncherVariables;
import org.bipj.launch.support.OwnProcess;
import org.bipj.shm.waiting.Stacks;

/**
 * Reports what the ranks of a job do: for ranks that wait in the library, what they wait for and where in their
 * programs; for the others, their state. Stacks of all threads go to files.
 */
public final class JobReport {
    /** How long to wait for an answer. A sleeping rank wakes up within 16 ms, if it gets a processor. */
    private static final long ANSWER_MILLIS = 500;

    /** Limit of the wait for answers in a deadlock, in which all ranks sleep. */
    private static final long SURE_ANSWER_MILLIS = 10_000;

    private static final double NS_PER_S = 1e9;

    private final JobState state;
    private final Terminal terminal;
    private final long startNanos = System.nanoTime();
    /** Reports on other jobs of the launcher, after this one's. */
    private volatile Runnable others = () -> {};
    /** Why deadlocks are not looked for; empty where they are. */
    private volatile Supplier<String> undetected = () -> "";
    /** True while a signal waits for its report. */
    private final AtomicBoolean isAsked = new AtomicBoolean();

    /** Reports on a job, to its terminal. */
    public JobReport(JobState state, Terminal terminal) {
        this.state = state;
        this.terminal = terminal;
    }

    /** Sets what says why deadlocks are not looked for; it says nothing where they are. */
    void undetectedBy(Supplier<String> whoKnows) {
        undetected = whoKnows;
    }

    /** The first line of a report on a job that ranks have asked for, behind that of another one. */
    public static String ofAnother(int job) {
        return "and this is what the ranks of job " + job + " do";
    }

    /** Sets what reports on other jobs of the launcher, after this one's. */
    public void also(Runnable ofOthers) {
        others = ofOthers;
    }

    /**
     * Reports a deadlock: no rank can ever continue, and why.
     *
     * @param ends true if the job is ended for it
     * @param others jobs that are connected with this one and part of it
     */
    synchronized void deadlock(boolean ends, List<JobState> others) throws InterruptedException {
        String text =
                RanksText.ofAll(Stream.concat(Stream.of(state), others.stream()).toList(), SURE_ANSWER_MILLIS);
        say("deadlock: nothing can happen any more\n"
                + text
                + (ends ? "the job is ended; with --deadlock report it would continue to run, for a debugger\n" : ""));
    }

    /** Reports what the ranks do at each SIGUSR1 to this process from now on; one report answers all that come before it begins. */
    public void onSignal() {
        OwnProcess.current().onUsr1(() -> {
            if (isAsked.compareAndSet(false, true)) {
                answer();
            }
        });
    }

    private synchronized void answer() {
        isAsked.set(false);
        double seconds = (System.nanoTime() - startNanos) / NS_PER_S;
        now(String.format(Locale.ROOT, "SIGUSR1 after %.1f s: this is what the ranks do", seconds), false);
    }

    /**
     * Reports what the ranks do now.
     *
     * @param why the first line
     * @param last true if the job is going to be ended, and its output no longer counts
     */
    public synchronized void now(String why, boolean last) {
        try {
            SortedMap<Integer, Stacks> stacks = state.stacks(last);
            say(why + "\n" + RanksText.of(state, ANSWER_MILLIS, stacks) + undetected.get()
                    + write(state.words(), stacks));
            others.run();
        } catch (PortException | UncheckedIOException | InternalError e) {
            // The session has been removed, or the board cut short: the JVM throws the latter.
            say(why + "\ncannot ask the ranks: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void say(String text) {
        terminal.say(text.lines()
                .map(line -> line.startsWith("\t") ? line : "mpirun: " + line)
                .collect(Collectors.joining("\n")));
    }

    /** Writes stacks to files; returns a line that names them. */
    private static String write(WaitReport words, SortedMap<Integer, Stacks> stacks) {
        if (stacks.isEmpty()) {
            return "";
        }
        try {
            Path directory = StackFolders.create(temporary());
            for (Map.Entry<Integer, Stacks> one : stacks.entrySet()) {
                Files.writeString(
                        directory.resolve("rank." + one.getKey()),
                        one.getValue().all());
            }
            return "the stacks of all threads of " + words.named(List.copyOf(stacks.keySet())) + " are in "
                    + directory.resolve("rank.*") + "\n";
        } catch (IOException e) {
            return "cannot write the ranks' stacks to files in " + temporary() + ": " + FileReasons.why(e)
                    + "; TMPDIR names another directory\n";
        }
    }

    private static Path temporary() {
        return Path.of(LauncherVariables.temporaryDirectory());
    }
}
