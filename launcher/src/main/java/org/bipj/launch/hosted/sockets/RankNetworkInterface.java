package org.bipj.launch.hosted.sockets;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.sim.ip.IpHost;

/**
 * Stands for {@link NetworkInterface} in the programs' classes, by another name: a host has the loopback interface, and one that leads
 * to the other hosts. Public because the programs' classes call it.
 */
public final class RankNetworkInterface {
    private static final int LOOPBACK = 1;
    private static final int NETWORK = 2;
    private static final int LOOPBACK_MTU = 65_536;
    private static final int LOOPBACK_PREFIX = 8;
    /** The first byte of an address that is administered locally. */
    private static final byte LOCALLY = 2;

    private final IpHost host;
    private final int index;

    private RankNetworkInterface(IpHost host, int index) {
        this.host = host;
        this.index = index;
    }

    private static List<RankNetworkInterface> all() throws SocketException {
        IpHost host = RankHost.current();
        return List.of(new RankNetworkInterface(host, LOOPBACK), new RankNetworkInterface(host, NETWORK));
    }

    /** Instead of {@code NetworkInterface.getByName(name)}. */
    public static RankNetworkInterface getByName(String name) throws SocketException {
        if (name == null) {
            throw new NullPointerException();
        }
        return all().stream()
                .filter(one -> one.getName().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Instead of {@code NetworkInterface.getByIndex(index)}. */
    public static RankNetworkInterface getByIndex(int index) throws SocketException {
        if (index < 0) {
            throw new IllegalArgumentException("Interface index can't be negative");
        }
        return all().stream().filter(one -> one.index == index).findFirst().orElse(null);
    }

    /** Instead of {@code NetworkInterface.getByInetAddress(address)}. */
    public static RankNetworkInterface getByInetAddress(InetAddress address) throws SocketException {
        if (address == null) {
            throw new NullPointerException();
        }
        return all().stream()
                .filter(one -> one.address().equals(address))
                .findFirst()
                .orElse(null);
    }

    /** Instead of {@code NetworkInterface.getNetworkInterfaces()}. */
    public static Enumeration<RankNetworkInterface> getNetworkInterfaces() throws SocketException {
        return Collections.enumeration(all());
    }

    /** Instead of {@code NetworkInterface.networkInterfaces()}. */
    public static Stream<RankNetworkInterface> networkInterfaces() throws SocketException {
        return all().stream();
    }

    private InetAddress address() {
        return isLoopback() ? host.names().loopback() : host.address();
    }

    public String getName() {
        return isLoopback() ? "lo" : "eth0";
    }

    public String getDisplayName() {
        return getName();
    }

    public int getIndex() {
        return index;
    }

    public Enumeration<InetAddress> getInetAddresses() {
        return Collections.enumeration(List.of(address()));
    }

    public Stream<InetAddress> inetAddresses() {
        return Stream.of(address());
    }

    public List<RankInterfaceAddress> getInterfaceAddresses() {
        return List.of(new RankInterfaceAddress(address(), (short) LOOPBACK_PREFIX, isLoopback()));
    }

    public Enumeration<RankNetworkInterface> getSubInterfaces() {
        return Collections.emptyEnumeration();
    }

    public Stream<RankNetworkInterface> subInterfaces() {
        return Stream.empty();
    }

    public RankNetworkInterface getParent() {
        return null;
    }

    public boolean isUp() {
        return true;
    }

    public boolean isLoopback() {
        return index == LOOPBACK;
    }

    public boolean isPointToPoint() {
        return false;
    }

    /** No group of hosts is served. */
    public boolean supportsMulticast() {
        return false;
    }

    /** One of the host's own, made of its address; null of the loopback interface. */
    public byte[] getHardwareAddress() {
        if (isLoopback()) {
            return null;
        }
        byte[] address = address().getAddress();
        return new byte[] {LOCALLY, 0, address[0], address[1], address[2], address[3]};
    }

    public int getMTU() {
        return isLoopback() ? LOOPBACK_MTU : host.mtu();
    }

    public boolean isVirtual() {
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RankNetworkInterface one && one.index == index && one.host == host;
    }

    @Override
    public int hashCode() {
        return getName().hashCode();
    }

    @Override
    public String toString() {
        return "name:" + getName() + " (" + getDisplayName() + ")";
    }
}
