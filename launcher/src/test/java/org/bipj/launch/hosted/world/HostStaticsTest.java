package org.bipj.launch.hosted.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.bipj.launch.hosted.SimulatedScenes;
import org.bipj.sim.SimOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hosts of one JVM have the JDK's static state apart, files whose times are virtual, and ends as a JVM has them. */
public class HostStaticsTest {
    /** What programs add: this class is one for all hosts. */
    public static final Queue<String> SEEN = new ConcurrentLinkedQueue<>();

    /** A file that all hosts see. */
    public static final Path LOCKED = Path.of(
            System.getProperty("java.io.tmpdir"),
            "bipj-lock-" + ProcessHandle.current().pid());

    /** A jar file. */
    public static final Path JAR = Path.of(
            System.getProperty("java.io.tmpdir"),
            "bipj-jar-" + ProcessHandle.current().pid() + ".jar");

    private static final SimOptions LAB = SimOptions.of(SimOptions.DEFAULT_PLATFORM);

    @Test
    void whatOneHostSetsNoOtherSees() throws Exception {
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        String ttl = java.security.Security.getProperty("networkaddress.cache.ttl");
        Files.createFile(LOCKED);
        try (OutputStream file = Files.newOutputStream(JAR)) {
            new JarOutputStream(file, new Manifest()).close();
        }
        List<List<String>> said = SimulatedScenes.run(LAB, 2, HostScenes.class, "statics");
        assertEquals(
                List.of(
                        "false 1,5 true",
                        "true false",
                        "of its own",
                        "1",
                        "found",
                        "servers 2",
                        "FINE true 2 true true",
                        "false true true",
                        "has the lock",
                        "shares true true 0 10",
                        "has a part",
                        "alone null true",
                        "false",
                        "true true true true true",
                        "has it",
                        "closed",
                        "handles thread of 0",
                        "Thread[#3,main,5,main] 4 Thread-0"),
                said.get(0));
        assertEquals(
                List.of(
                        "true  false",
                        "false true",
                        "",
                        String.valueOf(ttl),
                        "No suitable driver found for jdbc:own:x",
                        "servers 1",
                        "null false 1 true true",
                        "true false true",
                        "gets null",
                        "gets the lock true true",
                        "shares true true 5 10",
                        "has a part",
                        "alone null true",
                        "all true",
                        "true true true true true",
                        "has it",
                        "closed",
                        "handles thread of 1",
                        "Thread[#3,main,5,main] 4 Thread-0"),
                said.get(1));
        assertFalse(Files.exists(LOCKED));
        Files.delete(JAR);
        assertEquals(locale, Locale.getDefault());
        assertEquals(zone, TimeZone.getDefault());
    }

    @Test
    void timesOfFilesAreVirtual() throws Exception {
        List<String> real = HostScenes.onOneHost("files");
        assertTrue(real.contains("new new"), real.toString());
        assertEquals(
                real, SimulatedScenes.run(LAB, 1, HostScenes.class, "files").getFirst());
    }

    @Test
    void recordsOfLogsHaveVirtualTimes() throws Exception {
        assertEquals(
                HostScenes.onOneHost("logs"),
                SimulatedScenes.run(LAB, 1, HostScenes.class, "logs").getFirst());
    }

    @Test
    void setsAndMapsThatCannotBeChangedHaveOneOrder() throws Exception {
        List<String> simulated =
                SimulatedScenes.run(LAB, 1, HostScenes.class, "collections").getFirst();
        assertEquals(
                List.of(
                        "order [a, b, c, d, e, f, g] {a=1, b=2, c=3, d=4} [1, 2, 3] {1=1, 2=2}",
                        "order [x, y, z]",
                        "order {x=1, y=1, z=1}"),
                simulated.stream().filter(line -> line.startsWith("order")).toList());
        assertEquals(
                HostScenes.onOneHost("collections").stream()
                        .filter(line -> !line.startsWith("order"))
                        .toList(),
                simulated.stream().filter(line -> !line.startsWith("order")).toList());
    }

    /** Daemons end with their host. Hooks run at its orderly end, after all threads or at an exit, and not when it halts. */
    @ParameterizedTest
    @CsvSource({"main, [], main: hook", "exit, [exited with code 0], exit: hook", "halt, [exited with code 0], "})
    void hooksRunAtAnOrderlyEndAndDaemonsEndThen(String how, String end, String hook) throws Exception {
        SEEN.clear();
        Map<Integer, List<String>> said = new ConcurrentHashMap<>();
        assertEquals(end + " ", SimulatedScenes.outcome(LAB, 1, HostScenes.class, how, said));
        assertEquals(Map.of(0, List.of("removed true false")), said);
        List<String> threads = List.of(how + ": daemon", how + ": last thread");
        assertEquals(hook == null ? threads : List.of(threads.get(0), threads.get(1), hook), List.copyOf(SEEN));
    }
}
