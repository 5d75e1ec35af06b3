package org.bipj.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The network between a rank and those who connect to it: a test may hold it up, cut it, or change what it carries. */
public final class Relay implements AutoCloseable {
    private final ServerSocket server;
    private final int target;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean held;
    private volatile int flips;

    /** In front of a port of the loopback interface. */
    public Relay(int target) {
        this.target = target;
        try {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        daemon(this::accept);
    }

    private static void daemon(Runnable body) {
        Thread.ofPlatform().daemon().name("relay").start(body);
    }

    /** Where to connect to instead: {@code 127.0.0.1:PORT}. */
    public String address() {
        return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket from = server.accept();
                Socket to = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.addAll(List.of(from, to));
                daemon(() -> pump(from, to));
                daemon(() -> pump(to, from));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[1 << 16];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                while (held) {
                    Thread.sleep(1);
                }
                if (flips > 0) {
                    flips--;
                    buffer[n - 1] ^= 0x10;
                }
                out.write(buffer, 0, n);
            }
        } catch (IOException e) {
            // Cut.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Carries nothing, or goes on. */
    public void hold(boolean on) {
        held = on;
    }

    /** Changes a bit of the last byte of the next piece that it carries. */
    public void damage() {
        flips = 1;
    }

    /** Ends all connections, and takes no more. */
    public void cut() {
        close();
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
