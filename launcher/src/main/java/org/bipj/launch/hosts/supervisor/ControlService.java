package org.bipj.launch.hosts.supervisor;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bipj.core.nic.PortException;

/**
 * Serves the socket {@code control} of the session, by which the ranks of this host find those of others. Lines of UTF-8:
 *
 * <pre>
 *   rank:        HELLO RANK            first, with its rank in the world
 *                PUT ADDRESS           where it accepts connections
 *                GET RANK              where does that rank?
 *                WATCH RANK            has that rank finalised the library?
 *                LOST RANK REASON      it has lost that rank
 *                UNANSWERED RANK ADDRESS WHY...   it cannot reach that rank there; no words: nobody answers
 *   supervisor:  ADDRESS RANK ADDRESS  as soon as it is known
 *                FINISHED RANK         as soon as it has
 *                GONE RANK REASON      that rank has lost this one
 *                DIED RANK HOW         that rank of another host has died, and the job goes on
 * </pre>
 *
 * <p>Only the user can access the session's directory. Any other line ends the connection.
 */
final class ControlService implements AutoCloseable {
    static final String NAME = "control";

    /** The address of a worker of UCX has some hundred bytes for each network, in hexadecimal digits. */
    private static final int LONGEST_LINE = 16 << 10;

    private static final int STACK_BYTES = 128 << 10;

    /** Where the service passes on what ranks of this host want. Connections' threads call it. */
    interface Rendezvous {
        /** A rank of this host has published its address. */
        void put(int rank, String address);

        /** An address is wanted that {@link #known} has not been called for; asked once per rank. */
        void get(int rank);

        /** A rank of this host waits for another one that may have finalised the library; asked once per rank. */
        void watch(int rank);

        /** A rank of this host has lost another one. */
        void lost(int by, int rank, String why);

        /** A rank of this host cannot reach the address of another one. */
        void unanswered(int by, String address, String why);
    }

    private final ServerSocketChannel server;
    private final Set<Integer> ranks;
    private final int size;
    private final Rendezvous rendezvous;
    private final Map<Integer, String> addresses = new HashMap<>();
    private final Map<Integer, List<Client>> waiting = new HashMap<>();
    /** Ranks that have finalised the library, as far as they are watched. */
    private final Set<Integer> finished = new HashSet<>();

    private final Map<Integer, List<Client>> watching = new HashMap<>();
    private final Set<SocketChannel> clients = new HashSet<>();
    /** How ranks of other hosts have died. */
    private final Map<Integer, String> dead = new HashMap<>();

    private final Map<Integer, Client> byRank = new HashMap<>();

    /**
     * Makes the socket.
     *
     * @param ranks of this host, by their numbers in the world
     * @param size number of ranks of the job
     * @throws PortException if it cannot be made
     */
    ControlService(Path directory, List<Integer> ranks, int size, Rendezvous rendezvous) {
        this.ranks = Set.copyOf(ranks);
        this.size = size;
        this.rendezvous = rendezvous;
        Path place = directory.resolve(NAME);
        try {
            server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            server.bind(UnixDomainSocketAddress.of(place));
        } catch (IOException e) {
            throw new PortException("cannot make the socket " + place + ": " + e.getMessage(), e);
        }
        thread("control", this::acceptAll);
    }

