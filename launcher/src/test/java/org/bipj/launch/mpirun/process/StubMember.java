package org.bipj.launch.mpirun.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.bipj.launch.mpirun.command.Options;

/** A job of {@link StubRank}s in its family: the test says what it is connected with and what its ranks ask for. */
final class StubMember implements MemberJob {
    private final StubJob job;
    private final ConcurrentLinkedQueue<SpawnTicket> requests = new ConcurrentLinkedQueue<>();
    private final Set<String> links = new ConcurrentSkipListSet<>();
    private final List<String> signals = new CopyOnWriteArrayList<>();
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    /** Why it does not start; null: it does. */
    private final String fault;

    StubMember(StubJob job) {
        this(job, null);
    }

    StubMember(StubJob job, String fault) {
        this.job = job;
        this.fault = fault;
    }

    StubJob job() {
        return job;
    }

    /** Its ranks are connected with those of another job. */
    void connect(StubMember other) {
        links.add(other.address());
    }

    /** One of its ranks asks for processes. */
    void ask(SpawnTicket ticket) {
        requests.add(ticket);
    }

    List<String> signals() {
        return signals;
    }

    /** Waits until its ranks have been started. */
    void awaitStart() throws InterruptedException {
        started.await();
    }

    /** Waits until it is over. */
    void awaitClose() throws InterruptedException {
        closed.await();
    }

    @Override
    public Options options() {
        return job.options();
    }

    @Override
    public RankWatcher supervisor() {
        return job.supervisor();
    }

    @Override
    public String address() {
        return "job " + options().job();
    }

    @Override
    public List<SpawnTicket> requests() {
        List<SpawnTicket> taken = new ArrayList<>();
        for (SpawnTicket one = requests.poll(); one != null; one = requests.poll()) {
            taken.add(one);
        }
        return taken;
    }

    @Override
    public Ties ties() {
        return new Ties(address(), Set.copyOf(links));
    }

    @Override
    public void start() throws IOException {
        if (fault != null) {
            throw new IOException(fault);
        }
        job.start();
        started.countDown();
    }

    @Override
    public void fail(String message, int code) {
        supervisor().fail(message, code);
    }

    @Override
    public void signal(String name) {
        signals.add(name);
    }

    @Override
    public void end() {
        supervisor().end(null);
    }

    @Override
    public void interrupt() {
        end();
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
