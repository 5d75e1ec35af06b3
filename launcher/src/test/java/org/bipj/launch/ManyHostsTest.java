package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bipj.launch.hosts.supervisor.StubHosts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Jobs of more hosts than mpirun starts itself, most of them without processes: {@link StubHosts}. */
class ManyHostsTest extends JobTest {
    private Process start(StubHosts hosts, int ranksPerHost) {
        String names =
                hosts.names().stream().map(name -> name + ":" + ranksPerHost).collect(Collectors.joining(","));
        String[] words = {"--quiet", "--launch-agent", hosts.agent().toString(), "--host", names, "sh", "-c", "exit 99"
        };
        return mpirun.start(words);
    }

    private static String address(int rank) {
        return "10.1.2.3:" + (1024 + rank);
    }

    private static void findAll(StubHosts.Rank rank) throws InterruptedException {
        rank.book().publish(address(rank.rank()));
        // The first call asks.
        IntStream.range(0, rank.size()).forEach(rank.book()::find);
        for (int other = 0; other < rank.size(); other++) {
            String found;
            while ((found = rank.book().find(other)) == null) {
                Thread.sleep(20);
            }
            assertEquals(address(other), found);
        }
    }

    /** Every rank finds the addresses of all, and ends when all have found them. */
    private void addressesOfAll(int hosts, int ranksPerHost, long seconds) throws Exception {
        int size = hosts * ranksPerHost;
        Process job = start(
                new StubHosts(directory, Mpirun.INSTALLATION.launcher(), hosts, rank -> {
                    findAll(rank);
                    rank.print("rank " + rank.rank() + " of " + rank.size());
                    rank.leave();
                    return 0;
                }),
                ranksPerHost);
        Mpirun.Result result = mpirun.await(job, seconds);
        assertEquals("", result.err());
        assertEquals(
                IntStream.range(0, size)
                        .mapToObj(rank -> "rank " + rank + " of " + size)
                        .sorted()
                        .toList(),
                result.lines());
        assertEquals(0, result.code());
    }

    @Test
    void eightyRanksOnFortyHostsFindEachOther() throws Exception {
        addressesOfAll(40, 2, 60);
    }

    @Test
    @Tag("deep")
    @Timeout(400)
    void aThousandRanksOnTwoHundredAndFiftyHostsFindEachOther() throws Exception {
        addressesOfAll(250, 4, 300);
    }

    @Tag("tier2")
    @Test
    void theExitCodeOfARankOfTheLastHostIsThatOfTheJob() throws Exception {
        Process job = start(
                new StubHosts(directory, Mpirun.INSTALLATION.launcher(), 40, rank -> {
                    if (rank.rank() == 79) {
                        return 7;
                    }
                    rank.leave();
                    return 0;
                }),
                2);
        Mpirun.Result result = mpirun.await(job);
        assertEquals(7, result.code(), result.err());
        assertTrue(result.err().startsWith("mpirun: rank 79 "), result.err());
    }

    /** Three below mpirun, each with twelve or thirteen others: the first of those is in the middle of the tree. */
    @Tag("tier2")
    @Test
    void aDeadSupervisorInTheMiddleIsNamedWithThoseBehindIt() throws Exception {
        mpirun.environment().put("BIPJ_FANOUT", "3");
        CountDownLatch started = new CountDownLatch(40);
        StubHosts hosts = new StubHosts(directory, Mpirun.INSTALLATION.launcher(), 40, rank -> {
            started.countDown();
            // If all left, the job could end before the supervisor dies.
            new CountDownLatch(1).await();
            return 0;
        });
        Process job = start(hosts, 1);
        Mpirun.until("all ranks run", () -> started.getCount() == 0);
        hosts.kill(hosts.names().get(1));
        Mpirun.Result result = mpirun.await(job);
        assertEquals(1, result.code());
        assertEquals(
                "mpirun: host 198.18.0.1: its supervisor, or the connection to it, has ended; lost with it:"
                        + " 198.18.0.2, 198.18.0.3, 198.18.0.4, 198.18.0.5\n",
                result.err());
    }

    @Test
    @Tag("deep")
    @Timeout(900)
    void aHundredAndTwentyEightRanksOnEightHostsTalkWithEachOther() throws Exception {
        int size = 128;
        Path agent = HostAgent.in(directory);
        String hosts =
                IntStream.range(0, 8).mapToObj(host -> "h" + host + ":16").collect(Collectors.joining(","));
        List<String> words = new ArrayList<>(List.of("--launch-agent", agent.toString(), "--host", hosts, "--quiet"));
        // Each of 112 connections takes 0.4 MiB of direct memory.
        words.addAll(List.of("java", "-Xmx24m", "-XX:MaxDirectMemorySize=64m", "-XX:TieredStopAtLevel=1"));
        words.addAll(List.of("-cp", Mpirun.programs(), HostsProgram.class.getName(), "short"));
        Process job = mpirun.start(words.toArray(String[]::new));
        Mpirun.Result result = mpirun.await(job, 800);
        assertEquals(0, result.code(), result.err());
        // Each rank has the numbers of the others, times 101; and all add these up.
        long sum = 101L * (size - 1) * size * (size - 1) / 2;
        assertEquals(
                IntStream.range(0, size)
                        .mapToObj(rank -> "rank " + rank + " on h" + rank / 16 + " has " + sum)
                        .sorted()
                        .toList(),
                result.lines());
    }
}
