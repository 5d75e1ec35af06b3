package org.bipj.net.address;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjIntConsumer;
import org.bipj.core.nic.PortException;

/**
 * The address book of a job of {@code mpirun}: the socket {@code control} of the host's session, on which the supervisor
 * listens. Lines of text, UTF-8, of at most 16 KiB:
 *
 * <pre>
 *   to the supervisor     HELLO rank           first
 *                         PUT address          of this rank
 *                         GET rank             answered as soon as that rank's address is known
 *                         WATCH rank           answered as soon as that rank has finalised the library
 *                         LOST rank reason     this rank has lost that one
 *                         UNANSWERED rank address why...
 *   from the supervisor   ADDRESS rank address
 *                         FINISHED rank
 *                         GONE rank reason     that rank has lost this one
 *                         DIED rank how        that rank of another host has died, and the job goes on
 * </pre>
 */
public final class ControlSocket implements AddressBook {
    private final SocketChannel channel;
    private final Path path;
    private final Map<Integer, String> known = new ConcurrentHashMap<>();
    private final Map<Integer, String> gone = new ConcurrentHashMap<>();
    private final Set<Integer> asked = ConcurrentHashMap.newKeySet();
    private final Set<Integer> watched = ConcurrentHashMap.newKeySet();
    private final Set<Integer> finished = ConcurrentHashMap.newKeySet();
    /** Null before {@link #watch}; under the lock of {@link #gone}. */
    private ObjIntConsumer<String> watcher;

    private volatile boolean closed;

    /**
     * Connects with the supervisor.
     *
     * @param path the socket
     * @param rank this rank of the world
     * @throws PortException if no process listens there
     */
    public ControlSocket(Path path, int rank) {
        this.path = path;
        SocketChannel opened = null;
        try {
            opened = SocketChannel.open(StandardProtocolFamily.UNIX);
            opened.connect(UnixDomainSocketAddress.of(path));
        } catch (IOException e) {
            closeQuietly(opened);
            throw new PortException(
                    "rank " + rank + " cannot reach its host's supervisor at " + path + ": " + e.getMessage(), e);
        }
        channel = opened;
        send("HELLO " + rank);
        Thread.ofPlatform().daemon().name("bipj-addresses-" + rank).start(this::listen);
    }

    private synchronized void send(String line) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            if (!closed) {
                throw new PortException(
                        "cannot write \"" + line + "\" to the supervisor at " + path + ": " + e.getMessage(), e);
            }
        }
    }

    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8.newDecoder(), 512))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                heard(line);
            }
        } catch (IOException e) {
            // The supervisor has ended, and with it this rank: the watch over the launcher sees to that.
            System.getLogger(ControlSocket.class.getName())
                    .log(System.Logger.Level.DEBUG, "no more addresses from " + path, e);
        }
    }

    private void heard(String line) {
        String[] words = line.split(" ", 3);
        try {
            if (words.length == 2 && words[0].equals("FINISHED")) {
                finished.add(Integer.parseInt(words[1]));
                return;
            }
            int rank = words.length == 3 ? Integer.parseInt(words[1]) : -1;
            if (rank >= 0 && words[0].equals("ADDRESS")) {
                known.put(rank, words[2]);
                return;
            }
            if (rank >= 0 && words[0].equals("GONE")) {
                lostBy(rank, "it has lost this rank: " + words[2]);
                return;
            }
            if (rank >= 0 && words[0].equals("DIED")) {
                lostBy(rank, "it " + words[2]);
                return;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        System.getLogger(ControlSocket.class.getName())
                .log(
                        System.Logger.Level.WARNING,
                        "the supervisor at " + path + " says \"" + line
                                + "\"; expected ADDRESS, FINISHED, GONE or DIED");
    }

    private void lostBy(int rank, String why) {
        synchronized (gone) {
            if (gone.putIfAbsent(rank, why) == null && watcher != null) {
                watcher.accept(why, rank);
            }
        }
    }

    @Override
    public void watch(ObjIntConsumer<String> lostBy) {
        synchronized (gone) {
            watcher = lostBy;
            gone.forEach((rank, why) -> lostBy.accept(why, rank));
        }
    }

    @Override
    public void lost(int rank, String why) {
        send("LOST " + rank + " " + why.replaceAll("\\p{Cntrl}", " "));
    }

    @Override
    public void unanswered(int rank, String address, String why) {
        send(("UNANSWERED " + rank + " " + address + " " + why.replaceAll("\\p{Cntrl}", " ")).strip());
    }

    @Override
    public void publish(String address) {
        send("PUT " + address);
    }

    @Override
    public String find(int rank) {
        String address = known.get(rank);
        if (address == null && asked.add(rank)) {
            send("GET " + rank);
        }
        return address;
    }

    @Override
    public void watchEnd(int rank) {
        if (watched.add(rank)) {
            send("WATCH " + rank);
        }
    }

    @Override
    public boolean hasFinished(int rank) {
        return finished.contains(rank);
    }

    @Override
    public String gone(int rank) {
        return gone.get(rank);
    }

    @Override
    public void close() {
        closed = true;
        closeQuietly(channel);
    }

    private static void closeQuietly(SocketChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            System.getLogger(ControlSocket.class.getName()).log(System.Logger.Level.DEBUG, "closing", e);
        }
    }
}
