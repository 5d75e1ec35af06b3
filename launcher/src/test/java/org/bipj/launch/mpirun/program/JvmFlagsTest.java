package org.bipj.launch.mpirun.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bipj.launch.hosted.world.IdentityHashes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the user gave is never overridden or contradicted. */
class JvmFlagsTest {
    private static final Path CACHE = Path.of("/c");

    private static String defaults(String given) {
        List<String> options = given.isEmpty() ? List.of() : Arrays.asList(given.split(" "));
        return String.join(" ", new JvmFlags(options, List.of(), true).defaults(2, CACHE));
    }

    @Test
    void withoutOptionsAllDefaultsAreSet() {
        assertTrue(
                defaults("")
                        .matches("-XX:\\+UseSerialGC -XX:\\+UseCompactObjectHeaders -XX:MaxRAMPercentage=\\d+\\.\\d+"
                                + " -XX:-UsePerfData -XX:\\+UseTransparentHugePages"
                                + " -XX:AOTCache=/c -Xlog:aot=off -Xlog:cds=off"
                                + " -XX:\\+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0"
                                + " -XX:-AOTReplayTraining"),
                defaults(""));
    }

    @ParameterizedTest
    @CsvSource({
        "-XX:+UseG1GC, GC",
        "-XX:-UseSerialGC, GC",
        "-XX:+UseZGC, GC",
        "-XX:-UseCompactObjectHeaders, Headers",
        "-XX:-UseCompressedClassPointers, Headers",
        "-Xmx1g, MaxRAM",
        "-XX:MaxHeapSize=1g, MaxRAM",
        "-XX:MaxRAMPercentage=10, MaxRAM",
        "-XX:MaxRAM=1g, MaxRAM",
        "-XX:+UsePerfData, PerfData",
        "-XX:-UseTransparentHugePages, Pages",
        "-XX:+UseLargePages, Transparent",
        "-XX:-UseCompactObjectHeaders, AOT",
        "-Xshare:off, AOT",
        "-XX:AOTCache=mine, AOT",
        "-XX:SharedArchiveFile=mine, AOT",
        "-javaagent:a.jar, AOT",
        "--patch-module=a=b, AOT",
        "-Xbootclasspath/a:library.jar, AOT",
        "-XX:VMOptionsFile=f, Use"
    })
    void whatTheUserGaveIsLeftAlone(String given, String subject) {
        assertTrue(defaults("").contains(subject));
        assertEquals(-1, defaults(given).indexOf(subject), defaults(given));
    }

    @ParameterizedTest
    @CsvSource({
        "-Djdk.virtualThreadScheduler.parallelism=2, virtualThreadScheduler",
        "-XX:Tier3BackEdgeThreshold=5000, BackEdge",
        "-XX:CompileThresholdScaling=2, BackEdge",
        "-Xint, BackEdge",
        "-XX:hashCode=5, hashCode"
    })
    void whatTheUserGaveForCoroutinesIsLeftAlone(String given, String subject) {
        String alone = String.join(" ", new JvmFlags(List.of(), List.of(), true).coroutines());
        String beside = String.join(" ", new JvmFlags(List.of(given), List.of(), true).coroutines());
        assertTrue(alone.contains(subject), alone);
        assertEquals(-1, beside.indexOf(subject), beside);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-XX:CompileThresholdScaling=2",
                "-XX:Tier3InvocationThreshold=100",
                "-XX:CompileCommand=print,a.B::c",
                "-XX:CompileCommandFile=f",
                "-XX:-TieredCompilation",
                "-Xint",
                "-Xcomp"
            })
    void whoSaysWhenMethodsAreCompiledIsLeftAlone(String given) {
        assertFalse(isAboutCompiling(new JvmFlags(List.of(given), List.of(), true)), given);
        assertFalse(isAboutCompiling(new JvmFlags(List.of(), List.of(given), true)), given);
        assertTrue(isAboutCompiling(new JvmFlags(List.of("-XX:TLABSize=1m"), List.of(), true)));
    }

    private static boolean isAboutCompiling(JvmFlags flags) {
        return flags.crowded(4).stream().anyMatch(flag -> flag.contains("Compile"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-XX:TLABSize=1m", "-XX:MinTLABSize=1m", "-XX:-ResizeTLAB", "-XX:-UseTLAB"})
    void whoSaysHowMuchAThreadBeginsWithIsLeftAlone(String given) {
        JvmFlags flags = new JvmFlags(List.of(given), List.of(), true);
        assertFalse(flags.crowded(4).stream().anyMatch(flag -> flag.contains("TLAB")), given);
    }

    @Test
    void manyRanksOfAProcessorHaveNoHugePages() {
        String none = "-XX:-UseTransparentHugePages";
        assertFalse(new JvmFlags(List.of(), List.of(), true).crowded(7).contains(none));
        assertTrue(new JvmFlags(List.of(), List.of(), true).crowded(8).contains(none));
        assertFalse(new JvmFlags(List.of("-XX:+UseLargePages"), List.of(), true)
                .crowded(8)
                .contains(none));
        assertFalse(new JvmFlags(List.of(), List.of(), false).crowded(8).contains(none));
    }

    /**
     * A JVM that does not understand its options ends with an error; what it prints of them would be in the program's output. It numbers
     * objects that are asked for their hashes.
     */
    @Test
    void aJvmTakesTheOptionsOfCrowdedRanksAndCoroutines() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(new JvmFlags(List.of(), List.of(), true).crowded(8));
        assertEquals(11, command.size() - 1);
        command.addAll(new JvmFlags(List.of(), List.of(), true).coroutines());
        command.add("-cp");
        command.add(placeOf(IdentityHashes.class) + File.pathSeparator + placeOf(Hashes.class));
        command.add(Hashes.class.getName());
        Process jvm = new ProcessBuilder(command).redirectErrorStream(true).start();
        String printed = new String(jvm.getInputStream().readAllBytes(), UTF_8);
        assertEquals("1 2", printed.strip());
        assertEquals(0, jvm.waitFor());
    }

    private static String placeOf(Class<?> type) {
        return Path.of(URI.create(
                        type.getProtectionDomain().getCodeSource().getLocation().toString()))
                .toString();
    }

    /** Prints how far from a multiple of 65536 the first hashes of a run are. */
    static final class Hashes {
        public static void main(String[] args) {
            IdentityHashes.begin();
            int first = new Object().hashCode();
            IdentityHashes.begin();
            System.out.println((first & 0xffff) + " " + (new Object().hashCode() & 0xffff));
        }
    }

    @Test
    void optionsInTheEnvironmentCountToo() {
        JvmFlags flags = new JvmFlags(List.of(), List.of("-XX:+UseParallelGC", "-Xmx1g"), false);
        assertEquals(List.of("-XX:+UseCompactObjectHeaders", "-XX:-UsePerfData"), flags.defaults(4, null));
    }

    @Test
    void hugePagesAreAskedForOnlyWhereTheyAreGiven() {
        String flags = String.join(" ", new JvmFlags(List.of(), List.of(), false).defaults(2, CACHE));
        assertEquals(-1, flags.indexOf("Pages"), flags);
    }

    @ParameterizedTest
    @CsvSource({"1, 8, 80.0", "2, 8, 40.0", "3, 8, 26.66", "400, 8, 0.2", "1, 62, 50.0", "2, 1024, 3.02"})
    void heapsFitIntoTheMemoryAndKeepReferencesShort(int jvms, long gibibytes, String percent) {
        assertEquals(percent, JvmFlags.heapPercent(jvms, gibibytes << 30));
    }
}
