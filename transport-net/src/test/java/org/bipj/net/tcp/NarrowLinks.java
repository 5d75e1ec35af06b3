package org.bipj.net.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.bipj.net.remote.Landings;

/** A connection whose sockets take a part of a frame at a time, and its two ends. */
final class NarrowLinks implements AutoCloseable {
    final Landings landings = new Landings();
    /** Cookies of puts whose last byte has left the near end. */
    final List<Long> left = new ArrayList<>();

    final Link near = new Link(1, TcpPort.sizes(2), new Landings(), left::add);
    final Link far = new Link(0, TcpPort.sizes(2), landings, cookie -> {});
    final SocketChannel nearChannel = SocketChannel.open();
    final SocketChannel farChannel;

    NarrowLinks() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.setOption(StandardSocketOptions.SO_RCVBUF, 4096);
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            nearChannel.setOption(StandardSocketOptions.SO_SNDBUF, 4096);
            nearChannel.connect(server.getLocalAddress());
            farChannel = server.accept();
        }
        nearChannel.configureBlocking(false);
        farChannel.configureBlocking(false);
        near.connected(nearChannel);
        far.connected(farChannel);
    }

    /** A link of a rank that expects no long messages. */
    static Link link(int peer) {
        return new Link(peer, TcpPort.sizes(2), new Landings(), cookie -> {});
    }

    @Override
    public void close() throws IOException {
        nearChannel.close();
        farChannel.close();
    }
}
