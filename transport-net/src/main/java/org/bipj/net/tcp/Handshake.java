package org.bipj.net.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.bipj.net.remote.JobSecret;

/** One side of a handshake on a connection that does not block. What comes is not looked at before its length is reached. */
abstract class Handshake {
    /** How far the handshake has come. */
    enum State {
        GOES_ON,
        PROVEN,
        REFUSED
    }

    final Identity self;
    final SocketChannel channel;
    private ByteBuffer awaited;
    private long since = System.nanoTime();

    Handshake(Identity self, SocketChannel channel, int first) {
        this.self = self;
        this.channel = channel;
        awaited = ByteBuffer.allocate(first);
    }

    /** The rank at the other end, as far as it is known: negative before. */
    abstract int peer();

    /** Reads what has arrived, and handles each message that is complete. */
    final State onReadable() throws IOException {
        State state = State.GOES_ON;
        while (state == State.GOES_ON) {
            if (channel.read(awaited) < 0) {
                throw new IOException("the connection was closed during the handshake");
            }
            if (awaited.hasRemaining()) {
                return state;
            }
            state = onMessage(awaited.array());
        }
        return state;
    }

    /** True if the other end has taken too long for its next message. */
    boolean isLate(long now) {
        return now - since >= Connector.UNPROVEN_NS;
    }

    /** Handles a message that is complete. */
    abstract State onMessage(byte[] message) throws IOException;

    final void await(int bytes) {
        awaited = ByteBuffer.allocate(bytes);
        since = System.nanoTime();
    }

    /** Sends a message, which is far shorter than what the kernel takes on a new connection. */
    final void send(byte[] message) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(message);
        channel.write(bytes);
        if (bytes.hasRemaining()) {
            throw new IOException("the connection takes no message of " + message.length + " bytes");
        }
    }

    /** The side that connects to the other rank. */
    static final class Calling extends Handshake {
        private final int called;
        private final byte[] hello;
        /** Of a door; null: the rank's. */
        private final JobSecret ofDoor;

        private byte[] answer;
        private boolean proven;
        private boolean accepted;
        /** Why the called rank has refused the call; null if it has not. */
        Verdict verdict;

        Calling(Identity self, SocketChannel channel, int called) {
            super(self, channel, Identity.ANSWER);
            this.called = called;
            ofDoor = null;
            hello = self.hello(called);
        }

        /** Goes to a door. */
        Calling(Identity self, SocketChannel channel, byte[] door, JobSecret secret) {
            super(self, channel, Identity.ANSWER);
            called = -1;
            ofDoor = secret;
            hello = Identity.helloToDoor(door, self.version());
        }

        /** Begins, on a connection that has been made. */
        void begin() throws IOException {
            send(hello);
        }

        @Override
        int peer() {
            return called;
        }

        /** With its proof the called side may have established the connection: to end it now would look like a failure. */
        @Override
        boolean isLate(long now) {
            return !proven && super.isLate(now);
        }

        /** The other end is a process that takes connections, though it is late. */
        void accepted() {
            accepted = true;
        }

        /** True if a rank has taken the call: it has proved itself, or was late. */
        boolean isAccepted() {
            return accepted || proven;
        }

        /** Version of the library at the other end, if it has said so. */
        String otherVersion() {
            return answer == null ? "" : Identity.versionOfAnswer(answer);
        }

        /** What both ends know, and no others. To be asked for once the handshake is {@link State#PROVEN}. */
        byte[] sessionKey() {
            return Identity.sessionKey(ofDoor, hello, answer);
        }

        @Override
        State onMessage(byte[] message) throws IOException {
            verdict = Verdict.of(message);
            if (answer != null) {
                return verdict == Verdict.WELCOME ? State.PROVEN : State.REFUSED;
            }
            answer = message;
            if (verdict != Verdict.WELCOME) {
                return State.REFUSED;
            }
            boolean isRight = ofDoor == null ? self.isProven(hello, answer) : Identity.isProven(ofDoor, hello, answer);
            if (!isRight) {
                verdict = Verdict.STRANGER;
                return State.REFUSED;
            }
            send(
                    ofDoor == null
                            ? self.proof(Identity.CALLER, hello, answer)
                            : Identity.proof(ofDoor, Identity.CALLER, hello, answer));
            proven = true;
            await(Identity.END);
            return State.GOES_ON;
        }
    }

    /** The side that is connected to. After PROVEN, its owner decides, and sends the end. */
    static final class Called extends Handshake {
        private byte[] hello;
        private byte[] answer;
        /** What the called rank has decided about the caller; null before. */
        Verdict verdict;

        Called(Identity self, SocketChannel channel) {
            super(self, channel, Identity.HELLO);
        }

        @Override
        int peer() {
            return hello == null ? -1 : self.callerOf(hello);
        }

        /** Version of the library at the other end, if it has said so. */
        String otherVersion() {
            return hello == null ? "" : Identity.versionOfHello(hello);
        }

        @Override
        State onMessage(byte[] message) throws IOException {
            if (hello == null) {
                hello = message;
                verdict = self.judge(hello);
                answer = self.answer(hello, verdict);
                if (verdict != Verdict.STRANGER) {
                    send(answer);
                }
                await(Identity.PROOF);
                return verdict == Verdict.WELCOME ? State.GOES_ON : State.REFUSED;
            }
            if (!self.isProven(hello, answer, message)) {
                verdict = Verdict.STRANGER;
                return State.REFUSED;
            }
            return State.PROVEN;
        }

        /** True if the caller goes to a door. */
        boolean isGuest() {
            return hello != null && Identity.isToDoor(hello);
        }

        /** The door that it goes to; null if that was closed meanwhile. */
        TcpDoor door() {
            return self.door(hello);
        }

        /** As {@link Calling#sessionKey}, of a guest of a door. */
        byte[] sessionKey(TcpDoor door) {
            return Identity.sessionKey(door.secret(), hello, answer);
        }

        void end(Verdict of) throws IOException {
            send(of.bytes());
        }
    }
}
