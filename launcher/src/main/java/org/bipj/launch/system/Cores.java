package org.bipj.launch.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.bipj.core.job.Processors;

/**
 * The processors that the launcher may run on.
 *
 * @param threads all hardware threads
 * @param cores the first hardware thread of each core
 */
public record Cores(List<Integer> threads, List<Integer> cores) {
    /** The cores of this process. */
    public static final Cores OF_PROCESS = ofProcess();

    /** Reads them from the system; elsewhere, one core for each processor of the JVM. */
    static Cores ofProcess() {
        List<Integer> threads = numbers(Processors.allowed());
        if (threads.isEmpty()) {
            for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
                threads.add(i);
            }
        }
        List<Integer> cores = new ArrayList<>();
        List<Integer> seen = new ArrayList<>();
        for (int thread : threads) {
            if (!seen.contains(thread)) {
                cores.add(thread);
                seen.addAll(siblings(thread));
            }
        }
        return new Cores(threads, cores);
    }

    private static List<Integer> siblings(int thread) {
        Path file = Path.of("/sys/devices/system/cpu/cpu" + thread + "/topology/thread_siblings_list");
        try {
            List<Integer> siblings = numbers(Files.readString(file));
            return siblings.isEmpty() ? List.of(thread) : siblings;
        } catch (IOException e) {
            return List.of(thread);
        }
    }

    private static List<Integer> numbers(String list) {
        BitSet parsed = Processors.parse(list);
        List<Integer> numbers = new ArrayList<>();
        for (int i = parsed.nextSetBit(0); i >= 0; i = parsed.nextSetBit(i + 1)) {
            numbers.add(i);
        }
        return numbers;
    }
}
