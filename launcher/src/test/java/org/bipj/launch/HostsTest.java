package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bipj.launch.hosts.supervisor.SupervisorMain;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.UserSignal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Jobs of several hosts, all of which are this machine: the launch agent ignores the host's name. Ranks are shells, which
 * start fast and need no transport.
 */
class HostsTest extends JobTest {
    private static final String WHO = "echo $BIPJ_RANK of $BIPJ_SIZE, $BIPJ_LOCAL_RANK of $BIPJ_LOCAL_SIZE";

    private Path agent;

    @BeforeEach
    void makeAgent() throws IOException {
        // As a remote shell does: joins its words, and lets the user's profile print something first.
        agent = script(
                "agent",
                "host=$1; shift; echo Welcome to $host, BIPJ user; exec " + HostAgent.shell(directory, "shared"));
    }

    private Path script(String name, String body) {
        return HostAgent.script(directory.resolve(name), body);
    }

    private String[] words(String options, String shell) {
        List<String> words = new ArrayList<>(List.of("--launch-agent", agent.toString()));
        words.addAll(Arrays.asList(options.split(" ")));
        words.addAll(List.of("sh", "-c", shell));
        return words.toArray(String[]::new);
    }

    /** Runs a shell's command on each rank. */
    private Mpirun.Result run(String options, String shell) {
        return mpirun.run(words(options, shell));
    }

    /** The same with mpirun in this JVM, where its agents start no supervisor. */
    private Mpirun.Result runHere(String options, String shell) {
        return here().run(words(options, shell));
    }

    private static List<Long> supervisors(Mpirun mpirun) {
        return mpirun.processes().stream()
                .filter(pid -> ProcessHandle.of(pid)
                        .flatMap(process -> process.info().arguments())
                        .map(all -> List.of(all).contains(SupervisorMain.class.getName()))
                        .orElse(false))
                .toList();
    }

    private void awaitOutput(String text, int times) {
        Mpirun.until(text, () -> mpirun.output().split(text, -1).length > times);
    }

    @Test
    void ranksHaveTheirPlacesOnTheirHosts() {
        Mpirun.Result result = run(
                "--host ann:2,ben:2 -x COLOUR=red,blue --tag-output",
                WHO + "; echo $COLOUR; cat $BIPJ_SESSION/hosts; stat -c %a $BIPJ_SESSION/secret;"
                        + " wc -c <$BIPJ_SESSION/secret");
        assertEquals("", result.err());
        assertEquals(0, result.code());
        String[] places = {"0 of 4, 0 of 2", "1 of 4, 1 of 2", "2 of 4, 0 of 2", "3 of 4, 1 of 2"};
        for (int rank = 0; rank < places.length; rank++) {
            boolean first = rank < 2;
            String tag = "[1," + rank + "]<stdout>:";
            List<String> expected = List.of(
                    places[rank],
                    "red,blue",
                    (first ? "*" : "") + "ann - 0-1",
                    (first ? "" : "*") + "ben - 2-3",
                    "600",
                    "65");
            assertEquals(
                    expected,
                    result.out()
                            .lines()
                            .filter(line -> line.startsWith(tag))
                            .map(line -> line.substring(tag.length()))
                            .toList());
        }
    }

    @Tag("tier2")
    @Test
    void hostsOfATreeRunAndEndTogether() throws IOException {
        mpirun.environment().put("BIPJ_FANOUT", "2");
        String hosts = String.join(
                ",", IntStream.range(0, 5).mapToObj(host -> "h" + host + ":2").toList());
        // The last rank ends the job, once all have written.
        Mpirun.Result result = run(
                "--host " + hosts,
                WHO + "; cksum <$BIPJ_SESSION/secret >shared/.$BIPJ_RANK; mv shared/.$BIPJ_RANK shared/$BIPJ_RANK;"
                        + " [ $BIPJ_RANK = 9 ] || exec sleep 100;"
                        + " until [ `ls shared | wc -l` = 10 ]; do sleep 0.1; done; kill -9 $$");
        assertEquals(
                IntStream.range(0, 10)
                        .mapToObj(rank -> rank + " of 10, " + rank % 2 + " of 2")
                        .sorted()
                        .toList(),
                result.lines());
        Set<String> secrets = new HashSet<>();
        for (int rank = 0; rank < 10; rank++) {
            secrets.add(Files.readString(directory.resolve("shared/" + rank)));
        }
        assertEquals(1, secrets.size(), secrets::toString);
        assertEquals(137, result.code());
        assertTrue(
                result.err().matches("mpirun: rank 9 \\(pid \\d+ on \\S+\\) was ended by signal 9 .*\n"), result.err());
    }

