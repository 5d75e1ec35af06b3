package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts with IP that lose their power in virtual time, and get it again, with {@code --faults}. */
class KilledHostsInVirtualTimeTest extends JobTest {
    private Mpirun.Result run(List<String> options, String... arguments) {
        List<String> words = new ArrayList<>(List.of("--mode", "sim"));
        words.addAll(options);
        words.addAll(List.of("java", "-cp", Mpirun.programs(), HostActor.class.getName()));
        words.addAll(List.of(arguments));
        return here().run(words.toArray(String[]::new));
    }

    private void leavesNoFolders() {
        try (Stream<Path> files = Files.list(directory)) {
            assertTrue(files.noneMatch(file -> file.getFileName().toString().startsWith("bipj-hosts")));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aHostThatStartsAgainHasItsFilesAndNothingElse() {
        Mpirun.Result result = run(
                List.of(
                        "--ip",
                        "-n",
                        "2",
                        "--faults",
                        "kill@host1:at=2s,start@host1:at=5s,kill@host1:at=6s,start@host1:at=7s"),
                "live",
                "3");
        assertEquals(0, result.code(), result.err());
        assertEquals(
                List.of(
                        "node0 life 1 ends",
                        "node0 life 1 finally",
                        "node0 life 1 start 1 at 0",
                        "node0 life 1 thread",
                        "node1 life 1 start 1 at 0",
                        "node1 life 2 start 1 at 5",
                        "node1 life 3 ends",
                        "node1 life 3 finally",
                        "node1 life 3 start 1 at 7",
                        "node1 life 3 thread"),
                result.lines());
        assertTrue(
                result.err()
                        .contains("mpirun: faults: killed host1 at 2.000000000 s; started host1 at 5.000000000 s; "),
                result.err());
        leavesNoFolders();
    }

    @Test
    void theRunDoesNotWaitForAHostThatDoesNotComeBack() {
        Mpirun.Result result = run(List.of("--ip", "-n", "2", "--faults", "kill@host1:at=1s"), "live", "3");
        assertEquals(0, result.code(), result.err());
        assertTrue(result.lines().contains("node0 life 1 finally"), result.out());
        assertEquals(
                List.of("node1 life 1 start 1 at 0"),
                result.lines().stream().filter(line -> line.startsWith("node1")).toList());
        Mpirun.Result all =
                run(List.of("--ip", "-n", "2", "--faults", "kill@host1:at=1s,kill@host0:at=2s"), "live", "3");
        assertEquals(0, all.code(), all.err());
        assertTrue(all.err().contains(" 2000000.000 us of virtual time (rank 0 ended last)"), all.err());
    }

    @ParameterizedTest
    @CsvSource({"150, Read timed out", "5000, Connection reset"})
    void peersLearnOfItByTheirTimeOutsOrByAReset(int limitMs, String error) {
        List<String> words = new ArrayList<>(List.of("--mode", "sim", "--ip", "--faults"));
        words.addAll(List.of("kill@host0:at=1s,start@host0:at=1300ms", "-n", "1", "--service"));
        List<String> program = List.of("java", "-cp", Mpirun.programs(), HostActor.class.getName());
        words.addAll(program);
        words.addAll(List.of("serve", ":", "-n", "1"));
        words.addAll(program);
        words.addAll(List.of("ask", Integer.toString(limitMs), "100"));
        Mpirun.Result result = here().run(words.toArray(String[]::new));
        assertEquals(0, result.code(), result.err());
        List<String> lines = result.out().lines().toList();
        assertEquals(2, lines.stream().filter("serves"::equals).count(), result.out());
        assertEquals(2, lines.stream().filter("connected"::equals).count(), result.out());
        assertEquals(error, lines.get(lines.indexOf("connected") + (limitMs > 1000 ? 2 : 1)), result.out());
        assertEquals("done", lines.getLast());
    }

    @Test
    void foldersThatTheUserNamesStay() throws IOException {
        Path place = directory.resolve("disks");
        List<String> options = List.of("--ip", "-n", "1", "--host-dir", place.toString());
        assertEquals(
                "node0 life 1 start 1 at 0",
                run(options, "live", "1").out().lines().findFirst().orElseThrow());
        assertEquals(
                "node0 life 2 start 1 at 0",
                run(options, "live", "1").out().lines().findFirst().orElseThrow());
        assertEquals("2", Files.readString(place.resolve("node0").resolve("lives")));
    }

    @Test
    void withoutIpThereIsNoFolder() {
        assertEquals(List.of("none"), run(List.of("-n", "1"), "folder").lines());
        leavesNoFolders();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--virtual-time|kill@host1:at=1s|kill@host1: expected a run with IP (--ip)",
                "--ip|kill@host1|expected :at=TIME: from when on",
                "--ip|start@host1:at=1s|start@host1 at 1.000000000 s; expected a kill of that host before",
                "--ip|kill@host1:at=1s,kill@host1:at=2s|kill@host1 at 2.000000000 s; expected a start of that host before",
                "--ip|kill@host7:at=1s|kill@host7: no rank runs there; expected one of hosts [0, 1]",
                "--ip|kill@any:at=1s|expected hostN"
            })
    void whatCannotBeIsRefused(String option, String faults, String message) {
        Mpirun.Result result = run(List.of(option, "-n", "2", "--faults", faults), "live", "1");
        assertEquals(2, result.code(), result.err());
        assertTrue(result.err().contains(message), result.err());
    }
}
