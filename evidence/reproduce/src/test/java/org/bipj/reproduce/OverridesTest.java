package org.bipj.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.bipj.reproduce.lab.Cluster;
import org.bipj.reproduce.lab.Experiment;
import org.bipj.reproduce.lab.Lab;
import org.bipj.reproduce.lab.Results;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code --set} changes: constants of the platforms on which the chosen experiments run. */
class OverridesTest {
    /** An experiment on some platforms that reads a constant of each. */
    private record Probe(String name, List<String> platforms, String key, List<Double> seen) implements Experiment {
        Probe(String key, String... platforms) {
            this("probe", List.of(platforms), key, new ArrayList<>());
        }

        @Override
        public Head head() {
            return new Head(name, "", "", platforms, "");
        }

        @Override
        public Results run(Lab lab) {
            platforms.forEach(platform -> seen.add(lab.cluster(platform).constant(key)));
            return new Results();
        }

        List<Double> with(String... sets) {
            List<Experiment> chosen = List.of(this);
            Overrides overrides = Overrides.of(List.of(sets), chosen, Experiments.ALL);
            overrides.tryOut(chosen, SimulatedCluster::of, 1);
            run(new Lab(overrides.clusters(this, SimulatedCluster::of), List.of(), 1));
            return seen;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "bip-ppro200, bus.rate, 66",
        "bip-ppro200, bip.short, 32",
        "bip-ppro200, host.bip.translate, 3",
        "now100, am.frames, 3",
        "now100, bus.dma.flush, 1",
        "now100, gam.depth, 2",
        "das64, lci.window, 4",
        "das64, host.orca.invoke, 1",
        "das64, topology.hosts-per-switch, 2",
        "ss20-atm, ssam.format, 2",
        "ss20-atm, atm.fibre.rate, 70",
        "ss20-atm, atm.switch.queue, 100",
        "ss1plus-atm, ssam.flow, 2",
        "ss1plus-atm, atm.input, 100",
        "ss1plus-atm, ssam.interrupt, 30",
    })
    void constantsOfEachPlatformCanBeSet(String platform, String key, String value) {
        double number = Double.parseDouble(value);
        assertEquals(List.of(number), new Probe(key, platform).with(key + "=" + value));
        assertEquals(List.of(number), new Probe(key, platform).with(platform + ":" + key + "=" + value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ssam.format", "ssam.flow", "ssam.dispatch"})
    void oneOfTwoMachinesIsChangedAlone(String key) {
        List<Double> before = new Probe(key, Lab.SS20, Lab.SS1).with();
        assertEquals(List.of(2.5, 2.5), new Probe(key, Lab.SS20, Lab.SS1).with(key + "=2.5us"));
        assertEquals(
                List.of(2.5, before.get(1)), new Probe(key, Lab.SS20, Lab.SS1).with("ss20-atm:" + key + "=2.5 us"));
        assertEquals(List.of(before.get(0), 2.5), new Probe(key, Lab.SS20, Lab.SS1).with(Lab.SS1 + ":" + key + "=2.5"));
        assertEquals(
                List.of(1.5, 2.5), new Probe(key, Lab.SS20, Lab.SS1).with(key + "=1.5", Lab.SS1 + ":" + key + "=2.5"));
    }

    /** A constant that only some of the platforms have changes those. */
    @Test
    void aConstantOfOthersPlatformsStaysOut() {
        assertEquals(List.of(66.0, 66.0), new Probe("bus.rate", Lab.BIP, Lab.NOW).with("bus.rate=66", "bus.rate=66"));
        Probe both = new Probe("host.poll", Lab.BIP, Lab.SS20);
        assertEquals(new Probe("host.poll", Lab.BIP, Lab.SS20).with(), both.with("atm.input=100"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "ssam.fromat=2 => no experiment's platform has a constant ssam.fromat; did you mean ssam.format?",
                "atm.fiber.rate=70 => no experiment's platform has a constant atm.fiber.rate; did you mean atm.fibre.rate?",
                "buss.rate=66 => no experiment's platform has a constant buss.rate; did you mean bus.rate?",
                "bogus=1 => no experiment's platform has a constant bogus; bipj platform NAME lists those of a platform",
                "ss20-atm:bus.rate=66 => ss20-atm does not have a constant bus.rate; there are atm.fibre.rate",
                "lab:bus.rate=66 => no experiment runs on a platform 'lab'; expected one of bip-ppro200, now100, das64, ss20-atm, "
                        + "ss1plus-atm",
                "bus.rate=66 => no experiment that is to run uses bip-ppro200 or now100 or das64; it changes only these: bip-latency",
                "now100:am.frames=3 => no experiment that is to run uses now100; it changes only these: am-logp",
                ":am.frames=3 => expected KEY=VALUE or PLATFORM:KEY=VALUE",
                "ss20-atm:=3 => expected KEY=VALUE or PLATFORM:KEY=VALUE",
                "ssam.format => expected KEY=VALUE or PLATFORM:KEY=VALUE",
            })
    void whatChangesNothingIsRefused(String set, String expected) {
        Probe ssam = new Probe("host.poll", Lab.SS20, Lab.SS1);
        String message = assertThrows(IllegalArgumentException.class, () -> ssam.with(set))
                .getMessage();
        assertTrue(message.startsWith("--set " + set + ": " + expected), message);
    }

    @Test
    void aValueThatOnePlatformRefusesNamesIt() {
        Probe two = new Probe("host.poll", Lab.SS20, Lab.SS1);
        String message = assertThrows(IllegalArgumentException.class, () -> two.with("ssam.write=5us"))
                .getMessage();
        assertTrue(
                message.endsWith(
                        "expected ssam.write or more (platform ss20-atm; --set PLATFORM:KEY=VALUE changes another one"
                                + " alone)"),
                message);
        Probe again = new Probe("ssam.write", Lab.SS20, Lab.SS1);
        assertEquals(List.of(2.72, 5.0), again.with("ss1plus-atm:ssam.write=5us"));
    }

    @Test
    void anExperimentNamesItsPlatforms() {
        Probe one = new Probe("host.poll", Lab.BIP);
        Overrides none = Overrides.of(List.of(), List.of(one), Experiments.ALL);
        Cluster.Factory clusters = none.clusters(one, SimulatedCluster::of);
        assertThrows(IllegalStateException.class, () -> clusters.of(Lab.NOW, List.of(), 1));
    }

    /** A cluster on which nothing runs. */
    private static final class Idle implements Cluster {
        @Override
        public Cluster with(String key, String value) {
            return this;
        }

        @Override
        public Cluster withFaults(String spec) {
            return this;
        }

        @Override
        public Cluster withIp() {
            return this;
        }

        @Override
        public Cluster withSeed(long seed) {
            return this;
        }

        @Override
        public NetworkMap map() {
            return null;
        }

        @Override
        public double constant(String key) {
            return 1;
        }

        @Override
        public void run(int ranks, Program program) {}

        @Override
        public long mostWormsOfACable(int ranks, Program program) {
            return 0;
        }
    }

    /** Constants that an experiment sets itself are not the user's. */
    @Test
    void constantsThatTheExperimentSetsAreNamed() {
        Probe one = new Probe("bus.rate", Lab.BIP);
        Overrides set =
                Overrides.of(List.of("bus.rate=66", "link.rate=80", "sram.rate=132"), List.of(one), Experiments.ALL);
        Overrides.Clusters clusters = set.clusters(one, (platform, overrides, seed) -> new Idle());
        Cluster cluster = clusters.of(Lab.BIP, List.of(), 1);
        Cluster other = cluster.with("link.rate", "160");
        cluster.with("bus.rate", "33").with("link.rate", "160").run(2, null);
        other.run(2, null);
        other.with("sram.rate", String.valueOf(2 * other.constant("sram.rate"))).run(2, null);
        assertEquals(List.of("bus.rate=66", "sram.rate=132"), clusters.changed());
        List<String> remarks = clusters.remarks();
        assertEquals(2, remarks.size(), remarks::toString);
        assertTrue(
                remarks.stream().anyMatch(text -> text.startsWith("bus.rate: ") && text.contains("in 1 of 3 runs")),
                remarks::toString);
        assertTrue(
                remarks.contains("link.rate: the experiment sets it itself, so that --set changes nothing here"),
                remarks::toString);
    }
}
