package org.bipj.launch.hosted.sockets;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Objects;

/** Stands for {@link java.net.InterfaceAddress} in the programs' classes, by another name. Public because these call it. */
public final class RankInterfaceAddress {
    private static final int BYTE_BITS = 8;

    private final InetAddress address;
    private final short prefix;
    private final boolean isLoopback;

    RankInterfaceAddress(InetAddress address, short prefix, boolean isLoopback) {
        this.address = address;
        this.prefix = prefix;
        this.isLoopback = isLoopback;
    }

    public InetAddress getAddress() {
        return address;
    }

    /** Null of the loopback interface. */
    public InetAddress getBroadcast() {
        if (isLoopback) {
            return null;
        }
        byte[] bytes = address.getAddress();
        for (int i = prefix / BYTE_BITS; i < bytes.length; i++) {
            bytes[i] = -1;
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    public short getNetworkPrefixLength() {
        return prefix;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RankInterfaceAddress one && one.address.equals(address) && one.prefix == prefix;
    }

    @Override
    public int hashCode() {
        return Objects.hash(address, prefix);
    }

    @Override
    public String toString() {
        return address + "/" + prefix + " [" + getBroadcast() + "]";
    }
}
