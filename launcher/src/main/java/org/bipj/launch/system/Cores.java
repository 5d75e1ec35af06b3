package org.bipj.launch.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
        List<Integer> threads = allowed();
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

    private static List<Integer> allowed() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith("Cpus_allowed_list:")) {
                    return parse(line.substring(line.indexOf(':') + 1));
                }
            }
        } catch (IOException | NumberFormatException e) {
            // Not Linux.
        }
        return new ArrayList<>();
    }

    private static List<Integer> siblings(int thread) {
        Path file = Path.of("/sys/devices/system/cpu/cpu" + thread + "/topology/thread_siblings_list");
        try {
            return parse(Files.readString(file));
        } catch (IOException | NumberFormatException e) {
            return List.of(thread);
        }
    }

    /** Reads a list such as {@code 0-3,8}. */
    static List<Integer> parse(String list) {
        List<Integer> numbers = new ArrayList<>();
        for (String range : list.strip().split(",")) {
            int dash = range.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? range : range.substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(range.substring(dash + 1));
            for (int i = first; i <= last; i++) {
                numbers.add(i);
            }
        }
        return numbers;
    }
}
