package org.bipj.launch.sockets;

import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;

/** Instead of {@link UnixDomainSocketAddress}'s static methods, which a simulated host does not have. Public because the programs' classes call it. */
public final class RefusedUnixAddress {
    private RefusedUnixAddress() {}

    private static UnsupportedOperationException refused() {
        return RefusedNetwork.because("a Unix socket", "use Socket and ServerSocket");
    }

    /** Instead of {@code of(path)}. */
    public static UnixDomainSocketAddress of(String path) {
        throw refused();
    }

    /** Instead of {@code of(path)}. */
    public static UnixDomainSocketAddress of(Path path) {
        throw refused();
    }
}
