package org.bipj.net.ucx;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.bipj.core.machine.HostSystem;

/** TCP sockets of this process, from Linux's tables (proc(5), {@code /proc/net/tcp}): UCX reports nothing of its own ones. */
final class TcpSockets {
    /** The state of a connection that waits for the other end's answer. */
    static final String SYN_SENT = "02";

    /** The state of a socket that accepts connections. */
    static final String LISTEN = "0A";

    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int INODE = 9;
    private static final String LINK = "socket:[";

    private TcpSockets() {}

    /** The two ends of a socket. */
    record Socket(End local, End remote) {}

    /** One end of a connection: an IP address and a port. */
    record End(InetAddress address, int port) {
        /** The end as text: {@code IP:PORT} or {@code [IPv6]:PORT}. */
        String text() {
            String ip = address.getHostAddress();
            return (ip.indexOf(':') >= 0 ? "[" + ip + "]" : ip) + ":" + port;
        }

        /** True if a worker's address contains this one: its format is UCX's own, with IP and port in network order. */
        boolean isIn(byte[] worker) {
            byte[] number = {(byte) (port >> Byte.SIZE), (byte) port};
            return contains(worker, address.getAddress()) && contains(worker, number);
        }

        private static boolean contains(byte[] all, byte[] part) {
            for (int from = 0; from + part.length <= all.length; from++) {
                if (Arrays.equals(all, from, from + part.length, part, 0, part.length)) {
                    return true;
                }
            }
            return false;
        }
    }

    /** The sockets of this process that are in a state. Empty where the system has no such tables. */
    static List<Socket> ofThisProcess(String state) {
        List<Socket> sockets = new ArrayList<>();
        try {
            Set<String> own = Set.of();
            for (String table : List.of("tcp", "tcp6")) {
                for (String line : Files.readAllLines(HostSystem.file("/proc/self/net/" + table))) {
                    String[] words = line.strip().split("\\s+");
                    if (words.length > INODE && words[STATE].equals(state)) {
                        // Read once, and only if there is such a socket.
                        own = own.isEmpty() ? inodes() : own;
                        if (own.contains(words[INODE])) {
                            sockets.add(new Socket(end(words[LOCAL]), end(words[REMOTE])));
                        }
                    }
                }
            }
        } catch (IOException e) {
            System.getLogger(TcpSockets.class.getName()).log(System.Logger.Level.DEBUG, "no table of sockets", e);
        }
        return sockets;
    }

    /** Numbers of the sockets of this process. */
    private static Set<String> inodes() throws IOException {
        Set<String> inodes = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(HostSystem.file("/proc/self/fd"))) {
            for (Path file : files) {
                try {
                    String to = Files.readSymbolicLink(file).toString();
                    if (to.startsWith(LINK)) {
                        inodes.add(to.substring(LINK.length(), to.length() - 1));
                    }
                } catch (IOException e) {
                    // It has been closed meanwhile.
                }
            }
        }
        return inodes;
    }

    /** The kernel prints an address as words of 32 bits in the machine's byte order, and the port as a number. */
    static End end(String text) throws IOException {
        int colon = text.indexOf(':');
        ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(text.substring(0, colon)));
        ByteBuffer address = ByteBuffer.allocate(words.capacity()).order(ByteOrder.nativeOrder());
        while (words.hasRemaining()) {
            address.putInt(words.getInt());
        }
        return new End(InetAddress.getByAddress(address.array()), Integer.parseInt(text.substring(colon + 1), 16));
    }
}
