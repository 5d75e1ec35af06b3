package org.bipj.net.pmi;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** A TCP connection with a launcher that names a port. */
final class SocketStream implements ByteStream {
    private static final int CONNECT_MS = 20_000;

    private final Socket socket = new Socket();

    SocketStream(String host, int port) throws IOException {
        try {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MS);
            socket.setTcpNoDelay(true);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    @Override
    public int read(byte[] into, int from, int timeoutMs) throws IOException {
        socket.setSoTimeout(timeoutMs);
        try {
            return socket.getInputStream().read(into, from, into.length - from);
        } catch (SocketTimeoutException e) {
            return 0;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
