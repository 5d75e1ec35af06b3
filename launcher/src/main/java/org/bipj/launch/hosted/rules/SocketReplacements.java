package org.bipj.launch.hosted.rules;

import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.launch.hosted.loader.CheckedArgument;
import org.bipj.launch.hosted.loader.ReplacedMethod;
import org.bipj.launch.hosted.sockets.RankAddresses;
import org.bipj.launch.hosted.sockets.RankDatagramSocket;
import org.bipj.launch.hosted.sockets.RankDatagrams;
import org.bipj.launch.hosted.sockets.RankHttpClient;
import org.bipj.launch.hosted.sockets.RankLibraries;
import org.bipj.launch.hosted.sockets.RankPipes;
import org.bipj.launch.hosted.sockets.RankSelector;
import org.bipj.launch.hosted.sockets.RankSelectorProvider;
import org.bipj.launch.hosted.sockets.RankServerChannel;
import org.bipj.launch.hosted.sockets.RankServerSocket;
import org.bipj.launch.hosted.sockets.RankServerSocketFactory;
import org.bipj.launch.hosted.sockets.RankSocket;
import org.bipj.launch.hosted.sockets.RankSocketAddress;
import org.bipj.launch.hosted.sockets.RankSocketChannel;
import org.bipj.launch.hosted.sockets.RankSocketFactory;
import org.bipj.launch.hosted.sockets.RankTls;
import org.bipj.launch.hosted.sockets.RankUrls;
import org.bipj.launch.hosted.streams.FiberBufferedInputStream;
import org.bipj.launch.hosted.streams.FiberBufferedOutputStream;
import org.bipj.launch.hosted.streams.FiberBufferedReader;
import org.bipj.launch.hosted.streams.FiberBufferedWriter;
import org.bipj.launch.hosted.streams.FiberDataOutputStream;
import org.bipj.launch.hosted.streams.FiberInputStreamReader;
import org.bipj.launch.hosted.streams.FiberOutputStreamWriter;
import org.bipj.launch.hosted.streams.FiberPrintStream;
import org.bipj.launch.hosted.streams.FiberPrintWriter;

/** What is replaced, beside {@link Replacements}, in the classes of ranks that are hosts with IP. */
public final class SocketReplacements {
    private static final String NET = "java/net/";
    private static final String CHANNELS = "java/nio/channels/";

    /** Packages of the JDK whose classes are over public ones alone, and each rank's own: the web server. */
    public static final List<String> OWN_PACKAGES = List.of("com.sun.net.httpserver.", "sun.net.httpserver.");

    /** The methods of the JDK that are replaced. */
    static final List<ReplacedMethod> METHODS = Stream.of(
                    addresses(), factories(), channels(), ReplacedMethod.allOfObject(URL.class, RankUrls.class))
            .flatMap(List::stream)
            .toList();

    /** The classes that take the places of the JDK's. */
    static final List<Class<?>> CLASSES = List.of(
            RankSocket.class,
            RankServerSocket.class,
            RankDatagramSocket.class,
            RankSocketAddress.class,
            FiberBufferedInputStream.class,
            FiberBufferedOutputStream.class,
            FiberBufferedReader.class,
            FiberBufferedWriter.class,
            FiberDataOutputStream.class,
            FiberInputStreamReader.class,
            FiberOutputStreamWriter.class,
            FiberPrintStream.class,
            FiberPrintWriter.class);

    /** Native libraries, of which some have sockets of their own. */
    static final List<CheckedArgument> LIBRARIES = Stream.of("System", "Runtime")
            .flatMap(owner -> Stream.of("load", "loadLibrary")
                    .map(name -> new CheckedArgument(
                            "java/lang/" + owner,
                            name,
                            "(Ljava/lang/String;)V",
                            RankLibraries.class.describeConstable().orElseThrow(),
                            "check")))
            .toList();

    private SocketReplacements() {}

    private static List<ReplacedMethod> addresses() {
        List<ReplacedMethod> all = new ArrayList<>();
        String address = "Ljava/net/InetAddress;";
        for (String owner : List.of("InetAddress", "Inet4Address", "Inet6Address")) {
            for (String signature : List.of(
                    "getByName(Ljava/lang/String;)" + address,
                    "getAllByName(Ljava/lang/String;)[" + address,
                    "getLocalHost()" + address,
                    "getLoopbackAddress()" + address)) {
                all.add(ReplacedMethod.ofClass(NET + owner, signature, RankAddresses.class));
            }
            for (String signature : List.of(
                    "getHostName()Ljava/lang/String;",
                    "getCanonicalHostName()Ljava/lang/String;",
                    "isReachable(I)Z",
                    "isReachable(Ljava/net/NetworkInterface;II)Z")) {
                int type = signature.indexOf('(');
                all.add(ReplacedMethod.ofObject(
                        NET + owner,
                        signature.substring(0, type),
                        signature.substring(type),
                        RankAddresses.class,
                        NET + "InetAddress"));
            }
        }
        for (String signature : List.of(
                "getHostName()Ljava/lang/String;", "getHostString()Ljava/lang/String;", "getAddress()" + address)) {
            all.add(ReplacedMethod.ofObject(NET + "InetSocketAddress", signature, RankAddresses.class));
        }
        return all;
    }

    private static List<ReplacedMethod> factories() {
        String ssl = "javax/net/ssl/";
        return List.of(
                ReplacedMethod.ofObject(
                        ssl + "SSLContext", "getSocketFactory()L" + ssl + "SSLSocketFactory;", RankTls.class),
                ReplacedMethod.ofObject(
                        ssl + "SSLContext",
                        "getServerSocketFactory()L" + ssl + "SSLServerSocketFactory;",
                        RankTls.class),
                ReplacedMethod.ofClass(
                        ssl + "SSLSocketFactory", "getDefault()Ljavax/net/SocketFactory;", RankTls.class),
                ReplacedMethod.ofClass(
                        ssl + "SSLServerSocketFactory",
                        "getDefault",
                        "()Ljavax/net/ServerSocketFactory;",
                        RankTls.class,
                        "getDefaultOfServers"),
                ReplacedMethod.ofClass(
                        "javax/net/SocketFactory", "getDefault()Ljavax/net/SocketFactory;", RankSocketFactory.class),
                ReplacedMethod.ofClass(
                        "javax/net/ServerSocketFactory",
                        "getDefault()Ljavax/net/ServerSocketFactory;",
                        RankServerSocketFactory.class));
    }

    private static List<ReplacedMethod> channels() {
        List<ReplacedMethod> all = new ArrayList<>();
        all.addAll(ReplacedMethod.allOfClass(CHANNELS + "SocketChannel", RankSocketChannel.class));
        all.addAll(ReplacedMethod.allOfClass(CHANNELS + "ServerSocketChannel", RankServerChannel.class));
        all.addAll(ReplacedMethod.allOfClass(CHANNELS + "DatagramChannel", RankDatagrams.class));
        all.addAll(ReplacedMethod.allOfClass(NET + "http/HttpClient", RankHttpClient.class));
        all.addAll(ReplacedMethod.allOfClass(CHANNELS + "Pipe", RankPipes.class));
        all.addAll(ReplacedMethod.allOfClass(CHANNELS + "Selector", RankSelector.class));
        all.addAll(ReplacedMethod.allOfClass(CHANNELS + "spi/SelectorProvider", RankSelectorProvider.class));
        return all;
    }
}
