package org.bipj.launch.seeing.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bipj.launch.seeing.timeline.RecordedRuns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import waits.Chain;
import waits.EarlyReduce;
import waits.Fences;
import waits.LateMembers;
import waits.LatePartner;
import waits.Locks;
import waits.Overlap;
import waits.Polls;
import waits.Rotating;
import waits.Several;
import waits.SeveralThreads;
import waits.Sites;
import waits.ThreadClock;
import waits.TwoLines;

/** Programs whose waits are known, in virtual time: who made whom wait, in which lines, how long, and what is said of it. */
class KnownWaitsTest {
    private static final double NS_PER_MS = 1e6;

    @TempDir
    private Path folder;

    private WaitTimes waits;
    private List<String> sentences;
    private final Map<Integer, Double> charged = new HashMap<>();
    /** The critical path, by its places. */
    private final Map<String, Double> critical = new LinkedHashMap<>();

    private void run(int ranks, Class<?> program, String... arguments)
            throws ReflectiveOperationException, IOException {
        Path own = Files.createDirectory(folder.resolve("recording"));
        waits = WaitTimes.of(RecordedRuns.run(own, ranks, program, arguments));
        sentences = LateRanks.of(waits, RankTimes.of(waits.recording(), waits)).stream()
                .map(LateRanks.Sentence::text)
                .toList();
        double sum = 0;
        for (WaitTimes.Wait wait : waits.all()) {
            assertTrue(
                    wait.charged >= 0 && wait.charged <= wait.length() * 1.000_001 + 1, "transfer is never negative");
            sum += wait.charged;
        }
        CriticalPath path = CriticalPath.of(waits);
        assertEquals(
                waits.recording().end() - waits.recording().begin(),
                path.length(),
                "the length of the run, whatever it does");
        critical.clear();
        path.shares().forEach(share -> critical.put(share.place().words(), share.time() / NS_PER_MS));
        waits.charges().forEach(charge -> charged.put(charge.rank, charge.total / NS_PER_MS));
        assertEquals(
                sum / NS_PER_MS,
                charged.values().stream().mapToDouble(each -> each).sum(),
                1e-3);
    }

    /** Within 1 %. */
    private static void assertMillis(double expected, double found, String what) {
        assertMillis(expected, found, () -> what);
    }

    private static void assertMillis(double expected, double found, Supplier<String> what) {
        assertEquals(expected, found, Math.max(0.2, 0.01 * expected), what);
    }

    private void assertCharges(double... byRank) {
        for (int rank = 0; rank < byRank.length; rank++) {
            assertMillis(byRank[rank], charged.getOrDefault(rank, 0.0), "rank " + rank + " in " + charged);
        }
    }

