package org.bipj.launch.mpirun.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bipj.core.job.family.SpawnAnswer;
import org.bipj.core.machine.TaskLimit;
import org.bipj.core.nic.PortException;
import org.bipj.launch.mpirun.command.ProgramOptions;
import org.bipj.launch.mpirun.job.TimeLimit;
import org.bipj.shm.link.JobLinks;

/**
 * The jobs of one launcher: the one of its command line, and those that ranks have asked for. When one fails, those that are connected
 * with it end, and no others.
 */
public final class JobFamily {
    /** Between two looks whether a rank asks for processes. */
    private static final long LOOK_MS = 20;

    private static final Comparator<MemberJob> BY_NUMBER =
            Comparator.comparingInt(job -> job.options().job());

    private final MemberJob first;
    private final JobMaker maker;
    /** All that have not ended. Guarded by this. */
    private final Set<MemberJob> running = new HashSet<>();

    /** By job that a rank has asked for the job of that rank. Guarded by this. */
    private final Map<MemberJob, MemberJob> parents = new HashMap<>();

    /** Those that have failed, of those that run. Guarded by this. */
    private final Set<MemberJob> haveFailed = new HashSet<>();

    /** Those that were told that one failed that they are connected with. Guarded by this. */
    private final Set<MemberJob> told = new HashSet<>();

    private int made = 1;
    /** The code of the first job that has failed, while it was connected with the first one; 0: none has. */
    private int failure;

    private boolean isEnding;

    /** A family of one job. */
    public JobFamily(MemberJob first, JobMaker maker) {
        this.first = first;
        this.maker = maker;
        running.add(first);
        first.supervisor().onFailure(code -> failed(first, code));
        first.supervisor()
                .alsoReport(() -> jobs().stream()
                        .filter(job -> job != first)
                        .sorted(BY_NUMBER)
                        .forEach(job -> job.supervisor().reportNow()));
    }

    /** Starts what ranks ask for, from now on until all jobs have ended. */
    public void startWatch() {
        Thread.ofPlatform().daemon().name("spawned jobs").start(this::watch);
    }

