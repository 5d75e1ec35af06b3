package org.bipj.net.address;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;

/** Addresses that several hosts have: a rank that connects to such a one of another host reaches its own. */
public final class SharedAddress {
    private static final String ADVICE = ": name that host by an address of its own";

    private SharedAddress() {}

    /**
     * Why a rank of another host is not reached at an address.
     *
     * @return empty if this host does not have the address
     */
    public static String reason(InetAddress address) {
        String text = address.getHostAddress();
        if (address.isLoopbackAddress()) {
            return text + " leads each host to itself" + ADVICE;
        }
        try {
            NetworkInterface own = NetworkInterface.getByInetAddress(address);
            return own == null ? "" : "this host has the address " + text + ", too (" + own.getName() + ")" + ADVICE;
        } catch (SocketException e) {
            return "";
        }
    }
}