    private WaitTimes.Site site(String name) {
        return waits.sites().stream()
                .filter(site -> site.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " in "
                        + waits.sites().stream().map(site -> site.name).toList()));
    }

    private void assertSite(String name, double millis) {
        assertMillis(millis, site(name).waiting / NS_PER_MS, name);
    }

    /** A part of the critical path. */
    private void assertPath(String place, double millis) {
        assertMillis(millis, critical.getOrDefault(place, 0.0), () -> place + " in " + critical);
    }

    /** What a call has waited for is part of its record. */
    private void assertRecords(String words, int number) {
        List<String> all = waits.recording().tracks().stream()
                .flatMap(track -> IntStream.range(0, track.size)
                        .mapToObj(i -> track.shape(i).words()))
                .toList();
        assertEquals(number, Collections.frequency(all, words), () -> words + " in " + all);
    }

    private void assertState(String name, String state) {
        assertEquals(state, site(name).state().words(), name);
    }

    /** No call but these was charged to anybody for more than a moment. */
    private void assertNoOthers(String... sites) {
        for (WaitTimes.Site site : waits.sites()) {
            if (!List.of(sites).contains(site.name)) {
                assertMillis(0, site.waiting / NS_PER_MS, site.name);
            }
        }
    }

    private void assertSays(String... patterns) {
        assertEquals(patterns.length, sentences.size(), sentences::toString);
        for (int i = 0; i < patterns.length; i++) {
            assertTrue(sentences.get(i).matches(patterns[i]), sentences::toString);
        }
    }

    @Test
    void ranksThatAreLateInTurnAreOneSentence() throws Exception {
        run(4, Rotating.class);
        assertCharges(300, 300, 300, 300);
        assertSite("allReduce, Rotating.java:14", 1200);
        assertState("allReduce, Rotating.java:14", "wait at N x N");
        for (int rank = 0; rank < 4; rank++) {
            assertPath("rank " + rank + " computing before allReduce, Rotating.java:14", 125);
        }
        assertSays(
                "each of 4 ranks in turn made the others wait (100|99\\.\\d|100\\.0) ms of 50\\d ms \\(1.20 s in all\\), most of it in"
                        + " allReduce, Rotating.java:14");
    }

    @Test
    void aChainIsOneSentence() throws Exception {
        run(4, Chain.class);
        assertCharges(600, 600, 600, 600);
        assertSite("recv, Chain.java:12", 1200);
        assertState("recv, Chain.java:12", "late sender");
        assertState("barrier, Chain.java:15", "wait at barrier");
        assertSite("barrier, Chain.java:15", 1200);
        for (int rank = 0; rank < 3; rank++) {
            assertPath("rank " + rank + " computing before send, Chain.java:14", 200);
        }
        assertPath("rank 3 computing before barrier, Chain.java:15", 200);
        assertSays(
                "ranks compute one after the other: 800 ms of 80\\d ms; waits for that are 2.40 s in all, most of it in .*");
    }

    /** Requests and non-blocking collective operations; the bytes of a long message are transfer. */
    @Test
    void requests() throws Exception {
        run(2, Overlap.class);
        assertCharges(350, 800);
        assertSite("Request.waitFor, Overlap.java:36", 350);
        assertSite("Request.waitFor, Overlap.java:45", 400);
        assertState("Request.waitFor, Overlap.java:36", "late sender");
        assertState("Request.waitFor, Overlap.java:45", "late receiver");
        assertSite("Request.waitFor, Overlap.java:57", 400);
        assertRecords("Request.waitFor for rank 0, tag 2, Overlap.java:36", 10);
        assertRecords("Request.waitFor for rank 1, tag 3, Overlap.java:45", 10);
        assertMillis(353, site("Request.waitFor, Overlap.java:45").transfer / NS_PER_MS, "of the long message");
        assertPath("rank 0 computing before iSend, Overlap.java:30", 400);
        assertPath("rank 1 computing before recv, Overlap.java:48", 400);
        assertPath("rank 1 computing before iAllReduce, Overlap.java:56", 400);
        assertNoOthers(
                "Request.waitFor, Overlap.java:36",
                "Request.waitFor, Overlap.java:45",
                "Request.waitFor, Overlap.java:57");
        assertSays(
                "rank 1 made rank 0 wait 800 ms of .*, most of it in Request.waitFor, Overlap.java:(45|57)",
                "rank 0 made rank 1 wait 350 ms of .*, most of it in Request.waitFor, Overlap.java:36");
    }

    @Test
    void locks() throws Exception {
        run(4, Locks.class);
        assertCharges(0, 300, 300, 300);
        assertSite("Win.lock, Locks.java:15", 570);
        assertState("Win.lock, Locks.java:15", "lock contention");
        assertSite("barrier, Locks.java:21", 330);
        assertNoOthers("Win.lock, Locks.java:15", "barrier, Locks.java:21");
        for (int rank = 1; rank < 4; rank++) {
            assertPath("rank " + rank + " computing before Win.unlock, Locks.java:19", 100);
        }
        assertSays(
                "ranks 1, 2, 3 compute one after the other: 300 ms of 30\\d ms; waits for that are 900 ms in all, most of it in"
                        + " Win.lock, Locks.java:15");
    }

    @Test
    void ranksThatAreLateTogetherShareIt() throws Exception {
        run(4, EarlyReduce.class);
        assertCharges(0, 100, 100, 100);
        assertSite("reduce, EarlyReduce.java:13", 300);
        assertState("reduce, EarlyReduce.java:13", "early reduce");
        assertNoOthers("reduce, EarlyReduce.java:13");
        assertSays("ranks 1, 2, 3, late at the same time, made rank 0 wait 300 ms of 30\\d ms, most of it in reduce,"
                + " EarlyReduce.java:13");
    }

    @Test
    void fencesAndEpochs() throws Exception {
        run(4, Fences.class);
        assertCharges(0, 1800, 0, 0);
        assertSite("Win.fence, Fences.java:17", 900);
        assertSite("Win.start, Fences.java:22", 300);
        assertState("Win.start, Fences.java:22", "late post");
        assertState("Win.fence, Fences.java:17", "wait at fence");
        assertSite("barrier, Fences.java:32", 600);
        assertEquals(40, Matrix.bytes(waits.recording())[0][1]);
        assertSays(
                "rank 1 made the others wait 600 ms of 60\\d ms \\(1.80 s in all\\), most of it in Win.fence, Fences.java:17");
    }

    @Test
    void looksInARowAreAWait() throws Exception {
        run(2, Polls.class);
        assertCharges(1200, 0);
        assertSite("iProbe, Polls.java:16", 900);
        assertSite("probe, Polls.java:27", 300);
        assertState("iProbe, Polls.java:16", "late sender");
        assertSays("rank 0 made rank 1 wait 1.20 s of 1.20 s, most of it in iProbe, Polls.java:16");
    }

    /** Whatever the partner of the late rank waits in, it is not said to make others wait. */
    @ParameterizedTest
    @CsvSource({"send, recv, 27", "isend, recv, 34", "pscw, Win.post, 60", "probe, send, 71", "icoll, iBarrier, 76"})
    void aVictimIsNoCulprit(String variant, String late, int line) throws Exception {
        run(4, LatePartner.class, variant);
        assertCharges(15, 900);
        assertSite("barrier, LatePartner.java:80", 615);
        assertPath("rank 0 computing before barrier, LatePartner.java:80", 5);
        assertPath("rank 1 computing before " + late + ", LatePartner.java:" + line, 300);
        assertSays(
                "rank 1 made the others wait 300 ms of .* \\(900 ms in all\\), most of it in barrier, LatePartner.java:80");
    }

    @Test
    void norIsTheNextOneInALock() throws Exception {
        run(4, LatePartner.class, "lock");
        assertCharges(35, 870);
        assertSite("Win.lock, LatePartner.java:47", 290);
        assertSite("barrier, LatePartner.java:80", 615);
        assertSays(
                "rank 1 made the others wait 290 ms of .* \\(870 ms in all\\), most of it in barrier, LatePartner.java:80");
    }

    /** Constructors, files, and the end. */
    @Test
    void callsOfAllMembers() throws Exception {
        run(4, LateMembers.class, folder.resolve("file").toString());
        assertCharges(0, 1800, 1200, 0);
        assertSite("Win.new, LateMembers.java:12", 900);
        assertSite("File.new, LateMembers.java:14", 600);
        assertSite("File.writeAtAll, LateMembers.java:16", 300);
        assertSite("MPI.Finalize, LateMembers.java:20", 1200);
        assertPath("rank 1 computing before Win.new, LateMembers.java:12", 300);
        assertPath("rank 1 computing before File.new, LateMembers.java:14", 200);
        assertPath("rank 1 computing before File.writeAtAll, LateMembers.java:16", 100);
        assertPath("rank 2 computing before MPI.Finalize, LateMembers.java:20", 400);
        assertState("Win.new, LateMembers.java:12", "wait at window creation");
        assertState("File.new, LateMembers.java:14", "wait at file");
        assertState("MPI.Finalize, LateMembers.java:20", "wait at Finalize");
        assertSays(
                "rank 1 made the others wait 600 ms of .*, most of it in Win.new, LateMembers.java:12",
                "rank 2 made the others wait 400 ms of .*, most of it in MPI.Finalize, LateMembers.java:20");
    }

    @Test
    void twoLinesOfOneKindAreToldApart() throws Exception {
        run(2, TwoLines.class);
        assertCharges(0, 200);
        assertSite("send, TwoLines.java:14", 200);
        assertNoOthers("send, TwoLines.java:14");
        assertSays("rank 1 made rank 0 wait 200 ms of .*, most of it in send, TwoLines.java:14");
    }

    /** A call that waits for what several ranks could do names none of them. */
    @Test
    void whomACallWaitsForIsRecorded() throws Exception {
        run(3, Several.class);
        assertRecords("Request.waitAny for rank 1, Several.java:14", 1);
        assertRecords("Request.waitAny, Several.java:17", 1);
        assertRecords("Request.waitFor for rank 1, Several.java:27", 2);
    }

    /** What a script reads of all this. */
    @Test
    void theSameAsData() throws Exception {
        run(4, LatePartner.class, "pscw");
        assertRecords("Win.start for rank 1, LatePartner.java:54", 1);
        String json = JobFindings.of(waits.recording()).json();
        assertTrue(json.startsWith("{\"mode\":\"sim\",\"ranks\":4,\"seconds\":0.3"), json);
        assertTrue(json.contains("\"late\":[\n {\"rank\":1,\"seconds\":0.89"), json);
        assertTrue(json.contains("{\"site\":\"Win.start, LatePartner.java:54\",\"calls\":1,\"seconds\":0.3"), json);
        assertTrue(json.contains("\"state\":\"late post\"}"), json);
        assertTrue(json.contains("{\"state\":\"wait at barrier\",\"seconds\":0.6"), json);
        assertTrue(json.contains("{\"rank\":1,\"computing\":0.3"), json);
        assertTrue(
                json.contains("\"path\":[\n {\"rank\":1,\"part\":\"computing\",\"site\":\"Win.post, LatePartner.java:"),
                json);
    }

    @Test
    void severalThreads() throws Exception {
        run(2, SeveralThreads.class);
        assertCharges(400, 0);
        assertSite("recv, SeveralThreads.java:24", 400);
        for (Track track : waits.recording().tracks()) {
            for (int i = 0; track.rank == 1 && track.thread > 0 && i < track.size; i++) {
                if (track.shape(i).isCall()) {
                    assertEquals("worker-" + track.shape(i).tag() + " 8", track.name + " " + track.bytes(i));
                }
            }
        }
        assertSays("rank 0 made rank 1 wait 400 ms of .*, most of it in recv, SeveralThreads.java:24");
    }

    /** The recorded times of a thread that is not the rank's first are those of its own clock. */
    @Test
    void furtherThreadsHaveTheirOwnTimes() throws Exception {
        run(2, ThreadClock.class);
        Track receiver = waits.recording().tracks().stream()
                .filter(track -> track.rank == 1 && track.thread == 1)
                .findFirst()
                .orElseThrow();
        int[] calls = IntStream.range(0, receiver.size)
                .filter(i -> receiver.shape(i).isCall())
                .toArray();
        assertEquals(3, calls.length);
        for (int i = 0; i < 3; i++) {
            assertMillis(40 * i, receiver.begin[calls[i]] / NS_PER_MS, "begin of receive " + i);
            assertMillis(40 * (i + 1), receiver.end[calls[i]] / NS_PER_MS, "end of receive " + i);
        }
        assertCharges(120, 0);
    }

    /** Each call has its own line, however alike its calls are, and the calls of the program that have led there. */
    @Test
    void linesAreExact() throws ReflectiveOperationException, IOException {
        run(1, Sites.class);
        Track track = waits.recording().tracks().getFirst();
        Map<String, Integer> calls = new HashMap<>();
        for (int i = 0; i < track.size; i++) {
            Shape shape = track.shape(i);
            if (shape.place().startsWith("waits.Sites") && shape.operation().equals("barrier")) {
                calls.merge(shape.line() + " " + shape.callers().size(), 1, Integer::sum);
            }
        }
        assertEquals(
                Map.of(
                        "Sites.java:43 1", 334,
                        "Sites.java:39 1", 666,
                        "Sites.java:22 0", 5,
                        "Sites.java:26 0", 1,
                        "Sites.java:28 0", 1),
                calls);
    }
}
