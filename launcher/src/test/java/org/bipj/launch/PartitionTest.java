package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import mpi.MPI;
import org.bipj.testkit.Command;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A host whose network is cut.
 *
 * <pre>
 *   mpirun (this machine)  bridge ---- veth ---- eth0  NetAgent and the host (a namespace)
 *   10.78.N.254                     the cut            10.78.N.1
 * </pre>
 *
 * Skipped where this user may make no namespaces.
 */
class PartitionTest extends JobTest {
    private static final int PORT = 7018;

    /** Own names and addresses, since other builds may run on this machine. */
    private final long number = ProcessHandle.current().pid();

    private final String namespace = "bipj" + number;
    private final String cable = "bv" + number;
    private final String bridge = "bb" + number;
    private final String network = "10.78." + number % 250 + ".";
    private Process server;
    private Path agent;

    @BeforeEach
    void makeHost() throws IOException, InterruptedException {
        List<String> steps = List.of(
                "ip link add " + bridge + " type bridge",
                "ip addr add " + network + "254/24 dev " + bridge,
                "ip link set " + bridge + " up",
                "ip netns add " + namespace,
                "ip link add " + cable + " type veth peer name eth0 netns " + namespace,
                "ip link set " + cable + " master " + bridge + " up",
                "ip -n " + namespace + " addr add " + network + "1/24 dev eth0",
                "ip -n " + namespace + " link set eth0 up",
                "ip -n " + namespace + " link set lo up");
        assumeTrue(shell(String.join(" && ", steps)) == 0, "this user may make no network namespaces here");
        String java =
                Mpirun.JAVA + " -XX:TieredStopAtLevel=1 -cp " + Mpirun.programs() + " " + NetAgent.class.getName();
        ProcessBuilder builder = new ProcessBuilder(
                "sh", "-c", "exec ip netns exec " + namespace + " " + java + " serve " + network + "1 " + PORT);
        builder.directory(directory.toFile())
                .redirectErrorStream(true)
                .environment()
                .putAll(mpirun.environment());
        server = builder.start();
        BufferedReader said = server.inputReader();
        assertEquals("serving", said.readLine());
        agent = Files.writeString(directory.resolve("agent"), "#!/bin/sh\nexec " + java + " " + PORT + " \"$@\"\n");
        Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
    }

    @AfterEach
    void removeHost() throws InterruptedException {
        if (server != null) {
            server.destroyForcibly().waitFor();
        }
        // The namespace itself goes later, when its last process has ended.
        shell("ip link del " + cable + "; ip netns del " + namespace + "; ip link del " + bridge);
    }

    private static int shell(String command) throws InterruptedException {
        return Command.run("sh", "-c", command);
    }

    private void cut(boolean now) throws InterruptedException {
        assertEquals(0, shell("ip link set " + cable + (now ? " down" : " up")));
    }

    private Process start(List<String> options, String shell) {
        List<String> words =
                new ArrayList<>(List.of("--launch-agent", agent.toString(), "--host", "localhost," + network + "1"));
        words.addAll(options);
        words.addAll(List.of("sh", "-c", shell));
        Process job = mpirun.start(words.toArray(String[]::new));
        Mpirun.until("both ranks have started", () -> mpirun.output().split("has started", -1).length == 3);
        return job;
    }

    @Tag("tier2")
    @Test
    void aLongCutEndsTheJobByNameAndAShortOneDoesNot() throws Exception {
        Process job =
                start(List.of("--net-timeout", "4"), "echo $BIPJ_RANK has started; cat $BIPJ_SESSION/hosts; sleep 100");
        cut(true);
        TimeUnit.SECONDS.sleep(1);
        cut(false);
        // As long as the time-out, from the end of the short cut on.
        TimeUnit.SECONDS.sleep(5);
        assertTrue(job.isAlive(), mpirun.errors());
        endsByName(job, 4, 10);
        assertTrue(mpirun.output().contains("*" + network + "1 " + network + "1 1\n"), mpirun.output());
    }

    @Test
    @Tag("deep")
    void aCutOfAMinuteEndsTheJobInTheDefaultTime() throws Exception {
        endsByName(start(List.of(), "echo $BIPJ_RANK has started; sleep 200"), 30, 40);
    }

    /** Starts a job of two ranks that exchange messages for ever. */
    private Process talk() {
        Process job = mpirun.start(
                "--launch-agent",
                agent.toString(),
                "--host",
                network + "254," + network + "1",
                "--net-timeout",
                "4",
                "--net-ports",
                "42000-42010",
                "java",
                "-cp",
                Mpirun.programs(),
                HostsProgram.class.getName(),
                "forever");
        Mpirun.until("the ranks talk", () -> mpirun.output().contains("rank 1 on"));
        return job;
    }

    /** Its ranks leave messages unacknowledged, too. */
    @Test
    @Tag("deep")
    void aHostThatIsCutOffAmongMessagesIsNamedAndNoFirewallIsAskedFor() throws Exception {
        Process job = talk();
        cut(true);
        Mpirun.Result result = mpirun.await(job);
        assertEquals(1, result.code(), result.err());
        assertEquals("mpirun: host " + network + "1: it has been silent for 4 s\n", result.err());
        Mpirun.until("the host has ended its rank", () -> mpirun.sessions().isEmpty());
    }

    /** The login works, and a firewall closes the ports of ranks that talk: for a moment first, then for good. */
    @Test
    @Tag("deep")
    void portsThatAreBlockedInTheMiddleOfARunEndTheJobWithTheQuestionForAFirewall() throws Exception {
        String rule = "ip netns exec " + namespace + " iptables %s INPUT -p tcp --%s 42000:42010 -j DROP";
        String both = rule.formatted("%1$s", "dport") + " && " + rule.formatted("%1$s", "sport");
        assumeTrue(shell("ip netns exec " + namespace + " iptables -L -n") == 0, "there is no iptables here");
        Process job = talk();
        assertEquals(0, shell(both.formatted("-A")));
        TimeUnit.SECONDS.sleep(2);
        assertEquals(0, shell(both.formatted("-D")));
        int before = mpirun.output().length();
        Mpirun.until("the ranks go on", () -> mpirun.output().length() > before + 1000);
        assertEquals("", mpirun.errors());
        assertEquals(0, shell(both.formatted("-A")));
        Mpirun.Result result = mpirun.await(job);
        assertEquals(MPI.ERR_PROC_FAILED, result.code(), result.err());
        String silent = " has not been acknowledged for \\d+ s: is a firewall in between\\?";
        String ends = "rank \\d cannot reach \\S+: what \\S+ has sent there";
        assertTrue(result.err().matches("(?s)mpirun: " + ends + silent + "\n.*"), result.err());
        assertTrue(
                result.err().matches("(?s).*ERR_PROC_FAILED.*what \\S+ has sent to \\S+" + silent + ".*"),
                result.err());
    }

    /** Cuts the host off: the job ends in a time of so many seconds, and the host ends its rank before it hears of that. */
    private void endsByName(Process job, int least, int most) throws Exception {
        long start = System.nanoTime();
        cut(true);
        Mpirun.Result result = mpirun.await(job);
        double seconds = (System.nanoTime() - start) / 1e9;
        assertEquals(1, result.code());
        assertEquals("mpirun: host " + network + "1: it has been silent for " + least + " s\n", result.err());
        assertTrue(seconds > least - 1 && seconds < most, "after " + seconds + " s");
        Mpirun.until("the host has ended its rank", () -> mpirun.sessions().isEmpty());
        cut(false);
        server.destroyForcibly().waitFor();
    }
}
