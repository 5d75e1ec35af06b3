package org.bipj.shm.rings;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * A ring between its one writer and its one reader, under every interleaving that jcstress provokes. An outcome that is
 * not listed is forbidden.
 */
public final class RingStress {
    private static final int BYTES = 16;
    private static final int FRAMED = BYTES + RingWriter.FRAME;

    /** How often an actor tries: the more, the more often it is there when the other one acts. */
    private static final int TRIES = 100;

    private RingStress() {}

    /** Two packets sent while the reader polls. */
    public abstract static class TwoPackets {
        private final StressRing ring;

        TwoPackets(int position) {
            ring = new StressRing(position);
        }

        void send() {
            ring.send(BYTES, 1);
            ring.send(BYTES, 2);
        }

        int poll() {
            StressRing.Seen seen = new StressRing.Seen();
            for (int i = 0; i < TRIES && seen.packets < 2; i++) {
                ring.reader.poll(seen, 8);
            }
            return seen.values;
        }
    }

    /** A packet is seen whole or not at all, in order, and nothing of an earlier lap behind it. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "nothing published yet")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the first packet")
    @Outcome(id = "12", expect = ACCEPTABLE, desc = "both")
    @State
    public static class Publish extends TwoPackets {
        /** Both packets in the middle of the ring. */
        public Publish() {
            super(10 * FRAMED);
        }

        /** Sends. */
        @Actor
        public void writer() {
            send();
        }

        /** Polls. */
        @Actor
        public void reader(I_Result result) {
            result.r1 = poll();
        }
    }

    /** The first packet ends where the ring does: the next frame, to be cleared, is at its beginning. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "nothing published yet")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the first packet")
    @Outcome(id = "12", expect = ACCEPTABLE, desc = "both")
    @State
    public static class ExactEnd extends TwoPackets {
        /** Room for one packet up to the end. */
        public ExactEnd() {
            super(StressRing.CAPACITY - FRAMED);
        }

        /** Sends. */
        @Actor
        public void writer() {
            send();
        }

        /** Polls. */
        @Actor
        public void reader(I_Result result) {
            result.r1 = poll();
        }
    }

    /** No packet fits before the end: the rest is skipped, and the reader follows. */
    @JCStressTest
    @Outcome(id = "0", expect = ACCEPTABLE, desc = "nothing published yet")
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "the first packet")
    @Outcome(id = "12", expect = ACCEPTABLE, desc = "both")
    @State
    public static class SkippedRest extends TwoPackets {
        /** Room for less than a packet up to the end. */
        public SkippedRest() {
            super(StressRing.CAPACITY - BYTES);
        }

        /** Sends. */
        @Actor
        public void writer() {
            send();
        }

        /** Polls. */
        @Actor
        public void reader(I_Result result) {
            result.r1 = poll();
        }
    }

    /**
     * A full ring: four large packets, the first of which the reader may keep, and small ones behind them, while the
     * writer tries to send more small ones. Small, because they may come as close to what is being read as the writer
     * believes to be free.
     */
    public abstract static class Full {
        private static final int LARGE = 1000;
        private static final int LARGE_PACKETS = 4;
        private static final int SMALL = 8;
        private static final int SMALL_VALUE = 5;

        private final StressRing ring = new StressRing(0);
        private final StressRing.Seen seen;

        Full(boolean keepsFirst) {
            seen = new StressRing.Seen(keepsFirst);
            for (int i = 1; i <= LARGE_PACKETS; i++) {
                ring.send(LARGE, i);
            }
            while (ring.send(SMALL, SMALL_VALUE)) {
                // Until it is full.
            }
        }

        int send() {
            int sent = 0;
            for (int i = 0; i < TRIES; i++) {
                sent += ring.send(SMALL, SMALL_VALUE) ? 1 : 0;
            }
            return Math.min(sent, 1);
        }

        int pollLarge() {
            ring.reader.poll(seen, LARGE_PACKETS);
            return seen.values;
        }

        boolean firstIsIntact() {
            return StressRing.Seen.holds(ring.memory, seen.first, LARGE, 1);
        }

        void releaseFirst() {
            ring.reader.release(seen.first);
        }
    }

    /** The writer does not write over what the reader has not read. */
    @JCStressTest
    @Outcome(id = "0, 1234", expect = ACCEPTABLE, desc = "the writer found no room")
    @Outcome(id = "1, 1234", expect = ACCEPTABLE, desc = "the writer found room behind the reader")
    @State
    public static class BackPressure extends Full {
        /** A full ring. */
        public BackPressure() {
            super(false);
        }

        /** Tries to send. */
        @Actor
        public void writer(II_Result result) {
            result.r1 = send();
        }

        /** Reads what was there. */
        @Actor
        public void reader(II_Result result) {
            result.r2 = pollLarge();
        }
    }

    /** The writer does not write over a packet that the reader keeps, before it is released. */
    @JCStressTest
    @Outcome(id = "0, 1234", expect = ACCEPTABLE, desc = "the writer found no room")
    @Outcome(id = "1, 1234", expect = ACCEPTABLE, desc = "the writer found room after the release")
    @State
    public static class KeptPacket extends Full {
        /** A full ring. */
        public KeptPacket() {
            super(true);
        }

        /** Tries to send. */
        @Actor
        public void writer(II_Result result) {
            result.r1 = send();
        }

        /** Reads what was there and looks at the kept packet again before it lets go of it. */
        @Actor
        public void reader(II_Result result) {
            int values = pollLarge();
            result.r2 = firstIsIntact() ? values : -1;
            releaseFirst();
        }
    }
}
