package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bipj.bip.Bip;
import org.bipj.core.nic.HostWork;
import org.bipj.sim.constants.Constant;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.hardware.Host;
import org.bipj.sim.platform.Platform;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A constant that nothing reads is none: no platform of the library has one, and a run names those of its user. */
class ReadConstantsTest {
    private static final String KINDS = "host.compute";

    @TempDir
    Path folder;

    /** What is read when a machine is built, with each firmware and mapper, and what programs read while they run. */
    @Test
    void eachLineOfThePlatformsIsRead() {
        Set<Constant> read = new HashSet<>();
        for (String name : Platform.NAMES) {
            for (Constants used : machines(name)) {
                used.all().stream().filter(used::isRead).forEach(read::add);
            }
        }
        Set<String> unread = new TreeSet<>();
        for (String name : Platform.NAMES) {
            Platform.constantsOf(name).all().stream()
                    .filter(constant -> !read.contains(constant) && !isReadByPrograms(constant.key()))
                    .forEach(constant -> unread.add(constant.place() + " " + constant.key()));
        }
        assertEquals(Set.of(), unread);
    }

    private static List<Constants> machines(String name) {
        if (AtmCluster.isOn(name)) {
            return Stream.of(SimOptions.of(name), SimOptions.of(name).with("atm.switch=true"))
                    .map(options -> new AtmCluster(2, options).platform.constants())
                    .toList();
        }
        List<Constants> used = new ArrayList<>();
        for (String firmware : List.of("am2", "gam", "lci")) {
            used.add(built(SimOptions.of(name).with("nic.firmware=" + firmware)));
        }
        used.add(built(SimOptions.of(name)));
        used.add(built(SimOptions.of(name).withIp()));
        used.add(built(SimOptions.of(name).with("nic.firmware=bip").survivingDeaths()));
        used.add(built(SimOptions.of(name).with("nic.firmware=am2", "mapper.period=1000 ms")));
        used.add(built(SimOptions.of(name).with("nic.firmware=lci", "lci.retransmission=ni")));
        used.add(built(SimOptions.of(name).with("bus.dma.mode=consistent", "routing=up-down")));
        Platform mapped = Platform.load(name, List.of());
        mapped.mappers(1);
        used.add(mapped.constants());
        return used;
    }

    private static Constants built(SimOptions options) {
        SimCluster cluster = new SimCluster(2, options);
        cluster.processor(0);
        return cluster.platform.constants();
    }

    /** Costs of host software are read when they are first charged, those of computation by the names that programs have for it. */
    private static boolean isReadByPrograms(String key) {
        return key.equals(KINDS)
                || Arrays.stream(HostWork.values()).map(Host::keyOf).anyMatch(key::equals)
                || key.startsWith(KINDS + ".") && KindsOfPrograms.NAMES.contains(key.substring(KINDS.length() + 1));
    }

    /** The words in quotes in the programs of the project. */
    private static final class KindsOfPrograms {
        static final Set<String> NAMES = read();

        private static Set<String> read() {
            Set<String> words = new TreeSet<>();
            for (String part : List.of("samples", "evidence", "systems")) {
                try (Stream<Path> files = Files.walk(Path.of("..", part))) {
                    for (Path file : files.filter(path -> path.toString().contains("/src/main/java/")
                                    && path.toString().endsWith(".java"))
                            .toList()) {
                        words.addAll(List.of(Files.readString(file).split("\"")));
                    }
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
            return words;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            value = {
                "bip-ppro200 => host.clock=1 MHz => host.clock had no effect in this run: nothing has read it",
                "bip-ppro200 => am.send=2 => am.send had no effect in this run: nothing has read it",
                "bip-ppro200 => host.panda.st.send=1 us => host.panda.st.send had no effect in this run: nothing has read it",
                "bip-ppro200 => host.compute.sp=1 us => host.compute.sp had no effect in this run: nothing has read it",
                "bip-ppro200 => link.rate=100 => ''",
                "bip-ppro200 => host.bip.send=1 us => ''",
                "ss20-atm => host.clock=1 MHz => host.clock had no effect in this run: nothing has read it",
            })
    void aRunNamesTheUsersConstantsThatNothingHasRead(String platform, String set, String said) {
        assertEquals(said, said(SimOptions.of(platform).with(set)));
    }

    @Test
    void aValueThatTheRunReplacesHasNoEffect() {
        assertEquals(
                "bip.errors had no effect in this run: nothing has read it",
                said(SimOptions.of("lab").with("bip.errors=end").withIp()));
    }

    @Test
    void aFileOfTheUsersMayNameARetiredConstant() throws IOException {
        Path mine = Files.write(
                folder.resolve("mine.platform"),
                List.of("include bip-ppro200", "host.clock = 90 MHz | assumed | slower", "link.rate = 100 MB/s"));
        assertEquals("host.clock had no effect in this run: nothing has read it", said(SimOptions.of(mine.toString())));
    }

    @Test
    void ofManyTheFirstAreNamed() {
        String[] sets = Platform.constantsOf("lab").all().stream()
                .filter(constant -> constant.key().startsWith("gam."))
                .map(constant -> constant.key() + "=" + constant.value())
                .toArray(String[]::new);
        String said = said(SimOptions.of("lab").with(sets));
        assertTrue(
                said.matches("(gam\\.[a-z.-]+(, )?){8} and " + (sets.length - 8)
                        + " more had no effect in this run: nothing has read them"),
                said);
    }

    /** What a run says whose ranks send a message, if their boards carry messages. */
    private static String said(SimOptions options) {
        try (SimSession session = SimSession.open(2, options, SimSession.Listener.NONE)) {
            if (!options.ip() && !AtmCluster.isOn(options.platform())) {
                session.run(rank -> exchange());
            }
            return session.unread();
        }
    }

    private static void exchange() {
        try (Bip bip = Bip.init()) {
            bip.tirecv(1, new int[1], 1);
            if (bip.myNode() == 0) {
                bip.tsend(1, 1, new int[1], 1);
                bip.rwait(1);
            } else {
                bip.rwait(1);
                bip.tsend(0, 1, new int[1], 1);
            }
        }
    }
}
