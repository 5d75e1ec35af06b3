package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.bip.Bip;
import org.bipj.bip.BipException.Reason;
import org.junit.jupiter.api.Test;

/** The queues of tags over every port: their room, who waits for it, lending, and much traffic. */
public abstract class BipQueueContract extends BipSuite {
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

    /** More than what goes back finds room for at once. */
    @Test
    void manyFullQueuesAreEmptiedAtATimeAndFillAgain() {
        int queues = 40;
        Bip.Setup setup = Bip.setup();
        for (int tag = 0; tag < queues; tag++) {
            setup.tagInit(tag, 1, SMALL);
        }
        run(2, setup, bip -> {
            for (int round = 0; round < 3; round++) {
                if (bip.myNode() == 0) {
                    for (int tag = 0; tag < queues; tag++) {
                        bip.tsend(1, tag, words(1, tag + round), 1);
                    }
                    tell(bip, 1);
                } else {
                    hear(bip);
                    int[] got = new int[1];
                    for (int tag = 0; tag < queues; tag++) {
                        assertEquals(1, bip.trecv(tag, got, 1));
                        assertArrayEquals(words(1, tag + round), got);
                    }
                }
            }
        });
    }

    @Test
    void theFirstAndTheLastTagHaveQueuesOfTheSmallestAndTheLargestRoom() {
        run(2, Bip.setup().tagInit(0, 1, 0).tagInit(Bip.MAX_TAG, 1 << 20, SMALL), bip -> {
            for (int tag : new int[] {0, Bip.MAX_TAG}) {
                if (bip.myNode() == 0) {
                    bip.tsend(1, tag, words(SMALL, tag), SMALL);
                } else {
                    int[] got = new int[SMALL];
                    assertEquals(SMALL, bip.trecv(tag, got, SMALL));
                    assertArrayEquals(words(SMALL, tag), got);
                }
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
    void randomTrafficArrivesOnceAndInOrderPerSourceAndTag() {
        for (int seed = 1; seed <= 4; seed++) {
            int nodes = 2 + seed % 3;
            int at = seed;
            run(nodes, Bip.setup().tagInit(2, 1, 3).tagInit(3, 2, SMALL), bip -> traffic(bip, at));
        }
    }

    /** Sends 100 messages to each other node with tags 0 to 3 and receives those of all others, in every way there is. */
    private static void traffic(Bip bip, int seed) {
        int me = bip.myNode();
        int nodes = bip.numNodes();
        int perNode = 100;
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
            // Ranks may outnumber cores, and nothing here waits.
            Thread.yield();
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
