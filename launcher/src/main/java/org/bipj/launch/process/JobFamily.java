package org.bipj.launch.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.bipj.core.job.SpawnAnswer;
import org.bipj.core.job.SpawnRequest;
import org.bipj.core.nic.PortException;
import org.bipj.launch.command.Options;
import org.bipj.launch.command.Placement;
import org.bipj.launch.command.ProgramOptions;
import org.bipj.launch.command.SpawnHints;
import org.bipj.launch.job.TimeLimit;
import org.bipj.launch.program.ProgramBuilder;
import org.bipj.launch.program.RankProgram;
import org.bipj.launch.program.StartCache;
import org.bipj.launch.system.Cores;
import org.bipj.launch.system.Watchdog;
import org.bipj.shm.ShmSession;
import org.bipj.shm.link.Links;
import org.bipj.shm.link.SpawnDesk;

/**
 * The jobs of one launcher: the one of its command line, and those that ranks have asked for. When one fails, those that are connected
 * with it end, and no others.
 */
final class JobFamily {
    /** Between two looks whether a rank asks for processes. */
    private static final long LOOK_MS = 20;

    private final LocalJob first;
    private final Watchdog watchdog;
    /** All that have not ended, with how many requests of each have been taken. Guarded by this. */
    private final Map<LocalJob, Integer> running = new HashMap<>();

    private int made = 1;
    /** The code of the first job that has failed, while it was connected with the first one; 0: none has. */
    private int failure;

    private boolean isEnding;

    JobFamily(LocalJob first, Watchdog watchdog) {
        this.first = first;
        this.watchdog = watchdog;
        running.put(first, 0);
        first.supervisor()
                .alsoReport(() -> jobs().stream()
                        .filter(job -> job != first)
                        .sorted(Comparator.comparingInt(job -> job.options().job()))
                        .forEach(job -> job.supervisor().reportNow()));
    }

