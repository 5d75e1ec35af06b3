package org.bipj.launch.mpirun.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.bipj.core.job.family.SpawnAnswer;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.launch.TimeLimits;
import org.bipj.launch.mpirun.command.Options;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs that come, go and fail together. Jobs and their ranks are fakes; {@code DynamicTest} and {@code FamilyTest} have real ones. */
class JobFamilyTest {
    private final StubMember first = new StubMember(new StubJob("-n", "1", "--timeout", "60", "java", "Main"));
    private final JobFamily family = new JobFamily(first, new Maker());
    /** Why the next job does not start; null: it does. */
    private String fault;

    private final CompletableFuture<StubMember> made = new CompletableFuture<>();
    private CompletableFuture<StubMember> next = made;

    /** Makes jobs of the requests. */
    private final class Maker implements JobMaker {
        @Override
        public MemberJob make(MemberJob parent, SpawnRequest request, IntSupplier number) throws IOException {
            if (request.programs().getFirst().command().equals("door")) {
                return null;
            }
            if (request.programs().getFirst().command().equals("nothing")) {
                throw new IOException("there is no such program");
            }
            Options options =
                    parent.options().ofSpawned(number.getAsInt(), request, (command, path) -> command, null, 0);
            StubMember job = new StubMember(StubJob.spawned(options), fault);
            next.complete(job);
            return job;
        }

        @Override
        public void over(MemberJob job) {
            // Nothing was reserved.
        }

        @Override
        public void close() {
            // It has nothing.
        }
    }

    @AfterEach
    void end() {
        family.end();
    }

    private CompletableFuture<SpawnAnswer> ask(String command, int processes) {
        return ask(first, command, processes);
    }

    private static CompletableFuture<SpawnAnswer> ask(StubMember parent, String command, int processes) {
        CompletableFuture<SpawnAnswer> answer = new CompletableFuture<>();
        SpawnRequest request =
                new SpawnRequest(List.of(new SpawnRequest.Program(command, List.of(), processes, Map.of())), null);
        parent.ask(new SpawnTicket(request, answer::complete));
        return answer;
    }

    private CompletableFuture<Integer> run() throws IOException {
        first.start();
        family.startWatch();
        return CompletableFuture.supplyAsync(family::await);
    }

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    /** A job whose ranks have all started and that its parent knows, whether or not they have met. */
    private StubMember child(int processes) throws Exception {
        next = new CompletableFuture<>();
        CompletableFuture<SpawnAnswer> answer = ask("worker", processes);
        StubMember child = get(next);
        child.awaitStart();
        for (int rank = 0; rank < processes; rank++) {
            child.job().board().started(rank);
        }
        assertEquals(new SpawnAnswer(child.address(), List.of(processes), ""), get(answer));
        return child;
    }

    private static void endsWell(StubMember member) {
        for (int rank = 0; rank < member.options().ranks(); rank++) {
            member.job().board().finished(rank);
            member.job().rank(rank).ended(0);
        }
    }

    @Test
    void aRequestIsAnsweredWhenAllHaveInitialisedTheLibrary() throws Exception {
        CompletableFuture<Integer> code = run();
        CompletableFuture<SpawnAnswer> answer = ask("worker", 2);
        StubMember child = get(made);
        child.awaitStart();
        child.job().board().started(0);
        assertTrue(!answer.isDone());
        child.job().board().started(1);
        assertEquals(new SpawnAnswer("job 1", List.of(2), ""), get(answer));
        endsWell(child);
        child.awaitClose();
        endsWell(first);
        assertEquals(0, get(code));
    }

    /** Of a spawned job the dead count for nothing where the job survives deaths, and survivors as those of the first one. */
    @ParameterizedTest
    @CsvSource({"true, 3, 3", "false, 137, 0"})
    void theSurvivorsOfASpawnedJobCount(boolean hasFinalised, int ofOne, int ofAll) throws Exception {
        StubMember parent = new StubMember(new StubJob("--with-ft", "-n", "1", "java", "Main"));
        JobFamily all = new JobFamily(parent, new Maker());
        parent.start();
        all.startWatch();
        CompletableFuture<Integer> code = CompletableFuture.supplyAsync(all::await);
        next = new CompletableFuture<>();
        CompletableFuture<SpawnAnswer> answer = ask(parent, "worker", 1);
        StubMember child = get(next);
        child.awaitStart();
        child.job().board().started(0);
        get(answer);
        if (hasFinalised) {
            child.job().board().finished(0);
        }
        child.job().rank(0).ended(ofOne);
        child.awaitClose();
        endsWell(parent);
        assertEquals(ofAll, get(code));
    }

