package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.bip.Bip;
import org.bipj.bip.BipException;
import org.bipj.bip.BipException.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The rules of BIP messages (BIP 0.92 manual), over every port. Each rank is a thread. */
public abstract class BipContract {
    private static final int SMALL = Bip.BIPSMALLSIZE;

    /** A tag that carries nothing but what a test says with {@link #tell} and {@link #hear}. */
    private static final int SIGNAL = 900;
    /** A tag on which nothing is ever sent. */
    private static final int SILENT = 901;

    /** Tests of a request that must go on saying "not yet". */
    private static final int INSIST = 300;

    /** A new fabric of so many ranks. */
    protected abstract Fabric fabric(int ranks);

    /** One node's program. */
    @FunctionalInterface
    protected interface Program {
        /** Runs it. */
        void run(Bip bip) throws Exception;
    }

    /** Runs a program on every node. */
    protected final void run(int nodes, Program program) {
        run(nodes, Bip.setup(), program);
    }

    private void run(int nodes, Bip.Setup setup, Program program) {
        try (Fabric fabric = fabric(nodes)) {
            Ranks.run(fabric, job -> {
                try (Bip bip = setup.init()) {
                    assertEquals(job.rank(), bip.myNode());
                    assertEquals(nodes, bip.numNodes());
                    program.run(bip);
                }
                assertTrue(job.isStarted() && job.isFinished());
            });
        }
    }

    private static void tell(Bip bip, int node) {
        bip.tsend(node, SIGNAL, new int[0], 0);
    }

    private static void hear(Bip bip) {
        assertEquals(0, bip.trecv(SIGNAL, new int[0], 0));
    }

    /** Makes progress until another rank has advanced a counter this far; for what messages cannot say. */
    private static void await(Bip bip, AtomicInteger counter, int value) {
        while (counter.get() < value) {
            assertEquals(-1, bip.tryRecv(SILENT, new int[1], 1));
        }
    }

    private static int[] words(int length, int seed) {
        int[] words = new int[length];
        for (int i = 0; i < length; i++) {
            words[i] = seed * 31 + i;
        }
        return words;
    }

