package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.FileStore;
import org.bipj.shm.memory.Mapping;
import org.bipj.shm.memory.OwnDirectory;
import org.bipj.shm.memory.SessionFileErrors;
import org.bipj.shm.rings.LongRing;
import org.bipj.testkit.Command;
import org.bipj.testkit.Mailbox;
import org.bipj.testkit.SmallFileSystem;
import org.bipj.testkit.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Files of shared memory, and file systems that have no room for them. */
class FileStoreTest {
    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    @TempDir
    Path directory;

    private final List<FileStore> stores = new ArrayList<>();

    private FileStore store() throws IOException {
        FileStore store = new FileStore(OwnDirectory.open(directory));
        stores.add(store);
        return store;
    }

    @AfterEach
    void closeStores() {
        stores.forEach(FileStore::close);
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void newMemoryIsZeroedReservedAndTheOwnersAlone() throws IOException {
        FileStore store = store();
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
        FileStore store = store();
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
        FileStore store = store();
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

    /** The zeros that reserve blocks are those of one buffer. */
    @Test
    void nothingOfAFileIsLeftToTheCollector() throws IOException {
        FileStore store = store();
        store.create("first", 1 << 20).close();
        long before = directBytes();
        for (int i = 0; i < 30; i++) {
            store.create("a" + i, 1 << 20).close();
            store.remove("a" + i);
        }
        long left = directBytes() - before;
        assertTrue(left < 1 << 20, left + " bytes of direct memory");
    }

    private static long directBytes() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    @Test
    void whatIsNotThereCannotBeOpened() throws IOException {
        FileStore store = store();
        String message =
                assertThrows(PortException.class, () -> store.open("none")).getMessage();
        assertTrue(message.contains(directory.resolve("none").toString()), message);
    }

    private static String refused(Executable call) {
        return assertThrows(PortException.class, call).getMessage();
    }

    @Test
    void whatIsNoRegularFileIsNeitherFollowedNorWaitedFor() throws Exception {
        Path target = Files.writeString(directory.resolve("target"), "kept");
        Files.createSymbolicLink(directory.resolve("link"), target);
        Files.createDirectory(directory.resolve("folder"));
        assumeTrue(Command.run("mkfifo", directory.resolve("pipe").toString()) == 0, "cannot make a pipe here");
        FileStore store = store();
        for (String name : List.of("link", "folder", "pipe")) {
            String message = refused(() -> store.open(name));
            assertTrue(message.contains(directory.resolve(name) + ": no regular file"), message);
        }
        assertTrue(refused(() -> store.create("link", 8)).contains("exists already"));
        store.remove("link");
        assertEquals("kept", Files.readString(target));
    }

    @Test
    void aSessionThatACleanerHasRemovedIsNamedAsThat() throws IOException {
        directory = Files.createDirectory(directory.resolve("session"), OWNER_ONLY);
        FileStore store = store();
        store.create("a", 64).close();
        Files.delete(directory.resolve("a"));
        Files.delete(directory);
        String message = refused(() -> store.create("b", 64));
        assertTrue(message.contains("session directory " + directory + " was removed while the job runs"), message);
        assertTrue(message.contains("BIPJ_SHM_DIR") && !message.contains("larger"), message);
        store.remove("a");
    }

    @Test
    void whatHasTakenTheSessionsPlaceIsNotTouched() throws IOException {
        Path place = directory.resolve("session");
        Path root = directory;
        directory = Files.createDirectory(place, OWNER_ONLY);
        FileStore store = store();
        store.create("a", 64).close();
        Files.move(place, root.resolve("moved"));
        Files.createDirectory(place, OWNER_ONLY);
        Files.createFile(place.resolve("a"));
        assertEquals(64, store.open("a").memory().byteSize());
        store.create("b", 64).close();
        store.remove("a");
        assertEquals(List.of("a"), names(place));
        assertEquals(List.of("b"), names(root.resolve("moved")));
    }

    @Test
    void aDirectoryThatIsReplacedBetweenTheCheckAndTheOpeningIsRefused() throws IOException {
        Path one = Files.createDirectory(directory.resolve("one"), OWNER_ONLY);
        Path other = Files.createDirectory(directory.resolve("other"), OWNER_ONLY);
        Object checked;
        try (OwnDirectory opened = OwnDirectory.open(one)) {
            checked = opened.key();
        }
        Files.delete(one);
        Files.createSymbolicLink(one, other);
        assertThrows(IOException.class, () -> OwnDirectory.open(one, checked));
        assertThrows(IOException.class, () -> OwnDirectory.open(one));
    }

    @Test
    void aProcessWithoutDescriptorsIsToldSo() throws Exception {
        List<String> command = List.of(
                "sh",
                "-c",
                "ulimit -n 64 && exec \"$0\" -XX:-MaxFDLimit -cp \"$1\" \"$2\" \"$3\"",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                System.getProperty("java.class.path"),
                Greedy.class.getName(),
                directory.toString());
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        assertTrue(said.contains("cannot make shared memory b in " + directory), said);
        assertTrue(said.contains("no file descriptor left; raise the limit on open files (ulimit -n)"), said);
    }

    /** Opens files until it can open no more, and then wants shared memory. */
    static final class Greedy {
        private Greedy() {}

        public static void main(String[] args) throws IOException {
            FileStore store = new FileStore(OwnDirectory.open(Path.of(args[0])));
            store.create("a", 64).close();
            // Classes that are needed to complain come out of files, too.
            String before = refusal(store, "a") + SessionFileErrors.why(new IOException("warm"));
            List<FileInputStream> open = new ArrayList<>();
            try {
                while (true) {
                    open.add(new FileInputStream("/dev/null"));
                }
            } catch (IOException e) {
                String now = refusal(store, "b");
                for (FileInputStream each : open) {
                    each.close();
                }
                System.out.println(before.isEmpty() ? "" : now);
            }
        }

        private static String refusal(FileStore store, String name) {
            try {
                store.create(name, 64).close();
                return "made " + name;
            } catch (PortException e) {
                return e.getMessage();
            }
        }
    }

    /** Runs a body on a file system of one megabyte, which only root can make. */
    private void onOneMegabyte(Body body) throws Exception {
        SmallFileSystem.on(directory, "size=1m,mode=0700", () -> body.run(store()));
    }

    private interface Body {
        void run(FileStore store) throws Exception;
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
            ShmPort sender = ShmFabric.port(store, 0, ranks, true);
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
        FileStore store = store();
        try (World world = new World(new ShmFabric(ShmFabric.withBoard(store, 2), null, 2));
                Mapping inTheWay = store.create(LongRing.name("0", 1), 64)) {
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
                assertNull(world.channels[0].port().remoteMemory().register(2_000_000));
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
