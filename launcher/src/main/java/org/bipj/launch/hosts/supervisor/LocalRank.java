package org.bipj.launch.hosts.supervisor;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.mpirun.output.LastOutput;
import org.bipj.launch.mpirun.process.LocalChild;
import org.bipj.launch.mpirun.process.RankChild;
import org.bipj.launch.support.ProcessGroup;

/** A rank of this host: its process, and the threads that send its output and its end to mpirun. */
final class LocalRank {
    private static final int CHUNK = 64 << 10;
    private static final int STACK_BYTES = 128 << 10;

    private final int rank;
    private final Process process;
    private final JobLink up;

    LocalRank(int rank, Process process, JobLink up) {
        this.rank = rank;
        this.process = process;
        this.up = up;
    }

    /** Sends what the rank does from now on; the listener is called when it has ended, with its exit code. */
    void start(boolean mergeErrors, BiConsumer<LocalRank, Integer> ended) {
        up.send(FrameKind.STARTED, new Packer().number(rank).number(process.pid()));
        List<Thread> pumps = new ArrayList<>();
        pumps.add(thread("out", () -> pump(process.getInputStream(), false)));
        if (!mergeErrors) {
            pumps.add(thread("err", () -> pump(process.getErrorStream(), true)));
        }
        thread("end", () -> {
            try {
                int code = process.waitFor();
                LastOutput.await(pumps);
                ended.accept(this, code);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private Thread thread(String what, Runnable body) {
        Thread thread = new Thread(null, body, "rank " + rank + " " + what, STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void pump(InputStream from, boolean err) {
        byte[] chunk = new byte[CHUNK];
        try (from) {
            for (int n; (n = from.read(chunk)) > 0; ) {
                output(err, chunk, n);
            }
        } catch (IOException e) {
            System.err.println("output of rank " + rank + " is lost: " + e.getMessage());
        }
        output(err, chunk, 0);
    }

    private void output(boolean err, byte[] bytes, int length) {
        up.sendData(FrameKind.OUTPUT, new Packer().number(rank).flag(err).data(bytes, 0, length));
    }

    int rank() {
        return rank;
    }

    RankChild child() {
        return new LocalChild(process);
    }

    /** Sends a signal: SIGTERM to the process, others to the group that it leads, also if it has ended just now. */
    void signal(String name) {
        switch (name) {
            case "TERM" -> child().terminate();
            case "KILL" -> child().kill();
            default -> {
                if (process.isAlive()) {
                    ProcessGroup.signal(name, List.of(process.pid()));
                }
            }
        }
    }
}
