package org.bipj.samples.ip;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.bipj.samples.Usage;

/**
 * A counter that two hosts keep: sockets, and no MPI. Clients ask {@code node0} to count; it tells {@code node1} each new number, and
 * asks it for the last one when it starts. So the counter survives when {@code node0} is killed and starts again. With {@code early},
 * {@code node0} answers its client before {@code node1} has the number: a host that is killed between the two loses an update that its
 * client believes in, which one seed in some 200 shows.
 *
 * <pre>{@code
 * ./bipj sample ip-counter -n 4 --mode sim --jitter --seed 7 --faults kill@host0:at=500ms,start@host0:at=600ms 10 early
 * }</pre>
 */
public final class Counter {
    private static final String PRIMARY = "node0";
    private static final String BACKUP = "node1";
    private static final int PORT = 8080;
    private static final int ADDS = 10;
    private static final int ADDS_MOST = 1_000_000;

    /** Longest pause of a client between two requests. */
    static final int PAUSE_MS = 250;

    /** How long a client, or the primary, waits for a host that does not answer. */
    private static final int LIMIT_MS = 100;

    /** The servers end when nobody has come for so long. */
    private static final int PATIENCE_MS = 3000;

    private static final String ADD = "add";
    private static final String GET = "get";

    private final boolean isEarly;
    private int count;

    private Counter(boolean isEarly) {
        this.isEarly = isEarly;
    }

    /** Runs the program; its arguments are how often each client counts, and {@code early}. */
    public static void main(String[] args) throws Exception {
        int adds;
        try {
            Usage.atMost(args, 2);
            adds = Usage.positive(args, 0, "ADDS", ADDS, ADDS_MOST);
            if (args.length > 1 && !args[1].equals("early")) {
                throw new Usage.WrongUsage(args[1] + ": expected early");
            }
        } catch (Usage.WrongUsage e) {
            System.err.println("ip-counter: " + e.getMessage() + "; usage: [ADDS [early]]");
            System.exit(Usage.EXIT_CODE);
            return;
        }
        System.out.println(run(args.length > 1, adds, PAUSE_MS));
    }

    /** Keeps the counter or counts; returns a line that says what was done. */
    public static String run(boolean isEarly, int adds, int pauseMs) throws IOException, InterruptedException {
        ServerSocket primary = Host.listen(PRIMARY, PORT);
        if (primary != null) {
            return new Counter(isEarly).lead(primary);
        }
        ServerSocket backup = Host.listen(BACKUP, PORT);
        return backup != null ? new Counter(isEarly).follow(backup) : count(adds, pauseMs);
    }

    // ---- the two that keep the counter -------------------------------------------------------------------------

    private String lead(ServerSocket server) throws IOException, InterruptedException {
        count = askUntilAnswered(BACKUP, GET);
        serve(server, (request, out) -> {
            if (request.equals(ADD)) {
                count++;
                if (isEarly) {
                    out.println(count);
                    askUntilAnswered(BACKUP, Integer.toString(count));
                    return;
                }
                askUntilAnswered(BACKUP, Integer.toString(count));
            }
            out.println(count);
        });
        return "primary: " + count;
    }

    private String follow(ServerSocket server) throws IOException, InterruptedException {
        serve(server, (request, out) -> {
            if (!request.equals(GET)) {
                count = Integer.parseInt(request);
            }
            out.println(count);
        });
        return "backup: " + count;
    }

    /** What a server does with a request. */
    private interface Handler {
        void handle(String request, PrintWriter out) throws IOException, InterruptedException;
    }

    /** Serves one connection after the other, each with one request. */
    private static void serve(ServerSocket server, Handler handler) throws IOException, InterruptedException {
        server.setSoTimeout(PATIENCE_MS);
        try (server) {
            while (true) {
                serve(server.accept(), handler);
            }
        } catch (SocketTimeoutException e) {
            // Nobody comes any more.
        }
    }

    private static void serve(Socket accepted, Handler handler) throws InterruptedException {
        try (Socket client = accepted) {
            client.setSoTimeout(LIMIT_MS);
            String request = reader(client).readLine();
            if (request != null) {
                handler.handle(request, new PrintWriter(client.getOutputStream(), true));
            }
        } catch (IOException e) {
            // The client is gone, or it is too late for it. It asks again.
        }
    }

    // ---- those that ask ----------------------------------------------------------------------------------------

    private static String count(int adds, int pauseMs) throws InterruptedException {
        Random random = new Random();
        int last = 0;
        for (int i = 0; i < adds; i++) {
            Thread.sleep(random.nextInt(pauseMs));
            int now = askUntilAnswered(PRIMARY, ADD);
            if (now <= last) {
                throw new IllegalStateException("an update was lost: the counter is " + now + " after " + last);
            }
            last = now;
        }
        return "client: " + adds + " updates, the last one " + last;
    }

    /** A request that is not answered is repeated: it may count twice. */
    private static int askUntilAnswered(String host, String request) throws InterruptedException {
        while (true) {
            try (Socket server = new Socket()) {
                server.connect(new InetSocketAddress(host, PORT), LIMIT_MS);
                server.setSoTimeout(LIMIT_MS);
                new PrintWriter(server.getOutputStream(), true).println(request);
                String answer = reader(server).readLine();
                if (answer != null) {
                    return Integer.parseInt(answer);
                }
            } catch (IOException e) {
                // The host is down, or not up yet.
            }
            Thread.sleep(10);
        }
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }
}
