package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.bipj.lci.Lci;
import org.bipj.panda.Panda;
import org.bipj.pps.Suite;
import org.bipj.pps.Suites;
import org.bipj.sim.SimOptions;
import org.bipj.testkit.Fabric;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.commons.JUnitException;
import org.opentest4j.AssertionFailedError;

/** Panda and Orca between threads, between processes, between hosts and on simulated boards. */
@Timeout(100)
class SystemsTest {
    private static DynamicNode simulated(String name, SimOptions options) {
        return Suite.over(name, (ranks, body) -> AmTest.simulated(ranks, options, body::run), Suites.all());
    }

    private static DynamicNode placement(String retransmission, String multicast) {
        return simulated(retransmission + "+" + multicast, LciTest.boards(retransmission, multicast));
    }

    @TestFactory
    Stream<DynamicNode> onSimulatedBoards() {
        return Stream.of(
                simulated("boards of BIP", SimOptions.of("das64")),
                placement("none", "ni"),
                placement("none", "host"),
                placement("ni", "ni"),
                placement("ni", "host"),
                placement("host", "host"));
    }

    @TestFactory
    Stream<DynamicNode> inRealTime() {
        return Stream.of(
                Suite.over("threads", (ranks, body) -> AmTest.overSharedMemory(ranks, body::run), Suites.all()),
                Suite.over("two hosts", (ranks, body) -> LciTest.onHosts(ranks, 2, body::run), Suites.all()),
                Suite.over("hosts", (ranks, body) -> LciTest.onHosts(ranks, ranks, body::run), Suites.all()));
    }

    private static Stream<String> passed(int ranks) {
        Mpirun.Ended ended = new Mpirun()
                .with("-n", "" + ranks, "--timeout", "60")
                .jvm("-Xmx64m", "-ea", "-XX:TieredStopAtLevel=1")
                .using(Lci.class, Panda.class, Suites.class, Fabric.class)
                .using(Test.class, AssertionFailedError.class, JUnitException.class, API.class)
                .start(SystemsMain.class)
                .await();
        assertEquals(0, ended.code(), ended::all);
        return ended.out()
                .lines()
                .filter(line -> line.startsWith(SystemsMain.PASSED))
                .map(line -> line.substring(SystemsMain.PASSED.length()));
    }

    @Test
    void betweenProcesses() {
        List<String> passed = IntStream.rangeClosed(1, 4)
                .boxed()
                .flatMap(SystemsTest::passed)
                .sorted()
                .toList();
        assertEquals(SystemsMain.tests(), passed);
    }
}
