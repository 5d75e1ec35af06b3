package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.SharedGroup;
import org.bipj.shm.memory.LocalStore;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.Native;
import org.bipj.shm.memory.Store;
import org.bipj.testkit.Ranks;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Memory of a group: what one member publishes in a turn the others read in that turn, however late they come. */
class GroupTest {
    private static final int LONG = Long.BYTES;

    @BeforeAll
    static void linkNativeCalls() {
        Native.get();
    }

    /** The group of all ranks of a fabric as each of them sees it. */
    private static SharedGroup group(NicPort port, CountDownLatch made) throws InterruptedException {
        int[] members = IntStream.range(0, port.size()).toArray();
        SharedGroup group;
        if (port.rank() == 0) {
            group = port.sharedGroups().make(members, 0);
            assertTrue(group.makeRoom());
            made.countDown();
        } else {
            made.await();
            group = port.sharedGroups().open(0, 0, members, port.rank());
            assertTrue(group.openRoom());
        }
        return group;
    }

    private static void await(NicPort port, SharedGroup group, int awaited) {
        group.expect(awaited, () -> "test");
        for (int fruitless = 1; !group.isThere(awaited); fruitless++) {
            port.idle(fruitless);
        }
        group.expect(SharedGroup.NOTHING, () -> "test");
    }

    /** One rank's part in a series of turns of random kinds and lengths, the same on all ranks. */
    private static final class Player {
        private final NicPort port;
        private final SharedGroup group;
        private final Random common = new Random(7);
        private final Random own;

        Player(NicPort port, SharedGroup group) {
            this.port = port;
            this.group = group;
            own = new Random(port.rank());
        }

        private static long value(long turn, int member) {
            return 1000 * turn + member;
        }

        private void write(long turn, int bytes) {
            group.claim();
            await(port, group, SharedGroup.ROOM);
            MemorySegment memory = group.memory(port.rank());
            long place = group.place(port.rank());
            for (int at = 0; at + LONG <= bytes; at += LONG) {
                memory.set(ValueLayout.JAVA_LONG, place + at, value(turn, port.rank()) + at);
            }
        }

        private void read(long turn, int member, int bytes) throws InterruptedException {
            assertEquals(turn, group.call(member));
            if (own.nextInt(2000) == 0) {
                Thread.sleep(2);
            }
            MemorySegment memory = group.memory(member);
            long place = group.place(member);
            for (int at = 0; at + LONG <= bytes; at += LONG) {
                if (memory.get(ValueLayout.JAVA_LONG, place + at) != value(turn, member) + at) {
                    throw new AssertionError("turn " + turn + " of " + bytes + " bytes: rank " + port.rank() + " read "
                            + memory.get(ValueLayout.JAVA_LONG, place + at) + " of rank " + member + " at " + at);
                }
            }
        }

