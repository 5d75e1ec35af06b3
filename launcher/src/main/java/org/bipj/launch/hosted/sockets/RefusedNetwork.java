package org.bipj.launch.hosted.sockets;

/** What the network of a simulated host does not have: it would be the JVM's real one. Public because the programs' classes call it. */
public final class RefusedNetwork {
    /** What most programs are told to do. */
    public static final String SOCKETS = "use Socket and ServerSocket";

    /** What programs of groups are told to do. */
    public static final String UNICAST = "send to each host";

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
}
