package org.bipj.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.Proxy;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import mpi.MPI;

/** A program of sockets, for {@link IpProgramsTest}: its argument says what it does. */
public final class IpActor {
    private static final int PORT = 7000;

    private IpActor() {}

    /** Does what the argument says, on node0 and on the others. */
    public static void main(String[] args) throws Exception {
        boolean isServer = InetAddress.getLocalHost().getHostName().equals("node0");
        switch (args[0]) {
            case "wait" -> wait(isServer);
            case "names" -> {
                if (isServer) {
                    names();
                }
            }
            case "refused" -> refused();
            case "initialiser" -> initialised();
            case "mpi" -> MPI.Init(args);
            case "cut" -> cut(isServer);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static Socket connect() throws IOException, InterruptedException {
        Thread.sleep(1);
        return new Socket("node0", PORT);
    }

    /** Each waits for a line of the other. */
    private static void wait(boolean isServer) throws Exception {
        Socket socket;
        if (isServer) {
            try (ServerSocket server = new ServerSocket(PORT)) {
                socket = server.accept();
            }
        } else {
            socket = connect();
        }
        try (socket;
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()))) {
            in.readLine();
        }
    }

    private static void names() throws Exception {
        System.out.println(InetAddress.getLocalHost() + " " + InetAddress.getByName("node1") + " "
                + InetAddress.getByName("10.0.0.2").getHostName() + " "
                + InetAddress.getByAddress(new byte[] {10, 0, 0, 1}).getCanonicalHostName() + " "
                + InetAddress.getByName(null) + " " + InetAddress.getAllByName("localhost").length);
        InetSocketAddress known = new InetSocketAddress("node1", 1);
        InetSocketAddress unknown = new InetSocketAddress("node2", 1);
        System.out.println(known + " " + known.getHostName() + " " + known.getAddress() + " " + unknown + " "
                + unknown.isUnresolved() + " " + unknown.getHostString());
        for (Callable<?> call : new Callable<?>[] {
            () -> InetAddress.getByName("bipj.org"), () -> new Socket("node2", 1), () -> InetAddress.getByName("::1")
        }) {
            try {
                System.out.println(call.call());
            } catch (UnknownHostException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    /** An initialiser that takes locks while another thread could run. */
    private static final class Initialised {
        static final int VALUE = lockOften(new Thread(() -> System.out.println("the other")));

        private static int lockOften(Thread other) {
            Object lock = new Object();
            int count = 0;
            // The other thread can run from now on.
            other.start();
            for (int i = 0; i < 1000; i++) {
                synchronized (lock) {
                    count++;
                }
            }
            System.out.println("initialised");
            return count;
        }
    }

    private static void initialised() {
        System.out.println(Initialised.VALUE);
    }

    private static void refused() {
        Map<String, Callable<?>> calls = new TreeMap<>();
        calls.put("MulticastSocket", () -> new MulticastSocket(PORT));
        calls.put("AsynchronousSocketChannel", AsynchronousSocketChannel::open);
        calls.put("AsynchronousServerSocketChannel", AsynchronousServerSocketChannel::open);
        calls.put("FTP", () -> URI.create("ftp://node0/").toURL().openStream());
        calls.put("Unix", () -> UnixDomainSocketAddress.of("socket"));
        calls.put("proxy", () -> new Socket(new Proxy(Proxy.Type.SOCKS, new InetSocketAddress("node0", PORT))));
        calls.put("ICMP", () -> InetAddress.getLocalHost().isReachable(1));
        calls.forEach((name, call) -> {
            try {
                System.out.println(name + ": served: " + call.call());
            } catch (UnsupportedOperationException | SocketException e) {
                String refusal = "is not supported in virtual time with --ip; ";
                System.out.println(name + ": " + (e.getMessage().contains(refusal) ? "refused" : e.getMessage()));
            } catch (Exception e) {
                System.out.println(name + ": " + e);
            }
        });
    }

    /** The server answers once. Its cable is cut for good before it is asked again. */
    private static void cut(boolean isServer) throws Exception {
        if (isServer) {
            try (ServerSocket server = new ServerSocket(PORT);
                    Socket socket = server.accept()) {
                socket.setSoTimeout(1_000);
                System.out.println("server: " + socket.getInputStream().read());
                socket.getOutputStream().write(1);
                socket.getInputStream().read();
            } catch (SocketTimeoutException e) {
                System.out.println("server: " + e.getMessage());
            }
            return;
        }
        try (Socket socket = connect()) {
            socket.getOutputStream().write(7);
            System.out.println("client: " + socket.getInputStream().read());
            Thread.sleep(100);
            try (Socket other = new Socket()) {
                other.connect(new InetSocketAddress("node0", PORT), 500);
            } catch (IOException e) {
                System.out.println("client: " + e.getMessage());
            }
            socket.getOutputStream().write(7);
            socket.getInputStream().read();
        } catch (IOException e) {
            System.out.println("client: " + e.getMessage());
        }
    }
}
