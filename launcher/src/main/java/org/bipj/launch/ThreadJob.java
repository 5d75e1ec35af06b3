package org.bipj.launch;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bipj.core.job.Jobs;
import org.bipj.shm.Board;
import org.bipj.shm.ShmSession;

/** A job whose ranks are threads of this JVM: starts them, and ends the JVM when all have ended or one has failed. */
final class ThreadJob implements ThreadRank.Listener {
    private final ThreadJobSpec spec;
    private final ShmSession session;
    private final ThreadRank[] ranks;
    private final RankLines[] out;
    private final RankLines[] err;
    private final Terminal terminal;
    private final ThreadGroup own = Thread.currentThread().getThreadGroup();
    private int running;
    /** A rank that has ended well without having initialised the library; null: none. */
    private ThreadRank bystander;

    private boolean ending;

    ThreadJob(ThreadJobSpec spec) throws IOException {
        this.spec = spec;
        int n = spec.output().ranks();
        terminal = Terminal.ofProcess(() -> end(Supervisor.OUTPUT_CLOSED));
        session = ShmSession.forThreads(n, (rank, code, reason) -> abort(rank, code, reason));
        ranks = new ThreadRank[n];
        out = new RankLines[n];
        err = new RankLines[n];
        running = n;
        for (int rank = 0; rank < n; rank++) {
            ranks[rank] = new ThreadRank(session.job(rank), session.board(), this);
            out[rank] = spec.output().lines(terminal, rank, false);
            err[rank] = spec.output().lines(terminal, rank, true);
        }
    }

    /** Starts the ranks, and the clock of {@code --timeout}. */
    void start() throws IOException {
        // Threads of no rank, such as a pool's that all ranks share, count as rank 0's.
        Jobs.enter(ranks[0].job());
        System.setOut(RankStreams.output(out));
        System.setErr(RankStreams.output(err));
        System.setIn(RankStreams.input(System.in));
        System.setProperty("java.class.path", spec.classPath());
        Runtime.getRuntime().addShutdownHook(new Thread(this::finishOutput, "last output"));
        URL[] classPath = urls(spec.classPath());
        String[] arguments = spec.arguments().toArray(String[]::new);
        for (ThreadRank rank : ranks) {
            ClassLoader loader = new RankClassLoader(rank, classPath, ThreadJob.class.getClassLoader());
            rank.start(loader, spec.program(), arguments.clone());
        }
        if (spec.timeoutMillis() > 0) {
            background("timeout", this::timeOut);
        }
    }

    /** The elements of a class path; {@code folder/*} stands for the jars in a folder. */
    private static URL[] urls(String classPath) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String element : classPath.split(File.pathSeparator, -1)) {
            if (element.endsWith("/*") || element.equals("*")) {
                Path folder = Path.of(element.substring(0, element.length() - 1));
                try (Stream<Path> jars = Files.list(folder.toString().isEmpty() ? Path.of(".") : folder)) {
                    for (Path jar : jars.sorted().toList()) {
                        if (jar.toString().matches(".*\\.(jar|JAR)")) {
                            urls.add(url(jar));
                        }
                    }
                }
            } else {
                urls.add(url(Path.of(element)));
            }
        }
        return urls.toArray(URL[]::new);
    }

    private static URL url(Path place) throws MalformedURLException {
        return place.toAbsolutePath().normalize().toUri().toURL();
    }

    private void abort(int rank, int code, String reason) {
        ranks[rank].fail(code, "ended the job: " + reason);
        awaitEnd();
    }

    @Override
    public void failed(ThreadRank rank, int code, String what) {
        synchronized (this) {
            if (!ending) {
                finish(rank.number());
                terminal.say("mpirun: rank " + rank.number() + " (thread of pid "
                        + ProcessHandle.current().pid() + ") " + what);
            }
        }
        end(code);
        awaitEnd();
    }

    @Override
    public void ended(ThreadRank rank) {
        finish(rank.number());
        boolean last;
        synchronized (this) {
            last = --running == 0;
            if (rank.state() == Board.ABSENT && bystander == null) {
                bystander = rank;
                background("bystander", this::watchForInitialisation);
            }
        }
        if (last && outOfStep() == null) {
            end(0);
        }
    }

    /** A rank that ended without initialising the library fails the job as soon as another initialises it. */
    private void watchForInitialisation() {
        try {
            String failure;
            while ((failure = outOfStep()) == null) {
                Thread.sleep(Supervisor.BOARD_POLL_MS);
            }
            failed(bystander, 1, failure);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized String outOfStep() {
        return bystander == null ? null : Supervisor.outOfStep(session.board());
    }

    private void finish(int rank) {
        for (RankLines lines : List.of(out[rank], err[rank])) {
            synchronized (lines) {
                lines.passHeld();
            }
        }
    }

    private void finishOutput() {
        for (int rank = 0; rank < ranks.length; rank++) {
            synchronized (out[rank]) {
                out[rank].finish();
            }
            synchronized (err[rank]) {
                err[rank].finish();
            }
        }
    }

    private void timeOut() {
        try {
            Thread.sleep(spec.timeoutMillis());
        } catch (InterruptedException e) {
            return;
        }
        terminal.say(Supervisor.timeOutText(spec.timeoutMillis()));
        Map<Thread, StackTraceElement[]> stacks = Thread.getAllStackTraces();
        for (ThreadRank rank : ranks) {
            terminal.say("mpirun: stacks of rank " + rank.number() + ":");
            for (Thread thread : rank.threads()) {
                StringBuilder text = new StringBuilder("\"" + thread.getName() + "\" " + thread.getState());
                for (StackTraceElement frame : stacks.getOrDefault(thread, new StackTraceElement[0])) {
                    text.append("\n\tat ").append(frame);
                }
                terminal.say(text.toString());
            }
        }
        end(Supervisor.TIMED_OUT);
    }

    /** Ends the JVM: with its shutdown hooks, as long as these keep to the grace period. */
    private void end(int code) {
        synchronized (this) {
            if (ending) {
                return;
            }
            ending = true;
        }
        background("grace", () -> {
            try {
                Thread.sleep(spec.graceMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            finishOutput();
            Runtime.getRuntime().halt(code);
        });
        background("end", () -> System.exit(code));
    }

    /** Starts a thread that belongs to no rank, though a rank may be the caller. */
    private void background(String name, Runnable body) {
        Thread thread = new Thread(own, body, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void awaitEnd() {
        while (true) {
            java.util.concurrent.locks.LockSupport.park();
        }
    }
}
