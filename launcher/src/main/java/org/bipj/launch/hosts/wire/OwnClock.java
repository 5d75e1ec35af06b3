package org.bipj.launch.hosts.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bipj.core.machine.HostSystem;

/** The clock of {@link System#nanoTime} in this process. */
public final class OwnClock {
    private static final Path BOOT = HostSystem.file("/proc/sys/kernel/random/boot_id");
    private static final Path NAMESPACE = HostSystem.file("/proc/self/ns/time");

    private OwnClock() {}

    /** A name that is the same in all processes with this clock: of one running machine, and of one namespace of times; empty: not known. */
    public static String name() {
        try {
            return Files.readString(BOOT).strip()
                    + (Files.isSymbolicLink(NAMESPACE) ? " " + Files.readSymbolicLink(NAMESPACE) : "");
        } catch (IOException e) {
            return "";
        }
    }
}
