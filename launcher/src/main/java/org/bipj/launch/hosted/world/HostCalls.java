package org.bipj.launch.hosted.world;

import java.io.File;
import java.io.IOError;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLStreamHandlerFactory;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Security;
import java.util.ArrayList;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.net.ssl.SSLContext;

/** Replaces methods of the JDK over static state that hosts of one JVM have apart. Public because the programs' classes call it. */
public final class HostCalls {
    /** How often a program that waits for the lock of a file asks for it. */
    private static final long LOCK_POLL_NS = 1_000_000;

    private HostCalls() {}

    private static HostStatics host() {
        RankWorld world = RankWorld.current();
        return world == null ? null : world.statics();
    }

    // ---- files -------------------------------------------------------------------------------------------------

    /** Instead of {@code channel.tryLock()}. */
    public static FileLock tryLock(FileChannel channel) throws IOException {
        return tryLock(channel, 0, Long.MAX_VALUE, false);
    }

    /** Instead of {@code channel.tryLock(position, size, shared)}. */
    public static FileLock tryLock(FileChannel channel, long position, long size, boolean shared) throws IOException {
        HostStatics host = host();
        return host == null
                ? channel.tryLock(position, size, shared)
                : HostLocks.tryLock(host, channel, position, size, shared);
    }

    /** Instead of {@code channel.lock()}. */
    public static FileLock lock(FileChannel channel) throws IOException {
        return lock(channel, 0, Long.MAX_VALUE, false);
    }

    /** Instead of {@code channel.lock(position, size, shared)}: waits in virtual time. */
    public static FileLock lock(FileChannel channel, long position, long size, boolean shared) throws IOException {
        RankWorld world = RankWorld.ofFiber();
        if (world == null) {
            return channel.lock(position, size, shared);
        }
        FileLock got = tryLock(channel, position, size, shared);
        while (got == null) {
            try {
                world.sleep(LOCK_POLL_NS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new FileLockInterruptionException();
            }
            got = tryLock(channel, position, size, shared);
        }
        return got;
    }

    /** Instead of {@code file.deleteOnExit()}. */
    public static void deleteOnExit(File file) {
        HostStatics host = host();
        if (host == null) {
            file.deleteOnExit();
        } else {
            host.deleteAtEnd(file.getAbsoluteFile());
        }
    }

    /** Instead of {@code IO.readln()}. */
    public static String readln() {
        HostStatics host = host();
        try {
            return host == null ? IO.readln() : host.lines().readLine();
        } catch (IOException e) {
            throw new IOError(e);
        }
    }

    /** Instead of {@code IO.readln(prompt)}. */
    public static String readln(String prompt) {
        System.out.print(prompt);
        System.out.flush();
        return readln();
    }

    // ---- objects that are read, TLS ----------------------------------------------------------------------------

    /** Instead of {@code ObjectInputFilter.Config.getSerialFilter()}. */
    public static ObjectInputFilter getSerialFilter() {
        HostStatics host = host();
        return host == null ? ObjectInputFilter.Config.getSerialFilter() : host.filter();
    }

    /** Instead of {@code ObjectInputFilter.Config.setSerialFilter(filter)}. */
    public static void setSerialFilter(ObjectInputFilter filter) {
        HostStatics host = host();
        if (host == null) {
            ObjectInputFilter.Config.setSerialFilter(filter);
        } else {
            host.setFilter(filter);
        }
    }

    /** Instead of {@code SSLContext.getDefault()}. */
    public static SSLContext getDefault() throws NoSuchAlgorithmException {
        HostStatics host = host();
        if (host == null) {
            return SSLContext.getDefault();
        }
        try {
            return SeededTls.of(host);
        } catch (NoSuchAlgorithmException e) {
            throw e;
        } catch (GeneralSecurityException | IOException e) {
            throw new NoSuchAlgorithmException(e);
        }
    }

    /** Instead of {@code SSLContext.setDefault(context)}. */
    public static void setDefault(SSLContext context) {
        HostStatics host = host();
        if (host == null) {
            SSLContext.setDefault(context);
        } else {
            host.setTls(context);
        }
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
