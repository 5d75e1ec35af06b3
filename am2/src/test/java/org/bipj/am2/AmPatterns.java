package org.bipj.am2;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Named patterns of traffic that block where resources are not apart. */
public abstract class AmPatterns extends AmSuite {
    /** Ranks of the pattern in which many send to one. */
    protected int many() {
        return 40;
    }

    /** Sends so many requests as {@code send} does, and ends when all ranks' are answered. */
    private void all(int ranks, int requests, Send send) {
        AtomicInteger ended = new AtomicInteger();
        AtomicInteger handled = new AtomicInteger();
        run(ranks, (am, bundle, endpoint) -> {
            int[] answers = new int[1];
            endpoint.setHandler(ASK, message -> {
                handled.incrementAndGet();
                message.reply(ANSWER, message.argument(0));
            });
            endpoint.setHandler(ANSWER, message -> answers[0]++);
            endpoint.setSegment(Arena.ofAuto().allocate(100_000));
            int sent = 0;
            for (int i = 0; i < requests; i++) {
                sent += send.one(am, endpoint, i);
            }
            settle(endpoint);
            assertEquals(sent, answers[0]);
            ended.addAndGet(sent);
            // The ranks end together: none stops serving before.
            done.incrementAndGet();
            while (done.get() < ranks) {
                pollOrGoOn(bundle);
            }
        });
        assertEquals(ended.get(), handled.get());
        done.set(0);
    }

    private final AtomicInteger done = new AtomicInteger();

    /** Sends requests for handler ASK; returns their number. */
    @FunctionalInterface
    private interface Send {
        int one(ActiveMessages am, AmEndpoint endpoint, int number);
    }

    @Test
    void manyToOne() {
        all(many(), 10, (am, endpoint, i) -> {
            if (am.rank() == 0) {
                return 0;
            }
            endpoint.request(0, ASK, i);
            return 1;
        });
    }

    @Test
    void manyToOneWithMediumMessages() {
        all(20, 8, (am, endpoint, i) -> {
            if (am.rank() == 0) {
                return 0;
            }
            endpoint.requestMedium(0, ASK, bytes(am.maxMedium(), i), 0, am.maxMedium(), i);
            return 1;
        });
    }

    @Test
    void allToAll() {
        all(8, 40, (am, endpoint, i) -> {
            endpoint.request((am.rank() + i) % am.size(), ASK, i);
            return 1;
        });
    }

    @Test
    void ring() {
        all(8, 40, (am, endpoint, i) -> {
            endpoint.request((am.rank() + 1) % am.size(), ASK, i);
            return 1;
        });
    }

    @Test
    void crossingBulkMessages() {
        all(4, 6, (am, endpoint, i) -> {
            endpoint.requestTransfer(am.rank() ^ 1, ASK, 0, bytes(90_000, i), 0, 90_000, i);
            return 1;
        });
    }

    @Test
    void crossingBulkRepliesOfHandlers() {
        AtomicInteger ended = new AtomicInteger();
        run(2, (am, bundle, endpoint) -> {
            byte[] memory = new byte[90_000];
            endpoint.setSegment(MemorySegment.ofArray(memory));
            endpoint.setHandler(ASK, message -> message.replyTransfer(ANSWER, 0, bytes(90_000, 5), 0, 90_000));
            endpoint.setHandler(ANSWER, message -> assertArrayEquals(bytes(90_000, 5), memory));
            for (int i = 0; i < 8; i++) {
                endpoint.request(1 - am.rank(), ASK);
            }
            settle(endpoint);
            assertEquals(8, endpoint.statistics().repliesReceived());
            ended.incrementAndGet();
            while (ended.get() < 2) {
                pollOrGoOn(bundle);
            }
        });
    }
}
