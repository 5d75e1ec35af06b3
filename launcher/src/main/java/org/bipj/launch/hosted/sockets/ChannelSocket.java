package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.SocketChannel;

/** The socket of a channel. */
final class ChannelSocket extends Socket {
    private final RankSocketChannel channel;
    private final RankSocketImpl impl;

    private ChannelSocket(RankSocketChannel channel, RankSocketImpl impl) throws SocketException {
        super(impl);
        this.channel = channel;
        this.impl = impl;
    }

    static ChannelSocket of(RankSocketChannel channel, RankSocketImpl impl) {
        try {
            return new ChannelSocket(channel, impl);
        } catch (SocketException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public SocketChannel getChannel() {
        return channel;
    }

    @Override
    public void connect(SocketAddress remote, int timeout) throws IOException {
        if (timeout < 0) {
            throw new IllegalArgumentException("connect: timeout can't be negative");
        }
        checkBlocking();
        if (timeout == 0) {
            channel.connect(remote);
        } else {
            channel.connect(remote, timeout);
        }
    }

    private void checkBlocking() {
        if (!channel.isBlocking()) {
            throw new IllegalBlockingModeException();
        }
    }

    @Override
    public void bind(SocketAddress local) throws IOException {
        channel.bind(local);
    }

    @Override
    public InputStream getInputStream() throws IOException {
        checkConnected();
        checkBlocking();
        return impl.getInputStream();
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        checkConnected();
        checkBlocking();
        return impl.getOutputStream();
    }

    private void checkConnected() throws SocketException {
        if (isClosed()) {
            throw new SocketException("Socket is closed");
        }
        if (!isConnected()) {
            throw new SocketException("Socket is not connected");
        }
    }

    @Override
    public void shutdownInput() throws IOException {
        checkConnected();
        channel.shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        checkConnected();
        channel.shutdownOutput();
    }

    @Override
    public SocketAddress getLocalSocketAddress() {
        InetSocketAddress local = impl.socket().local();
        return isClosed() ? null : local;
    }

    @Override
    public boolean isConnected() {
        return channel.isConnected();
    }

    @Override
    public boolean isBound() {
        return impl.socket().local() != null;
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
