package org.bipj.launch.hosted.sockets;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;

/** A request of HTTP/1.1 and its answer, over a connection of their own. */
final class RankHttp {
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final String CHUNKED = "chunked";
    private static final int HEX = 16;
    private static final int FIRST_WITH_BODY = 200;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    /**
     * An answer, all of which has come.
     *
     * @param headers by name in any case
     */
    record Answer(int status, String line, Map<String, List<String>> headers, byte[] body) {
        String header(String name) {
            List<String> values = headers.get(name);
            return values == null ? null : values.getLast();
        }

        /** Where to look instead; null: nowhere. */
        String redirect() {
            return REDIRECTS.contains(status) ? header("Location") : null;
        }
    }

    /** How long a connection may take to be made, and a read, in milliseconds; 0: without limit. */
    record Limits(int connectMs, int readMs) {}

    private RankHttp() {}

    static boolean isServed(String scheme) {
        return "http".equalsIgnoreCase(scheme) || "https".equalsIgnoreCase(scheme);
    }

    /**
     * Makes a request.
     *
     * @param headers in their order
     * @param body null: none
     * @param tls layers TLS where the URI says so
     */
    static Answer exchange(
            String method,
            URI uri,
            Map<String, List<String>> headers,
            byte[] body,
            Limits limits,
            Supplier<SSLSocketFactory> tls)
            throws IOException {
        boolean isSecure = "https".equalsIgnoreCase(uri.getScheme());
        int port = uri.getPort() < 0 ? isSecure ? 443 : 80 : uri.getPort();
        String host = uri.getHost();
        try (Socket plain = new RankSocket()) {
            plain.connect(new RankSocketAddress(host, port), limits.connectMs);
            plain.setSoTimeout(limits.readMs);
            if (!isSecure) {
                return exchange(plain, method, uri, headers, body);
            }
            try (Socket secure = tls.get().createSocket(plain, host, port, true)) {
                return exchange(secure, method, uri, headers, body);
            }
        }
    }

    private static Answer exchange(
            Socket socket, String method, URI uri, Map<String, List<String>> headers, byte[] body) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(head(method, uri, headers, body).getBytes(StandardCharsets.ISO_8859_1));
        if (body != null) {
            out.write(body);
        }
        out.flush();
        InputStream in = new BufferedInputStream(socket.getInputStream());
        Answer answer;
        do {
            answer = read(in, method);
            // Those below announce another answer.
        } while (answer.status < FIRST_WITH_BODY);
        return answer;
    }

    private static String head(String method, URI uri, Map<String, List<String>> headers, byte[] body) {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        StringBuilder head = new StringBuilder(method + " " + path);
        head.append(uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery()).append(" HTTP/1.1\r\n");
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.put("Host", List.of(uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort())));
        all.put("User-Agent", List.of("Java/" + Runtime.version().feature()));
        all.put("Accept", List.of("*/*"));
        all.putAll(headers);
        all.put("Connection", List.of("close"));
        if (body != null) {
            all.put("Content-Length", List.of(Integer.toString(body.length)));
        }
        all.forEach((name, values) -> values.forEach(
                value -> head.append(name).append(": ").append(value).append("\r\n")));
        return head.append("\r\n").toString();
    }

    // ---- the answer --------------------------------------------------------------------------------------------

    private static Answer read(InputStream in, String method) throws IOException {
        String first = line(in);
        if (first == null) {
            throw new SocketException("Unexpected end of file from server");
        }
        String[] words = first.split(" ", 3);
        int status;
        try {
            status = Integer.parseInt(words[1]);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new ProtocolException("Invalid status line: " + first);
        }
        Map<String, List<String>> headers = headers(in);
        boolean isEmpty =
                method.equals("HEAD") || status < FIRST_WITH_BODY || status == NO_CONTENT || status == NOT_MODIFIED;
        Answer answer = new Answer(status, first, headers, new byte[0]);
        return isEmpty ? answer : new Answer(status, first, headers, body(in, answer));
    }

    private static Map<String, List<String>> headers(InputStream in) throws IOException {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = required(in); !line.isEmpty(); line = required(in)) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                headers.computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
                        .add(line.substring(colon + 1).strip());
            }
        }
        return headers;
    }

    private static byte[] body(InputStream in, Answer answer) throws IOException {
        if (CHUNKED.equalsIgnoreCase(answer.header("Transfer-Encoding"))) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int size = chunk(in); size > 0; size = chunk(in)) {
                all.write(exactly(in, size));
                required(in);
            }
            headers(in);
            return all.toByteArray();
        }
        String length = answer.header("Content-Length");
        return length == null ? in.readAllBytes() : exactly(in, Integer.parseInt(length));
    }

    private static int chunk(InputStream in) throws IOException {
        String line = required(in);
        int end = line.indexOf(';');
        return Integer.parseInt((end < 0 ? line : line.substring(0, end)).strip(), HEX);
    }

    private static byte[] exactly(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("Premature EOF: " + bytes.length + " of " + length + " bytes");
        }
        return bytes;
    }

    private static String required(InputStream in) throws IOException {
        String line = line(in);
        if (line == null) {
            throw new EOFException("Premature EOF");
        }
        return line;
    }

    /** A line without its end; null at the end of the stream. */
    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        if (next < 0) {
            return null;
        }
        for (; next >= 0 && next != '\n'; next = in.read()) {
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }
}
