package org.bipj.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel says of processes in {@code /proc/PID/stat}: see proc(5). */
final class ProcessorTime {
    /** USER_HZ, the kernel's unit of time for programs, on every machine that has a JDK. */
    private static final double TICKS_PER_SECOND = 100;

    private static final int PARENT = 4;
    private static final int THREADS = 20;
    private static final int USER = 14;
    private static final int SYSTEM = 15;
    private static final int USER_OF_ENDED = 16;
    private static final int SYSTEM_OF_ENDED = 17;

    private ProcessorTime() {}

    /** A process: the name of its program, who has started it and how many threads it has. */
    record Process(String program, long parent, int threads) {}

    /** Seconds that this JVM has used, with its children that have ended, with theirs. */
    static double ofThisJvmAndEnded() {
        try {
            String[] fields = fields(read("self"));
            long ticks = 0;
            for (int field : new int[] {USER, SYSTEM, USER_OF_ENDED, SYSTEM_OF_ENDED}) {
                ticks += Long.parseLong(fields[field - 3]);
            }
            return ticks / TICKS_PER_SECOND;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A process, or null if it has ended. */
    static Process of(String pid) {
        try {
            String stat = read(pid);
            String program = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
            String[] fields = fields(stat);
            return new Process(program, Long.parseLong(fields[PARENT - 3]), Integer.parseInt(fields[THREADS - 3]));
        } catch (IOException e) {
            return null;
        }
    }

    private static String read(String pid) throws IOException {
        return Files.readString(Path.of("/proc", pid, "stat"), StandardCharsets.ISO_8859_1);
    }

    /** From the third field on: the second, the name, may contain anything. */
    private static String[] fields(String stat) {
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    }
}
