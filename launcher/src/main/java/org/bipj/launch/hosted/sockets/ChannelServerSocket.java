package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.ServerSocketChannel;

/** The socket of a channel that listens. */
final class ChannelServerSocket extends ServerSocket {
    private final ServerSocketChannel channel;
    private final RankSocketImpl impl;

    ChannelServerSocket(ServerSocketChannel channel, RankSocketImpl impl) {
        super(impl);
        this.channel = channel;
        this.impl = impl;
    }

    @Override
    public ServerSocketChannel getChannel() {
        return channel;
    }

    @Override
    public void bind(SocketAddress local, int backlog) throws IOException {
        channel.bind(local, backlog);
    }

    @Override
    public Socket accept() throws IOException {
        if (!isBound() || !channel.isBlocking()) {
            throw new IllegalBlockingModeException();
        }
        return channel.accept().socket();
    }

    @Override
    public boolean isBound() {
        return impl.listener() != null;
    }

    @Override
    public boolean isClosed() {
        return !channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
