package org.bipj.launch.mpirun.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.bipj.core.machine.ThisHost;
import org.bipj.launch.support.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which rank of a job runs on which host: Open MPI's rules. */
class HostPlanTest {
    private static Options parse(String line) {
        return OptionParser.parse(List.of(line.split(" ")));
    }

    private static String plan(String line) {
        return plan(parse(line));
    }

    private static String plan(Options options) {
        return options.hosts().hosts().stream()
                .map(host -> host.name() + host.ranks())
                .collect(Collectors.joining(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--host a.invalid,b.invalid | a.invalid[0] b.invalid[1]",
                "--host a.invalid:2,b.invalid:3 | a.invalid[0, 1] b.invalid[2, 3, 4]",
                "--host a.invalid,b.invalid,a.invalid | a.invalid[0, 1] b.invalid[2]",
                "--host a.invalid:2,b.invalid:2 -n 3 | a.invalid[0, 1] b.invalid[2]",
                "--host a.invalid:2,b.invalid:2 -n 2 | a.invalid[0, 1]",
                "--host a.invalid:2,b.invalid:2 -N 1 | a.invalid[0] b.invalid[1]",
                "--host a.invalid:2,b.invalid:2 --map-by ppr:1:node | a.invalid[0] b.invalid[1]",
                "--host a.invalid:3,b.invalid:1 --map-by node | a.invalid[0, 2, 3] b.invalid[1]",
                "--host a.invalid:1,b.invalid:2 -n 5 --oversubscribe | a.invalid[0, 1] b.invalid[2, 3, 4]",
                "--host a.invalid:1,b.invalid:1 -n 4 --map-by node:OVERSUBSCRIBE | a.invalid[0, 2] b.invalid[1, 3]",
                "--host [fe80::9]:2,me@b.invalid | fe80::9[0, 1] me@b.invalid[2]",
                "-H a.invalid -H b.invalid | a.invalid[0] b.invalid[1]",
            })
    void ranksFillTheHostsSlots(String options, String plan) {
        assertEquals(plan, plan(options + " java A"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-n 3 --host a.invalid:1,b.invalid:1 java A | 3 ranks of java: the hosts have 2 free slots; "
                        + "name more (--host NAME:N), or give --oversubscribe",
                "-n 3 -N 1 --host a.invalid:2,b.invalid:2 java A | -n 3 with -N 1: 2 hosts have at most 2 ranks",
                "-N 3 --host a.invalid:2,b.invalid:2 java A | 6 ranks of java: the hosts have 4 free slots; "
                        + "name more (--host NAME:N), or give --oversubscribe"
            })
    void tooManyRanksAreRefused(String line, String message) {
        assertEquals(
                message, assertThrows(UsageException.class, () -> parse(line)).getMessage());
    }

    @Test
    void programsShareAHostFile(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("hosts"), "# two of them\na.invalid slots=2\nb.invalid slots=3 max_slots=4\n");
        String hosts = "--hostfile " + file;
        assertEquals("a.invalid[0, 1] b.invalid[2, 3, 4]", plan(hosts + " java A"));
        assertEquals("a.invalid[0, 1] b.invalid[2, 3]", plan(hosts + " -n 1 java A : " + hosts + " -n 3 java B"));
        assertEquals("a.invalid[0, 1] b.invalid[2, 3]", plan(hosts + " -n 3 java A : -n 1 java B"));
        assertEquals("a.invalid[1] b.invalid[0]", plan("-n 1 --host b.invalid java A : -n 1 " + hosts + " java B"));
        Files.writeString(
                directory.resolve("hosts"), "ann@[fe80::9]:2\nfe80::8 slots=1\n[fe80::7] slots=2\nb.invalid:1\n");
        assertEquals("ann@fe80::9[0, 1] fe80::8[2] fe80::7[3, 4] b.invalid[5]", plan(hosts + " java A"));
    }

    @Test
    void whatAHostFileSaysInOtherWordsIsRefused(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("hosts"), "a.invalid slots = 3 max_slots = 4\n");
        assertEquals("a.invalid[0, 1, 2]", plan("--hostfile " + file + " java A"));
        for (String line : List.of("a.invalid slot=2", "a.invalid b.invalid", "a.invalid 2", "a.invalid user=ann")) {
            Files.writeString(file, "c.invalid\n " + line + " # a comment\n");
            String refused = assertThrows(UsageException.class, () -> parse("--hostfile " + file + " java A"))
                    .getMessage();
            String word = line.substring(line.indexOf(' ') + 1);
            assertTrue(refused.contains(line) && refused.endsWith("expected a host and slots=N, not " + word), refused);
        }
    }

    @Test
    void aHostFileMayComeFromAnotherSystem(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("hosts");
        Files.write(file, "\ufeff# hosts\r\na.invalid slots=2 \r\n\r\n".getBytes(StandardCharsets.UTF_8));
        assertEquals("a.invalid[0, 1]", plan("--hostfile " + file + " java A"));
        Files.write(file, "# Büro\na.invalid slots=2\n".getBytes(StandardCharsets.ISO_8859_1));
        assertEquals("a.invalid[0, 1]", plan("--hostfile " + file + " java A"));
        Files.delete(file);
        assertEquals(
                "--hostfile " + file + ": cannot read it: there is no such file",
                assertThrows(UsageException.class, () -> parse("--hostfile " + file + " java A"))
                        .getMessage());
    }

    @Test
    void eachProgramMayHaveItsHosts() {
        assertEquals(
                "a.invalid[0, 1, 2] b.invalid[3]",
                plan("--host a.invalid java A : --host a.invalid:2,b.invalid java B"));
    }

