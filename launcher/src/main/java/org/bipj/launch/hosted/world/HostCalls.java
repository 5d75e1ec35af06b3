package org.bipj.launch.hosted.world;

import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLStreamHandlerFactory;
import java.nio.channels.FileLock;
import java.security.Security;
import java.util.ArrayList;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;

/** Replaces methods of the JDK over static state that hosts of one JVM have apart. Public because the programs' classes call it. */
public final class HostCalls {
    private HostCalls() {}

    private static HostStatics host() {
        RankWorld world = RankWorld.current();
        return world == null ? null : world.statics();
    }

    // ---- files -------------------------------------------------------------------------------------------------

    /** Instead of a lock of a file, or of none where another program has it. */
    public static FileLock lock(FileLock got) {
        HostStatics host = host();
        if (host != null && got != null) {
            host.hold(got);
        }
        return got;
    }

    // ---- management --------------------------------------------------------------------------------------------

    /** Instead of {@code ManagementFactory.getPlatformMBeanServer()}. */
    public static MBeanServer getPlatformMBeanServer() {
        HostStatics host = host();
        return host == null ? ManagementFactory.getPlatformMBeanServer() : host.beans();
    }

    /** Instead of {@code MBeanServerFactory.createMBeanServer()}. */
    public static MBeanServer createMBeanServer() {
        HostStatics host = host();
        return host == null ? MBeanServerFactory.createMBeanServer() : host.add(MBeanServerFactory.newMBeanServer());
    }

    /** Instead of {@code MBeanServerFactory.createMBeanServer(domain)}. */
    public static MBeanServer createMBeanServer(String domain) {
        HostStatics host = host();
        return host == null
                ? MBeanServerFactory.createMBeanServer(domain)
                : host.add(MBeanServerFactory.newMBeanServer(domain));
    }

    /** Instead of {@code MBeanServerFactory.findMBeanServer(id)}. */
    public static ArrayList<MBeanServer> findMBeanServer(String id) {
        HostStatics host = host();
        if (host == null) {
            return MBeanServerFactory.findMBeanServer(id);
        }
        ArrayList<MBeanServer> own = new ArrayList<>(host.servers());
        own.removeIf(server -> id != null && !id.equals(HostStatics.idOf(server)));
        return own;
    }

    /** Instead of {@code MBeanServerFactory.releaseMBeanServer(server)}. */
    public static void releaseMBeanServer(MBeanServer server) {
        HostStatics host = host();
        if (host == null) {
            MBeanServerFactory.releaseMBeanServer(server);
        } else if (!host.remove(server)) {
            throw new IllegalArgumentException("MBean server not in list!");
        }
    }

    // ---- security, URLs ----------------------------------------------------------------------------------------

    /** Instead of {@code Security.getProperty(name)}. */
    public static String getProperty(String name) {
        HostStatics host = host();
        String own = host == null || name == null ? null : host.security().get(name);
        return own == null ? Security.getProperty(name) : own;
    }

    /** Instead of {@code Security.setProperty(name, value)}. */
    public static void setProperty(String name, String value) {
        HostStatics host = host();
        if (host == null || name == null || value == null) {
            Security.setProperty(name, value);
        } else {
            host.security().put(name, value);
        }
    }

    /** Instead of {@code URL.setURLStreamHandlerFactory(factory)}. */
    public static void setURLStreamHandlerFactory(URLStreamHandlerFactory factory) {
        HostStatics host = host();
        if (host == null) {
            URL.setURLStreamHandlerFactory(factory);
        } else {
            host.setUrls(factory);
        }
    }
}
