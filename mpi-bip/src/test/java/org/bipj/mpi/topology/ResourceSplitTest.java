package org.bipj.mpi.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bipj.core.machine.CpuTopology;
import org.bipj.core.machine.Processors;
import org.bipj.mpi.call.EngineException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Splits by hardware, on hosts with two packages, each a NUMA node of two cores with a cache of the third level each; a core has
 * hardware threads n and n + 4.
 */
class ResourceSplitTest {
    private static final int UNDEFINED = -7;
    private static final int TYPE = 3;

    @TempDir
    Path sys;

    private CpuTopology host;

    @BeforeEach
    void makeHost() throws IOException {
        for (int thread = 0; thread < 8; thread++) {
            int core = thread % 4;
            Path cpu = sys.resolve("cpu/cpu" + thread);
            String threads = core + "," + (core + 4);
            String half = core < 2 ? "0-1,4-5" : "2-3,6-7";
            write(cpu.resolve("topology/thread_siblings_list"), threads);
            write(cpu.resolve("topology/core_siblings_list"), half);
            write(cpu.resolve("cache/index3/level"), "3");
            write(cpu.resolve("cache/index3/shared_cpu_list"), threads);
            write(sys.resolve("node/node" + core / 2 + "/cpulist"), half);
        }
        host = new CpuTopology(sys);
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    private int[] instances(String threads) {
        return HardwareResource.instances(Processors.parse(threads), host);
    }

    @Test
    void restrictionsFollowFromTheThreadsThatMayBeUsed() {
        int several = HardwareResource.SEVERAL;
        int unknown = HardwareResource.UNKNOWN;
        // Machine, package, NUMA node, caches of level 3 to 1, core, hardware thread.
        assertArrayEquals(new int[] {0, 2, 2, 3, unknown, unknown, 3, 7}, instances("7"));
        assertArrayEquals(new int[] {0, 0, 0, 1, unknown, unknown, 1, several}, instances("1,5"));
        assertArrayEquals(new int[] {0, 0, 0, several, unknown, unknown, several, several}, instances("0-1"));
        assertArrayEquals(
                new int[] {0, several, several, several, unknown, unknown, several, several}, instances("0-7"));
        int[] nothing = HardwareResource.instances(Processors.parse(""), host);
        assertArrayEquals(new int[] {0, unknown, unknown, unknown, unknown, unknown, unknown, unknown}, nothing);
    }

    @Test
    void theHostOfThisTestIsRead() {
        int[] own = HardwareResource.instances(Processors.parse(Processors.allowedToThread()), CpuTopology.OF_HOST);
        assertEquals(HardwareResource.values().length, own.length);
        assertEquals(0, own[HardwareResource.MACHINE.ordinal()]);
    }

    /** A process for each text: its node, a slash, and the threads that it may use. */
    private ResourceSplit split(String... processes) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (String process : processes) {
            String[] parts = process.split("/");
            int type = parts.length == 1 ? UNDEFINED : TYPE;
            int[] used = instances(parts.length == 1 ? "0" : parts[1]);
            all.writeBytes(ResourceSplit.of(type, "", parts[0], used));
        }
        return new ResourceSplit(all.toByteArray(), UNDEFINED);
    }

    private static int[] colours(ResourceSplit split, HardwareResource kind, int size) {
        int[] colours = new int[size];
        for (int rank = 0; rank < size; rank++) {
            colours[rank] = split.colour(rank, kind);
        }
        return colours;
    }

    @Test
    void processesOfOneInstanceHaveItsLowestRankForColour() {
        ResourceSplit split = split("a/0", "b/0", "a/4", "a/1", "b/0-7", "a/0-1", "out");
        int none = UNDEFINED;
        assertArrayEquals(new int[] {0, 1, 0, 0, 1, 0, none}, colours(split, HardwareResource.MACHINE, 7));
        assertArrayEquals(new int[] {0, 1, 0, 0, none, 0, none}, colours(split, HardwareResource.PACKAGE, 7));
        assertArrayEquals(new int[] {0, 1, 0, 3, none, none, none}, colours(split, HardwareResource.CORE, 7));
        assertArrayEquals(
                new int[] {0, 1, 2, 3, none, none, none}, colours(split, HardwareResource.PROCESSING_UNIT, 7));
    }

    @Test
    void theLargestKindSplitsAndLeavesNobodyWithAll() {
        assertEquals(HardwareResource.MACHINE, split("a/0", "b/0").largest());
        assertEquals(HardwareResource.PACKAGE, split("a/0", "a/2").largest());
        assertEquals(HardwareResource.L3_CACHE, split("a/0", "a/1").largest());
        assertEquals(HardwareResource.PROCESSING_UNIT, split("a/0", "a/4").largest());
        assertEquals(HardwareResource.MACHINE, split("a/0", "out").largest());
        assertNull(split("a/0").largest());
        assertNull(split("a/0-7", "a/0-7").largest());
        assertEquals(HardwareResource.PACKAGE, split("a/0-7", "a/0").largest());
    }

    @Test
    void differencesAreNamed() {
        byte[] one = ResourceSplit.of(TYPE, "Core", "a", instances("0"));
        byte[] other = ResourceSplit.of(TYPE, "PU", "a", instances("0"));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(one);
        all.writeBytes(other);
        ResourceSplit split = new ResourceSplit(all.toByteArray(), UNDEFINED);
        String message =
                assertThrows(EngineException.class, split::checkAgreement).getMessage();
        assertTrue(message.startsWith("at rank 1 "), message);
        split("a/0", "out", "a/1").checkAgreement();
    }

    @Test
    void namesAreThoseOfHwlocWithTheirPrefixOrWithout() {
        assertEquals(HardwareResource.NUMA_NODE, HardwareResource.of("hwloc://NUMANode"));
        assertEquals(HardwareResource.NUMA_NODE, HardwareResource.of("NUMANode"));
        assertNull(HardwareResource.of("numa"));
        assertNull(HardwareResource.of(""));
    }
}
