package org.bipj.launch.seeing.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.bipj.launch.seeing.timeline.RankTotals.Kind;
import org.bipj.launch.seeing.timeline.RankTotals.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Totals by names, as they are in the file at once. */
class RankTotalsTest {
    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("0" + RankTotals.FILE);
    }

    private List<String> rows() throws IOException {
        return rows(RankTotals.read(file()));
    }

    private static List<String> rows(RankTotals totals) {
        List<String> rows = new ArrayList<>();
        totals.forEach((kind, name, times, bytes, nanos) ->
                rows.add(kind + " " + name + " " + times + " " + bytes + " " + nanos));
        return rows;
    }

    @Test
    void numbersAreAddedByName() throws IOException {
        RankTotals totals = RankTotals.open(file());
        String[] names = {"send", "recv"};
        Rows calls = new Rows(totals, Kind.CALL, number -> names[number % 2]);
        calls.add(1, 8, 30);
        calls.add(1000, 5, 10);
        calls.add(1, 1L << 40, 1);
        new Rows(totals, Kind.MESSAGE, Integer::toString).add(3, 7, 0);
        new Rows(totals, Kind.GET, Integer::toString).add(3, 9, 0);
        assertEquals(
                List.of("CALL recv 2 1099511627784 31", "CALL send 1 5 10", "MESSAGE 3 1 7 0", "GET 3 1 9 0"), rows());
        assertEquals(5L * RankTotals.ROW, TimelineFolder.used(file()));
        assertThrows(FileAlreadyExistsException.class, () -> RankTotals.open(file()));
    }

    /** The number of a process of another job may be another one's later, or the same one's again. */
    @Test
    void aNumberMayStandForAnotherName() throws IOException {
        String[] name = {"1.0"};
        Rows messages = new Rows(RankTotals.open(file()), Kind.MESSAGE, number -> name[0]);
        messages.add(4, 10, 0);
        for (String next : List.of("2.0", "1.0")) {
            name[0] = next;
            messages.forget(4);
            messages.add(4, 1, 0);
        }
        assertEquals(List.of("MESSAGE 1.0 2 11 0", "MESSAGE 2.0 1 1 0"), rows());
    }

    @Test
    void severalThreadsLoseNothing() throws IOException, InterruptedException {
        RankTotals totals = RankTotals.open(file());
        totals.share();
        Rows calls = new Rows(totals, Kind.CALL, number -> "op" + number % 3);
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(thread -> Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < 30_000; i++) {
                        calls.add(i % 300, 1, 2);
                    }
                }))
                .toList();
        for (Thread each : threads) {
            each.join();
        }
        assertEquals(
                List.of("CALL op0 40000 40000 80000", "CALL op1 40000 40000 80000", "CALL op2 40000 40000 80000"),
                rows().stream().sorted().toList());
    }

    @Test
    void nothingIsAddedOnceFinalizeHasBegun() throws IOException {
        RankTotals totals = RankTotals.open(file());
        Rows calls = new Rows(totals, Kind.CALL, Timeline::name);
        int send = Timeline.operation("send");
        totals.begun(100);
        calls.add(send, 1, 1);
        assertFalse(RankTotals.read(file()).isOver());
        totals.ended(350);
        totals.ended(400);
        totals.share();
        calls.add(send, 1, 1);
        assertTrue(RankTotals.read(file()).isOver());
        assertEquals(250, RankTotals.read(file()).nanos());
        assertEquals(List.of("CALL send 1 1 1"), rows());
    }

    /** No rank has so many peers; those of other jobs that it meets may be. */
    @Test
    void whatFindsNoRoomIsNotAddedToOthers() throws IOException {
        int most = (int) (RankTotals.BYTES / RankTotals.ROW);
        Rows messages = new Rows(RankTotals.open(file()), Kind.MESSAGE, Integer::toString);
        IntStream.range(0, most + 10).forEach(number -> messages.add(number, number, 0));
        List<String> rows = rows();
        assertEquals(most - 2, rows.size());
        IntStream.range(0, rows.size())
                .forEach(number -> assertEquals("MESSAGE " + number + " 1 " + number + " 0", rows.get(number)));
    }

    @Test
    void aLongNameIsCut() throws IOException {
        IntFunction<String> name = "x"::repeat;
        new Rows(RankTotals.open(file()), Kind.CALL, name).add(500, 0, 0);
        assertEquals(List.of("CALL " + "x".repeat(RankTotals.ROW - 32) + " 1 0 0"), rows());
    }

    /** Of a file that ends early the whole rows are there, and of others none. */
    @Test
    void damagedFilesHaveTheRowsThatAreWhole() throws IOException {
        Rows calls = new Rows(RankTotals.open(file()), Kind.CALL, Integer::toString);
        calls.add(0, 0, 0);
        calls.add(1, 0, 0);
        byte[] bytes = Files.readAllBytes(file());
        for (int length : new int[] {0, 8, RankTotals.ROW - 1, RankTotals.ROW, 3 * RankTotals.ROW - 1}) {
            RankTotals cut = RankTotals.of(MemorySegment.ofArray(Arrays.copyOf(bytes, length)));
            assertEquals(length < 2 * RankTotals.ROW ? List.of() : List.of("CALL 0 1 0 0"), rows(cut));
        }
        bytes[0]++;
        assertEquals(List.of(), rows(RankTotals.of(MemorySegment.ofArray(bytes))));
    }
}
