package org.bipj.core.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the name of this machine. */
public final class ThisHost {
    /** Host name, or {@code localhost} where none can be found out. */
    public static final String NAME = name();

    private ThisHost() {}

    private static String name() {
        // The kernel's file costs 30 us; the resolver may cost seconds on a machine with a broken name service.
        Path kernel = HostSystem.file("/proc/sys/kernel/hostname");
        try {
            if (Files.isReadable(kernel)) {
                return Files.readString(kernel).strip();
            }
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        } catch (IOException e) {
            return "localhost";
        }
    }
}
