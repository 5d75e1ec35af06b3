package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.Region;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.BoardFile;
import org.bipj.shm.board.ParkWord;
import org.bipj.shm.memory.Access;
import org.bipj.shm.memory.Native;
import org.bipj.testkit.Ranks;
import org.bipj.testkit.World;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a recording of the JDK's flight recorder says of the library; and that without one its classes are not loaded. */
class FlightEventsTest {
    private static final String LONG_WAIT = "org.bipj.LongWait";
    private static final String RENDEZVOUS = "org.bipj.Rendezvous";
    private static final int BYTES = 300_000;

    @TempDir
    private Path directory;

    private List<RecordedEvent> record(String name, Runnable program) throws IOException {
        Path file = directory.resolve("events.jfr");
        try (Recording recording = new Recording()) {
            recording.enable(name);
            recording.start();
            program.run();
            recording.stop();
            recording.dump(file);
        }
        return RecordingFile.readAllEvents(file);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLongWaitIsRecordedWithItsWords(boolean files) throws IOException {
        // A rank that has not waited for long sleeps without them, and says nothing of that on the board.
        assumeTrue(Native.get() != null, "needs native access");
        long[] waitedNs = new long[1];
        List<RecordedEvent> events = record(LONG_WAIT, () -> {
            try (ShmFabric fabric = files ? ShmFabric.files(2) : ShmFabric.local(2)) {
                Ranks.run(fabric, job -> {
                    if (job.rank() == 0) {
                        waitedNs[0] = await(job.open());
                    } else {
                        NicPort port = job.open();
                        awaitSleepOf(0, fabric);
                        Thread.sleep(60);
                        awaitSleepOf(0, fabric);
                        sendTo(port, 0);
                    }
                });
            }
        });
        assertEquals(1, events.size(), events.toString());
        RecordedEvent event = events.getFirst();
        assertEquals(0, event.getInt("rank"));
        assertEquals("a packet from rank 1", event.getString("waitsFor"));
        long recordedNs = event.getDuration("waited").toNanos();
        assertTrue(recordedNs >= 20_000_000 && recordedNs <= waitedNs[0], recordedNs + " ns of " + waitedNs[0] + " ns");
        assertTrue(event.getStackTrace().toString().contains("await"), "says where: " + event.getStackTrace());
    }

    /** On a loaded machine a rank yields for long before it sleeps, and a wait counts from its first sleep on. */
    private static void awaitSleepOf(int rank, ShmFabric fabric) {
        Board board = Board.attach(fabric.store().open(BoardFile.NAME).memory(), fabric.size());
        while (Access.getIntAcquire(board.memory(), board.parkWord(rank)) == ParkWord.AWAKE) {
            Thread.onSpinWait();
        }
    }

    private static long await(NicPort port) {
        port.waitReports().reportBy(() -> "a packet from rank 1");
        long start = System.nanoTime();
        for (int fruitless = 1; port.poll(new AnyPacket(), 1) == 0; fruitless++) {
            port.idle(fruitless);
        }
        return System.nanoTime() - start;
    }

    private static final class AnyPacket implements PacketSink {
        @Override
        public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
            return PacketSink.DONE;
        }

        @Override
        public void onCompletion(long cookie) {
            throw new AssertionError("completion " + cookie);
        }
    }

    private static void sendTo(NicPort port, int peer) {
        long at = port.claim(peer, NicPort.DATA, 8);
        port.commit(peer, NicPort.DATA, at, 8, 0);
    }

    @Test
    void betweenThreadsLongMessagesAreFetched() throws IOException {
        assertEquals(
                List.of("0 sends 300000 to 1: get", "1 receives 300000 from 0: get"),
                rendezvous(ShmFabric.local(2), false));
    }

    @Test
    void betweenProcessesRegisteredMemoryIsFetched() throws IOException {
        assertEquals(
                List.of("0 sends 300000 to 1: get", "1 receives 300000 from 0: get"),
                rendezvous(ShmFabric.files(2), true));
    }

    @Tag("tier2")
    @Test
    void betweenProcessesOtherMemoryGoesInPackets() throws IOException {
        assertEquals(
                List.of("0 sends 300000 to 1: packets", "1 receives 300000 from 0: packets"),
                rendezvous(ShmFabric.files(2), false));
    }

    private List<String> rendezvous(ShmFabric fabric, boolean registered) throws IOException {
        List<String> lines = new ArrayList<>();
        for (RecordedEvent event : record(RENDEZVOUS, () -> sendLong(fabric, registered))) {
            boolean sends = event.getBoolean("sends");
            lines.add(event.getInt("rank") + (sends ? " sends " : " receives ") + event.getLong("bytes")
                    + (sends ? " to " : " from ") + event.getInt("peer") + ": " + event.getString("way"));
            assertTrue(event.getDuration().isPositive(), event.toString());
        }
        return lines.stream().sorted().toList();
    }

    static void sendLong(ShmFabric fabric, boolean registered) {
        try (World world = new World(fabric)) {
            Region region = registered ? world.channels[0].port().remoteMemory().register(BYTES) : null;
            Object buffer = registered ? region.memory() : new byte[BYTES];
            world.post(0, 1, 7, buffer, BYTES, true);
            world.settle();
            assertTrue(world.mailboxes[1].letters.getFirst().isDone());
        }
    }

    /** Loading the first class of events takes most of a second. */
    @Tag("tier2")
    @Test
    void withoutARecordingNoClassOfEventsIsLoaded() throws IOException, InterruptedException {
        Path log = directory.resolve("loaded.txt");
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:file=" + log,
                        "-Xshare:auto",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Unrecorded.class.getName())
                .inheritIO()
                .start();
        assertEquals(0, program.waitFor());
        List<String> loaded = Files.readAllLines(log);
        assertTrue(loaded.stream().anyMatch(line -> line.contains("org.bipj.core.flight.FlightEvents ")));
        assertNull(loaded.stream()
                .filter(line -> line.contains("jdk.jfr.") && !line.contains("jdk.jfr.FlightRecorder ")
                        || line.matches(".*org\\.bipj\\.core\\.flight\\.\\w*Event .*"))
                .findFirst()
                .orElse(null));
    }

    /** A program of two ranks with a long message and a long wait. */
    static final class Unrecorded {
        private Unrecorded() {}

        public static void main(String[] args) {
            sendLong(ShmFabric.local(2), false);
            try (ShmFabric fabric = ShmFabric.local(2)) {
                Ranks.run(fabric, job -> {
                    if (job.rank() == 0) {
                        await(job.open());
                    } else {
                        Thread.sleep(100);
                        sendTo(job.open(), 0);
                    }
                });
            }
        }
    }
}
