package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.io.InputStream;
import java.net.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.util.Set;

/** What the network of a simulated host does not have: it would be the JVM's real one. Public because the programs' classes call it. */
public final class RefusedNetwork {
    /** What most programs are told to do. */
    public static final String SOCKETS = "use Socket and ServerSocket";

    /** What programs of groups are told to do. */
    public static final String UNICAST = "send to each host";

    private static final Set<String> LOCAL = Set.of("file", "jar", "jrt");

    private RefusedNetwork() {}

    static UnsupportedOperationException because(String what, String instead) {
        return new UnsupportedOperationException(what + " is not supported in virtual time with --ip; " + instead);
    }

    /**
     * Called before what is refused.
     *
     * @throws UnsupportedOperationException in any case
     */
    public static void refuse(String what, String instead) {
        throw because(what, instead);
    }

    // ---- protocols of URLs -------------------------------------------------------------------------------------

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
