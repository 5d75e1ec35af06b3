package org.bipj.launch.hosted.world;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** Locks of files that hosts of the run have, which the JVM takes for its own and would keep. */
final class HostLocks {
    private static final Map<FileLock, Object> HOSTS = new LinkedHashMap<>();

    private HostLocks() {}

    /** A host has got a lock. */
    static synchronized void hold(FileLock lock, Object host) {
        HOSTS.keySet().removeIf(held -> !held.isValid());
        HOSTS.put(lock, host);
    }

    /** True if a host has a lock of such a region, whatever the file. */
    static synchronized boolean holds(Object host, long position, long size) {
        return HOSTS.entrySet().stream()
                .anyMatch(held -> held.getValue() == host
                        && held.getKey().isValid()
                        && held.getKey().overlaps(position, size));
    }

    /** The locks of hosts are free. */
    static synchronized void release(Predicate<Object> hosts) {
        HOSTS.forEach((held, host) -> {
            try {
                if (hosts.test(host) && held.isValid()) {
                    held.release();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        HOSTS.values().removeIf(hosts);
    }
}
