package org.bipj.core.channel;

/**
 * The next message of the rank that sent the latest one. To look for that alone is cheaper than a poll, but wasted where
 * messages come that cannot be seen in advance, as through a long ring: then there is a pause.
 */
public final class NextMessage {
    /** Messages in a row before a poll looks for those of other ranks. */
    private static final int IN_A_ROW = 16;

    private static final int MISSES_MAX = 2;
    private static final int PAUSE_ROUNDS = 256;

    private final Channel channel;
    private final boolean possible;
    /** The rank that sent the latest short message; negative before there was one. */
    private int latest = -1;

    private int inARow;
    private int misses;
    private int pause;

    /** For the client of a channel; nothing has come yet. */
    public NextMessage(Channel channel) {
        this.channel = channel;
        possible = channel.receivesDirectly();
    }

    /** A rank has sent a short message. */
    public void came(int peer) {
        latest = peer;
    }

    /** True if a round should {@linkplain #deliver look} for the next message; false if it should poll. */
    public boolean isDue() {
        if (pause > 0) {
            pause--;
            return false;
        }
        if (!possible || latest < 0 || inARow == IN_A_ROW || !channel.isFlushed()) {
            inARow = 0;
            return false;
        }
        inARow++;
        return true;
    }

    /** Delivers the message if it comes within a moment. */
    public void deliver() {
        misses = channel.deliverNext(latest) ? 0 : misses + 1;
    }

    /** Notes that a poll has found messages. After some misses, looks pause from here on. */
    public void polled() {
        if (misses > MISSES_MAX) {
            pause = PAUSE_ROUNDS;
            misses = 0;
        }
    }
}
