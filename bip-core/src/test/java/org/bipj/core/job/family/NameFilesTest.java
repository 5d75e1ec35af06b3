package org.bipj.core.job.family;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bipj.core.machine.ThisHost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameFilesTest {
    private static final NameKeeper SELF = NameKeeper.ofThisProcess();
    private static final NameKeeper FAR = new NameKeeper("another-boot/1", SELF.pid(), SELF.start());

    @TempDir
    Path directory;

    /** Ports that have been asked for. */
    private final List<String> asked = new ArrayList<>();

    private NameFiles names(NameKeeper keeper, Map<Path, String> notes, boolean answers) {
        NameKeeping keeping = new NameKeeping() {
            @Override
            public NameKeeper keeper() {
                return keeper;
            }

            @Override
            public void published(Path file, String token) {
                notes.put(file, token);
            }

            @Override
            public void unpublished(Path file) {
                notes.remove(file);
            }
        };
        return new NameFiles(directory, keeping, port -> {
            asked.add(port);
            return answers;
        });
    }

    private NameFiles names(NameKeeper keeper) {
        return names(keeper, new HashMap<>(), true);
    }

    private static NameKeeper ended() throws IOException, InterruptedException {
        Process child = new ProcessBuilder("true").start();
        child.waitFor();
        return new NameKeeper(SELF.kernel(), child.pid(), SELF.start());
    }

    @Test
    void aNameIsThereUntilItIsTakenBack() throws IOException {
        Map<Path, String> notes = new HashMap<>();
        NameFiles own = names(SELF, notes, true);
        assertNull(own.find("a"));
        assertNull(own.publish("a", "a port\nof two lines"));
        assertEquals("a port\nof two lines", names(FAR).find("a"));
        assertEquals("is published already: unpublish it first", names(FAR).publish("a", "b"));
        assertFalse(own.remove("a", "b"));
        assertEquals(1, notes.size());
        assertTrue(own.remove("a", "a port\nof two lines"));
        assertEquals(0, notes.size());
        assertFalse(own.remove("a", "a port\nof two lines"));
        assertNull(own.find("a"));
        assertEquals(List.of(), asked);
    }

    @Test
    void theFileIsItsUsers() throws IOException {
        assertNull(names(SELF).publish("a", "b"));
        String rights = PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("a")));
        assertEquals("rw-------", rights);
    }

    @Test
    void aNameEndsWithItsKeeper() throws IOException, InterruptedException {
        assertNull(names(ended()).publish("a", "dead"));
        NameFiles own = names(SELF);
        assertNull(own.find("a"));
        assertFalse(own.remove("a", "dead"));
        assertNull(own.publish("a", "new"));
        assertEquals("new", own.find("a"));
        assertEquals(List.of(), asked);
    }

    /** The number of a process may be another one's. */
    @Test
    void aKeeperIsKnownByItsStart() {
        assertEquals(NameKeeper.State.RUNS, SELF.state());
        assertEquals(NameKeeper.State.ENDED, new NameKeeper(SELF.kernel(), SELF.pid(), SELF.start() + 1).state());
        assertEquals(NameKeeper.State.ELSEWHERE, FAR.state());
        assertEquals(NameKeeper.State.ELSEWHERE, new NameKeeper("", SELF.pid(), SELF.start()).state());
    }

    /** A process that has ended stays in the table as long as its parent does not ask, as a shell may do: here it has become another program. */
    @Test
    void aKeeperThatIsNotYetReapedHasEnded() throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", "sleep 1000 & echo $!; exec cat").start();
        long pid = Long.parseLong(shell.inputReader().readLine());
        awaitText(Path.of("/proc", Long.toString(shell.pid()), "comm"), "cat\n");
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
        Path stat = Path.of("/proc", Long.toString(pid), "stat");
        awaitText(stat, ") Z ");
        String[] words = Files.readString(stat).split("\\) ", 2)[1].split(" ");
        assertEquals(NameKeeper.State.ENDED, new NameKeeper(SELF.kernel(), pid, Long.parseLong(words[19])).state());
        shell.outputWriter().close();
        shell.waitFor();
    }

    private static void awaitText(Path file, String text) throws IOException {
        while (!Files.readString(file).contains(text)) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aKeeperIsReadAsItIsWritten() {
        assertEquals(SELF, NameKeeper.parse(SELF.toString()));
        for (String none : new String[] {null, "", "a b c", "a 1", "a 1 2 3"}) {
            assertNull(NameKeeper.parse(none));
        }
    }

    @Test
    void aNameOfAnotherHostIsReplacedIfNobodyAnswers() throws IOException {
        assertNull(names(FAR).publish("a", "far"));
        assertEquals("far", names(SELF).find("a"));
        String refusal = names(SELF).publish("a", "own");
        assertNotNull(refusal);
        assertTrue(refusal.contains("by a job on host " + ThisHost.NAME), refusal);
        assertTrue(refusal.contains("remove " + directory.resolve("a")), refusal);
        assertEquals("far", names(SELF).find("a"));
        assertNull(names(SELF, new HashMap<>(), false).publish("a", "own"));
        assertEquals("own", names(SELF).find("a"));
        assertEquals(List.of("far", "far"), asked);
    }

    /** As this library has written it before it wrote who keeps the name. */
    @Test
    void aFileThatNamesNoKeeperIsOfAnotherHost() throws IOException {
        Files.writeString(directory.resolve("a"), "old");
        assertEquals("old", names(SELF).find("a"));
        assertNotNull(names(SELF).publish("a", "own"));
        assertNull(names(SELF, new HashMap<>(), false).publish("a", "own"));
        assertEquals("own", names(SELF).find("a"));
    }

    /** What another job has published since stays. */
    @Test
    void theEndOfAJobTakesBackItsOwnNamesAlone() throws IOException {
        Map<Path, String> notes = new HashMap<>();
        assertNull(names(FAR, notes, true).publish("a", "far"));
        assertNull(names(FAR, notes, true).publish("b", "far"));
        assertNull(names(SELF, new HashMap<>(), false).publish("a", "own"));
        notes.forEach(NameFiles::withdraw);
        assertEquals("own", names(SELF).find("a"));
        assertNull(names(SELF).find("b"));
        NameFiles.withdraw(directory.resolve("b"), "none");
    }

    @Test
    void namesThatKilledProcessesHaveLeftAreRemoved() throws IOException, InterruptedException {
        assertNull(names(ended()).publish("a", "dead"));
        assertNull(names(SELF).publish("b", "own"));
        assertNull(names(FAR).publish("c", "far"));
        NameFiles.sweep(directory);
        NameFiles.sweep(directory.resolve("none"));
        assertFalse(Files.exists(directory.resolve("a")));
        assertEquals("own", names(SELF).find("b"));
        assertEquals("far", names(SELF).find("c"));
    }

    /** Of many who find that a name is over, one gets it. */
    @Test
    void oneOfManyReplacesAName() throws Exception {
        NameKeeper ended = ended();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int round = 0; round < 20; round++) {
                String service = "a" + round;
                assertNull(names(ended).publish(service, "dead"));
                List<Future<String>> all = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    String port = "port " + i;
                    all.add(threads.submit(() -> names(SELF).publish(service, port)));
                }
                int got = 0;
                for (int i = 0; i < 4; i++) {
                    if (all.get(i).get() == null) {
                        got++;
                        assertEquals("port " + i, names(SELF).find(service));
                    }
                }
                assertEquals(1, got);
            }
        }
    }

    @Test
    void anInterruptedThreadPublishesAllTheSame() throws IOException {
        Thread.currentThread().interrupt();
        assertNull(names(SELF).publish("a", "own"));
        assertEquals("own", names(SELF).find("a"));
        assertTrue(names(SELF).remove("a", "own"));
        assertTrue(Thread.interrupted());
    }
}
