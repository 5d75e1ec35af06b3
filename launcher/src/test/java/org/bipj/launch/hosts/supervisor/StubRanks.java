package org.bipj.launch.hosts.supervisor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.core.nic.PortException;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.net.address.ControlSocket;

/** Threads that stand for the processes of the ranks of a host. */
final class StubRanks implements HostRanks {
    private static final int TERMINATED = 143;
    private static final int STACK_BYTES = 128 << 10;

    private final int size;
    private final List<Integer> ranks;
    private final JobLink up;
    private final Path directory;
    private final ControlService control;
    private final StubHosts.Program program;
    private final Map<Integer, Thread> threads = new ConcurrentHashMap<>();
    private final AtomicInteger left = new AtomicInteger();
    private final CountDownLatch allLeft = new CountDownLatch(1);

    StubRanks(HostJob job, JobLink up, Path directory, StubHosts.Program program) {
        this.size = job.size();
        this.ranks = job.hosts().get(up.hostIndex()).ranks();
        this.up = up;
        this.directory = directory;
        this.program = program;
        control = new ControlService(directory, ranks, size, new Upwards(up));
    }

    private void send(FrameKind kind, Packer fields) {
        up.send(kind, fields);
    }

    @Override
    public void start() throws IOException {
        for (int rank : ranks) {
            Thread thread = new Thread(null, () -> run(rank), "stub of rank " + rank, STACK_BYTES);
            thread.setDaemon(true);
            threads.put(rank, thread);
            send(FrameKind.STARTED, new Packer().number(rank).number(1_000_000 + rank));
            thread.start();
        }
    }

    private void run(int rank) {
        int code = 1;
        try (ControlSocket book = new ControlSocket(directory.resolve(ControlService.NAME), rank)) {
            code = program.run(new Rank(rank, book));
        } catch (InterruptedException | PortException e) {
            // Interrupted, while it connects perhaps.
            code = TERMINATED;
        } finally {
            output(rank, false, "");
            output(rank, true, "");
            send(FrameKind.EXITED, new Packer().number(rank).number(code));
        }
    }

    private void output(int rank, boolean err, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        up.sendData(FrameKind.OUTPUT, new Packer().number(rank).flag(err).data(bytes, 0, bytes.length));
    }

    /** What a rank sees. */
    private final class Rank implements StubHosts.Rank {
        private final int rank;
        private final ControlSocket book;

        Rank(int rank, ControlSocket book) {
            this.rank = rank;
            this.book = book;
        }

        @Override
        public int rank() {
            return rank;
        }

        @Override
        public int size() {
            return size;
        }

        @Override
        public ControlSocket book() {
            return book;
        }

        @Override
        public void print(String line) {
            output(rank, false, line + "\n");
        }

        @Override
        public void leave() throws InterruptedException {
            if (left.incrementAndGet() == ranks.size()) {
                up.send(FrameKind.LEFT);
            }
            allLeft.await();
        }
    }

    @Override
    public void perform(ControlFrame frame) {
        Unpacker from = frame.fields();
        switch (frame.kind()) {
            case ADDRESS -> control.known(from.number(size - 1), from.text());
            case ALL_LEFT -> allLeft.countDown();
            case SIGNAL -> {
                from.text();
                int rank = from.number(ControlFrame.ALL, size - 1);
                threads.forEach((each, thread) -> {
                    if (rank == ControlFrame.ALL || rank == each) {
                        thread.interrupt();
                    }
                });
            }
            default -> {
                // Neither input nor questions come in these tests.
            }
        }
    }

    @Override
    public void close() {
        threads.values().forEach(Thread::interrupt);
        try {
            for (Thread thread : threads.values()) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        control.close();
    }
}
