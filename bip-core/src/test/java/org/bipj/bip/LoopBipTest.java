package org.bipj.bip;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.bipj.core.nic.PortException;
import org.bipj.testkit.BipContract;
import org.bipj.testkit.BipQueueContract;
import org.bipj.testkit.Fabric;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Ranks;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** BIP over the loop fabric, and what it does when the medium harms a packet. */
class LoopBipTest {
    private static Fabric packets(int ranks) {
        return new LoopFabric(new LoopOptions().ranks(ranks).packets(2048, 16).eager(1024, 8192));
    }

    private static Fabric small(int ranks) {
        return new LoopFabric(
                new LoopOptions().ranks(ranks).packets(300, 4).eager(256, 640).delay(400));
    }

    private static Fabric direct(int ranks) {
        return new LoopFabric(
                new LoopOptions().ranks(ranks).packets(1024, 16).direct(LoopOptions.Direct.ALL, 500, 100));
    }

    private static Fabric posted(int ranks) {
        return new LoopFabric(
                new LoopOptions().ranks(ranks).packets(300, 4).delay(300).posted());
    }

    @Nested
    class PacketsAlone extends BipContract {
        @Override
        protected Fabric fabric(int ranks) {
            return packets(ranks);
        }
    }

    @Nested
    class SmallestWindowAndLateDelivery extends BipContract {
        @Override
        protected Fabric fabric(int ranks) {
            return small(ranks);
        }
    }

    @Nested
    class DirectAccessWithPendingCopies extends BipContract {
        @Override
        protected Fabric fabric(int ranks) {
            return direct(ranks);
        }
    }

    @Nested
    class PostedReceives extends BipContract {
        @Override
        protected Fabric fabric(int ranks) {
            return posted(ranks);
        }
    }

    @Nested
    class QueuesBesidePostedReceives extends BipQueueContract {
        @Override
        protected Fabric fabric(int ranks) {
            return posted(ranks);
        }
    }

    @Nested
    class QueuesOverPackets extends BipQueueContract {
        @Override
        protected Fabric fabric(int ranks) {
            return packets(ranks);
        }
    }

    @Nested
    class QueuesOverTheSmallestWindow extends BipQueueContract {
        @Override
        protected Fabric fabric(int ranks) {
            return small(ranks);
        }
    }

    /** A message of so many words is stored without a receive; one of a word more needs one. */
    @ParameterizedTest
    @CsvSource({"16, false", "16, true", "64, false", "128, false", "128, true"})
    void thePortSaysWhichMessagesAreShort(int words, boolean posted) {
        LoopOptions options =
                new LoopOptions().packets(2048, 8).eager(1024, 4096).shortMessages(4 * words);
        try (LoopFabric fabric = new LoopFabric(posted ? options.posted() : options)) {
            Ranks.run(fabric, job -> {
                try (Bip bip = Bip.init()) {
                    assertEquals(words, bip.smallSize());
                    if (job.rank() == 0) {
                        // As many as the queue has room for: none waits for its receive.
                        for (int i = 0; i < Bip.DEFAULT_QUEUE; i++) {
                            bip.tsend(1, 1, new int[words], words);
                        }
                        BipException refused =
                                assertThrows(BipException.class, () -> bip.tsend(1, 2, new int[words + 1], words + 1));
                        assertEquals(BipException.Reason.NOT_POSTED, refused.reason());
                        bip.tsend(1, 3, new int[0], 0);
                    } else {
                        assertEquals(0, bip.trecv(3, new int[0], 0));
                        for (int i = 0; i < Bip.DEFAULT_QUEUE; i++) {
                            assertEquals(words, bip.tryRecv(1, new int[words], words));
                        }
                    }
                }
            });
        }
    }

    @Test
    void aLossEndsTheJobUnlessAHookIsSet() {
        try (LoopFabric fabric = new LoopFabric(new LoopOptions().unreliable(0, 1000, 0))) {
            AssertionError e = assertThrows(
                    AssertionError.class,
                    () -> Ranks.run(fabric, job -> {
                        Bip bip = Bip.init();
                        if (job.rank() == 0) {
                            bip.tsend(1, 1, new int[] {5}, 1);
                        } else {
                            bip.trecv(1, new int[1], 1);
                        }
                    }));
            assertTrue(e.getMessage().contains("rank 1 aborts the job with code 1: network error"), e.getMessage());
            assertTrue(e.getMessage().contains("from rank 0"), e.getMessage());
        }
    }

    @Test
    void theErrorHookIsToldOfEveryCorruptPacketAndNothingIsDelivered() {
        List<String> told = new ArrayList<>();
        try (LoopFabric fabric = new LoopFabric(new LoopOptions().unreliable(0, 1000, 0))) {
            Ranks.run(fabric, job -> {
                Bip bip = Bip.setup()
                        .onError((peer, what) -> told.add(peer + " " + what))
                        .init();
                if (job.rank() == 0) {
                    for (int i = 0; i < 5; i++) {
                        bip.tsend(1, 1, new int[] {i}, 1);
                    }
                } else {
                    while (told.size() < 5) {
                        assertEquals(-1, bip.tryRecv(1, new int[1], 1));
                    }
                }
            });
        }
        assertEquals(5, told.size());
        told.forEach(line -> assertTrue(line.startsWith("0 data lane from rank 0: packet"), line));
    }

    @Test
    void aPortThatCannotTakeShortMessagesIsRefusedAtOnce() {
        try (LoopFabric fabric = new LoopFabric(new LoopOptions().ranks(1).packets(200, 4))) {
            AssertionError e = assertThrows(AssertionError.class, () -> Ranks.run(fabric, job -> Bip.init()));
            assertTrue(e.getCause() instanceof PortException, e.toString());
            assertTrue(e.getMessage().contains("256 bytes"), e.getMessage());
        }
    }

    @Test
    void aPortWithAWindowForLessThanTwoShortMessagesIsRefusedAtOnce() {
        try (LoopFabric fabric =
                new LoopFabric(new LoopOptions().ranks(1).packets(300, 4).eager(256, 639))) {
            AssertionError e = assertThrows(AssertionError.class, () -> Ranks.run(fabric, job -> Bip.init()));
            assertTrue(e.getCause() instanceof PortException, e.toString());
            assertTrue(e.getMessage().contains("a credit window of 640 bytes"), e.getMessage());
        }
    }

    @Test
    void aProgramStartedAloneIsAJobOfOne() {
        try (Bip bip = Bip.init()) {
            assertEquals(0, bip.myNode());
            assertEquals(1, bip.numNodes());
            assertEquals(-1, bip.tryRecv(3, new int[1], 1));
            assertEquals(
                    BipException.Reason.SEND_TO_SELF,
                    assertThrows(BipException.class, () -> bip.send(0, new int[1], 1))
                            .reason());
        }
    }
}
