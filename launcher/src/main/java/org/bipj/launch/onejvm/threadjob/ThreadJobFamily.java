package org.bipj.launch.onejvm.threadjob;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.bipj.core.job.Job;
import org.bipj.core.job.family.SpawnAnswer;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.launch.hosted.loader.HostedProgram;
import org.bipj.launch.mpirun.job.JobReport;
import org.bipj.launch.mpirun.output.RankLines;
import org.bipj.launch.onejvm.job.HostedCommand;
import org.bipj.launch.onejvm.job.ThreadJobSpec;
import org.bipj.shm.ShmSession;
import org.bipj.shm.link.JobLinks;
import org.bipj.shm.link.SpawnDesk;

/** The jobs that ranks of a job of threads have asked for, in its JVM: as {@code process.JobFamily} has those of processes. */
final class ThreadJobFamily {
    private static final long LOOK_MS = 5;

    private final ThreadModeJob first;
    private final ThreadJobSpec spec;
    private final ShmSession session;
    /** Those that have not ended. Guarded by this. */
    private final List<SpawnedThreads> running = new ArrayList<>();
    /** Those that have failed, whose other ranks may still print. Guarded by this. */
    private final List<SpawnedThreads> failed = new ArrayList<>();
    /** By the session of each job how many requests have been taken; of the thread that watches. */
    private final Map<ShmSession, Integer> taken = new HashMap<>();

    /** Of the jobs that run, by their sessions. Guarded by this. */
    private final Map<ShmSession, JobReport> reports = new HashMap<>();

    /** What ranks are called that {@link #number} has numbered. Guarded by this. */
    private final List<String> names = new ArrayList<>();

    private int made;
    /** The code of the first job that has failed while it was connected with the first one; 0: none has. Guarded by this. */
    private int failure;

    ThreadJobFamily(ThreadModeJob first, ThreadJobSpec spec, ShmSession session) {
        this.first = first;
        this.spec = spec;
        this.session = session;
        session.serve();
    }

    /** Where the output of a rank of one of these jobs goes; null for others. */
    synchronized RankLines lines(Job job, boolean error) {
        return job == null
                ? null
                : Stream.concat(running.stream(), failed.stream())
                        .map(one -> one.lines(job, error))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null);
    }

    /** A number of a rank of one of these jobs, of which no two have the same. */
    synchronized int number(Job job) {
        String name = job.named(job.rank());
        if (!names.contains(name)) {
            names.add(name);
        }
        return names.indexOf(name);
    }

    /** What reports call the rank of a number. */
    synchronized String name(int number) {
        return names.get(number);
    }

    /** Starts what ranks ask for; does not return. */
    void watch() {
        try {
            while (true) {
                Thread.sleep(LOOK_MS);
                look(session);
                List<ShmSession> others =
                        running().stream().map(SpawnedThreads::session).toList();
                others.forEach(this::look);
                // Of jobs that are over nothing is kept.
                taken.keySet().removeIf(of -> of != session && !others.contains(of));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What reports on a job from now on. */
    synchronized void reportBy(ShmSession of, JobReport report) {
        reports.put(of, report);
    }

    /** Reports on all that run. */
    void report() {
        for (SpawnedThreads job : running()) {
            JobReport report;
            synchronized (this) {
                report = reports.get(job.session());
            }
            if (report != null) {
                report.now(JobReport.ofAnother(job.number()), false);
            }
        }
    }

    private synchronized List<SpawnedThreads> running() {
        return List.copyOf(running);
    }

    private void look(ShmSession of) {
        if (of.board().asked() == taken.getOrDefault(of, 0)) {
            return;
        }
        for (SpawnDesk.Taken request : of.desk().take()) {
            taken.merge(of, 1, Integer::sum);
            first.background("spawned job", () -> request.answer(start(of, request.request())));
        }
    }

    private SpawnAnswer start(ShmSession of, SpawnRequest request) {
        SpawnedThreads job;
        try {
            job = make(of, request);
        } catch (RuntimeException | IOException e) {
            // Whatever it is: without an answer the ranks that ask would wait for ever.
            return SpawnAnswer.failed(String.valueOf(e.getMessage()));
        }
        try {
            return job.start();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return SpawnAnswer.failed("the job is being ended");
        }
    }

    private SpawnedThreads make(ShmSession of, SpawnRequest request) throws IOException {
        List<HostedProgram> programs = HostedCommand.of(request, spec.programs().getFirst(), first::say);
        synchronized (this) {
            if (failed.stream().anyMatch(job -> job.session() == of)) {
                throw new IOException("the job that asks has failed");
            }
            int number = ++made;
            SpawnedThreads job = new SpawnedThreads(
                    number,
                    first,
                    programs,
                    request.parents(),
                    spec.output().ofSpawned(number, request.processes()),
                    spec.options().survivesDeaths(),
                    first.terminal(),
                    first.library());
            running.add(job);
            return job;
        }
    }

    /** A job has ended, all of it or its first rank that has failed; with a code other than 0, those that are connected with it end too. */
    void over(SpawnedThreads job, boolean hasFailed, int code) {
        synchronized (this) {
            if (hasFailed) {
                failed.add(job);
            }
        }
        Set<String> connected = code == 0 ? Set.of() : connected(job.session());
        List<SpawnedThreads> others;
        synchronized (this) {
            running.remove(job);
            reports.remove(job.session());
            boolean isWithFirst = connected.contains(session.address());
            failure = failure == 0 && isWithFirst ? code : failure;
            others = running.stream()
                    .filter(other -> connected.contains(other.session().address()))
                    .toList();
            notifyAll();
        }
        others.forEach(SpawnedThreads::end);
        if (connected.contains(session.address())) {
            first.endWith("job 0 is ended too: it is connected with job " + job.number(), code);
        }
    }

    private Set<String> connected(ShmSession of) {
        Map<String, Set<String>> links = new HashMap<>();
        links.put(session.address(), session.links());
        links.put(of.address(), of.links());
        running()
                .forEach(job -> links.put(job.session().address(), job.session().links()));
        return JobLinks.connected(of.address(), links);
    }

    /** Waits until all have ended, and returns the code of the first that has failed. */
    synchronized int await() {
        try {
            while (!running.isEmpty()) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return failure;
    }

    /** The sessions of those that run. */
    List<ShmSession> sessions() {
        return running().stream().map(SpawnedThreads::session).toList();
    }

    /** Ends those that run, where the JVM goes on. */
    void end() {
        running().forEach(SpawnedThreads::end);
    }
}
