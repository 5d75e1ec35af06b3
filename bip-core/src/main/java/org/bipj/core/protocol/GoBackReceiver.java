package org.bipj.core.protocol;

/**
 * The receiving half of go-back-N (LCI paper, sections 3.2 and 3.3); {@link GoBackSender} is the other one. It accepts the
 * packets of a flow in their order, each once, and drops all others. When it acknowledges is the matter of an
 * {@link AcknowledgementPolicy}.
 *
 * <p>A receiver that drops a packet for lack of buffers can request it again as soon as it has some, without waiting for
 * the sender's timer (section 3.3): {@link #refuse}, then {@link #wanted}.
 */
public final class GoBackReceiver {
    /** Stands for no flow. */
    public static final int NONE = -1;

    /** What {@link #check} says about a packet. */
    public enum Verdict {
        /** The next packet of its flow: accept it, or refuse it for lack of a buffer. */
        NEXT,
        /** Accepted before: drop it. Its acknowledgement may have been lost. */
        DUPLICATE,
        /** A packet before it was lost or dropped: drop it. */
        GAP
    }

    private final int[] expected;
    private final boolean[] refused;
    private final FlowQueue wanted;

    /** A receiver that expects number 0 of each flow. */
    public GoBackReceiver(int flows) {
        expected = new int[flows];
        refused = new boolean[flows];
        wanted = new FlowQueue(flows);
    }

    /** Judges an undamaged packet by its sequence number. Changes nothing. */
    public Verdict check(int flow, int number) {
        int distance = number - expected[flow];
        if (distance == 0) {
            return Verdict.NEXT;
        }
        return distance < 0 ? Verdict.DUPLICATE : Verdict.GAP;
    }

    /** Accepts the packet that {@link #check} has called {@link Verdict#NEXT}. */
    public void accept(int flow) {
        expected[flow]++;
        refused[flow] = false;
    }

    /** Drops a {@link Verdict#NEXT} packet for lack of a buffer. */
    public void refuse(int flow) {
        refused[flow] = true;
        wanted.add(flow);
    }

    /** The sequence number that a flow's acknowledgement carries: that of the packet expected next. */
    public int expected(int flow) {
        return expected[flow];
    }

    /**
     * Called when there are buffers again: returns a flow of which a packet was refused and has not come since, each once
     * per refusal, the longest waiting first; {@link #NONE} if there is none. Its retransmission is to be requested.
     */
    public int wanted() {
        while (wanted.first() != NONE) {
            int flow = wanted.first();
            wanted.removeFirst();
            if (refused[flow]) {
                refused[flow] = false;
                return flow;
            }
        }
        return NONE;
    }

    /** As {@link #wanted()}, for one flow: returns whether a packet of it was refused and has not come since. */
    public boolean takeWanted(int flow) {
        boolean was = refused[flow];
        refused[flow] = false;
        return was;
    }
}
