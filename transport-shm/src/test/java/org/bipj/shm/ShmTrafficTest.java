package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.Channels;
import org.bipj.core.channel.SendOp;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.Region;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.testkit.Fabric;
import org.bipj.testkit.Mailbox;
import org.bipj.testkit.Ranks;
import org.bipj.testkit.TestJob;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ranks that run at the same time and send messages of all lengths to each other. */
class ShmTrafficTest {
    private static final int CLIENT = 1;

    @ParameterizedTest
    @CsvSource({"true,2,600", "false,5,300"})
    void everyMessageArrivesOnceInOrderAndUnharmed(boolean files, int ranks, int messages) {
        try (ShmFabric fabric = files ? ShmFabric.files(ranks) : ShmFabric.local(ranks)) {
            run(fabric, messages);
        }
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"false,2,1500", "true,5,150"})
    void everyMessageArrivesOnceInOrderAndUnharmedOfOthers(boolean files, int ranks, int messages) {
        everyMessageArrivesOnceInOrderAndUnharmed(files, ranks, messages);
    }

    @Tag("deep")
    @ParameterizedTest
    @CsvSource({"false,2,20000", "true,2,10000", "false,8,1000", "true,8,200"})
    void soDoManyMore(boolean files, int ranks, int messages) {
        everyMessageArrivesOnceInOrderAndUnharmed(files, ranks, messages);
    }

    private static void run(Fabric fabric, int messages) {
        long seed = System.nanoTime();
        Ranks.run(fabric, job -> {
            try {
                new OneRank(job, seed, messages).run();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        });
    }

    private static final class OneRank {
        private final int me;
        private final int ranks;
        private final int messages;
        private final long seed;
        private final NicPort port;
        private final Channel channel;
        private final Mailbox mailbox;
        private final Random random;
        private final SegmentCache cache = new SegmentCache();
        private final List<SendOp> pending = new ArrayList<>();
        private final int[] sent;
        private final int[] checked;
        private int lettersChecked;

        OneRank(TestJob job, long seed, int messages) {
            me = job.rank();
            ranks = job.size();
            this.messages = messages;
            this.seed = seed;
            port = job.open();
            channel = new Channels(port).open(CLIENT, (peer, what) -> {
                throw new AssertionError(what);
            });
            mailbox = new Mailbox(channel);
            channel.bind(mailbox);
            mailbox.buffers = this::buffer;
            random = new Random(seed + me);
            sent = new int[ranks];
            checked = new int[ranks];
        }

        /** Length and contents of a message follow from its sender, receiver and number. */
        private byte[] data(int from, int to, int number) {
            Random draw = new Random(seed ^ ((from * 64L + to) << 32 | number));
            int length = switch (draw.nextInt(8)) {
                case 0 -> draw.nextInt(200_000);
                case 1 -> channel.eagerLimit() - 2 + draw.nextInt(5);
                default -> draw.nextInt(300);
            };
            byte[] data = new byte[length];
            draw.nextBytes(data);
            return data;
        }

        private Object buffer(int bytes) {
            Region region = bytes > 50_000 && random.nextInt(4) == 0
                    ? port.remoteMemory().register(bytes)
                    : null;
            return region == null ? new byte[bytes] : region.memory();
        }

        void run() {
            int toSend = messages * (ranks - 1);
            int fruitless = 0;
            while (toSend > 0
                    || !pending.isEmpty()
                    || lettersChecked < messages * (ranks - 1)
                    || !channel.isFlushed()) {
                if (toSend > 0 && pending.size() < 20 && random.nextInt(3) > 0) {
                    sendOne((me + 1 + toSend % (ranks - 1)) % ranks);
                    toSend--;
                }
                mailbox.holding = random.nextInt(50) == 0 ? !mailbox.holding : mailbox.holding && toSend > 0;
                if (!mailbox.holding) {
                    mailbox.takeAll();
                }
                fruitless = channel.progress() > 0 || toSend > 0 ? 0 : fruitless + 1;
                if (fruitless > 0) {
                    port.idle(fruitless);
                }
                pending.removeIf(SendOp::isDone);
                checkLetters();
            }
        }

        private void sendOne(int to) {
            byte[] data = data(me, to, sent[to]);
            Object from = buffer(data.length);
            if (from instanceof MemorySegment memory) {
                memory.copyFrom(MemorySegment.ofArray(data));
            } else {
                from = data;
            }
            SendOp op = new SendOp(cache);
            op.set(from, 0, data.length, TypeLayout.BYTE);
            channel.post(op, to, sent[to]++, random.nextInt(10) == 0);
            pending.add(op);
        }

        private void checkLetters() {
            while (!mailbox.letters.isEmpty() && mailbox.letters.get(0).isDone()) {
                Mailbox.Letter letter = mailbox.letters.remove(0);
                assertEquals(checked[letter.peer]++, letter.envelope, "order from rank " + letter.peer);
                assertArrayEquals(data(letter.peer, me, (int) letter.envelope), letter.bytes());
                lettersChecked++;
            }
        }
    }
}
