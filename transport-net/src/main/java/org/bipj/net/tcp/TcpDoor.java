package org.bipj.net.tcp;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.bipj.core.nic.PortException;
import org.bipj.net.remote.JobSecret;

/** A door as guests of other hosts find it: they have proved that they know its secret, and left a letter. */
public final class TcpDoor {
    private final JobSecret secret;
    private final Queue<SealedExchange> arrived = new ConcurrentLinkedQueue<>();
    /** Guests whose letters are not complete; of the rank's thread. */
    private final Queue<SealedExchange> waiting = new ArrayDeque<>();
    /** The guest whose letter was read last; null before, and once it was answered. */
    private SealedExchange guest;

    private volatile boolean closed;

    TcpDoor(JobSecret secret) {
        this.secret = secret;
    }

    JobSecret secret() {
        return secret;
    }

    /** A guest has proved that it knows the secret; on the connector's thread. */
    void arrived(SealedExchange one) {
        arrived.add(one);
        if (closed) {
            hangUp();
        }
    }

    /** A guest's letter; null if there is none. */
    public String called() {
        for (SealedExchange one = arrived.poll(); one != null; one = arrived.poll()) {
            waiting.add(one);
        }
        for (int left = waiting.size(); left > 0; left--) {
            SealedExchange one = waiting.remove();
            try {
                String letter = one.poll();
                if (letter != null) {
                    guest = one;
                    return letter;
                }
                waiting.add(one);
            } catch (IOException | PortException e) {
                System.getLogger(TcpDoor.class.getName()).log(System.Logger.Level.DEBUG, "a guest has gone", e);
                one.close();
            }
        }
        return null;
    }

    /** True if the letter that was read last is a guest's, who waits for an answer. */
    public boolean hasGuest() {
        return guest != null;
    }

    /**
     * Answers the guest.
     *
     * @return the connection, which the caller closes
     * @throws PortException if the guest has gone
     */
    public SocketChannel answer(String text) {
        SealedExchange one = guest;
        guest = null;
        try {
            one.send(text);
            return one.channel();
        } catch (IOException e) {
            one.close();
            throw new PortException("the process that has called at the port has gone: " + e.getMessage(), e);
        }
    }

    void close() {
        closed = true;
        hangUp();
        waiting.forEach(SealedExchange::close);
        waiting.clear();
        if (guest != null) {
            guest.close();
            guest = null;
        }
    }

    private void hangUp() {
        for (SealedExchange one = arrived.poll(); one != null; one = arrived.poll()) {
            one.close();
        }
    }
}
