package org.bipj.samples.ip;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.samples.Usage;

/**
 * A web server that counts, and its clients: sockets, a pool of threads, and no MPI. The host that has the server's address serves; all
 * others ask. Each client keeps its connection, and checks that the count grows from answer to answer.
 *
 * <pre>{@code
 * ./bipj sample ip-http -n 4 --mode sim 100                                    # in virtual time
 * ./bipj sample ip-http -n 4 --mode sim --faults cut@host0:at=2ms,heal@host0:at=60ms 100
 * }</pre>
 */
public final class Http {
    private static final String SERVER = "node0";
    private static final int PORT = 8080;
    private static final int REQUESTS = 100;
    private static final int REQUESTS_MOST = 1_000_000;

    /** The server ends when no client has come for so long. */
    private static final int PATIENCE_MS = 1000;

    private static final int THREADS = 8;
    private static final double NS_PER_MS = 1e6;

    private Http() {}

    /** Runs the program; its arguments are the number of requests and the server's name. */
    public static void main(String[] args) throws Exception {
        int requests;
        try {
            Usage.atMost(args, 2);
            requests = Usage.positive(args, 0, "REQUESTS", REQUESTS, REQUESTS_MOST);
        } catch (Usage.WrongUsage e) {
            System.err.println("ip-http: " + e.getMessage() + "; usage: [REQUESTS [SERVER]]");
            System.exit(Usage.EXIT_CODE);
            return;
        }
        System.out.println(run(args.length > 1 ? args[1] : SERVER, requests));
    }

    /** Serves or asks; returns a line that says what was done. */
    public static String run(String name, int requests) throws IOException, InterruptedException {
        ServerSocket server = Host.listen(name, PORT);
        return server == null ? ask(name, requests) : serve(server);
    }

    // ---- the server --------------------------------------------------------------------------------------------

    private static String serve(ServerSocket server) throws IOException {
        AtomicInteger count = new AtomicInteger();
        int clients = 0;
        server.setSoTimeout(PATIENCE_MS);
        try (server;
                ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
            while (true) {
                Socket client = server.accept();
                clients++;
                pool.submit(() -> answer(client, count));
            }
        } catch (SocketTimeoutException e) {
            // The pool has served those that have come.
            return "server: " + count + " requests of " + clients + " clients";
        }
    }

    /** Serves a connection until the client closes it. */
    private static Void answer(Socket client, AtomicInteger count) throws IOException {
        try (client;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII))) {
            client.setTcpNoDelay(true);
            OutputStream out = client.getOutputStream();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                boolean isKnown = line.startsWith("GET /count ");
                for (String header = in.readLine(); header != null && !header.isEmpty(); ) {
                    header = in.readLine();
                }
                String body = isKnown ? Integer.toString(count.incrementAndGet()) : "only GET /count is served";
                String head = "HTTP/1.1 " + (isKnown ? "200 OK" : "404 Not Found") + "\r\nContent-Length: ";
                out.write((head + body.length() + "\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII));
            }
        }
        return null;
    }

    // ---- a client ----------------------------------------------------------------------------------------------

    private static String ask(String name, int requests) throws IOException, InterruptedException {
        long last = 0;
        long start = System.nanoTime();
        try (Socket server = Host.connect(name, PORT);
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII))) {
            server.setTcpNoDelay(true);
            byte[] request = ("GET /count HTTP/1.1\r\nHost: " + name + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < requests; i++) {
                server.getOutputStream().write(request);
                long count = readCount(in);
                if (count <= last) {
                    throw new IllegalStateException("the server counted " + count + " after " + last);
                }
                last = count;
            }
        }
        return String.format(
                "client: %d answers, the last one %d, in %.3f ms",
                requests, last, (System.nanoTime() - start) / NS_PER_MS);
    }

    private static long readCount(BufferedReader in) throws IOException {
        String status = in.readLine();
        if (status == null || !status.startsWith("HTTP/1.1 200 ")) {
            throw new IOException("the server answered: " + status);
        }
        int length = 0;
        for (String header = in.readLine(); !header.isEmpty(); header = in.readLine()) {
            if (header.startsWith("Content-Length: ")) {
                length = Integer.parseInt(header.substring("Content-Length: ".length()));
            }
        }
        char[] body = new char[length];
        for (int count = 0; count < length; ) {
            count += in.read(body, count, length - count);
        }
        return Long.parseLong(new String(body));
    }
}
