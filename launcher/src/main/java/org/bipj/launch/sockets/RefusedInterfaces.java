package org.bipj.launch.sockets;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Enumeration;
import java.util.stream.Stream;

/** Instead of {@link NetworkInterface}'s static methods, which a simulated host does not have. Public because the programs' classes call it. */
public final class RefusedInterfaces {
    private RefusedInterfaces() {}

    private static UnsupportedOperationException refused() {
        return RefusedNetwork.because("NetworkInterface", "use InetAddress.getLocalHost");
    }

    /** Instead of {@code getByName(name)}. */
    public static NetworkInterface getByName(String name) {
        throw refused();
    }

    /** Instead of {@code getByIndex(index)}. */
    public static NetworkInterface getByIndex(int index) {
        throw refused();
    }

    /** Instead of {@code getByInetAddress(address)}. */
    public static NetworkInterface getByInetAddress(InetAddress address) {
        throw refused();
    }

    /** Instead of {@code getNetworkInterfaces()}. */
    public static Enumeration<NetworkInterface> getNetworkInterfaces() {
        throw refused();
    }

    /** Instead of {@code networkInterfaces()}. */
    public static Stream<NetworkInterface> networkInterfaces() {
        throw refused();
    }
}
