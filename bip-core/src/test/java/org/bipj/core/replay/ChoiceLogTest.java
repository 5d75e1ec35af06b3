package org.bipj.core.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bipj.core.replay.ChoiceWord.Call;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The choices that a rank writes are those that are read. */
class ChoiceLogTest {
    private static final CollectiveFacts FACTS = new CollectiveFacts(true, false, true, false);
    private static final int ANY_TAG = -1;

    @TempDir
    Path directory;

    /** A receive that takes a message later, and where it is recorded. */
    private record Posted(int number, long place) {}

    private ChoiceLog create(String name) throws IOException {
        return ChoiceLog.create(folder(name, false), 3, 4, FACTS);
    }

    private ChoiceFolder folder(String name, boolean isReplayed) throws IOException {
        return new ChoiceFolder(Files.createDirectories(directory.resolve(name)), isReplayed);
    }

    private ChoiceReader reader(String name) throws IOException {
        return ChoiceReader.open(folder(name, true), 3);
    }

    private static void assertReceive(ChoiceReader reader, int tag, int source) {
        assertTrue(reader.isFor(ChoiceWord.RECEIVE, tag), () -> ChoiceWord.text(reader.peek()));
        assertEquals(source, ChoiceWord.source(reader.peek()));
        reader.next();
    }

    private static void assertFails(ChoiceReader reader, Call call) {
        assertTrue(reader.isFor(call));
        assertEquals(ChoiceWord.FAILED, ChoiceWord.kind(reader.peek()));
        reader.next();
    }

    /** Receives in runs, receives that take their messages later, and tests: more than what is mapped at a time. */
    @Test
    void whatIsWrittenIsRead() throws IOException {
        for (long seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            ChoiceLog log = create("seed" + seed);
            List<int[]> written = new ArrayList<>();
            List<Posted> open = new ArrayList<>();
            while (written.size() < 200_000) {
                int tag = random.nextInt(4) - 1;
                int source = random.nextInt(3);
                switch (random.nextInt(8)) {
                    case 0, 1, 2, 3, 4 -> {
                        for (int i = random.nextInt(3); i >= 0; i--) {
                            log.took(tag, source);
                            written.add(new int[] {tag, source});
                        }
                    }
                    case 5 -> {
                        open.add(new Posted(written.size(), log.posted(tag)));
                        written.add(new int[] {tag, -1});
                    }
                    case 6 -> {
                        log.failed(Call.TEST);
                        written.add(new int[0]);
                    }
                    default -> {
                        if (!open.isEmpty()) {
                            Posted one = open.remove(random.nextInt(open.size()));
                            log.matched(one.place(), source);
                            written.get(one.number())[1] = source;
                        }
                    }
                }
            }
            log.end();
            ChoiceReader reader = reader("seed" + seed);
            for (int[] one : written) {
                if (one.length == 0) {
                    assertFails(reader, Call.TEST);
                } else {
                    assertReceive(reader, one[0], one[1]);
                }
            }
            assertTrue(reader.endsWell());
            assertEquals(written.size() + 1L, reader.number());
            reader.next();
            assertTrue(reader.isOver());
        }
    }

    /** A rank that is killed leaves what it has done, also in the middle of a run. */
    @Test
    void whatIsNotFinishedIsThere() throws IOException {
        ChoiceLog log = create("killed");
        for (int i = 1; i <= 100_000; i++) {
            log.took(ANY_TAG, 2);
            if (i < 4 || i == 100_000) {
                ChoiceReader reader = reader("killed");
                for (int k = 0; k < i; k++) {
                    assertReceive(reader, ANY_TAG, 2);
                }
                assertTrue(reader.isOver());
            }
        }
        // A run takes two words.
        assertEquals(1 << 18, Files.size(folder("killed", true).ofRank(3)));
        long place = log.posted(ANY_TAG);
        log.took(ANY_TAG, 2);
        ChoiceReader reader = reader("killed");
        for (int k = 0; k < 100_000; k++) {
            reader.next();
        }
        assertReceive(reader, ANY_TAG, -1);
        assertReceive(reader, ANY_TAG, 2);
        assertTrue(reader.isOver());
        log.matched(place, 1);
        assertFalse(reader.endsWell());
    }

