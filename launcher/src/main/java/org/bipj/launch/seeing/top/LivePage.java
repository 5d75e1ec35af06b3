package org.bipj.launch.seeing.top;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.bipj.core.nic.PortException;

/**
 * A running job as a page, which this process serves on the loopback interface. Only who knows the address gets it: that has a random
 * token. A request for another host than the address names is refused, so that a page of the network cannot read it by a name that
 * leads here.
 */
public final class LivePage implements AutoCloseable {
    private static final int TOKEN_BYTES = 16;
    private static final long LOOK_NS = 400_000_000;
    private static final long WATCH_MS = 500;
    /** An open page asks once a second: it learns of the end. */
    private static final long LAST_MS = 3000;

    private static final String DATA = "data";
    private static final String PLACE = "place=";
    private static final int OK = 200;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int WRONG_METHOD = 405;
    private static final int UNAVAILABLE = 503;

    /** What is served beside the data: by name, its kind. */
    private static final Map<String, String> FILES =
            Map.of("", "text/html; charset=utf-8", "live.js", "text/javascript; charset=utf-8", "live.css", "text/css");

    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none';"
                    + " form-action 'none'; frame-ancestors 'none'";

    private final List<JobLook> jobs;
    private final HttpServer server;
    private final byte[] token;
    private long lookedNs;
    private boolean over;

    private LivePage(List<JobLook> jobs) throws IOException {
        this.jobs = jobs;
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        token = HexFormat.of().formatHex(random).getBytes(StandardCharsets.US_ASCII);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 0);
        // A client that sends nothing must not keep others waiting.
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
        server.start();
    }

    /**
     * A page of a job.
     *
     * @param place as for {@link TopCommand#run}
     * @param job what names it
     * @throws PortException if it names none
     */
    static LivePage of(Path place, String job) throws IOException {
        return new LivePage(TopCommand.open(place, job));
    }

    /**
     * Serves the page of a job until that has ended.
     *
     * @param job what names it
     * @param shown called with the address
     * @return the exit code
     */
    public static int run(String job, PrintStream out, PrintStream err, Consumer<String> shown) {
        try (LivePage page = of(null, job)) {
            out.println(page.address());
            out.println("shows job " + job + " as long as it runs; Ctrl-C ends this");
            out.flush();
            shown.accept(page.address());
            page.await();
            out.println("job " + job + " has ended");
            return 0;
        } catch (IOException | PortException e) {
            err.println("bipj view: " + e.getMessage());
            return 1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    /** Where the page is. */
    String address() {
        return "http://" + host() + "/" + new String(token, StandardCharsets.US_ASCII) + "/";
    }

    private String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** Until the job has ended, and pages that are open have learned of it. */
    private void await() throws InterruptedException {
        while (jobs.stream().anyMatch(look -> look.job().isThere())) {
            Thread.sleep(WATCH_MS);
        }
        synchronized (this) {
            over = true;
        }
        Thread.sleep(LAST_MS);
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            try {
                answer(exchange);
            } catch (PortException e) {
                send(exchange, UNAVAILABLE, "text/plain", String.valueOf(e.getMessage()));
            }
        }
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String file = path == null ? null : file(path);
        if (!isForThisHost(exchange)) {
            send(exchange, FORBIDDEN, "text/plain", "This page is at another address.\n");
        } else if (file == null) {
            send(exchange, NOT_FOUND, "text/plain", "There is no such page.\n");
        } else if (!exchange.getRequestMethod().equals("GET")) {
            send(exchange, WRONG_METHOD, "text/plain", "Only GET is served.\n");
        } else if (file.equals(DATA)) {
            send(exchange, OK, "application/json", data(exchange.getRequestURI().getQuery()));
        } else if (FILES.containsKey(file)) {
            send(exchange, OK, FILES.get(file), resource(file.isEmpty() ? "live.html" : file));
        } else {
            send(exchange, NOT_FOUND, "text/plain", "There is no such page.\n");
        }
    }

    private boolean isForThisHost(HttpExchange exchange) {
        List<String> hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        int port = server.getAddress().getPort();
        return hosts.size() == 1
                && (hosts.getFirst().equals(host()) || hosts.getFirst().equalsIgnoreCase("localhost:" + port));
    }

    /** The part of a path behind the token; null if that is missing or wrong. The comparison takes as long for each wrong one. */
    private String file(String path) {
        int end = path.indexOf('/', 1);
        if (!path.startsWith("/") || end < 0) {
            return null;
        }
        byte[] given = path.substring(1, end).getBytes(StandardCharsets.UTF_8);
        return MessageDigest.isEqual(given, token) ? path.substring(end + 1) : null;
    }

    private synchronized String data(String query) {
        long now = System.nanoTime();
        if (!over && (lookedNs == 0 || now - lookedNs >= LOOK_NS)) {
            lookedNs = now;
            jobs.forEach(JobLook::look);
        }
        int place = query != null && query.matches(PLACE + "[0-9]{1,6}")
                ? Integer.parseInt(query.substring(PLACE.length()))
                : -1;
        return LiveData.of(jobs, over, over ? -1 : place);
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = LivePage.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("no resource " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static void send(HttpExchange exchange, int code, String kind, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", kind);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("Content-Security-Policy", POLICY);
        exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.getResponseHeaders().set("Cross-Origin-Resource-Policy", "same-origin");
        exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        jobs.forEach(JobLook::close);
    }
}