    private static void fails(Reason reason, String named, Executable call) {
        BipException e = assertThrows(BipException.class, call);
        assertEquals(reason, e.reason(), e.getMessage());
        assertTrue(e.getMessage().contains(named), "\"" + e.getMessage() + "\" names " + named);
    }

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
                assertEquals(1, bip.recv(token, 1));
                bip.send((bip.myNode() + 1) % nodes, token, 1);
            }
            assertEquals(333, token[0]);
        });
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
    void aFullQueueBlocksItsSenderUntilAMessageIsTaken() {
        AtomicInteger blocked = new AtomicInteger();
        int room = 3;
        run(2, Bip.setup().tagInit(5, room, SMALL), bip -> {
            int messages = 10;
            if (bip.myNode() == 0) {
                for (int i = 0; i < room; i++) {
                    bip.tsend(1, 5, words(SMALL, i), SMALL);
                }
                for (int i = room; i < messages; i++) {
                    int id = bip.tisend(1, 5, words(SMALL, i), SMALL);
                    for (int test = 0; test < INSIST; test++) {
                        assertEquals(0, bip.stest(id), "message " + i + " though the queue is full");
                    }
                    blocked.set(i);
                    bip.swait(id);
                }
            } else {
                for (int i = 0; i < messages; i++) {
                    // Each time exactly one message leaves the queue, and exactly one more must find room.
                    await(bip, blocked, Math.min(i + room, messages - 1));
                    int[] got = new int[SMALL];
                    assertEquals(SMALL, bip.trecv(5, got, SMALL));
                    assertArrayEquals(words(SMALL, i), got);
                }
            }
        });
    }

    @Test
    void aQueueForOneMessageTakesOneOfAnyShortLength() {
        run(2, Bip.setup().tagInit(5, 1, SMALL).tagInit(6, 1, 1), bip -> {
            int other = 1 - bip.myNode();
            for (int tag = 5; tag <= 6; tag++) {
                for (int length : new int[] {0, SMALL, 1, SMALL - 1, 17, SMALL, 0, 0, SMALL}) {
                    if (bip.myNode() == 0) {
                        bip.tsend(other, tag, words(length, 0), length);
                    } else {
                        assertEquals(length, bip.trecv(tag, new int[SMALL], SMALL));
                    }
                }
            }
        });
    }

    @Test
    void aFullQueueBlocksNobodyElse() {
        AtomicInteger blocked = new AtomicInteger();
        run(3, Bip.setup().tagInit(5, 2, SMALL), bip -> {
            if (bip.myNode() == 0) {
                bip.tsend(2, 5, words(SMALL, 0), SMALL);
                bip.tsend(2, 5, words(SMALL, 1), SMALL);
                int id = bip.tisend(2, 5, words(SMALL, 2), SMALL);
                assertEquals(0, bip.stest(id));
                blocked.set(1);
                await(bip, blocked, 2);
                bip.swait(id);
            } else if (bip.myNode() == 1) {
                await(bip, blocked, 1);
                bip.tsend(2, 5, words(SMALL, 3), SMALL);
                bip.tsend(2, 5, words(SMALL, 4), SMALL);
                tell(bip, 2);
            } else {
                hear(bip);
                blocked.set(2);
                int[] from = new int[3];
                for (int i = 0; i < 5; i++) {
                    int[] source = new int[1];
                    int[] got = new int[SMALL];
                    bip.trecvx(5, got, SMALL, source);
                    assertEquals((source[0] == 0 ? 0 : 3) + from[source[0]]++, got[0] / 31);
                }
                assertArrayEquals(new int[] {3, 2, 0}, from);
            }
        });
    }

    @Test
    void aDeepQueueKeepsItsCredits() {
        run(2, Bip.setup().tagInit(5, 60_000, 48), bip -> {
            int messages = 40_000;
            for (int lap = 0; lap < 2; lap++) {
                if (bip.myNode() == 0) {
                    for (int i = 0; i < messages; i++) {
                        bip.tsend(1, 5, new int[48], 48);
                    }
                    tell(bip, 1);
                } else {
                    hear(bip);
                    for (int i = 0; i < messages; i++) {
                        assertEquals(48, bip.trecv(5, new int[48], 48));
                    }
                }
            }
        });
    }

    @Test
    void aLongMessageBeforeItsReceiveIsAnErrorOfTheSender() {
        run(2, bip -> {
            if (bip.myNode() == 0) {
                int[] data = words(SMALL + 1, 1);
                fails(Reason.NOT_POSTED, "tag 5", () -> bip.tsend(1, 5, data, SMALL + 1));
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
                fails(Reason.TOO_LONG, "node 1", () -> bip.tsend(1, 5, words(200, 1), 200));
                hear(bip);
                bip.tsend(1, 5, words(199, 2), 199);
            } else {
                int[] got = new int[300];
                int id = bip.tirecv(5, got, 199);
                tell(bip, 0);
                fails(Reason.TOO_LONG, "200 words", () -> bip.rwait(id));
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
    void aLentMessageStaysUntilItIsFreed() {
        run(2, bip -> {
            if (bip.myNode() == 0) {
                bip.tsend(1, 5, words(SMALL, 1), SMALL);
                bip.tsend(1, 5, words(2, 2), 2);
                tell(bip, 1);
                for (int i = 0; i < 50; i++) {
                    bip.tsend(1, 5, words(1, 3 + i), 1);
                }
                tell(bip, 1);
            } else {
                hear(bip);
                Bip.Message lent = bip.tgetmsg(5);
                assertEquals(SMALL, lent.length());
                assertEquals(0, lent.node());
                fails(Reason.RECEIVE_PENDING, "not been freed", () -> bip.tgetmsg(5));
                int[] got = new int[2];
                assertEquals(2, bip.trecv(5, got, 2), "the next message can be received meanwhile");
                assertArrayEquals(words(2, 2), got);
                for (int i = 0; i < 50; i++) {
                    bip.trecv(5, got, 2);
                    assertArrayEquals(words(SMALL, 1), Arrays.copyOf(lent.words(), SMALL));
                }
                hear(bip);
                bip.tfreemsg(5);
                assertNull(bip.tryGetmsg(5));
                fails(Reason.BAD_ARGUMENT, "tag 5", () -> bip.tfreemsg(5));
            }
        });
    }

    @Test
    void lendingGivesRoomBackOnlyWhenFreed() {
        AtomicInteger step = new AtomicInteger();
        run(2, Bip.setup().tagInit(5, 1, SMALL), bip -> {
            if (bip.myNode() == 0) {
                bip.tsend(1, 5, words(SMALL, 1), SMALL);
                await(bip, step, 1);
                int id = bip.tisend(1, 5, words(SMALL, 2), SMALL);
                for (int test = 0; test < INSIST; test++) {
                    assertEquals(0, bip.stest(id));
                }
                step.set(2);
                bip.swait(id);
            } else {
                assertNotNull(bip.tgetmsg(5));
                step.set(1);
                await(bip, step, 2);
                bip.tfreemsg(5);
                assertEquals(SMALL, bip.tgetmsg(5).length());
                bip.tfreemsg(5);
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

    @Test
    void randomTrafficArrivesOnceAndInOrderPerSourceAndTag() {
        for (int seed = 1; seed <= 4; seed++) {
            int nodes = 2 + seed % 3;
            int at = seed;
            run(nodes, Bip.setup().tagInit(2, 1, 3).tagInit(3, 2, SMALL), bip -> traffic(bip, at));
        }
    }

    /** Sends 150 messages to random nodes with tags 0 to 3 and receives those of all others, in every way there is. */
    private static void traffic(Bip bip, int seed) {
        int me = bip.myNode();
        int nodes = bip.numNodes();
        int perNode = 150;
        Random random = new Random(seed * 100L + me);
        int[][] sent = new int[nodes][4];
        int[][] got = new int[nodes][4];
        int[][] posted = new int[4][];
        int toSend = perNode * (nodes - 1);
        int toGet = toSend;
        int id = 0;
        int[] buffer = new int[SMALL];
        while (toSend > 0 || toGet > 0 || bip.stest(id) == 0) {
            if (toSend > 0 && (id == 0 || bip.stest(id) == 1)) {
                int to = (me + 1 + (toSend - 1) % (nodes - 1)) % nodes;
                int tag = random.nextInt(4);
                int length = 2 + random.nextInt(SMALL - 1);
                buffer = words(length, me * 50 + tag);
                buffer[0] = sent[to][tag]++;
                buffer[1] = length;
                id = bip.tisend(to, tag, buffer, length);
                toSend--;
            }
            int tag = random.nextInt(4);
            int[] source = {-1};
            if (posted[tag] != null) {
                if (bip.rtestx(tag, source) >= 0) {
                    check(posted[tag], source[0], tag, got);
                    posted[tag] = null;
                    toGet--;
                }
            } else if (random.nextBoolean()) {
                Bip.Message message = bip.tryGetmsg(tag);
                if (message != null) {
                    check(message.words(), message.node(), tag, got);
                    bip.tfreemsg(tag);
                    toGet--;
                }
            } else {
                posted[tag] = new int[SMALL];
                bip.tirecv(tag, posted[tag], SMALL);
            }
        }
    }

    private static void check(int[] words, int source, int tag, int[][] got) {
        assertEquals(got[source][tag]++, words[0], "order from " + source + " with tag " + tag);
        int[] expected = words(words[1], source * 50 + tag);
        assertArrayEquals(Arrays.copyOfRange(expected, 2, words[1]), Arrays.copyOfRange(words, 2, words[1]), "words");
    }
}
