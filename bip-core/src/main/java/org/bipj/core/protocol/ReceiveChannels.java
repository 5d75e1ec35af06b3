package org.bipj.core.protocol;

/**
 * The receiving half of stop-and-wait over logical channels; {@link SendChannels} is the other one. It distinguishes new packets
 * from those that came before, and remembers the answer to the latest packet of each channel, as a duplicate gets the
 * same answer again.
 *
 * <p>A packet is accepted at most once, whatever is lost, repeated or overtaken: one with an older epoch, or with a stamp
 * that is not newer than the latest accepted one, is stale.
 */
public final class ReceiveChannels {
    /** The packet of a channel was accepted and has no answer yet: it is on its way into the endpoint. */
    public static final int PENDING = -1;

    /** What {@link #check} says about a packet. */
    public enum Verdict {
        /** Not seen before: accept it, or refuse it for now and expect it again. */
        NEW,
        /** The packet was accepted before: repeat the answer. */
        DUPLICATE,
        /** Left over from an earlier packet of the channel, whose sender has its answer: drop it. */
        STALE
    }

    private final int perPeer;
    private final boolean[] known;
    private final byte[] bits;
    private final int[] epochs;
    private final int[] stamps;
    private final int[] answers;

    /**
     * Channels on which nothing has arrived.
     *
     * @param perPeer channels from each peer
     */
    public ReceiveChannels(int peers, int perPeer) {
        this.perPeer = perPeer;
        int channels = peers * perPeer;
        known = new boolean[channels];
        bits = new byte[channels];
        epochs = new int[channels];
        stamps = new int[channels];
        answers = new int[channels];
    }

    private int index(int peer, int channel) {
        return peer * perPeer + channel;
    }

    /** Judges a packet that has arrived, by what it carries. */
    public Verdict check(int peer, int channel, int epoch, int bit, int stamp) {
        int at = index(peer, channel);
        if (!known[at] || epoch - epochs[at] > 0) {
            return Verdict.NEW;
        }
        if (epoch != epochs[at] || stamp - stamps[at] <= 0) {
            return Verdict.STALE;
        }
        if (bit != bits[at]) {
            return Verdict.NEW;
        }
        stamps[at] = stamp;
        return Verdict.DUPLICATE;
    }

    /** Accepts a {@link Verdict#NEW} packet. Its answer is {@link #PENDING} until {@link #answer}. */
    public void accept(int peer, int channel, int epoch, int bit, int stamp) {
        int at = index(peer, channel);
        known[at] = true;
        epochs[at] = epoch;
        bits[at] = (byte) bit;
        stamps[at] = stamp;
        answers[at] = PENDING;
    }

    /** Sets the answer to the packet that a channel has accepted last. */
    public void answer(int peer, int channel, int answer) {
        answers[index(peer, channel)] = answer;
    }

    /** The answer to the packet that a channel has accepted last, or {@link #PENDING}. */
    public int answer(int peer, int channel) {
        return answers[index(peer, channel)];
    }

    /** The stamp that its answer echoes: of the latest transmission of that packet which has arrived. */
    public int stamp(int peer, int channel) {
        return stamps[index(peer, channel)];
    }
}
