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
import java.util.List;
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
                lines().get(1).matches("host 0 leads; its map took 0\\.\\d+ ms: 8 hosts, 1 switches, 8 cables"),
                lines().get(1));
        assertTrue(lines().get(2).startsWith("all hosts had routes after "), lines().get(2));
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
        List<String> lines = List.of(
                "include ppro-myrinet",
                "include topology-defaults",
                "topology.kind = cables",
                "host ann bob cid",
                "switch left right",
                "cable ann left:0",
                "cable bob left:1",
                "cable cid right:0");
        Path file = Files.write(folder.resolve("islands.platform"), lines);
        assertEquals(0, run(file.toString()), err.toString(StandardCharsets.UTF_8));
        assertTrue(
                lines().getFirst().endsWith(", free of deadlock; 4 of 6 pairs have no route, such as ann to cid"),
                lines().getFirst());
    }
}
