package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.net.SocketException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import org.bipj.launch.hosted.threads.RankContext;
import org.bipj.sim.ip.IpHost;
import org.bipj.sim.kernel.Processor;

/** The program of a rank that is a host with IP: what the {@linkplain Processor#program processor} of the rank keeps. */
public interface RankHost {
    /** The TCP/IP stack of the rank's host. */
    IpHost host();

    /** The context of TLS that a program of the host has not made. */
    SSLContext tls() throws GeneralSecurityException, IOException;

    /** The context of the calling thread's rank, or that of the JVM. */
    static SSLContext currentTls() {
        Processor processor = RankContext.processor();
        try {
            return processor != null && processor.program() instanceof RankHost rank
                    ? rank.tls()
                    : SSLContext.getDefault();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * The host of the calling thread's rank.
     *
     * @throws SocketException if the thread belongs to no rank
     */
    static IpHost current() throws SocketException {
        Processor processor = RankContext.processor();
        if (processor != null && processor.program() instanceof RankHost rank) {
            return rank.host();
        }
        throw new SocketException("thread \"" + Thread.currentThread().getName()
                + "\" belongs to no rank: only a rank's main thread, and threads that it has started, have a network");
    }
}