    /** An interrupted rank records and reads, and stays interrupted. */
    @Test
    void interruptsEndNoRecording() throws IOException {
        Thread.currentThread().interrupt();
        ChoiceLog log = create("interrupted");
        for (int i = 0; i < 100_000; i++) {
            log.took(i & 1, 0);
        }
        TurnFile turns = TurnFile.open(folder("interrupted", false), "turns");
        turns.add(2);
        ChoiceReader reader = reader("interrupted");
        for (int i = 0; i < 100_000; i++) {
            assertReceive(reader, i & 1, 0);
        }
        assertTrue(reader.isOver());
        assertTrue(TurnFile.open(folder("interrupted", true), "turns").isTurnOf(2, 0));
        assertTrue(Thread.interrupted());
    }

    @Test
    void callsThatEndSomeAreRead() throws IOException {
        ChoiceLog log = create("calls");
        log.took(7, 1);
        log.took(7, 1);
        log.ended(Call.WAIT_SOME, new int[] {4, 0});
        log.took(7, 1);
        log.succeeded(Call.TEST_ANY, 5);
        log.probed(7, 2);
        log.found(9, 0);
        ChoiceReader reader = reader("calls");
        assertEquals(FACTS, ChoiceReader.facts(folder("calls", true), 4));
        assertReceive(reader, 7, 1);
        assertReceive(reader, 7, 1);
        assertTrue(reader.isFor(Call.WAIT_SOME));
        reader.next();
        assertArrayEquals(new int[] {4, 0}, reader.positions(2));
        assertReceive(reader, 7, 1);
        assertTrue(reader.isFor(Call.TEST_ANY));
        assertEquals(5, ChoiceWord.number(reader.peek()));
        reader.next();
        assertTrue(reader.isFor(ChoiceWord.PROBE, 7));
        reader.next();
        assertTrue(reader.isFor(ChoiceWord.FOUND, 9));
        reader.next();
        assertTrue(reader.isOver());
    }

    @Test
    void recordingsOfTheFormatBeforeAreReadAndOthersAreNot() throws IOException {
        ChoiceLog log = create("old");
        log.took(7, 1);
        log.took(7, 2);
        log.end();
        setFormat("old", ChoiceFile.OLDEST_FORMAT);
        ChoiceReader reader = reader("old");
        assertReceive(reader, 7, 1);
        assertReceive(reader, 7, 2);
        assertTrue(reader.endsWell());
        for (int format : new int[] {ChoiceFile.OLDEST_FORMAT - 1, ChoiceFile.FORMAT + 1}) {
            setFormat("old", format);
            String wrong = assertThrows(IOException.class, () -> reader("old")).getMessage();
            assertTrue(wrong.endsWith(" has format " + format + "; expected 2 to 3"), wrong);
        }
    }

    private void setFormat(String name, int format) throws IOException {
        Path file = folder(name, true).ofRank(3);
        byte[] bytes = Files.readAllBytes(file);
        MemorySegment.ofArray(bytes).set(ValueLayout.JAVA_INT_UNALIGNED, ChoiceFile.FORMAT_AT, format);
        Files.write(file, bytes);
    }

    @Test
    void turnsThatAreCutShortAreRefused() throws IOException {
        TurnFile turns = TurnFile.open(folder("turns", false), "place");
        for (int turn = 0; turn < 100; turn++) {
            assertTrue(turns.tryBegin());
            turns.add(turn % 3);
            turns.end();
        }
        TurnFile again = TurnFile.open(folder("turns", true), "place");
        assertTrue(again.isTurnOf(99 % 3, 99));
        assertFalse(again.isTurnOf(1, 99));
        assertTrue(again.isTurnOf(1, 100));
        Path file = directory.resolve("turns/place");
        byte[] all = Files.readAllBytes(file);
        for (int bytes : new int[] {0, 8, 100}) {
            Files.write(file, Arrays.copyOf(all, bytes));
            IOException e = assertThrows(IOException.class, () -> TurnFile.open(folder("turns", true), "place"));
            assertEquals(file + " is cut short", e.getMessage());
        }
    }
}
