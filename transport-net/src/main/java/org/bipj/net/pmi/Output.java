package org.bipj.net.pmi;

import java.io.IOException;
import java.nio.file.Files;
import org.bipj.core.machine.HostSystem;

/**
 * The output of this process that has not been read yet. A launcher that is asked to end a job kills the processes at once, and loses
 * what is in their pipes: with hydra three times of ten.
 */
final class Output {
    /** Bytes in a pipe, and bytes in a socket that the other end has not taken (ioctl(2)). */
    private static final long PIPE = 0x541B;

    private static final long SOCKET = 0x5411;
    private static final long PATIENCE_NS = 1_000_000_000;
    private static final int ERRORS = 2;

    private Output() {}

    /** Waits until standard output and errors have been read, for a second at most. */
    static void awaitRead() {
        long until = System.nanoTime() + PATIENCE_NS;
        for (int descriptor = 1; descriptor <= ERRORS; descriptor++) {
            long request = request(descriptor);
            while (request != 0 && SystemCalls.get().number(descriptor, request) > 0 && System.nanoTime() < until) {
                Thread.yield();
            }
        }
    }

    /** 0 if the stream does not need a reader. */
    private static long request(int descriptor) {
        try {
            String target = Files.readSymbolicLink(HostSystem.file("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("pipe:") ? PIPE : target.startsWith("socket:") ? SOCKET : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