    private void watch() {
        try {
            for (List<MemberJob> all = jobs(); !all.isEmpty(); all = jobs()) {
                all.forEach(this::look);
                Thread.sleep(LOOK_MS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized List<MemberJob> jobs() {
        return List.copyOf(running);
    }

    private void look(MemberJob job) {
        try {
            for (SpawnTicket request : job.requests()) {
                startAnswer(job, request);
            }
        } catch (PortException e) {
            // The job ends, or its session was damaged, which the end of a rank shows.
            System.getLogger(JobFamily.class.getName()).log(System.Logger.Level.DEBUG, "no requests of ranks", e);
        }
    }

    private void startAnswer(MemberJob job, SpawnTicket request) {
        try {
            Thread.ofPlatform().name("spawned job").start(() -> answer(job, request));
        } catch (OutOfMemoryError e) {
            request.answer().accept(SpawnAnswer.failed(reason(e)));
        }
    }

    /** Why a job has not started: a thread or a process of it, too. */
    private static String reason(Throwable failure) {
        return TaskLimit.explained(String.valueOf(failure.getMessage()));
    }

    /** Runs the job of a request from its start to its end. */
    private void answer(MemberJob parent, SpawnTicket request) {
        MemberJob job;
        try {
            job = maker.make(parent, request.request(), this::number);
        } catch (RuntimeException | IOException | OutOfMemoryError e) {
            // Whatever it is: without an answer the ranks that ask would wait for ever.
            request.answer().accept(SpawnAnswer.failed(reason(e)));
            return;
        }
        if (job == null) {
            request.answer().accept(SpawnAnswer.NEEDS_DOOR);
            return;
        }
        if (!add(job, parent)) {
            job.interrupt();
            maker.over(job);
            return;
        }
        try (job) {
            run(job, request);
        } finally {
            remove(job);
            maker.over(job);
        }
    }

    private synchronized int number() {
        return made++;
    }

    private synchronized boolean add(MemberJob job, MemberJob parent) {
        if (!isEnding && running.contains(parent)) {
            running.add(job);
            parents.put(job, parent);
            return true;
        }
        return false;
    }

    private synchronized void remove(MemberJob job) {
        running.remove(job);
        parents.remove(job);
        haveFailed.remove(job);
        told.remove(job);
        notifyAll();
    }

    private void run(MemberJob job, SpawnTicket request) {
        RankWatcher supervisor = job.supervisor();
        Answering answering = new Answering(job, request);
        try {
            job.start();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            answering.failed(reason(e));
            job.end();
            return;
        }
        supervisor.onFailure(code -> failedAfterStart(job, answering, code));
        Thread.ofPlatform().daemon().name("start of a spawned job").start(answering);
        supervisor.startWatch();
        int code = supervisor.await();
        String early = supervisor.endedEarly();
        answering.failed(early == null ? "the new processes have ended with code " + code : early);
        // Of a job that survives deaths no rank has ended it: that would have been said.
        if (code != 0 && !job.options().survivesDeaths()) {
            failedAfterStart(job, answering, code);
        }
        synchronized (this) {
            failure = failure == 0 ? supervisor.codeOfSurvivors() : failure;
        }
        supervisor.end(null);
    }

    private void failedAfterStart(MemberJob job, Answering answering, int code) {
        if (answering.hasStarted()) {
            failed(job, code);
        }
    }

    /** Answers a request once: when all processes have initialised the library, or when that is not to be. */
    private static final class Answering implements Runnable {
        private final MemberJob job;
        private final SpawnTicket request;
        private boolean done;
        private boolean started;

        Answering(MemberJob job, SpawnTicket request) {
            this.job = job;
            this.request = request;
        }

        @Override
        public void run() {
            try {
                while (!isDone()) {
                    if (job.supervisor().haveAllStarted()) {
                        started();
                        return;
                    }
                    String early = job.supervisor().endedEarly();
                    if (early != null) {
                        failed(early);
                        job.supervisor().end(null);
                        return;
                    }
                    Thread.sleep(LOOK_MS);
                }
            } catch (PortException e) {
                failed(e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private synchronized boolean isDone() {
            return done;
        }

        synchronized boolean hasStarted() {
            return started;
        }

        private synchronized void started() {
            if (!done) {
                done = true;
                started = true;
                List<Integer> counts = job.options().programs().stream()
                        .map(ProgramOptions::ranks)
                        .toList();
                request.answer().accept(new SpawnAnswer(job.address(), counts, ""));
            }
        }

        synchronized void failed(String why) {
            if (!done) {
                done = true;
                request.answer().accept(SpawnAnswer.failed(why));
            }
        }
    }

    /** A job has failed: ends those that it is connected with. */
    private void failed(MemberJob job, int code) {
        synchronized (this) {
            if (!haveFailed.add(job)) {
                return;
            }
        }
        List<MemberJob> others = new ArrayList<>(connected(job));
        synchronized (this) {
            failure = failure == 0 && others.contains(first) ? code : failure;
            // Who has failed, or was told, is being ended, and fails for that.
            others.removeIf(other -> haveFailed.contains(other) || !told.add(other));
        }
        for (MemberJob other : others) {
            other.fail(
                    "job " + other.options().job() + " is ended too: it is connected with job "
                            + job.options().job(),
                    code);
        }
    }

    /** The jobs that are connected with one, directly or by others, itself among them. */
    private List<MemberJob> connected(MemberJob job) {
        List<MemberJob> all = new ArrayList<>(jobs());
        if (!all.contains(job)) {
            all.add(job);
        }
        if (all.size() == 1) {
            return all;
        }
        Map<MemberJob, MemberJob.Ties> ties = new HashMap<>();
        all.forEach(one -> ties.put(one, one.ties()));
        Map<String, MemberJob> byAddress = new HashMap<>();
        Map<String, Set<String>> links = new HashMap<>();
        ties.forEach((one, known) -> {
            byAddress.put(known.address(), one);
            links.put(known.address(), known.links());
        });
        synchronized (this) {
            parents.forEach((child, parent) -> {
                MemberJob.Ties known = ties.get(child);
                // They have not met yet.
                if (known != null && known.links().isEmpty() && ties.containsKey(parent)) {
                    links.put(known.address(), Set.of(ties.get(parent).address()));
                }
            });
        }
        return JobLinks.connected(ties.get(job).address(), links).stream()
                .map(byAddress::get)
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * Waits until all jobs have ended, or {@code --timeout} has passed, and returns the exit code: that of the first job, or of one that
     * was connected with it.
     */
    public int await() {
        int code = first.supervisor().await();
        if (code == TimeLimit.EXIT_CODE) {
            end();
        } else if (code != 0) {
            failed(first, code);
        }
        boolean isInTime = awaitOthers(
                code == TimeLimit.EXIT_CODE
                        ? Long.MAX_VALUE
                        : first.supervisor().timeLeft());
        if (!isInTime) {
            timeOut();
            awaitOthers(Long.MAX_VALUE);
        }
        synchronized (this) {
            int known = code != 0 ? code : failure;
            return known == 0 && !isInTime ? TimeLimit.EXIT_CODE : known;
        }
    }

    /** Waits until only the first job is there, for at most that many milliseconds; false if others still run then. */
    private synchronized boolean awaitOthers(long millis) {
        long begin = System.nanoTime();
        running.remove(first);
        try {
            while (!running.isEmpty()) {
                long left = millis - (System.nanoTime() - begin) / 1_000_000;
                if (left <= 0) {
                    return false;
                }
                wait(left);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("the launcher must not be interrupted", e);
        }
        return true;
    }

    /** The first job has ended, and others have not in time. */
    private void timeOut() {
        List<MemberJob> late = jobs().stream().sorted(BY_NUMBER).toList();
        String why = TimeLimit.message(
                first.options().timeoutMillis(),
                late.stream().map(job -> job.options().job()).toList());
        for (MemberJob job : late) {
            job.supervisor().reportLast(why);
        }
        end();
    }

    /** Ends all that still run. */
    public void end() {
        ending().forEach(MemberJob::end);
        first.end();
    }

    /** Ends all, and removes the sessions. */
    public void interrupt() {
        for (MemberJob job : ending()) {
            job.interrupt();
        }
        first.interrupt();
    }

    private synchronized List<MemberJob> ending() {
        isEnding = true;
        return List.copyOf(running);
    }

    /** Sends a signal to all ranks of all jobs. */
    public void signal(String name) {
        jobs().forEach(job -> job.signal(name));
    }
}