    /** Starts what ranks ask for, from now on. */
    void startWatch() {
        Thread.ofPlatform().daemon().name("spawned jobs").start(this::watch);
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(LOOK_MS);
                for (LocalJob job : jobs()) {
                    look(job);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized List<LocalJob> jobs() {
        return List.copyOf(running.keySet());
    }

    private void look(LocalJob job) {
        try {
            int asked = job.session().board().asked();
            int taken = taken(job);
            if (taken >= 0 && asked != taken) {
                List<SpawnDesk.Taken> requests = job.session().desk().take();
                took(job, requests.size());
                requests.forEach(
                        request -> Thread.ofPlatform().name("spawned job").start(() -> answer(job, request)));
            }
        } catch (PortException e) {
            // The job ends, or its session was damaged, which the end of a rank shows.
            System.getLogger(JobFamily.class.getName()).log(System.Logger.Level.DEBUG, "no requests of ranks", e);
        }
    }

    private synchronized int taken(LocalJob job) {
        return running.getOrDefault(job, -1);
    }

    private synchronized void took(LocalJob job, int more) {
        running.computeIfPresent(job, (any, before) -> before + more);
    }

    /** Runs the job of a request from its start to its end. */
    private void answer(LocalJob parent, SpawnDesk.Taken request) {
        LocalJob job;
        try {
            job = make(parent, request.request());
        } catch (RuntimeException | IOException e) {
            // Whatever it is: without an answer the ranks that ask would wait for ever.
            request.answer(SpawnAnswer.failed(String.valueOf(e.getMessage())));
            return;
        }
        if (!add(job)) {
            job.interrupt();
            return;
        }
        try (job) {
            run(job, request);
        } finally {
            remove(job);
        }
    }

    private LocalJob make(LocalJob parent, SpawnRequest request) throws IOException {
        request.programs().forEach(program -> SpawnHints.checkHosts(program.info()));
        ProgramOptions asking = parent.options().programs().getFirst();
        ProgramBuilder like = new ProgramBuilder(parent.options(), asking, null);
        Options options = parent.options().ofSpawned(number(), request, like::besideThis);
        List<RankProgram> programs = new ArrayList<>();
        for (ProgramOptions program : options.programs()) {
            programs.add(
                    new ProgramBuilder(options, program, StartCache.ofBuild().of(options.mode())).build());
        }
        Path directory = ShmSession.planDirectory();
        watchdog.guard(directory);
        return new LocalJob(
                options, programs, new Placement(options, Cores.OF_PROCESS), watchdog, directory, request.parents());
    }

    private synchronized int number() {
        return made++;
    }

    private synchronized boolean add(LocalJob job) {
        if (!isEnding) {
            running.put(job, 0);
        }
        return !isEnding;
    }

    private synchronized void remove(LocalJob job) {
        running.remove(job);
        notifyAll();
    }

    private void run(LocalJob job, SpawnDesk.Taken request) {
        Supervisor supervisor = job.supervisor();
        Answering answering = new Answering(job, request);
        try {
            job.start();
        } catch (IOException e) {
            answering.failed(e.getMessage());
            supervisor.end(null);
            return;
        }
        Thread.ofPlatform().daemon().name("start of a spawned job").start(answering);
        supervisor.startWatch();
        int code = supervisor.await();
        String early = supervisor.endedEarly();
        answering.failed(early == null ? "the new processes have ended with code " + code : early);
        if (code != 0 && answering.hasStarted()) {
            failed(job, code);
        }
        supervisor.end(null);
    }

    /** Answers a request once: when all processes have initialised the library, or when that is not to be. */
    private static final class Answering implements Runnable {
        private final LocalJob job;
        private final SpawnDesk.Taken request;
        private boolean done;
        private boolean started;

        Answering(LocalJob job, SpawnDesk.Taken request) {
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
                request.answer(new SpawnAnswer(
                        job.session().address(), request.request().counts(), ""));
            }
        }

        synchronized void failed(String why) {
            if (!done) {
                done = true;
                request.answer(SpawnAnswer.failed(why));
            }
        }
    }

    /** A job has failed: ends those that it is connected with. */
    private void failed(LocalJob job, int code) {
        List<LocalJob> connected = connected(job);
        synchronized (this) {
            failure = failure == 0 && connected.contains(first) ? code : failure;
        }
        for (LocalJob other : connected) {
            if (other != job) {
                other.supervisor()
                        .fail(
                                "job " + other.options().job() + " is ended too: it is connected with job "
                                        + job.options().job(),
                                code);
            }
        }
    }

    /** The jobs that are connected with one, directly or by others, itself among them. */
    private List<LocalJob> connected(LocalJob job) {
        Map<String, LocalJob> byAddress = new HashMap<>();
        Map<String, Set<String>> links = new HashMap<>();
        byAddress.put(job.session().address(), job);
        jobs().forEach(one -> byAddress.put(one.session().address(), one));
        byAddress.forEach((address, one) -> links.put(address, links(one)));
        return Links.connected(job.session().address(), links).stream()
                .map(byAddress::get)
                .filter(Objects::nonNull)
                .toList();
    }

    private static Set<String> links(LocalJob job) {
        try {
            return job.session().links();
        } catch (PortException e) {
            return Set.of();
        }
    }

    /** Waits until all jobs have ended, and returns the exit code: that of the first job, or of one that was connected with it. */
    int await() {
        int code = first.supervisor().await();
        if (code == TimeLimit.EXIT_CODE) {
            end();
        } else if (code != 0) {
            failed(first, code);
        }
        synchronized (this) {
            running.remove(first);
            try {
                while (!running.isEmpty()) {
                    wait();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException("the launcher must not be interrupted", e);
            }
            return code != 0 ? code : failure;
        }
    }

    /** Ends all that still run. */
    void end() {
        for (LocalJob job : ending()) {
            job.supervisor().end(null);
        }
        first.supervisor().end(null);
    }

    /** Ends all, and removes the sessions. */
    void interrupt() {
        for (LocalJob job : ending()) {
            job.interrupt();
        }
        first.interrupt();
    }

    private synchronized List<LocalJob> ending() {
        isEnding = true;
        return List.copyOf(running.keySet());
    }

    /** Process ids of the ranks that run. */
    List<Long> running() {
        return jobs().stream()
                .flatMap(job -> job.supervisor().running().stream())
                .toList();
    }
}
