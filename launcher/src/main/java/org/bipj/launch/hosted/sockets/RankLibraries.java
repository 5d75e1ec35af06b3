package org.bipj.launch.hosted.sockets;

/** Native libraries of programs: those that have sockets of their own would use the JVM's real network. Public because the programs' classes call it. */
public final class RankLibraries {
    /** In the names of Netty's native transports, also where another library contains Netty under another name. */
    private static final String TRANSPORT = "netty_transport_native";

    private RankLibraries() {}

    /**
     * Called with the name or the path of a library that a program is about to load.
     *
     * @throws UnsatisfiedLinkError if it is a native transport, after which Netty uses the JDK's channels
     */
    public static String check(String library) {
        if (library != null && library.contains(TRANSPORT)) {
            throw new UnsatisfiedLinkError(RefusedNetwork.because("a native transport", "use Netty's NIO transport")
                    .getMessage());
        }
        return library;
    }
}
