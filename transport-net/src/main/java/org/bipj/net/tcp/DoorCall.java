package org.bipj.net.tcp;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;
import org.bipj.core.nic.PortException;
import org.bipj.net.address.AddressBook;
import org.bipj.net.address.SharedAddress;
import org.bipj.net.remote.JobSecret;

/** A call at a {@link TcpDoor}, which is polled: it connects, proves that it knows the secret, leaves a letter, and waits for the answer. */
public final class DoorCall {
    private static final long SECOND_NS = 1_000_000_000L;

    /** Between two looks for the other end's proof. */
    private static final long LOOK_NS = 1_000_000;

    private final InetSocketAddress address;
    private final String letter;
    private final int timeoutS;
    private final long until;
    private final SocketChannel channel;
    private final Handshake.Calling handshake;
    private boolean isConnected;
    /** Null before both have proved themselves. */
    private SealedExchange exchange;

    /**
     * Begins to call.
     *
     * @param version of the library; empty where it is not known
     * @param timeoutS how many seconds the connection and the other end's proof may take
     * @throws PortException if nothing can be reached at that address
     */
    DoorCall(InetSocketAddress address, byte[] door, JobSecret secret, String version, int timeoutS, String letter) {
        this.address = address;
        this.letter = letter;
        this.timeoutS = timeoutS;
        until = System.nanoTime() + timeoutS * SECOND_NS;
        SocketChannel opened = null;
        try {
            opened = SocketChannel.open();
            opened.configureBlocking(false);
            isConnected = opened.connect(address);
            handshake = new Handshake.Calling(new Identity(0, 1, version, new byte[] {0}), opened, door, secret);
            if (isConnected) {
                handshake.begin();
            }
        } catch (IOException e) {
            Connector.closeQuietly(opened);
            throw unreachable(e);
        }
        channel = opened;
    }

    /**
     * Finds out whether the process that has opened a door is still there, and waits for that.
     *
     * @param place where the door is
     * @param timeoutS as for a call; a process that takes the call and is silent for so long, counts as there
     * @return false if nobody can be reached, or somebody else
     */
    public static boolean isAnswered(String place, String door, byte[] secret, String version, int timeoutS) {
        InetSocketAddress address = Connector.parse(place);
        DoorCall call;
        try {
            call = new DoorCall(address, OtherJobs.nameOf(door), new JobSecret(secret), version, timeoutS, "");
        } catch (PortException e) {
            return false;
        }
        try {
            return call.awaitProof();
        } catch (IOException e) {
            return false;
        } finally {
            call.close();
        }
    }

    private boolean awaitProof() throws IOException {
        for (; ; ) {
            Handshake.State state = shakeHands();
            if (state == Handshake.State.PROVEN || handshake.isAccepted()) {
                return true;
            }
            if (state == Handshake.State.REFUSED) {
                return handshake.verdict == Verdict.VERSION;
            }
            if (System.nanoTime() - until >= 0) {
                return isConnected;
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    private Handshake.State shakeHands() throws IOException {
        if (!isConnected && channel.finishConnect()) {
            isConnected = true;
            handshake.begin();
        }
        return isConnected ? handshake.onReadable() : Handshake.State.GOES_ON;
    }

    private PortException unreachable(IOException e) {
        if (e instanceof ConnectException && "Connection refused".equals(e.getMessage())) {
            return new PortException(
                    "the port is closed, or its process has ended: nobody listens at " + text() + astray(), e);
        }
        return new PortException("the port cannot be reached at " + text() + ": " + e.getMessage() + astray(), e);
    }

    private String text() {
        return Connector.text(address);
    }

    private String astray() {
        return SharedAddress.reason(address.getAddress()).isEmpty()
                ? ""
                : "; that is an address of this host: a process of another one must listen on an address which leads there";
    }

    /**
     * The answer; null as long as there is none.
     *
     * @throws PortException if there will be none
     */
    public String poll() {
        try {
            return exchange == null && !prove() ? null : exchange.poll();
        } catch (IOException e) {
            close();
            throw isConnected
                    ? new PortException(
                            "the port at " + text() + " was closed, or its process has ended: " + e.getMessage(), e)
                    : unreachable(e);
        } catch (PortException e) {
            close();
            throw e;
        }
    }

    /** True once both ends have proved themselves. */
    private boolean prove() throws IOException {
        Handshake.State state = shakeHands();
        if (state == Handshake.State.PROVEN) {
            exchange = new SealedExchange(channel, handshake.sessionKey(), timeoutS);
            exchange.send(letter);
            return true;
        }
        if (state == Handshake.State.REFUSED) {
            throw new PortException("the port at " + text() + " " + refusal());
        }
        if (System.nanoTime() - until >= 0) {
            throw new PortException("the port at " + text() + " has "
                    + (isConnected ? "taken the call, but " : "") + "not answered for " + timeoutS + " s"
                    + (isConnected ? ": is its process stopped?" : astray() + ": " + AddressBook.FIREWALL));
        }
        return false;
    }

    private String refusal() {
        return switch (handshake.verdict) {
            case VERSION ->
                "is of a process with version \"" + handshake.otherVersion()
                        + "\" of the library, or another byte order: use one version for both";
            case CLOSED -> "is closed";
            default -> "has another secret than the name";
        };
    }

    /** The connection, once it was answered; the caller closes it. */
    public SocketChannel channel() {
        return channel;
    }

    private void close() {
        Connector.closeQuietly(channel);
    }
}
