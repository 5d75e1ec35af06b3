package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.bipj.bip.Bip;
import org.bipj.bip.BipException;
import org.bipj.bip.BipException.Reason;
import org.bipj.core.nic.PortException;
import org.junit.jupiter.api.Test;

/** What messages and receives do (BIP 0.92 manual), over every port, and the errors of those who break a rule. */
public abstract class BipContract extends BipSuite {
    @Test
    void theTokenOfTheManualGoesRoundTheRing() {
        int nodes = 5;
        run(nodes, bip -> {
            int[] token = {bip.myNode() == 0 ? 333 : 0};
            if (bip.myNode() == 0) {
                bip.send(1, token, 1);
                token[0] = 0;
                assertEquals(1, bip.recv(token, 1));
            } else {
                assertEquals(1, bip.rwait(bip.irecv(token, 1)));
                bip.swait(bip.isend((bip.myNode() + 1) % nodes, token, 1));
            }
            assertEquals(333, token[0]);
        });
    }

    /** Node 1 sends once a call of node 0's second thread was refused, so that node 0's first thread waits as long. */
    @Test
    void aThreadThatCallsWhileAnotherOneWaitsIsRefused() {
        AtomicInteger refused = new AtomicInteger();
        run(2, bip -> {
            if (bip.myNode() == 1) {
                await(bip, refused, 1);
                tell(bip, 0);
                return;
            }
            AtomicReference<Throwable> found = new AtomicReference<>();
            Thread second = Thread.ofPlatform().name("second").start(() -> {
                while (found.get() == null) {
                    try {
                        // Where it is not refused, it does nothing.
                        bip.tfreemsg(SILENT);
                    } catch (BipException e) {
                        Thread.onSpinWait();
                    } catch (Throwable e) {
                        found.set(e);
                    }
                }
                refused.set(1);
            });
            // The second thread's short calls may be the ones that are interrupted.
            int id = -1;
            for (boolean done = false; !done; ) {
                try {
                    id = id >= 0 ? id : bip.tirecv(SIGNAL, new int[0], 0);
                    bip.rwait(id);
                    done = true;
                } catch (PortException e) {
                    found.compareAndSet(null, e);
                }
            }
            second.join();
            assertEquals(PortException.class, found.get().getClass());
            assertTrue(
                    found.get().getMessage().contains("is inside a call"),
                    found.get().getMessage());
        });
    }

    @Test
    void threadsThatTakeTurnsAreNotRefused() {
        run(2, bip -> {
            for (int round = 0; round < 20; round++) {
                inOtherThread(() -> tell(bip, 1 - bip.myNode()));
                hear(bip);
            }
        });
    }