    @Test
    void aRankFileAndAnotherReaderOnSeveralHosts() throws IOException {
        String last = Integer.toString(Cores.OF_PROCESS.cores().size() - 1);
        Path file = Files.writeString(
                directory.resolve("ranks"), "rank 0=ann slot=0\nrank 1=ben slot=" + last + "\nrank 2=ann slot=*\n");
        mpirun.input(Files.writeString(directory.resolve("input"), "text\n"));
        Mpirun.Result result = run(
                "--rankfile " + file + " --stdin 2 --cpu-set 0-9999 --report-bindings",
                "echo $BIPJ_RANK $BIPJ_LOCAL_RANK $BIPJ_BIND $(cat)");
        List<Integer> cores = Cores.OF_PROCESS.cores();
        List<String> words = result.lines();
        assertEquals("0 0 " + cores.getFirst(), words.get(0), result.err());
        assertEquals("1 0 " + cores.getLast(), words.get(1), result.err());
        assertTrue(words.get(2).matches("2 1 [0-9,-]+ text"), result.out());
        assertTrue(
                result.err().contains("mpirun: host ben: rank 1 bound to hwt " + cores.getLast() + "\n"), result.err());
        assertEquals(0, result.code());
    }

    @Tag("tier2")
    @Test
    void processorsThatAHostLacksAreNamed() {
        Mpirun.Result result = run("--host ann,ben --cpu-set 9999", "true");
        assertEquals(1, result.code());
        assertTrue(result.err().contains(": --cpu-set 9999: expected some of the processors "), result.err());
        assertTrue(result.err().startsWith("mpirun: host "), result.err());
    }

    @Test
    void inputGoesToRank0AndMuchOutputArrivesWholeAndInOrder() throws IOException {
        mpirun.input(Files.write(directory.resolve("input"), new byte[3_000_000]));
        Mpirun.Result result = run(
                "--host ann,ben",
                "echo $BIPJ_RANK `wc -c`; i=0; while [ $i -lt 20000 ]; do echo $BIPJ_RANK $i; i=$((i+1)); done; printf end");
        for (int rank = 0; rank < 2; rank++) {
            String own = rank + " ";
            assertEquals(
                    IntStream.concat(IntStream.of(rank == 0 ? 3_000_000 : 0), IntStream.range(0, 20_000))
                            .mapToObj(i -> own + i)
                            .toList(),
                    result.out().lines().filter(line -> line.startsWith(own)).toList());
        }
        assertTrue(result.out().contains("end"));
    }

    @Tag("tier2")
    @Test
    void rank0NeedNotTakeAllInput() throws IOException {
        mpirun.input(Files.write(directory.resolve("input"), new byte[3_000_000]));
        assertEquals(
                List.of("0: 7", "1: 0"),
                run("--host ann,ben", "echo $BIPJ_RANK: `head -c 7 | wc -c`").lines());
    }

