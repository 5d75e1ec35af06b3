package org.bipj.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** A port behind a firewall: the queue of its socket is full, so the kernel drops further requests for connections. */
public final class BlockedPort implements AutoCloseable {
    private static final int MORE_THAN_THE_QUEUE = 8;

    private final ServerSocket server;
    private final List<SocketChannel> callers = new ArrayList<>();

    /** On the loopback interface. */
    public BlockedPort() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        for (int i = 0; i < MORE_THAN_THE_QUEUE; i++) {
            SocketChannel caller = SocketChannel.open();
            caller.configureBlocking(false);
            caller.connect(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()));
            callers.add(caller);
        }
    }

    /** {@code 127.0.0.1:PORT}. */
    public String address() {
        return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (SocketChannel caller : callers) {
            caller.close();
        }
    }
}
