package org.bipj.mpi.coll;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Cores that this process may use. */
final class Processors {
    /** Number of cores. */
    static final int COUNT = count();

    private static final String MASK = "Cpus_allowed:";

    private Processors() {}

    private static int count() {
        int available = Runtime.getRuntime().availableProcessors();
        if (available > 1) {
            return available;
        }
        // A thread that is bound to a core is told 1. The first thread of the process, which never runs Java code, is
        // not
        // bound with it, and the kernel's file is about that thread.
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith(MASK)) {
                    return Math.max(available, bits(line.substring(MASK.length())));
                }
            }
        } catch (IOException e) {
            return available;
        }
        return available;
    }

    private static int bits(String mask) {
        int bits = 0;
        for (int i = 0; i < mask.length(); i++) {
            int digit = Character.digit(mask.charAt(i), 16);
            bits += digit > 0 ? Integer.bitCount(digit) : 0;
        }
        return bits;
    }
}
