package org.bipj.net.tcp;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.bipj.core.nic.PortException;
import org.bipj.net.remote.JobSecret;

/** A door as guests of other hosts find it: they have proved that they know its secret, and left a letter. */
public final class TcpDoor {
    private final JobSecret secret;
    private final Queue<SealedExchange> arrived = new ConcurrentLinkedQueue<>();
    /** Guests whose letters are not complete; guarded by this. */
    private final Queue<SealedExchange> waiting = new ArrayDeque<>();
    /** Guests whose letters were read, and who wait for an answer; guarded by this. */
    private final Set<Guest> guests = new HashSet<>();

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

    /** A guest and its letter; null if there is none. */
    public synchronized Guest called() {
        for (SealedExchange one = arrived.poll(); one != null; one = arrived.poll()) {
            waiting.add(one);
        }
        for (int left = waiting.size(); left > 0; left--) {
            SealedExchange one = waiting.remove();
            try {
                String letter = one.poll();
                if (letter != null) {
                    Guest guest = new Guest(one, letter);
                    guests.add(guest);
                    return guest;
                }
                waiting.add(one);
            } catch (IOException | PortException e) {
                System.getLogger(TcpDoor.class.getName()).log(System.Logger.Level.DEBUG, "a guest has gone", e);
                one.close();
            }
        }
        return null;
    }

    /** A process that waits for an answer. */
    public final class Guest {
        private final SealedExchange connection;
        private final String letter;

        private Guest(SealedExchange connection, String letter) {
            this.connection = connection;
            this.letter = letter;
        }

        /** What it has left. */
        public String letter() {
            return letter;
        }

        /**
         * Answers it.
         *
         * @return the connection, which the caller closes
         * @throws PortException if it has gone
         */
        public SocketChannel answer(String text) {
            if (!take(this)) {
                throw new PortException("the port was closed");
            }
            try {
                connection.send(text);
                return connection.channel();
            } catch (IOException e) {
                connection.close();
                throw new PortException("the process that has called at the port has gone: " + e.getMessage(), e);
            }
        }
    }

    private synchronized boolean take(Guest guest) {
        return guests.remove(guest);
    }

    synchronized void close() {
        closed = true;
        hangUp();
        waiting.forEach(SealedExchange::close);
        waiting.clear();
        guests.forEach(guest -> guest.connection.close());
        guests.clear();
    }

    private void hangUp() {
        for (SealedExchange one = arrived.poll(); one != null; one = arrived.poll()) {
            one.close();
        }
    }
}
