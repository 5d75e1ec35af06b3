package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import example.Dying;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs that go on when a rank dies: what the others find out, what is said, and the exit code. */
class SurviveTest extends JobTest {
    private static final String MAIN = "\tat example\\.Dying\\.(main|die|lock|lambda.*)\\(Dying\\.java:\\d+\\)\n";

    private static String[] words(List<String> options, String... how) {
        return Stream.of(
                        Stream.of("--with-ft"),
                        options.stream(),
                        Stream.of("java", "-cp", Mpirun.programs(), Dying.class.getName()),
                        Stream.of(how))
                .flatMap(each -> each)
                .toArray(String[]::new);
    }

    private static void assertMatches(String pattern, String text) {
        assertTrue(Pattern.matches(pattern, text), text);
    }

    private static String sorted(String out) {
        return String.join("\n", out.lines().sorted().toList());
    }

    @ParameterizedTest
    @CsvSource({
        "throw, failed: uncaught java.lang.IllegalStateException: so be it",
        "exit, exited with code 3",
        "return, 'exited with code 0 after MPI.Init, without MPI.Finalize'",
    })
    void aThreadDiesAlone(String how, String said) {
        Mpirun.Result result = here().run(words(List.of("--mode", "thread", "-n", "3"), how));
        String quoted = Pattern.quote(said);
        assertMatches(
                "mpirun: rank 2 \\(thread of pid \\d+\\) " + quoted + "( \\(.*\\))?; the others go on\n(" + MAIN
                        + ")*recv \\(rank 0 of MPI_COMM_WORLD\\): rank 2 " + quoted + "( \\(.*\\))?\n",
                result.err());
        assertEquals("class 75\ngot 42\nrank 0 has finalised\nrank 1 has finalised", sorted(result.out()));
        assertEquals(0, result.code());
    }

    @Test
    void anExceptionOfAnotherThreadIsADeathToo() {
        Mpirun.Result result = here().run(words(List.of("ulfm", "--mode", "thread", "-n", "2"), "thread"));
        assertTrue(
                result.err().contains("java.lang.IllegalStateException: in a thread; the others go on\n"),
                result.err());
        assertEquals("class 75\ngot 42\nrank 0 has finalised", sorted(result.out()));
        assertEquals(0, result.code());
    }

    @Test
    void anAbortEndsTheJob() {
        Mpirun.Result result = here().run(words(List.of("--mode", "thread", "-n", "3"), "abort"));
        assertTrue(result.err().contains(" ended the job: rank 2 of MPI_COMM_WORLD called abort(7)"), result.err());
        assertEquals(7, result.code());
    }

    @Test
    void withTheWordNoADeathEndsTheJob() {
        Mpirun.Result result = here().run(words(List.of("no", "--mode", "thread", "-n", "3"), "exit"));
        assertEquals(3, result.code());
        assertTrue(result.err().endsWith(" exited with code 3\n"), result.err());
    }

    @Test
    void aJobOfOneRankEndsWithItsCode() {
        Mpirun.Result result = here().run(words(List.of("--mode", "thread", "-n", "1"), "throw"));
        assertEquals(1, result.code());
        assertEquals("", result.out());
    }

    /** One rank dies, and the others use no library. */
    @Test
    void aProgramWithoutTheLibraryEndsWell() {
        Mpirun.Result result = here().run("--with-ft", "-n", "3", "sh", "-c", "[ $BIPJ_RANK != 1 ] || exit 3");
        assertMatches("mpirun: rank 1 \\(pid \\d+\\) exited with code 3(; the others go on)?\n", result.err());
        assertEquals(0, result.code());
    }

    @Test
    void aLockIsPassedOnByADeadHolderAndADeadWaiter() {
        Mpirun.Result result = here().run(words(List.of("--mode", "thread", "-n", "4"), "window"));
        assertTrue(result.err().contains("the waiter; the others go on"), result.err());
        assertTrue(result.err().contains("the holder; the others go on"), result.err());
        assertEquals("locked\nrank 0 has finalised\nrank 3 has finalised", sorted(result.out()));
        assertEquals(0, result.code());
    }