        void play(int turns) throws InterruptedException {
            int me = port.rank();
            for (long turn = 1; turn <= turns; turn++) {
                int kind = common.nextInt(3);
                int root = common.nextInt(port.size());
                boolean isLong = common.nextInt(4) == 0;
                int bytes = LONG * common.nextInt(isLong ? group.longestBytes() / LONG + 1 : group.shortBytes() / LONG);
                if (own.nextInt(1000) == 0) {
                    Thread.sleep(2);
                }
                group.begin(turn, bytes);
                if (kind == 0) {
                    write(turn, bytes);
                    group.publishWithAll();
                    await(port, group, SharedGroup.OTHERS);
                } else if (me == root != (kind == 1)) {
                    write(turn, bytes);
                    if (kind == 1) {
                        group.publishTo(root);
                    } else {
                        group.publish();
                    }
                } else {
                    await(port, group, kind == 1 ? SharedGroup.OTHERS : root);
                }
                for (int member = 0; member < port.size(); member++) {
                    boolean reads = kind == 0 || (kind == 1 ? me == root : me != root && member == root);
                    if (member != me && reads) {
                        read(turn, member, bytes);
                    }
                }
                group.end();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2, true", "5, false"})
    void everyTurnBringsWhatWasPublishedInIt(int ranks, boolean files) {
        CountDownLatch made = new CountDownLatch(1);
        try (ShmFabric fabric = files ? ShmFabric.files(ranks) : ShmFabric.local(ranks)) {
            Ranks.run(fabric, job -> {
                NicPort port = job.open();
                new Player(port, group(port, made)).play(4000);
            });
        }
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "5, true", "9, false"})
    void everyTurnBringsWhatWasPublishedInItOfOthers(int ranks, boolean files) {
        everyTurnBringsWhatWasPublishedInIt(ranks, files);
    }

    @Test
    void aTurnEndsWithTheLastMember() throws InterruptedException {
        CountDownLatch made = new CountDownLatch(1);
        try (ShmFabric fabric = ShmFabric.local(3)) {
            SharedGroup[] groups = new SharedGroup[3];
            for (int rank = 0; rank < 3; rank++) {
                groups[rank] = group(fabric.port(rank), made);
            }
            for (int rank : new int[] {0, 2}) {
                groups[rank].begin(1, 0);
                groups[rank].claim();
                groups[rank].publishWithAll();
                assertFalse(groups[rank].isThere(SharedGroup.OTHERS), "rank " + rank);
            }
            groups[1].begin(1, 0);
            groups[1].claim();
            groups[1].publishWithAll();
            for (SharedGroup group : groups) {
                assertTrue(group.isThere(SharedGroup.OTHERS));
                group.end();
            }
        }
    }

    /** A member that is ahead waits until the slowest one has read, and no longer. */
    @Test
    void aWriterIsAheadByALapAtMost() throws InterruptedException {
        CountDownLatch made = new CountDownLatch(1);
        try (ShmFabric fabric = ShmFabric.local(2)) {
            SharedGroup writer = group(fabric.port(0), made);
            SharedGroup reader = group(fabric.port(1), made);
            int ahead = 0;
            for (boolean room = true; room; ) {
                writer.begin(1, writer.longestBytes());
                writer.claim();
                room = writer.isThere(SharedGroup.ROOM);
                if (room) {
                    writer.publish();
                    writer.end();
                    ahead++;
                }
            }
            assertEquals(4, ahead, "turns of the greatest length");
            for (int turn = 0; turn < ahead; turn++) {
                reader.begin(1, reader.longestBytes());
                assertTrue(reader.isThere(0), "turn " + turn);
                reader.end();
            }
            assertTrue(writer.isThere(SharedGroup.ROOM), "after all have been read");
        }
    }

    @Test
    void moreThanATurnHoldsIsRefused() throws InterruptedException {
        try (ShmFabric fabric = ShmFabric.local(1)) {
            SharedGroup group = group(fabric.port(0), new CountDownLatch(1));
            group.begin(1, group.longestBytes() + 1);
            String message =
                    assertThrows(IllegalArgumentException.class, group::claim).getMessage();
            assertTrue(message.contains(group.longestBytes() + 1 + " bytes"), message);
        }
    }

    @Test
    void withoutRoomThereIsNone() {
        Store full = new Full();
        try (ShmFabric fabric = new ShmFabric(ShmFabric.withBoard(full, 1), null, 1)) {
            assertNull(fabric.port(0).sharedGroups().make(new int[] {0}, 0));
        }
    }

    @Test
    void memoryOfAnotherSizeIsRefused() throws InterruptedException {
        try (ShmFabric fabric = ShmFabric.local(2)) {
            SharedGroup ignored = group(fabric.port(0), new CountDownLatch(1));
            int[] three = {0, 1, 1};
            PortException e = assertThrows(
                    PortException.class, () -> fabric.port(1).sharedGroups().open(0, 0, three, 1));
            assertTrue(e.getMessage().contains("group-0-0"), e::getMessage);
        }
    }

    /** Sealed memory has no name any more, and is gone with its last user. */
    @Test
    void sealedMemoryLeavesNoFile() throws Exception {
        CountDownLatch made = new CountDownLatch(1);
        try (ShmFabric fabric = ShmFabric.files(2)) {
            SharedGroup first = group(fabric.port(0), made);
            SharedGroup second = group(fabric.port(1), made);
            first.seal();
            assertEquals(
                    "[]",
                    Arrays.toString(fabric.directory()
                            .toFile()
                            .list((dir, name) -> name.startsWith("group") || name.startsWith("room"))));
            second.close();
            first.begin(1, 0);
            first.claim();
            first.publish();
            first.close();
        }
    }

    /** A store with room for the board only. */
    private static final class Full implements Store {
        private final LocalStore some = new LocalStore();

        @Override
        public Mapping create(String name, long bytes) {
            if (!name.equals("board")) {
                throw new PortException("no room for " + name);
            }
            return some.create(name, bytes);
        }

        @Override
        public Mapping create(String name, long bytes, java.lang.foreign.Arena lifetime, long spare) {
            return create(name, bytes);
        }

        @Override
        public Mapping open(String name) {
            return some.open(name);
        }

        @Override
        public Mapping open(String name, java.lang.foreign.Arena lifetime) {
            return some.open(name);
        }

        @Override
        public long free() {
            return some.free();
        }

        @Override
        public long capacity() {
            return some.capacity();
        }

        @Override
        public boolean exists(String name) {
            return some.exists(name);
        }

        @Override
        public List<String> names(String prefix) {
            return some.names(prefix);
        }

        @Override
        public boolean isThere() {
            return some.isThere();
        }

        @Override
        public void remove(String name) {
            some.remove(name);
        }

        @Override
        public Native.Reach reach() {
            return some.reach();
        }

        @Override
        public void close() {
            some.close();
        }
    }
}
