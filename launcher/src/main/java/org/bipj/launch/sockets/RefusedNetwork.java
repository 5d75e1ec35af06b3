package org.bipj.launch.sockets;

import java.io.IOException;
import java.io.InputStream;
import java.net.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.net.http.HttpClient;
import java.util.Set;

/** What the network of a simulated host does not have: it would be the JVM's real one. Public because the programs' classes call it. */
public final class RefusedNetwork {
    private static final String SOCKETS = "use Socket and ServerSocket";
    private static final Set<String> LOCAL = Set.of("file", "jar", "jrt");

    private RefusedNetwork() {}

    static UnsupportedOperationException because(String what, String instead) {
        return new UnsupportedOperationException(what + " is not supported in virtual time with --ip; " + instead);
    }

    // ---- HTTP and other protocols of URLs ----------------------------------------------------------------------

    /** Instead of {@code HttpClient.newHttpClient()}. */
    public static HttpClient newHttpClient() {
        throw because("HttpClient", SOCKETS);
    }

    /** Instead of {@code HttpClient.newBuilder()}. */
    public static HttpClient.Builder newBuilder() {
        throw because("HttpClient", SOCKETS);
    }

    private static URL local(URL url) {
        if (!LOCAL.contains(url.getProtocol())) {
            throw because("a connection to the URL " + url, SOCKETS);
        }
        return url;
    }

    /** Instead of {@code url.openConnection()}. */
    public static URLConnection openConnection(URL url) throws IOException {
        return local(url).openConnection();
    }

    /** Instead of {@code url.openConnection(proxy)}. */
    public static URLConnection openConnection(URL url, Proxy proxy) throws IOException {
        return local(url).openConnection(proxy);
    }

    /** Instead of {@code url.openStream()}. */
    public static InputStream openStream(URL url) throws IOException {
        return local(url).openStream();
    }

    /** Instead of {@code url.getContent()}. */
    public static Object getContent(URL url) throws IOException {
        return local(url).getContent();
    }

    /** Instead of {@code url.getContent(classes)}. */
    public static Object getContent(URL url, Class<?>[] classes) throws IOException {
        return local(url).getContent(classes);
    }
}