    @Test
    void aJobThatDoesNotStartFailsItsRequestAndNothingElse() throws Exception {
        fault = "too many open files";
        CompletableFuture<Integer> code = run();
        assertEquals(SpawnAnswer.failed("too many open files"), get(ask("worker", 2)));
        assertEquals(SpawnAnswer.failed("there is no such program"), get(ask("nothing", 1)));
        assertEquals(SpawnAnswer.NEEDS_DOOR, get(ask("door", 1)));
        endsWell(first);
        assertEquals(0, get(code));
    }

    @Test
    void aProcessThatEndsTooEarlyFailsTheRequestAndTheOthersOfItsJobEnd() throws Exception {
        CompletableFuture<Integer> code = run();
        CompletableFuture<SpawnAnswer> answer = ask("worker", 2);
        StubMember child = get(made);
        child.awaitStart();
        child.job().board().started(0);
        child.job().rank(1).ended(0);
        assertEquals(
                SpawnAnswer.failed("rank 1 of the new processes on a has ended before MPI.Init: it ended with code 0"),
                get(answer));
        child.awaitClose();
        assertEquals(List.of("TERM", "KILL"), child.job().rank(0).signals());
        endsWell(first);
        // The error was the request's.
        assertEquals(0, get(code));
    }

    @Test
    void aJobThatFailsEndsThoseThatItIsConnectedWith() throws Exception {
        CompletableFuture<Integer> code = run();
        StubMember child = child(1);
        StubMember grandchild = child(1);
        child.connect(first);
        grandchild.connect(child);
        grandchild.job().rank(0).ended(5);
        assertEquals(5, get(code));
        assertEquals(
                "mpirun: rank 2.0 (pid 1000 on a) exited with code 5\n",
                grandchild.job().said());
        // Once each, though those that are ended too tell what they are connected with.
        assertEquals(
                "mpirun: job 0 is ended too: it is connected with job 2\n",
                first.job().said());
        assertEquals(
                "mpirun: job 1 is ended too: it is connected with job 2\n",
                child.job().said());
    }

    @Test
    void aJobThatHasDisconnectedGoesOn() throws Exception {
        CompletableFuture<Integer> code = run();
        StubMember child = child(1);
        StubMember other = child(1);
        // Links to none: it has met its parents, and left them.
        child.connect(child);
        other.connect(other);
        child.job().rank(0).ended(5);
        child.awaitClose();
        assertEquals("", first.job().said() + other.job().said());
        endsWell(first);
        endsWell(other);
        assertEquals(0, get(code));
    }

    /** Until they have met, children belong to who has asked for them. */
    @Test
    void childrenThatHaveNotMetTheirParentsYetEndWithThem() throws Exception {
        CompletableFuture<Integer> code = run();
        StubMember child = child(2);
        first.job().rank(0).ended(9);
        assertEquals(9, get(code));
        assertEquals(
                "mpirun: job 1 is ended too: it is connected with job 0\n",
                child.job().said());
        assertEquals(List.of("TERM", "KILL"), child.job().rank(1).signals());
    }

    @Test
    void theFirstJobIsOverOnlyWithTheOthers() throws Exception {
        CompletableFuture<Integer> code = run();
        StubMember child = child(1);
        endsWell(first);
        family.signal("TSTP");
        assertEquals(List.of("TSTP"), child.signals());
        assertTrue(!code.isDone());
        endsWell(child);
        assertEquals(0, get(code));
    }

    @Test
    void jobsThatRunForTooLongAreReportedAndEnded() throws Exception {
        String said = TimeLimits.growing(1, text -> !text.contains("and this is"), this::lateChild);
        assertTrue(
                said.matches(
                        "mpirun: mpirun has run for \\d+.0 s, the limit that --timeout set, and job \\d still runs, which"
                                + " ranks have started; this is what its ranks do\n"
                                + "mpirun: rank 0 computes, or waits outside of the library\n"),
                said);
    }

    /** What is said of a job that its parents leave, and that runs for longer than the limit. */
    private String lateChild(String limit) {
        StubMember parent = new StubMember(new StubJob("-n", "1", "--timeout", limit, "java", "Main"));
        JobFamily small = new JobFamily(parent, new Maker());
        try {
            parent.start();
            small.startWatch();
            CompletableFuture<Integer> code = CompletableFuture.supplyAsync(small::await);
            next = new CompletableFuture<>();
            ask(parent, "worker", 1);
            StubMember child = get(next);
            child.awaitStart();
            child.job().board().started(0);
            endsWell(parent);
            assertEquals(124, get(code));
            assertEquals(List.of("TERM", "KILL"), child.job().rank(0).signals());
            return child.job().said();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