    private static void thread(String name, Runnable body) {
        Thread thread = new Thread(null, body, name, STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptAll() {
        try {
            while (true) {
                SocketChannel channel = server.accept();
                synchronized (clients) {
                    clients.add(channel);
                }
                Client client = new Client(channel);
                thread("control of a rank", client::serve);
            }
        } catch (IOException e) {
            // It has been closed.
        }
    }

    /** The address of a rank is known. */
    void known(int rank, String address) {
        List<Client> waiters;
        synchronized (this) {
            addresses.put(rank, address);
            waiters = waiting.remove(rank);
        }
        if (waiters != null) {
            waiters.forEach(client -> client.answer(rank, address));
        }
    }

    /** Notes that a rank has finalised the library, and notifies the ranks that watch it. */
    void finished(int rank) {
        List<Client> watchers;
        synchronized (this) {
            finished.add(rank);
            watchers = watching.remove(rank);
        }
        if (watchers != null) {
            watchers.forEach(client -> client.send("FINISHED " + rank));
        }
    }

    private void watch(int rank, Client client) {
        boolean known;
        boolean ask = false;
        synchronized (this) {
            known = finished.contains(rank);
            if (!known) {
                ask = !watching.containsKey(rank);
                watching.computeIfAbsent(rank, all -> new ArrayList<>()).add(client);
            }
        }
        if (known) {
            client.send("FINISHED " + rank);
        } else if (ask) {
            rendezvous.watch(rank);
        }
    }

    /** A rank has lost a rank of this host, which hears of it if it is still there. */
    void gone(int own, int rank, String why) {
        Client client;
        synchronized (this) {
            client = byRank.get(own);
        }
        if (client != null) {
            client.send("GONE " + rank + " " + why);
        }
    }

    /** A rank of another host has died: those of this host hear of it, also the ones that have not begun. */
    void died(int rank, String how) {
        List<Client> all;
        synchronized (this) {
            dead.put(rank, how);
            all = List.copyOf(byRank.values());
        }
        all.forEach(client -> client.died(rank, how));
    }

    private void get(int rank, Client client) {
        String address;
        boolean ask = false;
        synchronized (this) {
            address = addresses.get(rank);
            if (address == null) {
                ask = !waiting.containsKey(rank);
                waiting.computeIfAbsent(rank, all -> new ArrayList<>()).add(client);
            }
        }
        if (address != null) {
            client.answer(rank, address);
        } else if (ask) {
            rendezvous.get(rank);
        }
    }

    /** A rank that talks to this service. */
    private final class Client {
        private final SocketChannel channel;
        /** The number of the connected rank in the world; -1 until the rank has sent it. */
        private int rank = -1;

        Client(SocketChannel channel) {
            this.channel = channel;
        }

        void serve() {
            try (channel) {
                InputStream in = new BufferedInputStream(Channels.newInputStream(channel));
                for (String line; (line = line(in)) != null; ) {
                    perform(line);
                }
            } catch (IOException e) {
                // It has ended before it had read an answer, which resets the connection. Why it has ended is its
                // process's to say.
            } catch (IllegalArgumentException e) {
                System.err.println("control socket: " + (rank < 0 ? "a process" : "rank " + rank) + " is disconnected: "
                        + e.getMessage());
            } finally {
                synchronized (clients) {
                    clients.remove(channel);
                }
            }
        }

        private void perform(String line) {
            int blank = line.indexOf(' ');
            String verb = blank < 0 ? line : line.substring(0, blank);
            String value = line.substring(blank + 1);
            if (rank < 0) {
                rank = verb.equals("HELLO") && ranks.contains(number(value)) ? number(value) : -1;
                if (rank >= 0) {
                    Map<Integer, String> known;
                    synchronized (ControlService.this) {
                        byRank.put(rank, this);
                        known = Map.copyOf(dead);
                    }
                    known.forEach(this::died);
                }
            } else if (verb.equals("PUT") && value.matches("[0-9A-Fa-f.:%/\\[\\]a-z]+")) {
                rendezvous.put(rank, value);
                return;
            } else if (verb.equals("GET")) {
                get(number(value), this);
                return;
            } else if (verb.equals("WATCH")) {
                watch(number(value), this);
                return;
            } else if (verb.equals("LOST") || verb.equals("UNANSWERED")) {
                trouble(verb, value);
                return;
            }
            if (rank < 0 || !verb.equals("HELLO")) {
                throw new IllegalArgumentException(
                        "expected HELLO with a rank of this host, then PUT, GET, WATCH, LOST and UNANSWERED, not "
                                + line.replaceAll("[^ -~]", "?"));
            }
        }

        private void trouble(String verb, String value) {
            int blank = value.indexOf(' ');
            int other = number(blank < 0 ? value : value.substring(0, blank));
            String text = value.substring(blank + 1).replaceAll("\\p{Cntrl}", "?");
            if (verb.equals("LOST")) {
                rendezvous.lost(rank, other, text);
            } else {
                int end = text.indexOf(' ');
                rendezvous.unanswered(
                        rank, end < 0 ? text : text.substring(0, end), end < 0 ? "" : text.substring(end + 1));
            }
        }

        private int number(String text) {
            int number = Integer.parseInt(text);
            if (number < 0 || number >= size) {
                throw new IllegalArgumentException("rank " + number + " of " + size);
            }
            return number;
        }

        /** The next line; null at the end. */
        private String line(InputStream in) throws IOException {
            byte[] line = new byte[LONGEST_LINE];
            int length = 0;
            for (int next; (next = in.read()) != '\n'; line[length++] = (byte) next) {
                if (next < 0) {
                    return null;
                }
                if (length == LONGEST_LINE) {
                    throw new IOException("a line of more than " + LONGEST_LINE + " bytes");
                }
            }
            return new String(line, 0, length, StandardCharsets.UTF_8);
        }

        void answer(int of, String address) {
            send("ADDRESS " + of + " " + address);
        }

        void died(int other, String how) {
            send("DIED " + other + " " + how);
        }

        synchronized void send(String text) {
            ByteBuffer line = ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8));
            try {
                while (line.hasRemaining()) {
                    channel.write(line);
                }
            } catch (IOException e) {
                // The rank has ended.
            }
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            synchronized (clients) {
                for (SocketChannel client : clients) {
                    client.close();
                }
            }
        } catch (IOException e) {
            // Nothing is left to do with it.
        }
    }
}
