package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code mpirun --check}: each fault of {@link Faulty} is told, with its calls and their lines, in every mode. */
class CheckTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final int ERROR = 122;
    /** Faults that are committed in real time, too, unless the suite is deep: of one rank, of messages and of collective calls. */
    private static final Set<String> OF_THREADS =
            Set.of("changed-while-pending", "missing-call-of-some", "store-into-get");

    private static final Set<String> OF_PROCESSES = Set.of("unreceived-messages", "missing-call-of-some");

    private static final long FIRST_SEED = Long.getLong("bipj.seed", 1);
    /** Programs of each mode; {@link #SEEDS_OF_PROCESSES} of processes. */
    private static final long SEEDS = DEEP ? 3400 : 10;

    private static final long SEEDS_OF_PROCESSES = DEEP ? SEEDS : 1;
    /** Programs with a fault of each kind. */
    private static final long PLANTED = DEEP ? 100 : 1;

    @TempDir
    Path temporary;

    /** An error that is expected: the fault, its kind, and what the report says besides. */
    private record Told(String fault, String kind, List<String> texts) {}

    private static Told told(String fault, String kind, String... texts) {
        return new Told(fault, kind, List.of(texts));
    }

    private static String at(String method) {
        return "at " + Faulty.class.getName() + "." + method + "(Faulty.java:";
    }

    private static String inWindows(String method) {
        return "at " + FaultyWindows.class.getName() + "." + method + "(FaultyWindows.java:";
    }

    private static final List<Told> ERRORS = List.of(
            told(
                    "changed-while-pending",
                    "changed-while-pending",
                    "iSend(100 INT, dest 1, tag 7) in MPI_COMM_WORLD " + at("startSend"),
                    "waitFor() " + at("end")),
            told(
                    "receive-buffer-in-use",
                    "buffer-in-use",
                    "iRecv(1 INT, source 1, tag 7) in MPI_COMM_WORLD " + at("startReceive"),
                    "send(1 INT, dest 1, tag 7) in MPI_COMM_WORLD " + at("receiveBufferInUse")),
            told("overlapping-receives", "buffer-in-use", at("startReceive"), at("overlappingReceives")),
            told("send-buffer-received-into", "buffer-in-use", at("startSend"), at("sendBufferReceivedInto")),
            told("overlapping-buffers", "overlapping-buffers", "allReduce(2 INT, op SUM)", at("overlappingBuffers")),
            told("started-twice", "started-twice", "recvInit(1 INT, source ", at("startedTwice")),
            told("freed-handle", "freed-handle", "free() " + at("freedHandle"), "start() " + at("freedHandle")),
            told("active-requests", "active-requests", at("startSend")),
            told(
                    "cancelled-requests",
                    "active-requests",
                    "iRecv(1 INT, source any, tag 7) in MPI_COMM_WORLD " + at("startReceive"),
                    "; cancelled by cancel() " + at("cancelledRequests"),
                    "; cancelled by Cancel() " + at("cancelledRequests"),
                    "recvInit(2 INT, source any, tag 8) in MPI_COMM_WORLD, started at "),
            told(
                    "unreceived-messages",
                    "unreceived-messages",
                    "rank 1",
                    "12 bytes from rank 0 with tag 7, sent by send(3 INT, dest 1, tag 7) in MPI_COMM_WORLD "
                            + at("unreceivedMessages")),
            told(
                    "unreceived-in-freed",
                    "unreceived-messages",
                    "rank 1",
                    "12 bytes from rank 0 with tag 7, sent by send(3 INT, dest 1, tag 7) in the communicator of ranks 0, 1 "
                            + at("unreceivedInFreed"),
                    "    free() in the communicator of ranks 0, 1 " + at("unreceivedInFreed")),
            told(
                    "unreceived-after-free",
                    "unreceived-messages",
                    "12 bytes from rank 0 with tag 7, sent by send(3 INT, dest 1, tag 7) in the communicator of ranks 0, 1 "
                            + at("unreceivedAfterFree")),
            told("open-epoch", "open-epoch", "lock() " + at("openEpoch")),
            told(
                    "unclosed-put",
                    "open-epoch",
                    "a window is freed in an epoch that no fence has ended",
                    "put(1 INT, dest ",
                    "free() " + inWindows("unclosedPut")),
            told(
                    "unclosed-accumulate",
                    "open-epoch",
                    "accumulate(2 INT, op SUM, dest 0, tag 0) " + inWindows("accumulate"),
                    "free() " + inWindows("unclosedAccumulate")),
            told(
                    "unclosed-get",
                    "open-epoch",
                    "Finalize is called in an epoch that no fence has ended",
                    "get(1 INT, dest 1, tag 0) " + inWindows("unclosedGet")),
            told(
                    "missing-last-fence",
                    "different-calls",
                    "rank 0: fence() " + inWindows("missingLastFence"),
                    "rank 1: free() " + inWindows("missingLastFence")),
            told(
                    "missing-only-fence",
                    "different-calls",
                    "rank 0: free() " + inWindows("missingOnlyFence"),
                    "rank 1: fence() " + inWindows("missingOnlyFence")),
            told(
                    "missing-fence-of-two",
                    "different-calls",
                    "rank 0: fence() " + inWindows("missingFenceOfTwo"),
                    "rank 1: free() " + inWindows("missingFenceOfTwo")),
            told(
                    "different-operations",
                    "different-calls",
                    "with different operations",
                    "rank 0: bcast(1 INT, root 0) in the communicator of ranks 0, 1 " + at("differentOperations"),
                    "rank 1: barrier() in the communicator of ranks 0, 1 " + at("differentOperations")),
            told(
                    "different-roots",
                    "different-calls",
                    "with different roots",
                    "rank 0: iBcast(1 INT, root 0)",
                    "rank 1: iBcast(1 INT, root 1)"),
            told("different-counts", "different-calls", "with different counts", "allReduce(1 INT", "allReduce(2 INT"),
            told("different-types", "different-calls", "with different types", "gather(2 INT", "gather(1 DOUBLE"),
            told("different-reductions", "different-calls", "with different reduction operations", "op MAX", "op SUM"),
            told("different-forms", "different-calls", "rank 0: barrier()", "rank 1: iBarrier()"),
            told("different-order", "different-calls", "iBarrier()", "allReduce(1 INT", at("differentOrder")),
            told(
                    "missing-call",
                    "different-calls",
                    "rank 0: bcast(1 INT, root 0)",
                    "rank 1: Finalize() in MPI_COMM_WORLD " + at("main")),
            told("missing-call-of-some", "missing-call", "bcast(1 INT, root 0)", "; not made by rank 1"),
            told(
                    "wrong-type",
                    "wrong-receive",
                    "consists of INT, and the receive is for DOUBLE",
                    "recv(1 DOUBLE, source 0, tag 7) in MPI_COMM_WORLD " + at("wrongType"),
                    "rank 0's last send to it: send(2 INT, dest 1, tag 7) in MPI_COMM_WORLD " + at("wrongType")),
            told(
                    "different-parts",
                    "different-calls",
                    "in a collective call rank 1 sends 12 bytes to rank 0, which receives 8",
                    "rank 0: gatherv(1 INT, root 0) in MPI_COMM_WORLD " + at("differentParts"),
                    "rank 1: gatherv(3 INT, root 0) in MPI_COMM_WORLD " + at("differentParts")),
            told("different-parts-of-all", "different-calls", "sends other types than rank", at("differentPartsOfAll")),
            told(
                    "different-own-part",
                    "different-calls",
                    "sends 8 bytes to rank ",
                    ", which receives 4",
                    ": allGather(2 INT, receives 1 INT) in MPI_COMM_WORLD " + at("differentOwnPart")),
            told(
                    "different-types-of-own-part",
                    "different-calls",
                    "sends other types than rank",
                    ": allGather(2 INT, receives 2 FLOAT) in MPI_COMM_WORLD " + at("differentTypesOfOwnPart")),
            told(
                    "different-types-of-all",
                    "different-calls",
                    "rank 0: scatter(2 FLOAT, sends 2 INT, root 0) in MPI_COMM_WORLD " + at("differentTypesOfAll")),
            told(
                    "different-parts-of-neighbours",
                    "different-calls",
                    "in a collective call rank ",
                    "neighborAllToAllInit(2 INT",
                    "neighborAllToAllInit(1 INT"),
            told(
                    "different-parts-between",
                    "different-calls",
                    "rank 1 sends 8 bytes to rank 0, which receives 4",
                    at("differentPartsBetween")),
            told("different-counts-between", "different-calls", "with different counts", "bcast(1 INT, root -4)"),
            told(
                    "missing-start",
                    "missing-call",
                    "bcastInit(1 INT, root 0) in MPI_COMM_WORLD, started " + at("missingStart"),
                    "; not made by rank 1"),
            told(
                    "put-changed-while-pending",
                    "changed-while-pending",
                    "the buffer of a one-sided operation was changed between its start and the end of its epoch",
                    "accumulate(100 INT, op SUM, dest ",
                    "fence() " + at("putChangedWhilePending")),
            told("store-into-get", "changed-while-pending", "get(8 INT, dest ", "fence() " + inWindows("storeIntoGet")),
            told(
                    "get-buffer-in-use",
                    "buffer-in-use",
                    "memory that a pending one-sided operation writes is",
                    "get(1 INT, dest ",
                    "allReduce(1 INT, op SUM) in MPI_COMM_WORLD " + at("getBufferInUse")),
            told(
                    "wrong-mixture",
                    "wrong-receive",
                    "the message from rank 0 with tag 7 consists of other types than the receive, or in another order",
                    "source any, tag any) in MPI_COMM_WORLD " + at("wrongMixture"),
                    "rank 0's last send to it: send(1 a datatype of INT and FLOAT"),
            told("wrong-mixture-of-persistent", "wrong-receive", "consists of other types than the receive"),
            told("different-mixtures", "different-calls", "with different types", at("differentMixtures")),
            told(
                    "wrong-length",
                    "wrong-receive",
                    "has 12 bytes, and the receive has room for 8",
                    at("startReceive"),
                    at("startSend"),
                    at("end")));

    private static Stream<Arguments> errors() {
        return Stream.of("thread", "sim").flatMap(CheckTest::errorsIn);
    }

    private static Stream<Arguments> errorsOfProcesses() {
        return errorsIn("process");
    }

    private static Stream<Arguments> errorsIn(String mode) {
        return ERRORS.stream()
                .filter(error -> DEEP || isShort(mode, error.fault()))
                .map(error -> Arguments.of(mode, error));
    }

    private static boolean isShort(String mode, String fault) {
        return switch (mode) {
            case "sim" -> true;
            case "thread" -> OF_THREADS.contains(fault);
            default -> OF_PROCESSES.contains(fault);
        };
    }

    private static Stream<String> modes() {
        return Stream.of("process", "thread", "sim");
    }

    /** Processes in the deep suite only. */
    private static Stream<String> ofOneJvm() {
        return modes().filter(mode -> DEEP || !mode.equals("process"));
    }

    /** A job of mpirun; outside of the deep suite its ranks are threads of this JVM. */
    private TestJob.Ended ended(TestJob job, String fault) {
        return DEEP
                ? job.start(Faulty.class, fault).await()
                : job.with("--mode", "thread").here(temporary, Faulty.class, fault);
    }

    static InThisJvm.End run(String mode, int ranks, Class<?> program, String... arguments) {
        if (mode.equals("process")) {
            TestJob.Ended ended =
                    job(ranks, "--check").start(program, arguments).await();
            return new InThisJvm.End(ended.code(), ended.all());
        }
        return InThisJvm.checked(mode, ranks, program, arguments);
    }

    private static TestJob job(int ranks, String check) {
        return new TestJob().with("-n", "" + ranks, check).jvm("-Xmx96m", "-XX:TieredStopAtLevel=1");
    }

    @ParameterizedTest
    @MethodSource("errors")
    void anErrorEndsTheJob(String mode, Told error) {
        InThisJvm.End end = run(mode, 2, Faulty.class, error.fault());
        assertEquals(ERROR, end.code(), end::text);
        assertTrue(end.text().contains("check: " + error.kind() + ": "), end::text);
        error.texts().forEach(text -> assertTrue(end.text().contains(text), () -> text + "\n" + end.text()));
        if (error.kind().equals("different-calls")) {
            for (String finding : end.text().split("check: ")) {
                List<String> calls = finding.lines()
                        .filter(line -> line.matches(" +rank \\d+: .*"))
                        .map(line -> line.replaceAll("^ +rank \\d+: | at .*", ""))
                        .toList();
                assertEquals(calls.size(), Set.copyOf(calls).size(), () -> "calls that look alike:\n" + end.text());
            }
        }
    }

    @Tag("tier2")
    @ParameterizedTest
    @MethodSource("errorsOfProcesses")
    void anErrorEndsTheJobOfProcesses(String mode, Told error) {
        anErrorEndsTheJob(mode, error);
    }

    /** A message that nobody receives in a communicator that is freed, while another thread of the same rank exchanges others. */
    @ParameterizedTest
    @MethodSource("ofOneJvm")
    void aFaultOfOneThreadIsTold(String mode) {
        InThisJvm.End end = run(mode, 2, FaultyThreads.class);
        assertEquals(ERROR, end.code(), end::text);
        assertTrue(end.text().contains("check: unreceived-messages: a message was sent to this rank"), end::text);
        String place = " at " + FaultyThreads.class.getName() + ".leave(FaultyThreads.java:";
        String sent = "12 bytes from rank 0 with tag 7, sent by send(3 INT, dest 1, tag 7)";
        assertTrue(end.text().contains(sent), end::text);
        assertTrue(end.text().contains("free() in the communicator of ranks 0, 1" + place), end::text);
    }

    @ParameterizedTest
    @MethodSource("ofOneJvm")
    void messagesThatAreReceivedAfterAFreeAreNotTold(String mode) {
        InThisJvm.End end = run(mode, 2, FreedWhileUsed.class);
        assertEquals(0, end.code(), end::text);
        assertFalse(end.text().contains("check: "), end::text);
    }

    @Test
    void warningsAreListedAtTheEnd() {
        TestJob.Ended ended = job(2, "--check").start(Faulty.class, "not-freed").await();
        assertEquals(0, ended.code(), ended::all);
        assertTrue(ended.err().contains("check: rank 1: warning: not-freed"), ended::all);
        String ofRank = ended.err().substring(ended.err().indexOf("check: rank 1: warning: not-freed"));
        List<String> lines = ofRank.lines().skip(1).limit(21).toList();
        for (int i = 0; i < 20; i++) {
            String wanted = "    persistent request: sendInit(" + i + " INT, dest 0, tag 7)";
            assertTrue(lines.get(i).startsWith(wanted), ended::all);
        }
        assertEquals("    and 2 more", lines.getLast());
    }

    private static String warnings(String fault) {
        InThisJvm.End end = listened(() -> run("thread", 2, Faulty.class, fault));
        assertEquals(0, end.code(), end::text);
        return end.text();
    }

    @Test
    void handlesThatAreNotFreedAreListed() {
        String all = warnings("handles-not-freed");
        assertTrue(all.contains("window: new Win() " + at("handlesNotFreed")), all);
        assertTrue(all.contains("communicator: split() in MPI_COMM_WORLD "), all);
        assertFalse(all.contains("dup()"), all);
        assertTrue(all.contains("datatype: a datatype of INT and FLOAT " + at("mixture")), all);
        assertTrue(all.contains("attached buffer: attachBuffer() "), all);
    }

    @Test
    void updatesThatOverlapAreListed() {
        String all = warnings("overlapping-updates");
        assertTrue(all.contains("check: rank 1: warning: overlapping-updates"), all);
        assertTrue(all.contains("use the same memory of rank 0 in one epoch"), all);
    }

    @Test
    void waitsForInactiveRequestsAreListed() {
        assertTrue(warnings("inactive-request").contains("warning: inactive-request"));
    }

    /** Whoever is the target looks at what all have done, after the fence. */
    @ParameterizedTest
    @MethodSource("ofOneJvm")
    void updatesOfSeveralRanksThatOverlapAreListed(String mode) {
        InThisJvm.End end = listened(() -> run(mode, 2, Faulty.class, "overlapping-updates-of-two"));
        String all = end.text();
        assertEquals(0, end.code(), end::text);
        assertTrue(all.contains("check: rank 0: warning: overlapping-updates"), all);
        assertFalse(all.contains("check: rank 1: warning"), all);
        assertTrue(all.contains("rank 0's put(2 INT, dest 0"), all);
        assertTrue(all.contains("and rank 1's put(2 INT, dest 0"), all);
    }

    private static Stream<Arguments> meetings() {
        return (DEEP ? Stream.of("thread", "sim") : Stream.of("sim"))
                .flatMap(mode -> Stream.of(
                        Arguments.of(mode, "accumulate-and-get", 1, "rank 0's accumulate(2 INT", "rank 1's get(2 INT"),
                        Arguments.of(mode, "accumulate-and-put", 1, "rank 0's getAccumulate(", "rank 1's put(1 INT"),
                        Arguments.of(mode, "get-and-accumulate", 0, "get(8 INT", " and fetchAndOp(1 INT"),
                        Arguments.of(mode, "put-into-receive", 1, "rank 0's put(1 INT", "rank 1's recv(2 INT"),
                        Arguments.of(mode, "accumulate-into-receive", 1, "rank 0's accumulate(", "1's recvInit(8 INT"),
                        Arguments.of(mode, "put-into-bcast", 1, "rank 0's put(1 INT", "rank 1's iBcast(1 INT")));
    }

    /** Operations that must not meet in one epoch: of two ranks, of one, and of a rank that receives into its own window. */
    @ParameterizedTest
    @MethodSource("meetings")
    void operationsOnTheSameMemoryAreListed(String mode, String fault, int rank, String one, String other) {
        InThisJvm.End end = listened(() -> run(mode, 2, Faulty.class, fault));
        assertEquals(0, end.code(), end::text);
        assertTrue(end.text().contains("check: rank " + rank + ": warning: overlapping-updates"), end::text);
        assertFalse(end.text().contains("check: rank " + (1 - rank) + ": warning"), end::text);
        assertTrue(end.text().contains(one), end::text);
        assertTrue(end.text().contains(other), end::text);
        assertTrue(end.text().contains(" use the same memory of rank 1 in one epoch"), end::text);
    }

    /** In virtual time: what the program stores between two calls is known there. */
    @ParameterizedTest
    @CsvSource({"store-beside-get, fence", "store-beside-locked-get, lockAll"})
    void aStoreBesideAGetIsListed(String fault, String call) {
        InThisJvm.End end = listened(() -> run("sim", 2, Faulty.class, fault));
        assertEquals(0, end.code(), end::text);
        assertTrue(end.text().contains("check: rank 0: warning: overlapping-updates"), end::text);
        assertTrue(end.text().contains("rank 1's get("), end::text);
        assertTrue(end.text().contains(" and a store of rank 0 between " + call + "()"), end::text);
    }

    /** Accumulates that are not atomic together, and operations on memory of another type. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            mixed-accumulates | mixed-accumulates | and rank 1's accumulate(1 INT, op MAX, dest 1
            mixed-types       | mixed-accumulates | and rank 1's fetchAndOp(1 FLOAT, op SUM, dest 1
            other-elements    | other-elements    | rank 0's put(1 INT, dest 1
            """)
    void operationsOfOtherTypesAreListed(String fault, String kind, String call) {
        InThisJvm.End end = listened(() -> run("sim", 2, Faulty.class, fault));
        assertEquals(0, end.code(), end::text);
        assertTrue(end.text().contains("check: rank 1: warning: " + kind), end::text);
        assertFalse(end.text().contains("check: rank 0: warning"), end::text);
        assertTrue(end.text().contains(call), end::text);
    }

    /** A run, and besides what it has written to this JVM's standard error: there warnings of ranks in this JVM go. */
    static InThisJvm.End listened(Supplier<InThisJvm.End> run) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            InThisJvm.End end = run.get();
            return new InThisJvm.End(end.code(), end.text() + said.toString(StandardCharsets.UTF_8));
        } finally {
            System.setErr(before);
        }
    }

    /** Random programs with one fault each: most are told, as what they are. */
    @Tag("tier2")
    @Test
    void mostPlantedFaultsAreTold() {
        Map<String, int[]> told = new LinkedHashMap<>();
        StringBuilder missed = new StringBuilder();
        for (String fault : Planted.kinds()) {
            String kind = fault.split(" ")[0];
            int[] shares = told.computeIfAbsent(kind, first -> new int[2]);
            for (long seed = FIRST_SEED; seed < FIRST_SEED + PLANTED; seed++) {
                String[] arguments = {fault, "" + seed};
                String mode = seed % 2 == 0 ? "thread" : "sim";
                InThisJvm.End end = listened(() -> run(mode, 4, Planted.class, arguments));
                boolean isTold = end.text().contains("check: " + kind + ": ")
                        || end.code() == 0 && end.text().contains(": warning: " + kind + "\n");
                shares[0] += isTold ? 1 : 0;
                shares[1]++;
                if (!isTold) {
                    missed.append("\n")
                            .append(fault)
                            .append(", seed ")
                            .append(seed)
                            .append(": ")
                            .append(end.text());
                }
            }
        }
        told.forEach(
                (kind, share) -> System.out.println("planted and told: " + kind + " " + share[0] + " of " + share[1]));
        int all = told.values().stream().mapToInt(share -> share[1]).sum();
        int found = told.values().stream().mapToInt(share -> share[0]).sum();
        System.out.println("planted and told: " + found + " of " + all);
        assertTrue(found * 10 >= all * 9, missed::toString);
    }

    /** Random programs without a fault: nothing is told. */
    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void nothingIsToldOfProgramsWithoutFault(String mode) {
        long seeds = mode.equals("process") ? SEEDS_OF_PROCESSES : SEEDS;
        InThisJvm.End end = run(mode, 4, Faultless.class, "" + FIRST_SEED, "" + seeds);
        assertEquals(0, end.code(), end::text);
        assertFalse(end.text().contains("check: "), end::text);
    }

    @Tag("tier2")
    @Test
    void nothingIsToldOfProcessesWithoutFault() {
        nothingIsToldOfProgramsWithoutFault("process");
    }

    /** A send that waits for its receive although it need not shows that the program relies on buffers. */
    @Test
    void unsafeProgramsDeadlock() {
        TestJob.Ended plain = ended(job(2, "--check"), "unsafe");
        assertEquals(0, plain.code(), plain::all);
        TestJob.Ended unsafe = ended(job(2, "--check=unsafe").environment("BIPJ_DEADLOCK_SECONDS", "0.2"), "unsafe");
        assertEquals(123, unsafe.code(), unsafe::all);
        assertTrue(unsafe.err().contains("waits in mpi.Comm.send for rank 1 to receive a message"), unsafe::all);
    }

    @Test
    void racesAreListed() {
        TestJob.Ended plain = ended(job(3, "--check"), "race");
        assertFalse(plain.err().contains("race"), plain::all);
        TestJob.Ended ended = ended(job(3, "--check=races"), "race");
        assertEquals(0, ended.code(), ended::all);
        assertTrue(ended.err().contains("check: rank 0: warning: race"), ended::all);
        assertTrue(ended.err().contains("recv(1 INT, source any, tag 7) in MPI_COMM_WORLD " + at("race")), ended::all);
        assertTrue(ended.err().contains(": send(1 INT, dest 0, tag 7) in MPI_COMM_WORLD " + at("race")), ended::all);
    }

    @Test
    void findingsAreWrittenAsJson() throws IOException {
        Path file = temporary.resolve("findings.json");
        ended(job(2, "--check=json:" + file), "started-twice");
        List<String> lines = Files.readAllLines(file);
        assertFalse(lines.isEmpty());
        assertTrue(
                lines.getFirst().startsWith("{\"level\":\"error\",\"kind\":\"started-twice\",\"rank\":"),
                lines::toString);
    }

    @Test
    void anUnknownWordIsRefused() {
        TestJob.Ended ended = job(2, "--check=everything").here(temporary, Faulty.class, "started-twice");
        assertEquals(2, ended.code(), ended::all);
        assertTrue(
                ended.err().contains("--check=everything: expected a list of unsafe, races, loads and json:FILE"),
                ended::all);
    }

    @Test
    void readsAreCheckedInVirtualTimeOnly() {
        TestJob.Ended ended = job(2, "--check=loads").here(temporary, Faulty.class, "started-twice");
        assertEquals(2, ended.code(), ended::all);
        assertTrue(ended.err().startsWith("mpirun: --check=loads needs --mode sim"), ended::all);
    }
}
