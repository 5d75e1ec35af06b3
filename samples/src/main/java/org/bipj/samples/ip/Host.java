package org.bipj.samples.ip;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** How programs that are started alike share their roles: the host that has the server's address is the server. */
final class Host {
    /** How often a client tries to reach a server that has not started. */
    private static final int TRIES = 500;

    private static final long PAUSE_MS = 10;

    private Host() {}

    /** Listens at an address; null if it is another host's, or a program of this one listens there. */
    static ServerSocket listen(String server, int port) throws IOException {
        try {
            return new ServerSocket(port, 0, InetAddress.getByName(server));
        } catch (BindException e) {
            return null;
        }
    }

    /** Connects to a server, which may start later. */
    static Socket connect(String server, int port) throws IOException, InterruptedException {
        for (int i = 1; ; i++) {
            try {
                return new Socket(server, port);
            } catch (ConnectException e) {
                if (i == TRIES) {
                    throw e;
                }
                Thread.sleep(PAUSE_MS);
            }
        }
    }
}
