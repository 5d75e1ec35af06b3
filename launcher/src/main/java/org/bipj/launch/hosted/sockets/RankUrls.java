package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.io.InputStream;
import java.net.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.util.Set;

/** Replaces the methods of {@link URL} that make connections. Public because the programs' classes call it. */
public final class RankUrls {
    private static final Set<String> LOCAL = Set.of("file", "jar", "jrt");

    private RankUrls() {}

    private static URLConnection connection(URL url, Proxy proxy) throws IOException {
        if (RankHttp.isServed(url.getProtocol())) {
            if (proxy != null && proxy.type() != Proxy.Type.DIRECT) {
                throw RefusedNetwork.because("a socket over a proxy (" + proxy + ")", "connect to the host itself");
            }
            return new RankHttpConnection(url);
        }
        if (!LOCAL.contains(url.getProtocol())) {
            throw RefusedNetwork.because("a connection to the URL " + url, RefusedNetwork.SOCKETS);
        }
        return proxy == null ? url.openConnection() : url.openConnection(proxy);
    }

    /** Instead of {@code url.openConnection()}. */
    public static URLConnection openConnection(URL url) throws IOException {
        return connection(url, null);
    }

    /** Instead of {@code url.openConnection(proxy)}. */
    public static URLConnection openConnection(URL url, Proxy proxy) throws IOException {
        if (proxy == null) {
            throw new IllegalArgumentException("proxy can not be null");
        }
        return connection(url, proxy);
    }

    /** Instead of {@code url.openStream()}. */
    public static InputStream openStream(URL url) throws IOException {
        return openConnection(url).getInputStream();
    }

    /** Instead of {@code url.getContent()}. */
    public static Object getContent(URL url) throws IOException {
        return openConnection(url).getContent();
    }

    /** Instead of {@code url.getContent(classes)}. */
    public static Object getContent(URL url, Class<?>[] classes) throws IOException {
        return openConnection(url).getContent(classes);
    }
}
