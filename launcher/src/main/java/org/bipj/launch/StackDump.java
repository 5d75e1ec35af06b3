package org.bipj.launch;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.bipj.shm.BoardView;

/** The stacks of all threads of all ranks: a JVM prints them to its standard output when it gets SIGQUIT. */
final class StackDump {
    private static final long POLL_MS = 20;
    private static final long QUIET_MS = 300;
    private static final long LIMIT_MS = 5000;

    private StackDump() {}

    /** Prints the stacks of ranks that still run, rank by rank, to standard error. */
    static void print(List<RankProcess> ranks, BoardView board, Terminal terminal) {
        List<RankProcess> running =
                ranks.stream().filter(rank -> !rank.hasEnded()).toList();
        List<ByteArrayOutputStream> captured = new ArrayList<>();
        List<Long> jvms = new ArrayList<>();
        for (RankProcess rank : running) {
            captured.add(rank.captureOutput());
            jvms.add(jvm(rank, board));
        }
        jvms.stream().filter(pid -> pid != 0).forEach(pid -> Kill.send("QUIT", pid));
        awaitQuiet(captured);
        for (int i = 0; i < running.size(); i++) {
            terminal.say("mpirun: stacks of rank " + running.get(i).rank() + " (pid " + jvms.get(i) + "):");
            byte[] text = captured.get(i).toByteArray();
            terminal.say(text.length == 0 ? "(no answer)" : new String(text, StandardCharsets.UTF_8).stripTrailing());
        }
    }

    /** The rank's JVM: the process on the board, else the one that was started or the one that this one started. */
    private static long jvm(RankProcess rank, BoardView board) {
        long pid = board.pid(rank.rank());
        if (pid != 0) {
            return pid;
        }
        return ProcessHandle.of(rank.pid()).stream()
                .flatMap(
                        first -> java.util.stream.Stream.concat(java.util.stream.Stream.of(first), first.descendants()))
                .filter(process -> process.info().command().map(Java::isJava).orElse(false))
                .mapToLong(ProcessHandle::pid)
                .findFirst()
                .orElse(0);
    }

    private static void awaitQuiet(List<ByteArrayOutputStream> captured) {
        long start = System.nanoTime();
        long lastChange = start;
        long size = 0;
        long now = start;
        while (now - start < LIMIT_MS * 1_000_000
                && (now - lastChange < QUIET_MS * 1_000_000 || captured.stream().anyMatch(each -> each.size() == 0))) {
            try {
                Thread.sleep(POLL_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            now = System.nanoTime();
            long newSize =
                    captured.stream().mapToLong(ByteArrayOutputStream::size).sum();
            if (newSize != size) {
                size = newSize;
                lastChange = now;
            }
        }
    }
}