    @Test
    void aKilledSupervisorIsALostHost() {
        Process job = mpirun.start(words("--host ann:2,ben:2", "echo $BIPJ_RANK has started; sleep 100"));
        awaitOutput("has started", 4);
        List<Long> supervisors = supervisors(mpirun);
        assertEquals(2, supervisors.size());
        Mpirun.signal(supervisors.getLast(), "KILL");
        Mpirun.Result result = mpirun.await(job);
        assertEquals(1, result.code());
        assertTrue(
                result.err().matches("mpirun: host (ann|ben): its supervisor, or the connection to it, has ended\n"),
                result.err());
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143"})
    void ranksEndWithMpirun(String signal, int code) throws InterruptedException {
        ranksEndBySignal(signal, code);
    }

    @Tag("tier2")
    @ParameterizedTest
    @CsvSource({"KILL, 137"})
    void ranksEndWithMpirunThatIsKilled(String signal, int code) throws InterruptedException {
        ranksEndWithMpirun(signal, code);
    }

    @Test
    @Tag("deep")
    void ranksEndWithAnInterruptedMpirun() throws InterruptedException {
        ranksEndBySignal("INT", 130);
    }

    private void ranksEndBySignal(String signal, int code) throws InterruptedException {
        Mpirun.assumeHeard(signal, code - 128);
        mpirun.environment().put("BIPJ_FANOUT", "1");
        Process job = mpirun.start(words("--host ann,ben", "echo $BIPJ_RANK has started; sleep 100 & wait"));
        awaitOutput("has started", 2);
        long start = System.nanoTime();
        Mpirun.signal(job.pid(), signal);
        assertTrue(job.waitFor(60, TimeUnit.SECONDS));
        assertEquals(code, job.exitValue());
        mpirun.assertClean();
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        assertTrue(seconds < 25, "the ranks have lived on for " + seconds + " s");
    }

    @Test
    void aSilentHostEndsTheJobByName() {
        Process job = mpirun.start(words("--host ann,ben --net-timeout 2", "echo $BIPJ_RANK has started; sleep 100"));
        awaitOutput("has started", 2);
        List<Long> supervisors = supervisors(mpirun);
        Mpirun.signal(supervisors.getLast(), "STOP");
        try {
            Mpirun.Result result = mpirun.await(job);
            assertEquals(1, result.code());
            assertTrue(result.err().matches("mpirun: host (ann|ben): it has been silent for 2 s\n"), result.err());
        } finally {
            Mpirun.signal(supervisors.getLast(), "CONT");
        }
    }

    @Tag("tier2")
    @Test
    void aStoppedJobGoesOn() {
        Process job = mpirun.start(words(
                "--host ann,ben --net-timeout 4", "echo $BIPJ_RANK has started; sleep 1; echo $BIPJ_RANK has ended"));
        awaitOutput("has started", 2);
        Mpirun.signal(job.pid(), "TSTP");
        Mpirun.until("stopped", () -> isStopped(job.pid()));
        sleepThroughTheTimeout();
        Mpirun.signal(job.pid(), "CONT");
        Mpirun.Result result = mpirun.await(job);
        assertEquals("", result.err());
        assertEquals(0, result.code());
        awaitOutput("has ended", 2);
    }

    private static boolean isStopped(long pid) {
        try {
            return Files.readString(Path.of("/proc", "" + pid, "stat")).contains(") T ");
        } catch (IOException e) {
            return false;
        }
    }

    /** Nothing can be observed of silence but that nothing happens. */
    private static void sleepThroughTheTimeout() {
        try {
            Thread.sleep(5000);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Tag("tier2")
    @Test
    void theTimeLimitHoldsForAllHosts() {
        String expected = "mpirun: ranks 0, 1 have not initialised the library\n";
        Mpirun.Result result = TimeLimits.growing(
                2, one -> one.err().endsWith(expected), limit -> run("--host ann,ben --timeout " + limit, "sleep 100"));
        assertEquals(124, result.code());
        assertTrue(result.err().endsWith(expected), result.err());
    }

    @Test
    void theTimeLimitHoldsForHostsThatDoNotAnswer() throws IOException {
        agent = script("agent", "exec sleep 100");
        Mpirun.Result result = runHere("--host ann,ben --timeout 1", "echo not reached");
        assertEquals(124, result.code());
        assertEquals(
                "mpirun: the job has not started within 1.0 s, the limit that --timeout set: there is no answer yet from"
                        + " ann, ben\n",
                result.err());
    }

    @Tag("tier2")
    @Test
    void aSignalThatAsksForAReportDoesNotEndAJobThatWaitsForItsHosts() throws IOException {
        agent = script("agent", "exec sleep 100");
        Process job = mpirun.start(words("--host ann", "echo not reached"));
        Mpirun.until("SIGUSR1 is handled", () -> UserSignal.isHandledBy(job.pid()));
        Mpirun.signal(job.pid(), "USR1");
        Mpirun.signal(job.pid(), "TERM");
        assertEquals(143, mpirun.await(job).code());
    }

    @Tag("tier2")
    @Test
    void argumentsAndVariablesDoNotDependOnTheLocaleOfTheLogin() throws IOException {
        assumeTrue(
                Charset.forName(System.getProperty("sun.jnu.encoding"))
                        .newEncoder()
                        .canEncode("ü"),
                "tests run in a locale without that character");
        mpirun.environment().put("LANG", "C.UTF-8");
        mpirun.environment().remove("LC_ALL");
        mpirun.environment().remove("LC_CTYPE");
        agent = script("agent", "shift; unset LANG; exec sh -c \"exec $*\"");
        String[] command = words("--host ann -x COLOUR=grün", "echo $COLOUR müsli");
        assertEquals("grün müsli\n", mpirun.run(command).out());
        script("agent", "shift; export LC_ALL=C; exec sh -c \"exec $*\"");
        Mpirun.Result result = mpirun.run(command);
        assertEquals(1, result.code());
        assertEquals(
                "mpirun: host ann: its locale does not have the characters of echo $COLOUR müsli: set LC_ALL, where you"
                        + " start mpirun, to one that all hosts have, such as C.UTF-8\n",
                result.err());
    }

    @Tag("tier2")
    @Test
    void aFileForOutputThatCannotBeMadeIsNoFaultOfAHost() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        Mpirun.Result result = runHere("--host ann --output-filename " + file, "echo not kept");
        assertEquals(1, result.code());
        assertTrue(result.err().startsWith("mpirun: --output-filename " + file + ": "), result.err());
    }

    private String[] program(String options, String what) {
        List<String> words = new ArrayList<>(List.of("--launch-agent", agent.toString()));
        words.addAll(Arrays.asList(options.split(" ")));
        words.addAll(List.of("java", "-cp", Mpirun.programs(), HostsProgram.class.getName(), what));
        return words.toArray(String[]::new);
    }

    @Test
    void theReasonOfARankThatAbortsIsShown() {
        theReasonIsShown("abort", 7, "ended the job: rank 1 of MPI_COMM_WORLD called abort.*");
    }

    @Test
    @Tag("deep")
    void theReasonOfARankThatThrowsIsShown() {
        theReasonIsShown("throw", 1, "(failed|ended the job): uncaught java.lang.IllegalStateException: as asked.*");
    }

    private void theReasonIsShown(String what, int code, String reason) {
        Mpirun.Result result = mpirun.run(program("--host ann:1,ben:1", what));
        assertEquals(code, result.code());
        assertTrue(result.err().matches("(?s)mpirun: rank 1 \\(pid \\d+ on ben\\) " + reason), result.err());
    }

    @Test
    void messagesGoBetweenHostsAndWithinThemAndWhatRanksWaitForIsReportedOfAllHosts() {
        Process job = mpirun.start(program("--host ann:2,ben:2", "exchange-and-wait"));
        awaitOutput("waits", 4);
        // Each of four ranks has the other three ranks' numbers, times 101.
        assertEquals(
                List.of(
                        "rank 0 on ann has 1818",
                        "rank 1 on ann has 1818",
                        "rank 2 on ben has 1818",
                        "rank 3 on ben has 1818"),
                mpirun.output()
                        .lines()
                        .filter(line -> line.startsWith("rank"))
                        .sorted()
                        .toList());
        Mpirun.signal(job.pid(), "USR1");
        Mpirun.until("a report", () -> mpirun.errors().contains("are in "));
        for (int rank = 0; rank < 4; rank++) {
            String line = "mpirun: rank " + rank + " waits in mpi.Comm.recv for a message from rank " + (3 - rank)
                    + " with tag 99 in MPI_COMM_WORLD";
            assertTrue(mpirun.errors().contains(line), mpirun.errors());
        }
        Mpirun.signal(job.pid(), "TERM");
        Mpirun.Result result = mpirun.await(job);
        assertEquals(143, result.code());
        assertTrue(mpirun.stacks(result, 1).contains("HostsProgram.wait"));
    }

    @Tag("tier2")
    @Test
    void programsOfAJobHaveTheirHosts() {
        List<String> words = new ArrayList<>(List.of(words("--host ann", "echo A $BIPJ_RANK")));
        words.addAll(List.of(":", "--host", "ben:2", "--wdir", "/", "sh", "-c", "echo B $BIPJ_RANK `pwd`"));
        Mpirun.Result result = mpirun.run(words.toArray(String[]::new));
        assertEquals("", result.err());
        assertEquals(List.of("A 0", "B 1 /", "B 2 /"), result.lines());
    }

    @Tag("tier2")
    @Test
    void aHostWithoutTheJdkIsNamed() throws IOException {
        agent = script(
                "agent", "host=$1; shift; [ $host = ben ] && exec sh -c \"exec /no/such$*\"; exec sh -c \"exec $*\"");
        Mpirun.Result result = run("--host ann,ben", "echo not reached");
        assertEquals(1, result.code());
        assertEquals("", result.out());
        assertTrue(
                result.err()
                        .contains("mpirun: host ben: its supervisor has not started: " + agent
                                + " ended with exit code 127; expected there, as here: " + Mpirun.JAVA
                                + " and the library in /"),
                result.err());
        assertFalse(result.err().contains(File.pathSeparator + "/"), "no class path");
    }

    /** As ssh ends where it cannot log in: what it says itself is the reason. */
    @Test
    void aLoginThatFailsIsReportedInItsOwnWords() throws IOException {
        agent = script("agent", "echo ssh: connect to host ben port 22: No route to host >&2; exit 255");
        Mpirun.Result result = runHere("--host ben", "echo not reached");
        assertEquals(1, result.code());
        assertTrue(
                result.err()
                        .contains("mpirun: host ben: its supervisor has not started: " + agent
                                + " ended with exit code 255\n"),
                result.err());
    }

    @Tag("tier2")
    @Test
    void aHostWithoutADirectoryOrAFileIsNamed() throws IOException {
        Path place = Files.createDirectory(directory.resolve("place"));
        Path classes = Files.createDirectory(directory.resolve("classes"));
        // Where mpirun looks they are there, on the other host they are not.
        agent = script("agent", "shift; rmdir place classes; exec sh -c \"exec $*\"");
        Mpirun.Result result = mpirun.run(
                "--launch-agent",
                agent.toString(),
                "--host",
                "ben",
                "--wdir",
                place.toString(),
                "java",
                "-cp",
                classes.toString(),
                "Main");
        assertEquals(1, result.code());
        assertEquals(
                "mpirun: host ben: does not have the working directory " + place + ", " + classes
                        + ", which the job needs there as here\n",
                result.err());
    }

    @Tag("tier2")
    @Test
    void aHostWithAnotherVersionIsNamed() throws IOException {
        String classPath =
                String.join(":", Mpirun.programs(), Mpirun.placeOf(Main.class).toString(), Mpirun.library());
        agent = script("agent", "exec " + Mpirun.JAVA + " -cp " + classPath + " " + OtherSupervisor.class.getName());
        Mpirun.Result result = run("--host ann", "echo not reached");
        assertEquals(1, result.code());
        assertTrue(result.err().startsWith("mpirun: host ann: has version 0.0.9 of the library, here it is version "));
    }

    @Test
    void anAgentThatFailsIsShown() throws IOException {
        agent = script("agent", "echo \"no route to $1\" >&2; exit 255");
        Mpirun.Result result = runHere("--host ann", "echo not reached");
        assertEquals(1, result.code());
        assertTrue(result.err().startsWith("mpirun: host ann: no route to ann\n"), result.err());
        assertTrue(result.err().contains("ended with exit code 255"), result.err());
    }

    /** Nothing is written before the supervisor's greeting. */
    @Tag("tier2")
    @Test
    void whatAShellsProfileDoesMakesNoDifference() throws IOException {
        String body = """
                case $host in
                cat) timeout 0.5 cat >swallowed.cat ;;
                dd) timeout 0.5 dd bs=1 count=9 of=swallowed.dd 2>/dev/null ;;
                head) timeout 0.5 head -c 5 >swallowed.head ;;
                line) timeout 0.5 sh -c 'read line; echo "$line" >swallowed.line' ;;
                long) yes Welcome | head -c 900000 ;;
                nonblock) dd iflag=nonblock bs=9 count=2 of=swallowed.nonblock 2>/dev/null ;;
                output) dd if=/dev/null oflag=nonblock 2>/dev/null ;;
                slow) sleep 2; printf 'Good morning' ;;
                zeros) head -c 1000 /dev/zero; printf '\\0\\0BIPJ' ;;
                esac
                """;
        agent = script("agent", "host=$1; shift; cd " + directory + "; " + body + "exec sh -c \"exec $*\"");
        Mpirun.Result result =
                run("--host cat,dd,head,line,long,nonblock,output,slow,zeros", "echo $BIPJ_RANK of $BIPJ_SIZE");
        assertEquals("", result.err());
        assertEquals(IntStream.range(0, 9).mapToObj(rank -> rank + " of 9").toList(), result.lines());
        for (String reader : List.of("cat", "dd", "head", "nonblock")) {
            assertEquals("", Files.readString(directory.resolve("swallowed." + reader)));
        }
        assertFalse(Files.exists(directory.resolve("swallowed.line")));
    }

    @ParameterizedTest
    @CsvSource({
        "exit 3, ' ended with exit code 3; expected there, as here: ', ''",
        "exit 0, ' ended with exit code 0; expected there, as here: ', ''",
        "echo The machine is closed; exit 1, ' ended with exit code 1; expected there, as here: ', '; it said: The machine is closed'"
    })
    void aShellsProfileThatEndsTheShellIsNamed(String profile, String code, String said) {
        agent = script("agent", profile);
        Mpirun.Result result = runHere("--host ben", "echo not reached");
        assertEquals(1, result.code());
        String begin = "mpirun: host ben: its supervisor has not started: " + agent + code + Mpirun.JAVA
                + " and the library in ";
        assertTrue(result.err().startsWith(begin), result.err());
        assertTrue(result.err().endsWith(", and a shell whose profile does not end it" + said + "\n"), result.err());
    }

    @Test
    void aShellsProfileThatPrintsForEverEndsTheJob() {
        agent = script("agent", "exec yes");
        Mpirun.Result result = runHere("--host ben", "echo not reached");
        assertEquals(1, result.code());
        String begin =
                "mpirun: host ben: its connection is broken: more than 1048576 bytes came before its supervisor's first"
                        + " one; it said: y\ny\n";
        assertTrue(result.err().startsWith(begin), result.err());
    }

    /** After a minute: {@code TreeTest} has other such profiles, and less patience. */
    @Test
    @Tag("deep")
    void aShellsProfileThatWaitsForInputIsNamed() {
        agent = script("agent", "read line");
        Mpirun.Result result = runHere("--host ben", "echo not reached");
        assertEquals(1, result.code());
        assertEquals(
                "mpirun: host ben: its supervisor has not answered for 60 s: does the profile of the shell there wait for"
                        + " input?\n",
                result.err());
    }

    @ParameterizedTest
    @CsvSource({"thread", "sim"})
    void otherModesHaveOneHost(String mode) {
        Mpirun.Result result = Mpirun.answer("--mode", mode, "--host", "ann", "sh", "-c", "echo");
        assertEquals(2, result.code());
        assertTrue(
                result.err()
                        .startsWith(
                                "mpirun: ranks on several hosts are processes: --host and --hostfile with other hosts"
                                        + " than this one need --mode process\n"),
                result.err());
    }
}
