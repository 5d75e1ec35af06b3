package org.bipj.core.machine;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * What the processors of a Linux host share.
 *
 * @param root the folder {@code /sys/devices/system}, or one of the same form
 */
public record CpuTopology(Path root) {
    /** The topology of the host that this process runs on. */
    public static final CpuTopology OF_HOST = new CpuTopology(HostSystem.file("/sys/devices/system"));

    /** What hardware threads may share. */
    public enum Shared {
        /** A package: what is in one socket. */
        PACKAGE,
        /** A memory near by. */
        NUMA,
        /** A cache of the third level. */
        L3CACHE,
        /** A cache of the second level. */
        L2CACHE,
        /** A cache of the first level. */
        L1CACHE,
        /** A core. */
        CORE
    }

    /** All hardware threads that share something with one, allowed or not; empty where the system does not name them. */
    public BitSet group(Shared shared, int thread) {
        Path cpu = root.resolve("cpu/cpu" + thread);
        return switch (shared) {
            case CORE -> read(cpu.resolve("topology/thread_siblings_list"));
            case L1CACHE -> cache(cpu, "1", thread);
            case L2CACHE -> cache(cpu, "2", thread);
            case L3CACHE -> cache(cpu, "3", thread);
            case PACKAGE -> read(cpu.resolve("topology/core_siblings_list"));
            case NUMA -> find(root.resolve("node"), "node[0-9]*", "cpulist", thread, null);
        };
    }

    private static BitSet cache(Path cpu, String level, int thread) {
        return find(cpu.resolve("cache"), "index[0-9]*", "shared_cpu_list", thread, level);
    }

    /**
     * The list with a processor in the folders of this form; empty if there is none.
     *
     * @param level of the caches that count; null: any
     */
    private static BitSet find(Path parent, String form, String list, int thread, @Nullable String level) {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, form)) {
            for (Path folder : folders) {
                if (level == null || level.equals(text(folder.resolve("level")))) {
                    BitSet group = read(folder.resolve(list));
                    if (group.get(thread)) {
                        return group;
                    }
                }
            }
        } catch (IOException e) {
            // Not named.
        }
        return new BitSet();
    }

    private static BitSet read(Path list) {
        try {
            return Processors.parse(text(list));
        } catch (IOException e) {
            return new BitSet();
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file).strip();
    }
}
