package org.bipj.launch.mpirun.process;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.bipj.launch.mpirun.program.Java;
import org.bipj.launch.support.Kill;

/**
 * The stacks of all threads of processes that have not joined the job: a JVM prints them to its standard output on
 * SIGQUIT.
 */
final class StackDump {
    private static final long POLL_MS = 20;
    private static final long QUIET_MS = 300;
    private static final long LIMIT_MS = 5000;

    private StackDump() {}

    /**
     * The stacks of running ranks, by rank, without ranks that do not answer. The ranks' output is lost from now on.
     */
    static Map<Integer, String> of(List<RankProcess> running) {
        Map<RankProcess, Long> jvms = new LinkedHashMap<>();
        running.forEach(rank -> jvms.put(rank, jvm(rank)));
        jvms.values().removeIf(pid -> pid == 0);
        Map<RankProcess, ByteArrayOutputStream> captured = new LinkedHashMap<>();
        jvms.keySet().forEach(rank -> captured.put(rank, rank.captureOutput()));
        jvms.values().forEach(pid -> Kill.send("QUIT", pid));
        awaitQuiet(captured.values());
        Map<Integer, String> stacks = new TreeMap<>();
        captured.forEach((rank, text) -> {
            if (text.size() > 0) {
                stacks.put(rank.rank(), text.toString(StandardCharsets.UTF_8));
            }
        });
        return stacks;
    }

    /** The rank's JVM: the process that was started, or one that this has started. */
    private static long jvm(RankProcess rank) {
        return ProcessHandle.of(rank.pid()).stream()
                .flatMap(
                        first -> java.util.stream.Stream.concat(java.util.stream.Stream.of(first), first.descendants()))
                .filter(process -> process.info().command().map(Java::isJava).orElse(false))
                .mapToLong(ProcessHandle::pid)
                .findFirst()
                .orElse(0);
    }

    private static void awaitQuiet(Collection<ByteArrayOutputStream> captured) {
        long start = System.nanoTime();
        long lastChange = start;
        long size = 0;
        long now = start;
        while (!captured.isEmpty()
                && now - start < LIMIT_MS * 1_000_000
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
