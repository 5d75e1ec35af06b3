package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.bipj.testkit.Mailbox;
import org.bipj.testkit.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of shared memory, and file systems that have no room for them. */
class FileStoreTest {
    @TempDir
    Path directory;

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void newMemoryIsZeroedReservedAndTheOwnersAlone() throws IOException {
        FileStore store = new FileStore(directory);
        try (Mapping mapping = store.create("a", 3_000_001)) {
            assertEquals(3_000_001, mapping.memory().byteSize());
            assertArrayEquals(new byte[3_000_001], mapping.memory().toArray(ValueLayout.JAVA_BYTE));
            Path file = directory.resolve("a");
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            assertTrue(store.exists("a"));
            try (Mapping other = store.open("a")) {
                mapping.memory().set(ValueLayout.JAVA_LONG, 4096, 77);
                assertEquals(77, other.memory().get(ValueLayout.JAVA_LONG, 4096));
            }
        }
        store.remove("a");
        store.remove("a");
        assertTrue(names(directory).isEmpty());
        assertEquals(List.of(), Maps.of(directory.toString()));
    }

    @Test
    void anInterruptDoesNotCloseTheFileAndStaysSet() throws IOException {
        FileStore store = new FileStore(directory);
        Thread.currentThread().interrupt();
        try (Mapping mapping = store.create("a", 4096);
                Mapping other = store.open("a")) {
            assertTrue(Thread.interrupted(), "lost");
            mapping.memory().set(ValueLayout.JAVA_INT, 0, 5);
            assertEquals(5, other.memory().get(ValueLayout.JAVA_INT, 0));
        } finally {
            Thread.interrupted();
        }
        assertEquals(List.of("a"), names(directory));
    }

    @Test
    void aNameInUseIsLeftAlone() throws IOException {
        FileStore store = new FileStore(directory);
        try (Mapping mapping = store.create("a", 4096)) {
            mapping.memory().set(ValueLayout.JAVA_INT, 0, 5);
            String message = assertThrows(PortException.class, () -> store.create("a", 4096))
                    .getMessage();
            assertTrue(message.contains("exists"), message);
            try (Mapping other = store.open("a")) {
                assertEquals(5, other.memory().get(ValueLayout.JAVA_INT, 0), "the file of the first");
            }
        }
    }

    @Test
    void whatIsNotThereCannotBeOpened() {
        FileStore store = new FileStore(directory);
        String message =
                assertThrows(PortException.class, () -> store.open("none")).getMessage();
        assertTrue(message.contains(directory.resolve("none").toString()), message);
    }

    /** Runs a body on a file system of one megabyte, which only root can make. */
    private void onOneMegabyte(Body body) throws Exception {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", directory.toString()) == 0,
                "cannot mount a small tmpfs: needs root on Linux");
        try {
            body.run(new FileStore(directory));
        } finally {
            assertEquals(0, run("umount", "-l", directory.toString()));
        }
    }

    private interface Body {
        void run(FileStore store) throws Exception;
    }

    private static int run(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            return -1;
        }
    }

    @Test
    void aFullFileSystemIsNamedWithSizeAndLimitAndNothingIsLeft() throws Exception {
        onOneMegabyte(store -> {
            String message = assertThrows(PortException.class, () -> store.create("big", 5_000_000))
                    .getMessage();
            assertTrue(message.contains("5000000 bytes"), message);
            assertTrue(message.contains("of 1048576 bytes free"), message);
            assertTrue(message.contains(directory.toString()), message);
            assertTrue(message.contains("--shm-size"), message);
            assertTrue(names(directory).isEmpty(), "the failed file is gone");
            store.create("fits", 500_000).close();
        });
    }

    @Test
    void pairsThatHaveRingsGoOnWhenTheNextPairFindsNoRoom() throws Exception {
        onOneMegabyte(store -> {
            int ranks = 32;
            ShmFabric.withBoard(store, ranks);
            ShmPort sender =
                    new ShmPort(0, store, Board.attach(store.open("board").memory(), ranks), true);
            int reached = 0;
            PortException full = null;
            while (full == null) {
                try {
                    send(sender, reached + 1);
                    reached++;
                } catch (PortException e) {
                    full = e;
                }
            }
            assertTrue(reached > 0 && reached < ranks - 1);
            assertTrue(full.getMessage().contains("ring-0-" + (reached + 1)), full.getMessage());
            for (int again = 1; again <= reached; again++) {
                send(sender, again);
            }
            assertNull(sender.register(600_000), "private memory serves instead");
            sender.close();
        });
    }

    private static void send(NicPort port, int peer) {
        long at = port.claim(peer, NicPort.DATA, 8);
        port.commit(peer, NicPort.DATA, at, 8, 0);
    }

    @Test
    void whereThereIsNoRoomForALongRingTheShortOneServes() throws Exception {
        onOneMegabyte(store -> {
            try (World world = new World(new ShmFabric(ShmFabric.withBoard(store, 2), null, 2))) {
                byte[] data = new byte[4_000_000];
                for (int i = 0; i < 10; i++) {
                    data[i] = (byte) i;
                    world.post(0, 1, i, data, true);
                    world.settle();
                    assertArrayEquals(data, world.mailboxes[1].letters.get(i).bytes());
                }
                assertEquals(List.of("board", "ring-0-1", "ring-1-0"), names(directory));
            }
        });
    }

    @Test
    void aLongRingThatCannotBeMadeIsNotMissed() throws IOException {
        FileStore store = new FileStore(directory);
        try (World world = new World(new ShmFabric(ShmFabric.withBoard(store, 2), null, 2));
                Mapping inTheWay = store.create(LongRing.name(0, 1), 64)) {
            byte[] data = new byte[4_000_000];
            data[3_999_999] = (byte) inTheWay.memory().byteSize();
            world.post(0, 1, 1, data, true);
            world.settle();
            assertArrayEquals(data, world.mailboxes[1].letters.get(0).bytes());
        }
    }

    @Test
    void withoutRegisteredMemoryPacketsServe() throws Exception {
        onOneMegabyte(store -> {
            try (World world = new World(new ShmFabric(ShmFabric.withBoard(store, 2), null, 2))) {
                assertNull(world.channels[0].port().register(2_000_000));
                byte[] data = new byte[2_000_000];
                data[1_999_999] = 7;
                world.post(0, 1, 1, data, true);
                world.settle();
                Mailbox.Letter letter = world.mailboxes[1].letters.get(0);
                assertTrue(letter.isDone());
                assertArrayEquals(data, letter.bytes());
            }
        });
    }
}
