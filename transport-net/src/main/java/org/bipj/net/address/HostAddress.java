package org.bipj.net.address;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;

/** The address of this host by which other hosts of the job reach it. */
public final class HostAddress {
    /** Where no address is known: a rank looks for one itself. */
    public static final String UNKNOWN = "-";

    private static final String NUMERIC = "[0-9.]+|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*";
    private static final int SERVER = 2;

    private HostAddress() {}

    /**
     * An address of an interface of this host: the one that its name in the job means, or the one that ssh was connected to.
     * A loopback address only if the user has named it as such.
     *
     * @return {@link #UNKNOWN} if neither is an address of this host
     */
    public static String of(String name) {
        String host = name.substring(name.indexOf('@') + 1);
        String found = own(host, host.matches(NUMERIC));
        String connection = NetVariables.value(NetVariables.SSH_CONNECTION);
        if (found == null && connection != null && connection.split(" ").length > SERVER) {
            found = own(connection.split(" ")[SERVER], false);
        }
        return found == null ? UNKNOWN : found;
    }

    private static String own(String host, boolean mayBeLoopback) {
        try {
            InetAddress address = InetAddress.getByName(host);
            boolean usable = mayBeLoopback || !address.isLoopbackAddress();
            // All of 127.0.0.0/8 is this host, though the interface names one address.
            boolean isOwn = address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
            return usable && isOwn ? address.getHostAddress() : null;
        } catch (IOException e) {
            return null;
        }
    }
}
