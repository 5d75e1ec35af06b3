package org.bipj.launch.sockets;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Enumeration;
import java.util.stream.Stream;

/**
 * Instead of {@link NetworkInterface}'s static methods, which a simulated host does not have. They fail as the JDK's may: libraries that ask in
 * their initialisers, such as Netty, then do without. Public because the programs' classes call it.
 */
public final class RefusedInterfaces {
    private RefusedInterfaces() {}

    private static SocketException refused() {
        return new SocketException(RefusedNetwork.because("NetworkInterface", "use InetAddress.getLocalHost")
                .getMessage());
    }

    /** Instead of {@code getByName(name)}. */
    public static NetworkInterface getByName(String name) throws SocketException {
        throw refused();
    }

    /** Instead of {@code getByIndex(index)}. */
    public static NetworkInterface getByIndex(int index) throws SocketException {
        throw refused();
    }

    /** Instead of {@code getByInetAddress(address)}. */
    public static NetworkInterface getByInetAddress(InetAddress address) throws SocketException {
        throw refused();
    }

    /** Instead of {@code getNetworkInterfaces()}. */
    public static Enumeration<NetworkInterface> getNetworkInterfaces() throws SocketException {
        throw refused();
    }

    /** Instead of {@code networkInterfaces()}. */
    public static Stream<NetworkInterface> networkInterfaces() throws SocketException {
        throw refused();
    }
}
