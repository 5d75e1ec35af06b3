package org.bipj.sim.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlatformCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return PlatformCommand.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void listsThePlatforms() {
        assertEquals(0, run());
        assertEquals(Platform.NAMES.size(), lines().size());
        assertTrue(
                lines().contains(
                                "das64: 64 hosts, 64 switches, 208 cables; routes by dimension-order of 10 switches at most, "
                                        + "4.81 on average, free of deadlock"),
                lines().toString());
    }

    @Test
    void printsEachConstantWithItsSource() {
        assertEquals(0, run("das64", "--set", "link.rate=80"));
        assertEquals(Platform.load("das64", List.of()).constants().all().size() + 2, lines().size());
        String rate = lines().stream()
                .filter(l -> l.startsWith("link.rate "))
                .findFirst()
                .orElseThrow();
        assertTrue(rate.matches("link.rate +80 MB/s  set +--set link.rate=80"), rate);
    }

    @Test
    void letsTheMapperLoose() {
        assertEquals(0, run("bip-ppro200", "--map"));
        assertTrue(
                lines().get(1).matches("host0 leads; its map took 0\\.\\d+ ms: 8 hosts, 1 switches, 8 cables"),
                lines().get(1));
        assertTrue(lines().get(2).startsWith("all hosts had routes after "), lines().get(2));
    }

    /** Three hosts and two switches, with cables. */
    private static List<String> twoSwitches(String... cables) {
        List<String> lines = new ArrayList<>(List.of(
                "include ppro-myrinet",
                "include topology-defaults",
                "topology.kind = cables",
                "host ann bob cid",
                "switch left right"));
        Stream.of(cables).map(cable -> "cable " + cable).forEach(lines::add);
        return lines;
    }

    private static final List<String> TWO_SWITCHES =
            twoSwitches("ann left:0", "bob left:2", "cid right:1", "left:6 right:5", "left:7 right:7");

    /** By the platform's names and ports, whatever the mapper calls them. */
    @Test
    void drawsTheMapBeforeAndAfterFaults(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("two.platform"), TWO_SWITCHES);
        assertEquals(
                0,
                run(file.toString(), "--map", "--faults", "cut@switch0.6:at=2ms"),
                err.toString(StandardCharsets.UTF_8));
        List<String> lines = lines();
        assertTrue(lines.get(1).matches("ann leads; its map took .* ms: 3 hosts, 2 switches, 5 cables"), lines.get(1));
        assertEquals(
                List.of(
                        "         0    1    2    3  4  5       6        7",
                        "  left   ann  .    bob  .  .  .       right.5  right.7",
                        "  right  .    cid  .    .  .  left.6  .        left.7"),
                lines.subList(2, 5));
        assertTrue(lines.get(5).matches("faults: cut at switch0.6 from \\d+\\.\\d+ ms"), lines.get(5));
        assertTrue(lines.get(6).matches("ann leads; its map took .* ms: 3 hosts, 2 switches, 4 cables"), lines.get(6));
        assertEquals(
                List.of(
                        "         0    1    2    3  4  5  6  7",
                        "  left   ann  .    bob  .  .  .  x  right.7",
                        "  right  .    cid  .    .  .  x  .  left.7"),
                lines.subList(7, 10));
        assertTrue(lines.get(10).startsWith("all hosts had routes after "), lines.get(10));
    }

    @Test
    void drawsWhatHealsAndHalvesWithLeadersOfTheirOwn(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("two.platform"), TWO_SWITCHES);
        String faults = "cut@switch1.5,heal@switch1.5:at=9s,cut@host1,cut@switch0.7:at=10s,cut@switch0.6:at=11s";
        assertEquals(0, run(file.toString(), "--map", "--faults=" + faults), err.toString(StandardCharsets.UTF_8));
        List<String> lines = lines();
        assertTrue(lines.get(6).matches("ann leads; .*: 1 hosts, 1 switches, 1 cables"), lines.toString());
        assertTrue(lines.get(7).matches("bob leads; .*: 1 hosts, 0 switches, 0 cables"), lines.toString());
        assertTrue(lines.get(8).matches("cid leads; .*: 1 hosts, 1 switches, 1 cables"), lines.toString());
        assertEquals(
                List.of(
                        "         0    1    2  3  4  5  6  7",
                        "  left   ann  .    x  .  .  .  x  x",
                        "  right  .    cid  .  .  .  x  .  x"),
                lines.subList(9, 12));
    }

    @Test
    void faultsOfAMapMustFitThePlatform() {
        assertEquals(2, run("lab", "--map", "--faults", "cut@host99"));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("--faults: no host 99"));
        assertEquals(2, run("lab", "--faults", "cut@host1"));
        assertEquals(2, run("lab", "--map", "--faults", "cut"));
    }

    @Test
    void outputThatCannotBeWrittenEndsWithOne() throws IOException {
        OutputStream full = OutputStream.nullOutputStream();
        full.close();
        assertEquals(1, PlatformCommand.run(new String[] {"lab"}, new PrintStream(full), new PrintStream(err)));
        assertEquals("bipj platform: cannot write to standard output\n", err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void optionsAreWrittenAsThoseOfTheOtherCommands() {
        assertEquals(0, run("--help"), err.toString(StandardCharsets.UTF_8));
        assertTrue(lines().getFirst().startsWith("Usage: bipj platform "), lines().getFirst());
        assertEquals(0, run("bip-ppro200", "--set=topology.switches=5"), err.toString(StandardCharsets.UTF_8));
        assertTrue(lines().get(1).startsWith("bip-ppro200: 8 hosts, 5 switches, "), lines().get(1));
    }

    @Test
    void whatDoesNotFitIsNamed() {
        assertEquals(2, run("das65"));
        assertEquals(
                "bipj platform: platform das65: there is no platform 'das65'; expected one of lab, bip-ppro200, das64, now100, ss20-atm, ss1plus-atm, "
                        + "or a file (its name ends in .platform, or has a slash)",
                err.toString(StandardCharsets.UTF_8).strip());
        assertEquals(2, run("--fast"));
        assertEquals(2, run("lab", "das64"));
        assertEquals(2, run("lab", "--set"));
        assertEquals(2, run("--map"));
    }

    @Test
    void hostsThatCannotReachEachOtherAreTold(@TempDir Path folder) throws IOException {
        List<String> lines = twoSwitches("ann left:0", "bob left:1", "cid right:0");
        Path file = Files.write(folder.resolve("islands.platform"), lines);
        assertEquals(0, run(file.toString()), err.toString(StandardCharsets.UTF_8));
        assertTrue(
                lines().getFirst().endsWith(", free of deadlock; 4 of 6 pairs have no route, such as ann to cid"),
                lines().getFirst());
    }
}
