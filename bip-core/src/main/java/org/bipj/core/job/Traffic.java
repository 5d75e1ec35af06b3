package org.bipj.core.job;

/**
 * Messages that a rank has exchanged with one other rank, or with all: those of each client that has a channel, long and short, the ones of
 * the library's own operations included. A message counts where it leaves or is announced, and where it arrives or its announcement does.
 */
public final class Traffic {
    private long sent;
    private long sentBytes;
    private long received;
    private long receivedBytes;

    /** Nothing so far. */
    public Traffic() {}

    /** Adds messages. */
    public void add(long moreSent, long moreSentBytes, long moreReceived, long moreReceivedBytes) {
        sent += moreSent;
        sentBytes += moreSentBytes;
        received += moreReceived;
        receivedBytes += moreReceivedBytes;
    }

    /** Adds all messages of another one. */
    public void add(Traffic other) {
        add(other.sent, other.sentBytes, other.received, other.receivedBytes);
    }

    /** How many messages were sent. */
    public long sent() {
        return sent;
    }

    /** Bytes of messages that were sent. */
    public long sentBytes() {
        return sentBytes;
    }

    /** How many messages have come. */
    public long received() {
        return received;
    }

    /** Bytes of messages that have come. */
    public long receivedBytes() {
        return receivedBytes;
    }
}
