package org.bipj.launch.hosted.sockets;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import org.bipj.sim.ip.IpHost;
import org.bipj.sim.ip.IpNames;

/**
 * Replaces the methods of {@link InetAddress} and {@link InetSocketAddress} that look names up: those of the simulated network are the
 * only ones. Public because the programs' classes call it.
 */
public final class RankAddresses {
    private RankAddresses() {}

    private static IpHost host() throws UnknownHostException {
        try {
            return RankHost.current();
        } catch (SocketException e) {
            throw new UnknownHostException(e.getMessage());
        }
    }

    private static IpNames names() throws UnknownHostException {
        return host().names();
    }

    /** Instead of {@code InetAddress.getByName(name)}. */
    public static InetAddress getByName(String name) throws UnknownHostException {
        return name == null || name.isEmpty() ? names().loopback() : names().resolve(name);
    }

    /** Instead of {@code InetAddress.getAllByName(name)}. */
    public static InetAddress[] getAllByName(String name) throws UnknownHostException {
        return new InetAddress[] {getByName(name)};
    }

    /** Instead of {@code InetAddress.getLocalHost()}. */
    public static InetAddress getLocalHost() throws UnknownHostException {
        return host().address();
    }

    /** Instead of {@code InetAddress.getLoopbackAddress()}. */
    public static InetAddress getLoopbackAddress() {
        try {
            return names().loopback();
        } catch (UnknownHostException e) {
            return InetAddress.getLoopbackAddress();
        }
    }

    /** Instead of {@code address.getHostName()}. */
    public static String getHostName(InetAddress address) {
        try {
            String name = names().name(address);
            return name == null ? address.getHostAddress() : name;
        } catch (UnknownHostException e) {
            return address.getHostAddress();
        }
    }

    /** Instead of {@code address.getCanonicalHostName()}. */
    public static String getCanonicalHostName(InetAddress address) {
        return getHostName(address);
    }

    /** Instead of {@code address.isReachable(timeout)}. */
    public static boolean isReachable(InetAddress address, int timeout) {
        throw RefusedNetwork.because("InetAddress.isReachable, which needs ICMP,", "connect to a port of the host");
    }

    /** Instead of {@code address.isReachable(interface, hops, timeout)}. */
    public static boolean isReachable(InetAddress address, RankNetworkInterface from, int hops, int timeout) {
        return isReachable(address, timeout);
    }

    /** Instead of {@code address.getHostName()}. */
    public static String getHostName(InetSocketAddress address) {
        String name = given(address);
        return name != null ? name : address.isUnresolved() ? address.getHostName() : getHostName(address.getAddress());
    }

    /** Instead of {@code address.getHostString()}. */
    public static String getHostString(InetSocketAddress address) {
        String name = given(address);
        return name != null ? name : address.getHostString();
    }

    private static String given(InetSocketAddress address) {
        return address instanceof RankSocketAddress own ? own.name() : null;
    }

    /** Instead of {@code address.getAddress()}: with its name. */
    public static InetAddress getAddress(InetSocketAddress address) {
        return named(address.getAddress(), given(address));
    }

    /** An address with its host's name, if it has been looked up, so that the JDK does not look for one elsewhere. */
    private static InetAddress named(InetAddress address, String name) {
        if (address == null || name == null) {
            return address;
        }
        try {
            return names().resolve(name);
        } catch (UnknownHostException e) {
            return address;
        }
    }
}
