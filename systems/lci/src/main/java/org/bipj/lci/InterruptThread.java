package org.bipj.lci;

/**
 * Interrupts of a rank in real time: a thread that runs upcalls while the program computes. It sleeps between looks; the
 * sleep grows while nothing arrives. In virtual time there is none: there the board interrupts.
 */
final class InterruptThread implements Runnable {
    /** How long packets lie unread before an interrupt (LCI paper, table 3). */
    private static final long DELAY_NS = 70_000;

    /** Looks without a packet before the sleep doubles. */
    private static final int LOOKS = 16;

    private static final int DOUBLINGS = 4;

    /** What a look at the port has found. */
    enum Found {
        NOTHING,
        /** Packets have arrived. */
        PACKETS,
        /** LCI has been closed. */
        CLOSED
    }

    /** One look, which runs upcalls of packets that were there at the look before. */
    @FunctionalInterface
    interface Look {
        Found look();
    }

    private final Look look;

    private InterruptThread(Look look) {
        this.look = look;
    }

    /** Starts the thread; it ends once LCI is closed. */
    static void start(int rank, Look look) {
        Thread.ofPlatform().daemon().name("lci-interrupts-" + rank).start(new InterruptThread(look));
    }

    @Override
    public void run() {
        int fruitless = 0;
        for (Found found = Found.NOTHING; found != Found.CLOSED; found = look.look()) {
            fruitless = found == Found.PACKETS ? 0 : fruitless + 1;
            RealTime.sleep(DELAY_NS << Math.min(fruitless / LOOKS, DOUBLINGS));
        }
    }
}
