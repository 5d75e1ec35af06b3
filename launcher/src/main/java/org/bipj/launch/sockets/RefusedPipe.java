package org.bipj.launch.sockets;

import java.nio.channels.Pipe;

/** Instead of {@link Pipe}'s static method, which a simulated host does not have. Public because the programs' classes call it. */
public final class RefusedPipe {
    private RefusedPipe() {}

    private static UnsupportedOperationException refused() {
        return RefusedNetwork.because("java.nio.channels.Pipe", "use a queue of java.util.concurrent");
    }

    /** Instead of {@code open()}. */
    public static Pipe open() {
        throw refused();
    }
}