    @ParameterizedTest
    @ValueSource(strings = {"thread", "sim"})
    void nobodyWaitsAtThePortOfADeadRank(String mode) {
        Mpirun.Result result = here().run(words(List.of("--mode", mode, "-q", "-n", "2"), "port"));
        assertTrue(result.err().contains("the host; the others go on"), result.err());
        assertEquals("no connection: the port's error\nrank 0 has finalised", sorted(result.out()));
        assertEquals(0, result.code());
    }

    /** Whatever it is doing: it sends or receives, its board does, or it has ended. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 300, 1000, 2500, 3333, 4000, 5001, 7777, 12_000})
    void aHostOfASimulatedClusterIsKilledWithItsRank(int us) {
        String fault = (us % 2 == 0 ? "kill" : "dead") + "@host1:at=" + us + "us";
        Mpirun.Result result = here().run(words(List.of("--mode", "sim", "-q", "-n", "4", "--faults", fault), "pairs"));
        assertMatches(
                "mpirun: rank \\d \\(coroutine of pid \\d+\\) was killed with its host; the others go on\n",
                result.err());
        String dead = result.err().replaceAll("(?s)mpirun: rank (\\d).*", "$1");
        List<String> survivors =
                Stream.of("0", "1", "2", "3").filter(rank -> !rank.equals(dead)).toList();
        String lost = survivors.stream()
                .map(rank -> "rank " + rank + " has finalised\nrank " + rank + " lost rank " + dead + " with class 75")
                .collect(Collectors.joining("\n"));
        assertEquals(lost, sorted(result.out()));
        assertEquals(0, result.code());
    }

    @Test
    void aRankOfASimulatedClusterDiesAlone() {
        Mpirun.Result result = here().run(words(List.of("--mode", "sim", "-q", "-n", "3"), "throw"));
        assertTrue(result.err().contains("java.lang.IllegalStateException: so be it; the others go on"), result.err());
        assertEquals("class 75\ngot 42\nrank 0 has finalised\nrank 1 has finalised", sorted(result.out()));
        assertEquals(0, result.code());
    }

    @Test
    void otherBoardsAreRefusedByName() {
        Mpirun.Result result = here().run(words(
                List.of("--mode", "sim", "-n", "2", "--platform", "now100", "--set", "nic.firmware=am2"), "throw"));
        assertTrue(result.err().contains("nic.firmware"), result.err());
        assertTrue(result.err().contains("expected bip"), result.err());
        assertEquals(2, result.code());
    }

    @Test
    void aProcessThatIsKilledDiesAlone() {
        Mpirun.Result result = mpirun.run(words(List.of("-n", "3"), "kill"));
        assertMatches(
                "mpirun: rank 2 \\(pid \\d+\\) was ended by signal 9 \\(SIGKILL; exit code 137\\): by somebody, or by the"
                        + " system for lack of memory; the others go on\n"
                        + "recv \\(rank 0 of MPI_COMM_WORLD\\): rank 2 was ended by signal 9 \\(SIGKILL\\)\n",
                Stream.of(result.err().split("(?<=\n)")).sorted().reduce("", String::concat));
        assertEquals("class 75\ngot 42\nrank 0 has finalised\nrank 1 has finalised", sorted(result.out()));
        assertEquals(0, result.code());
    }

    @Test
    void aRankOfAnotherHostDiesAlone() throws IOException {
        Path agent = HostAgent.script(directory.resolve("agent"), "host=$1; shift; exec " + HostAgent.shell(directory));
        Mpirun.Result result = mpirun.run(
                words(List.of("--host", "ann:1,ben:2", "--net", "tcp", "--launch-agent", agent.toString()), "kill"));
        assertTrue(result.err().contains("mpirun: rank 2 (pid "), result.err());
        assertTrue(result.err().contains(" on ben) was ended by signal 9 "), result.err());
        assertEquals("class 75\ngot 42\nrank 0 has finalised\nrank 1 has finalised", sorted(result.out()));
        assertEquals(0, result.code());
    }
}
