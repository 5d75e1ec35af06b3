package org.bipj.shm.regions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.bipj.core.nic.Region;
import org.bipj.core.payload.Payload;
import org.bipj.shm.memory.Distance;
import org.bipj.shm.memory.Mapping;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A copy on which two ranks work, while a helper of the copy before may still be there. */
class SharedCopyTest {
    private static final int PIECES_MAX = 8;

    /** Pretends to copy, and checks that each piece is copied once and under the keys of its own copy. */
    private static final class Ledger implements DirectAccess {
        final AtomicReference<String> wrong = new AtomicReference<>();
        final AtomicIntegerArray copied = new AtomicIntegerArray(PIECES_MAX);
        final AtomicInteger byOwner = new AtomicInteger();
        volatile long current;

        static int pieces(long number) {
            return number % 2 == 0 ? 1 : PIECES_MAX;
        }

        @Override
        public void copyRange(
                int source, long sourceKey, int target, long targetKey, long at, long bytes, Distance distance) {
            int piece = (int) (at / SharedCopy.PIECE);
            int times = copied.incrementAndGet(piece);
            byOwner.addAndGet(distance == null ? 0 : 1);
            if (sourceKey != current || targetKey != current || piece >= pieces(current) || times != 1) {
                wrong.compareAndSet(
                        null,
                        "copy " + current + ": piece " + piece + " taken " + times + " times, from key " + sourceKey
                                + " to key " + targetKey);
            }
        }

        @Override
        public void attach(int first, PeerMemory job) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void detach(int first) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MemorySegment view(int peer, long key, long bytes, Arena arena) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean reaches(int peer, long key) {
            return true;
        }

        @Override
        public Region register(long bytes, Arena arena, boolean isRequired) {
            return null;
        }

        @Override
        public Mapping makeRequired(long bytes, Supplier<Mapping> maker) {
            return maker.get();
        }

        @Override
        public void reclaim() {}

        @Override
        public long expose(Payload payload) {
            return -1;
        }

        @Override
        public void conceal(long key) {}

        @Override
        public int get(int peer, long key, Payload into, long bytes) {
            return 0;
        }

        @Override
        public int put(int peer, long key, Payload from, long bytes, Distance distance) {
            return 0;
        }

        @Override
        public void sweep() {}

        @Override
        public void close() {}
    }

    @Test
    void everyPieceIsCopiedOnceWhoeverComesLate() throws InterruptedException {
        copies(300_000);
    }

    @Tag("deep")
    @Test
    void soItIsInManyMoreCopies() throws InterruptedException {
        copies(30_000_000);
    }

    private static void copies(int copies) throws InterruptedException {
        SharedCopy copy = new SharedCopy(Arena.ofAuto().allocate(SharedCopy.BYTES, 64), 0, Distance.Given.MEASURED);
        Ledger ledger = new Ledger();
        AtomicBoolean stop = new AtomicBoolean();
        Thread helper = Thread.ofPlatform().daemon().start(() -> {
            while (!stop.get()) {
                copy.help(ledger, 1, 0, null);
            }
        });
        for (long number = 1; number <= copies && ledger.wrong.get() == null; number++) {
            for (int piece = 0; piece < PIECES_MAX; piece++) {
                ledger.copied.set(piece, 0);
            }
            ledger.current = number;
            copy.begin(number, number, (long) Ledger.pieces(number) * SharedCopy.PIECE);
            copy.help(ledger, 1, 0, null);
            while (!copy.isDone() && ledger.wrong.get() == null) {
                Thread.onSpinWait();
            }
        }
        stop.set(true);
        helper.join(60_000);
        assertTrue(!helper.isAlive());
        assertNull(ledger.wrong.get(), ledger.wrong.get());
    }

    @Test
    void aCopyAloneIsDoneByWhoBeganIt() {
        SharedCopy copy = new SharedCopy(Arena.ofAuto().allocate(SharedCopy.BYTES, 64), 0, Distance.Given.MEASURED);
        Ledger ledger = new Ledger();
        ledger.current = 1;
        copy.begin(1, 1, 2L * SharedCopy.PIECE + 1);
        copy.help(ledger, 1, 0, null);
        assertTrue(copy.isDone());
        assertEquals(1, ledger.copied.get(2), "the rest is a piece too");
        copy.help(ledger, 1, 0, null);
        assertNull(ledger.wrong.get(), ledger.wrong.get());
    }

    @Test
    void fromAfarTheOwnerWorksIfItComes() throws InterruptedException {
        MemorySegment memory = Arena.ofAuto().allocate(SharedCopy.BYTES, 64);
        SharedCopy copy = new SharedCopy(memory, 0, Distance.Given.FAR, TimeUnit.MINUTES.toNanos(1));
        Distance toTarget = new Distance(Distance.Given.FAR);
        Ledger ledger = new Ledger();
        AtomicBoolean stop = new AtomicBoolean();
        Thread owner = Thread.ofPlatform().daemon().start(() -> {
            while (!stop.get()) {
                copy.help(ledger, 1, 0, toTarget);
            }
        });
        int pieces = 0;
        for (long number = 1; number <= 2_000; number++) {
            for (int piece = 0; piece < PIECES_MAX; piece++) {
                ledger.copied.set(piece, 0);
            }
            ledger.current = number;
            copy.begin(number, number, (long) Ledger.pieces(number) * SharedCopy.PIECE);
            copy.finish(ledger, 1, 0);
            pieces += Ledger.pieces(number);
            for (int piece = 0; piece < Ledger.pieces(number); piece++) {
                assertEquals(1, ledger.copied.get(piece));
            }
        }
        stop.set(true);
        owner.join(10_000);
        assertNull(ledger.wrong.get(), ledger.wrong.get());
        assertEquals(pieces, ledger.byOwner.get(), "pieces by the owner");
    }

    @Test
    void fromAfarTheOtherRankWorksIfNoOwnerComes() {
        SharedCopy copy = new SharedCopy(Arena.ofAuto().allocate(SharedCopy.BYTES, 64), 0, Distance.Given.FAR);
        Ledger ledger = new Ledger();
        ledger.current = 1;
        copy.begin(1, 1, (long) PIECES_MAX * SharedCopy.PIECE);
        copy.finish(ledger, 1, 0);
        assertTrue(copy.isDone());
        assertEquals(0, ledger.byOwner.get());
        assertNull(ledger.wrong.get(), ledger.wrong.get());
    }
}
