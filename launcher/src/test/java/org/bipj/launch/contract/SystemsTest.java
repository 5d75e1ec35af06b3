package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.function.Supplier;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.commons.JUnitException;
import org.opentest4j.AssertionFailedError;

/** Panda and Orca between threads, between processes, between hosts and on simulated boards. */
@Timeout(100)
class SystemsTest {
    private static final boolean DEEP = Boolean.getBoolean("bipj.deep");
    private static final Suite.Runner THREADS = (ranks, body) -> AmTest.overSharedMemory(ranks, body::run);
    private static final Suite.Runner TWO_HOSTS = (ranks, body) -> LciTest.onHosts(ranks, 2, body::run);

    private static Suite.Runner simulated(SimOptions options) {
        return (ranks, body) -> AmTest.simulated(ranks, options, body::run);
    }

    private static final List<String> PLACEMENTS = List.of("none+ni", "host+host", "none+host", "ni+ni", "ni+host");

    /** Placements, each with suites that run there; LCI itself is tested in more of them by {@link LciTest}. */
    private static Stream<DynamicNode> placements(
            Supplier<Stream<Supplier<? extends Suite>>> suites, List<String> placements) {
        return placements.stream().map(placement -> {
            String[] part = placement.split("\\+");
            return Suite.over(placement, simulated(LciTest.boards(part[0], part[1])), suites.get());
        });
    }

    @TestFactory
    Stream<DynamicNode> onSimulatedBoards() {
        return Stream.concat(
                Stream.of(Suite.over("boards of BIP", simulated(SimOptions.of("das64")), Suites.all())),
                placements(Suites::all, DEEP ? PLACEMENTS : PLACEMENTS.subList(0, 1)));
    }

    @TestFactory
    Stream<DynamicNode> withInterruptsOfSimulatedBoards() {
        return placements(Suites::interrupting, DEEP ? PLACEMENTS : PLACEMENTS.subList(0, 1));
    }

    @Tag("tier2")
    @TestFactory
    Stream<DynamicNode> inRealTime() {
        return Stream.of(
                Suite.over("threads", THREADS, Suites.all()),
                Suite.over("threads, interrupts", THREADS, Suites.interrupting()),
                Suite.over("two hosts", TWO_HOSTS, Suites.all()));
    }

    @TestFactory
    @Tag("deep")
    Stream<DynamicNode> onHosts() {
        return Stream.of(
                Suite.over("two hosts, interrupts", TWO_HOSTS, Suites.interrupting()),
                Suite.over("hosts", (ranks, body) -> LciTest.onHosts(ranks, ranks, body::run), Suites.all()));
    }

    private static Stream<String> passed(int ranks, String... args) {
        TestJob.Ended ended = new TestJob()
                .with("-n", "" + ranks, "--timeout", "60")
                .jvm("-Xmx64m", "-ea", "-XX:TieredStopAtLevel=1")
                .using(Lci.class, Panda.class, Suites.class, Fabric.class)
                .using(Test.class, AssertionFailedError.class, JUnitException.class, API.class)
                .start(SystemsMain.class, args)
                .await();
        assertEquals(0, ended.code(), ended::all);
        return ContractInJob.passed(ended).stream();
    }

    private static void betweenProcesses(boolean interrupting) {
        String[] args = interrupting ? new String[] {"interrupts"} : new String[0];
        List<String> passed = IntStream.rangeClosed(1, 4)
                .boxed()
                .flatMap(ranks -> passed(ranks, args))
                .sorted()
                .toList();
        assertEquals(SystemsMain.tests(interrupting), passed);
    }

    /** Most tests are for two ranks. */
    @Tag("tier2")
    @Test
    void someBetweenTwoProcesses() {
        List<String> passed = passed(2).toList();
        assertTrue(passed.stream().anyMatch(one -> one.startsWith("ObjectsContract.")), passed::toString);
        assertTrue(passed.stream().anyMatch(one -> one.startsWith("OrderedContract.")), passed::toString);
    }

    @Test
    @Tag("deep")
    void betweenProcesses() {
        betweenProcesses(false);
    }

    @Test
    @Tag("deep")
    void betweenProcessesWithInterrupts() {
        betweenProcesses(true);
    }
}
