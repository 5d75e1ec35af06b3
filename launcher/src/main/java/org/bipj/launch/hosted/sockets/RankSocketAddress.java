package org.bipj.launch.hosted.sockets;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/** Takes the place of {@link InetSocketAddress}: names are those of the simulated network. */
public class RankSocketAddress extends InetSocketAddress {
    private static final long serialVersionUID = 1L;

    /**
     * Before a name that no host has: the JDK takes it for a wrong address of IPv6 and looks nothing up. Only so can a subclass be
     * unresolved.
     */
    private static final String UNKNOWN = ":";

    /** The name that was given; null if there was none. The JDK's class gets no name that it would look up. */
    private final String name;

    /** As the JDK's. */
    public RankSocketAddress(int port) {
        name = null;
        super(port);
    }

    /** As the JDK's. */
    public RankSocketAddress(InetAddress address, int port) {
        name = null;
        super(address, port);
    }

    /** As the JDK's, with the names of the simulated network. */
    public RankSocketAddress(String name, int port) {
        if (name == null) {
            throw new IllegalArgumentException("hostname can't be null");
        }
        this(name, resolved(name), port);
    }

    private RankSocketAddress(String name, InetAddress address, int port) {
        this.name = name;
        super(address == null ? UNKNOWN + name : address.getHostAddress(), port);
    }

    private static InetAddress resolved(String name) {
        try {
            return RankAddresses.getByName(name);
        } catch (UnknownHostException e) {
            return null;
        }
    }

    /** The name that the program has given; null if it has given none. */
    String name() {
        return name;
    }

    @Override
    public String toString() {
        if (name == null) {
            return super.toString();
        }
        return (isUnresolved() ? name + "/<unresolved>" : RankAddresses.getAddress(this)) + ":" + getPort();
    }
}