    private static void inOtherThread(Runnable action) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                action.run();
            } catch (Throwable t) {
                failure.set(t);
            }
        });
        other.join();
        assertEquals(null, failure.get());
    }

    @Test
    void shortMessagesWaitInTheQueueOfTheirTag() {
        run(2, bip -> {
            if (bip.myNode() == 0) {
                for (int length : new int[] {0, 1, 2, SMALL - 1, SMALL}) {
                    bip.tsend(1, 7, words(length, length), length);
                    bip.tsend(1, 8, words(length, -length), length);
                }
                tell(bip, 1);
            } else {
                hear(bip);
                for (int tag : new int[] {8, 7}) {
                    for (int length : new int[] {0, 1, 2, SMALL - 1, SMALL}) {
                        int[] got = new int[SMALL];
                        assertEquals(length, bip.trecv(tag, got, SMALL));
                        assertArrayEquals(words(length, tag == 7 ? length : -length), Arrays.copyOf(got, length));
                    }
                }
            }
        });
    }

    @Test
    void longMessagesGoIntoTheBufferThatWasPosted() {
        run(2, bip -> {
            for (int length : new int[] {SMALL + 1, 2_000, 3_072, 3_073, 16_380, 16_384, 700_001}) {
                if (bip.myNode() == 1) {
                    int[] got = new int[length + 1];
                    int id = bip.tirecv(5, got, length + 1);
                    tell(bip, 0);
                    assertEquals(length, bip.rwait(id));
                    assertArrayEquals(words(length, length), Arrays.copyOf(got, length));
                    assertEquals(0, got[length]);
                } else {
                    hear(bip);
                    bip.tsend(1, 5, words(length, length), length);
                }
            }
        });
    }

    @Test
    void testsAloneCompleteSendsAndReceives() {
        run(2, bip -> {
            int other = 1 - bip.myNode();
            for (int round = 0; round < 40; round++) {
                int length = round % 2 == 0 ? round : SMALL + 900 * round;
                int[] got = new int[length];
                int recv = bip.tirecv(round, got, length);
                if (length > SMALL) {
                    tell(bip, other);
                    hear(bip);
                }
                int send = bip.tisend(other, round, words(length, round), length);
                int received = -1;
                for (boolean sent = false; received < 0 || !sent; ) {
                    sent = bip.stest(send) == 1;
                    received = received < 0 ? bip.rtest(recv) : received;
                }
                assertEquals(length, received);
                assertEquals(1, bip.stest(send), "a send that is done stays done");
                assertArrayEquals(words(length, round), got);
            }
        });
    }

    @Test
    void aLongMessageBeforeItsReceiveIsAnErrorOfTheSender() {
        run(2, bip -> {
            if (bip.myNode() == 0) {
                int[] data = words(SMALL + 1, 1);
                fails(
                        Reason.NOT_POSTED,
                        "of 65 words from node 0 to node 1 with tag 5 was sent before its receive was posted",
                        () -> bip.tsend(1, 5, data, SMALL + 1));
                tell(bip, 1);
                hear(bip);
                bip.tsend(1, 5, data, SMALL + 1);
                tell(bip, 1);
            } else {
                hear(bip);
                int[] got = new int[SMALL + 1];
                assertEquals(-1, bip.tryRecv(5, got, 1), "the refused message is dropped");
                int id = bip.tirecv(5, got, SMALL + 1);
                tell(bip, 0);
                assertEquals(SMALL + 1, bip.rwait(id));
                assertArrayEquals(words(SMALL + 1, 1), got);
                hear(bip);
            }
        });
    }

    @Test
    void aLongMessageLongerThanTheBufferIsAnErrorAtBothEnds() {
        run(2, bip -> {
            if (bip.myNode() == 0) {
                hear(bip);
                fails(
                        Reason.TOO_LONG,
                        "of 200 words from node 0 to node 1 with tag 5 is longer than the posted buffer",
                        () -> bip.tsend(1, 5, words(200, 1), 200));
                hear(bip);
                bip.tsend(1, 5, words(199, 2), 199);
            } else {
                int[] got = new int[300];
                int id = bip.tirecv(5, got, 199);
                tell(bip, 0);
                fails(Reason.TOO_LONG, "of 200 words from node 0 with tag 5", () -> bip.rwait(id));
                assertArrayEquals(new int[300], got, "nothing is written");
                bip.tirecv(5, got, 199);
                tell(bip, 0);
                assertEquals(199, bip.rwait(5));
                assertArrayEquals(words(199, 2), Arrays.copyOf(got, 199));
            }
        });
    }

    @Test
    void aShortMessageLongerThanTheBufferIsAnErrorOfTheReceiver() {
        run(2, bip -> {
            if (bip.myNode() == 0) {
                bip.tsend(1, 5, words(9, 1), 9);
                bip.tsend(1, 5, words(8, 2), 8);
                tell(bip, 1);
                hear(bip);
                bip.tsend(1, 5, words(9, 3), 9);
                bip.tsend(1, 5, words(8, 4), 8);
            } else {
                hear(bip);
                tooLongThenFits(bip, bip.tirecv(5, new int[8], 8), 2);
                int posted = bip.tirecv(5, new int[8], 8);
                tell(bip, 0);
                tooLongThenFits(bip, posted, 4);
            }
        });
    }

    private static void tooLongThenFits(Bip bip, int id, int seed) {
        fails(Reason.TOO_LONG, "9 words", () -> bip.rwait(id));
        int[] got = new int[8];
        assertEquals(8, bip.trecv(5, got, 8));
        assertArrayEquals(words(8, seed), got);
    }

    /** The program has not asked for the message yet, but it is there: what comes then waits, or is refused. */
    @Test
    void aReceiveThatIsCompleteTakesNothingMore() {
        run(2, bip -> {
            for (int first : new int[] {0, 3, 150}) {
                if (bip.myNode() == 0) {
                    hear(bip);
                    bip.tsend(1, 5, words(first, 1), first);
                    fails(Reason.NOT_POSTED, "of 150 words", () -> bip.tsend(1, 5, words(150, 2), 150));
                    fails(Reason.NOT_POSTED, "of 200 words", () -> bip.tsend(1, 5, words(200, 3), 200));
                    bip.tsend(1, 5, words(2, 4), 2);
                    tell(bip, 1);
                } else {
                    int[] got = new int[150];
                    int id = bip.tirecv(5, got, 150);
                    tell(bip, 0);
                    hear(bip);
                    assertEquals(first, bip.rwait(id));
                    assertArrayEquals(Arrays.copyOf(words(first, 1), 150), got);
                    assertEquals(2, bip.trecv(5, got, 150));
                    assertArrayEquals(words(2, 4), Arrays.copyOf(got, 2));
                }
            }
        });
    }

    @Test
    void aNodeDoesNotSendToItself() {
        run(2, bip -> {
            fails(Reason.SEND_TO_SELF, "node " + bip.myNode(), () -> bip.tsend(bip.myNode(), 1, new int[1], 1));
            fails(Reason.SEND_TO_SELF, "tag 3", () -> bip.tisend(bip.myNode(), 3, new int[500], 500));
        });
    }

    @Test
    void argumentsOutOfRangeAreNamed() {
        fails(Reason.BAD_ARGUMENT, "tag -1", () -> Bip.setup().tagInit(-1, 1, 1));
        fails(Reason.BAD_ARGUMENT, "tag 1024", () -> Bip.setup().tagInit(1024, 1, 1));
        fails(Reason.BAD_ARGUMENT, "nbufs 0", () -> Bip.setup().tagInit(1, 0, 1));
        fails(Reason.BAD_ARGUMENT, "nbufs 1000000000", () -> Bip.setup().tagInit(1, 1_000_000_000, SMALL));
        fails(Reason.BAD_ARGUMENT, "size 65", () -> Bip.setup().tagInit(1, 1, SMALL + 1));
        run(2, bip -> {
            int other = 1 - bip.myNode();
            int[] buf = new int[4];
            fails(Reason.BAD_ARGUMENT, "tag 1024", () -> bip.tisend(other, Bip.MAX_TAG + 1, buf, 1));
            fails(Reason.BAD_ARGUMENT, "tag -1", () -> bip.tirecv(-1, buf, 1));
            fails(Reason.BAD_ARGUMENT, "node 2", () -> bip.tisend(2, 1, buf, 1));
            fails(Reason.BAD_ARGUMENT, "node -1", () -> bip.tisend(-1, 1, buf, 1));
            fails(Reason.BAD_ARGUMENT, "length 5", () -> bip.tisend(other, 1, buf, 5));
            fails(Reason.BAD_ARGUMENT, "length -1", () -> bip.tirecv(1, buf, -1));
            fails(Reason.BAD_ARGUMENT, "length 5", () -> bip.tryRecv(1, buf, 5));
            fails(Reason.BAD_ARGUMENT, "send 0", () -> bip.stest(0));
            fails(Reason.BAD_ARGUMENT, "send 1", () -> bip.swait(1));
            fails(Reason.BAD_ARGUMENT, "tag 9", () -> bip.rwait(9));
            fails(Reason.BAD_ARGUMENT, "tag 9", () -> bip.tfreemsg(9));
        });
    }

    @Test
    void onlyOneSendMayBePending() {
        run(2, bip -> {
            if (bip.myNode() == 0) {
                hear(bip);
                int id = bip.tisend(1, 5, words(1_000, 1), 1_000);
                fails(Reason.SEND_PENDING, "tag 5", () -> bip.tisend(1, 6, new int[1], 1));
                bip.swait(id);
                bip.tsend(1, 6, words(1, 2), 1);
            } else {
                int id = bip.tirecv(5, new int[1_000], 1_000);
                tell(bip, 0);
                assertEquals(1_000, bip.rwait(id));
                assertEquals(1, bip.trecv(6, new int[1], 1));
            }
        });
    }

    @Test
    void onlyOneReceiveMayBePendingPerTagButOneOnEach() {
        run(2, bip -> {
            int other = 1 - bip.myNode();
            int[][] got = new int[20][100];
            for (int tag = 0; tag < 20; tag++) {
                int at = tag;
                bip.tirecv(tag, got[tag], 100);
                fails(Reason.RECEIVE_PENDING, "tag " + tag, () -> bip.tirecv(at, new int[1], 1));
                fails(Reason.RECEIVE_PENDING, "tag " + tag, () -> bip.tryRecv(at, new int[1], 1));
                fails(Reason.RECEIVE_PENDING, "tag " + tag, () -> bip.tryGetmsg(at));
            }
            tell(bip, other);
            hear(bip);
            for (int tag = 19; tag >= 0; tag--) {
                int length = tag % 2 == 0 ? 100 : 3;
                bip.tsend(other, tag, words(length, tag), length);
            }
            for (int tag = 0; tag < 20; tag++) {
                int length = tag % 2 == 0 ? 100 : 3;
                assertEquals(length, bip.rwait(tag));
                assertArrayEquals(words(length, tag), Arrays.copyOf(got[tag], length));
            }
        });
    }

    @Test
    void aReceiveReportsItsSource() {
        run(4, bip -> {
            if (bip.myNode() > 0) {
                hear(bip);
                int length = bip.myNode() == 3 ? 500 : bip.myNode();
                bip.tsend(0, 5, words(length, bip.myNode()), length);
                return;
            }
            int[] source = {-7};
            int[] got = new int[500];
            bip.tirecv(5, got, 500);
            assertEquals(-1, bip.rtestx(5, source));
            assertEquals(-7, source[0], "no source before there is a message");
            tell(bip, 1);
            assertEquals(1, bip.rwaitx(5, source));
            assertEquals(1, source[0]);
            bip.tirecv(5, got, 500);
            tell(bip, 3);
            int length;
            do {
                length = bip.rtestx(5, source);
            } while (length < 0);
            assertEquals(500, length);
            assertEquals(3, source[0]);
            tell(bip, 2);
            assertEquals(2, bip.trecvx(5, got, 500, source));
            assertEquals(2, source[0]);
        });
    }

    @Test
    void aTryTakesAShortMessageThatIsThereAndNothingElse() {
        run(2, bip -> {
            if (bip.myNode() == 0) {
                hear(bip);
                bip.tsend(1, 5, new int[0], 0);
                bip.tsend(1, 5, words(3, 1), 3);
                tell(bip, 1);
                fails(Reason.NOT_POSTED, "tag 6", () -> bip.tsend(1, 6, new int[100], 100));
                tell(bip, 1);
            } else {
                int[] got = new int[100];
                assertEquals(-1, bip.tryRecv(5, got, 100));
                tell(bip, 0);
                hear(bip);
                assertEquals(0, bip.tryRecv(5, got, 100), "an empty message is a message");
                assertEquals(3, bip.tryRecv(5, got, 100));
                assertArrayEquals(words(3, 1), Arrays.copyOf(got, 3));
                assertEquals(-1, bip.tryRecv(5, got, 100));
                for (int i = 0; i < INSIST; i++) {
                    assertEquals(-1, bip.tryRecv(6, got, 100), "a long message is never taken by a try");
                }
                hear(bip);
            }
        });
    }

    @Test
    void closingWithARefusedSendLeavesTheJobNevertheless() {
        AtomicInteger left = new AtomicInteger();
        try (Fabric fabric = fabric(2)) {
            Ranks.run(fabric, job -> {
                Bip bip = Bip.init();
                if (job.rank() == 0) {
                    bip.tisend(1, 5, new int[100], 100);
                    fails(Reason.NOT_POSTED, "tag 5", bip::close);
                    left.set(1);
                } else {
                    await(bip, left, 1);
                    bip.close();
                }
                assertTrue(job.isFinished());
            });
        }
    }
}