    @Test
    void theDetectionOfDeadlocksHasItsOptionOnSeveralHosts() {
        Options options = parse("--host a.invalid,b.invalid --deadlock report java A");
        assertEquals("", options.ignored());
        assertEquals(DeadlockPlan.Action.REPORT, options.deadlock().action());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a[1-2] | 2(x2) | | a1[0, 1] a2[2, 3]",
                "a[08-10,12]-x,b | 1(x4),3 | | a08-x[0] a09-x[1] a10-x[2] a12-x[3] b[4, 5, 6]",
                "a[1-2]b[3-4] | 1(x4) | -n 3 | a1b3[0] a1b4[1] a2b3[2]",
                "a,b | 2,1 | --map-by node | a[0, 2] b[1]",
                "a,b | 2,1 | --host c | c[0]",
            })
    void aSlurmAllocationNamesTheHosts(String nodes, String tasks, String options, String plan) {
        Map<String, String> slurm =
                Map.of("SLURM_JOB_ID", "1", "SLURM_JOB_NODELIST", nodes, "SLURM_TASKS_PER_NODE", tasks);
        String line = (options == null ? "" : options + " ") + "java A";
        assertEquals(plan, plan(OptionParser.parse(List.of(line.split(" ")), slurm::get)));
        // Ranks that are threads need no hosts.
        assertNull(OptionParser.parse(List.of(("--mode thread -n 2 java A").split(" ")), slurm::get)
                .hosts());
    }

    @ParameterizedTest
    @CsvSource({
        "a[1-, 1, 'Slurm''s allocation: cannot read a[1-: name the hosts by --host'",
        "'a[1-2],b', 2, 'Slurm''s allocation has 3 hosts (a[1-2],b) and 1 numbers of tasks (2): name the hosts by --host'",
        "a, x, 'Slurm''s allocation: cannot read x: name the hosts by --host'"
    })
    void anUnreadableAllocationIsNamed(String nodes, String tasks, String message) {
        Map<String, String> slurm =
                Map.of("SLURM_JOB_ID", "1", "SLURM_JOB_NODELIST", nodes, "SLURM_TASKS_PER_NODE", tasks);
        assertEquals(
                message,
                assertThrows(UsageException.class, () -> OptionParser.parse(List.of("java", "A"), slurm::get))
                        .getMessage());
    }

    /** As Kubeflow's operator says it; options name others. */
    @Test
    void openMpisVariableNamesAFileOfHosts(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("hosts"), "a.job.svc slots=2\nb.job.svc slots=1\n");
        Map<String, String> variables = Map.of("OMPI_MCA_orte_default_hostfile", file.toString());
        assertEquals("a.job.svc[0, 1] b.job.svc[2]", plan(OptionParser.parse(List.of("java", "A"), variables::get)));
        assertEquals("c[0]", plan(OptionParser.parse(List.of("--host", "c", "java", "A"), variables::get)));
    }

    @Test
    void aRankFilePlacesRanks(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("ranks"),
                "# three\nrank 1=b.invalid slot=1:0-2\nrank 0=a slot=0\nrank 2 = +n1 slot=*\n");
        Options options = parse("--host c,b.invalid --rankfile " + file + " java A");
        assertEquals("a[0] b.invalid[1, 2]", plan(options));
        assertEquals(List.of("0", "1:0-2", "*"), options.binding().slots());
        assertEquals("a[0]", plan("--host c,b.invalid -n 1 -rf " + file + " java A"));
        assertEquals(
                "--rankfile: it has lines for 3 ranks, the job has 4",
                refusal("--host c,b.invalid -n 4 --rankfile " + file + " java A"));
        for (String wrong : List.of(
                "rank 0=a",
                "rank x=a slot=0",
                "rank 0=a slot=x",
                "rank 0=+n7 slot=0",
                "rank 0=a slot=0\nrank 0=a slot=1",
                "rank 1=a slot=0",
                "")) {
            Files.writeString(file, wrong);
            String refused = refusal("--rankfile " + file + " java A");
            assertTrue(refused.startsWith("--rankfile " + file + ": "), refused);
        }
        Files.writeString(file, "rank 0=localhost slot=1\nrank 1=" + ThisHost.NAME + " slot=0\n");
        assertNull(parse("--rankfile " + file + " java A").hosts());
        assertEquals(2, parse("--rankfile " + file + " java A").ranks());
    }

    private static String refusal(String line) {
        return assertThrows(UsageException.class, () -> parse(line)).getMessage();
    }

    /** Each look-up of a pair waits for the other one's. */
    @Test
    void namesAreLookedUpAtTheSameTime() {
        CyclicBarrier pair = new CyclicBarrier(2);
        Map<String, Boolean> here = HostLists.lookUp(List.of("a", "b", "c", "d"), name -> {
            try {
                pair.await(60, TimeUnit.SECONDS);
                return name.equals("b");
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                throw new IllegalStateException(e);
            }
        });
        assertEquals(Map.of("a", false, "b", true, "c", false, "d", false), here);
    }

    @Test
    void ranksMayLeaveThisHostAlone() {
        assertEquals("a.invalid[0, 1]", plan("--host localhost:2,a.invalid:2 --nolocal java A"));
    }

    @Test
    void thisHostIsOneUnderAllItsNames() {
        assertNull(
                parse("--host localhost,127.0.0.1," + ThisHost.NAME + " java A").hosts());
        HostPlan plan = parse("--host localhost,a.invalid,127.0.0.1 java A").hosts();
        assertTrue(plan.hosts().getFirst().isHere());
        assertEquals(List.of(0, 1), plan.hosts().getFirst().ranks());
        assertEquals(List.of(2), plan.hosts().getLast().ranks());
        assertEquals(2, plan.mostRanks());
        // Where all ranks find room here, the job is one of this host alone.
        assertNull(parse("-n 2 --host localhost:2,a.invalid java A").hosts());
    }
}
