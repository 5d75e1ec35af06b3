package org.bipj.sim.ip;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Names and addresses: rank 0 is {@code node0} at 10.0.0.1, rank 1 is {@code node1} at 10.0.0.2, and so on; {@code localhost}
 * is the asking host itself. No name is looked up outside of the simulation.
 */
public final class IpNames {
    private static final String PREFIX = "node";
    private static final String LOCALHOST = "localhost";
    private static final byte NETWORK = 10;
    private static final byte LOOPBACK = 127;
    private static final int PARTS = 4;
    private static final int BYTE_BITS = 8;
    private static final int BYTE_MASK = 255;
    private static final int MOST_DIGITS = 3;

    private final int ranks;

    IpNames(int ranks) {
        this.ranks = ranks;
    }

    /** The address of a rank's host, with its name. */
    public InetAddress address(int rank) {
        int number = rank + 1;
        return address(
                PREFIX + rank, NETWORK, (byte) (number >> 2 * BYTE_BITS), (byte) (number >> BYTE_BITS), (byte) number);
    }

    /** The address of the asking host itself. */
    public InetAddress loopback() {
        return address(LOCALHOST, LOOPBACK, (byte) 0, (byte) 0, (byte) 1);
    }

    private static InetAddress address(String name, byte... bytes) {
        try {
            return InetAddress.getByAddress(name, bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The address of a name, or of an address as text.
     *
     * @throws UnknownHostException if there is no such host in the simulation
     */
    public InetAddress resolve(String name) throws UnknownHostException {
        if (name.equals(LOCALHOST)) {
            return loopback();
        }
        for (int rank = 0; name.startsWith(PREFIX) && rank < ranks; rank++) {
            if (name.equals(PREFIX + rank)) {
                return address(rank);
            }
        }
        if (name.indexOf(':') >= 0) {
            // A literal of IPv6, or none at all: the JDK looks nothing up.
            return InetAddress.getByName(name);
        }
        byte[] bytes = parse(name);
        if (bytes == null) {
            throw new UnknownHostException(name + ": Name or service not known");
        }
        InetAddress address = InetAddress.getByAddress(bytes);
        String known = name(address);
        return known == null ? address : InetAddress.getByAddress(known, bytes);
    }

    /** True for the name of a host, rather than an address as text. */
    boolean isName(String text) {
        return text.equals(LOCALHOST) || text.startsWith(PREFIX);
    }

    private static byte[] parse(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != PARTS) {
            return null;
        }
        byte[] bytes = new byte[PARTS];
        for (int i = 0; i < PARTS; i++) {
            if (parts[i].isEmpty()
                    || parts[i].length() > MOST_DIGITS
                    || !parts[i].chars().allMatch(c -> c >= '0' && c <= '9')
                    || Integer.parseInt(parts[i]) > BYTE_MASK) {
                return null;
            }
            bytes[i] = (byte) Integer.parseInt(parts[i]);
        }
        return bytes;
    }

    /** The name of an address; null if no host has it. */
    public String name(InetAddress address) {
        if (address.isLoopbackAddress()) {
            return LOCALHOST;
        }
        int rank = rank(address);
        return rank < 0 ? null : PREFIX + rank;
    }

    /** The rank whose host has an address; -1 if there is none, as for those that mean the asking host itself. */
    public int rank(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length != PARTS || bytes[0] != NETWORK) {
            return -1;
        }
        int number = 0;
        for (int i = 1; i < PARTS; i++) {
            number = number << BYTE_BITS | bytes[i] & BYTE_MASK;
        }
        return number > ranks ? -1 : number - 1;
    }
}
