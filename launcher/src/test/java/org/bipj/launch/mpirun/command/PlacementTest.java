package org.bipj.launch.mpirun.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.bipj.core.machine.CpuTopology;
import org.bipj.launch.support.Cores;
import org.bipj.launch.support.LaunchException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The processors of ranks, on a host with two sockets of four cores: each core has two hardware threads, n and n + 8, and
 * each pair of cores a cache of the third level.
 */
class PlacementTest {
    @TempDir
    Path sys;

    private Cores cores;

    @BeforeEach
    void makeTopology() throws IOException {
        for (int thread = 0; thread < 16; thread++) {
            int core = thread % 8;
            int pair = core / 2 * 2;
            int socket = core / 4 * 4;
            Path cpu = sys.resolve("cpu/cpu" + thread);
            write(cpu.resolve("topology/thread_siblings_list"), core + "," + (core + 8));
            write(cpu.resolve("topology/core_siblings_list"), both(socket, 3));
            write(cpu.resolve("cache/index2/level"), "2");
            write(cpu.resolve("cache/index2/shared_cpu_list"), core + "," + (core + 8));
            write(cpu.resolve("cache/index3/level"), "3");
            write(cpu.resolve("cache/index3/shared_cpu_list"), both(pair, 1));
            write(sys.resolve("node/node" + socket / 4 + "/cpulist"), both(socket, 3));
        }
        cores = new Cores(IntStream.range(0, 16).boxed().toList(), new CpuTopology(sys));
    }

    private static String both(int first, int more) {
        return first + "-" + (first + more) + "," + (first + 8) + "-" + (first + 8 + more);
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text + "\n");
    }

    private List<String> bindings(String options, int ranks) {
        Options parsed = OptionParser.parse(
                List.of((options + " -n " + ranks + " java A").strip().split(" +")));
        return parsed.binding().bindings(IntStream.range(0, ranks).boxed().toList(), cores);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | 2 | none none",
                "--bind-to none | 2 | none none",
                "--bind-to core | 3 | 0 1 2",
                "--bind-to core | 9 | 0 1 2 3 4 5 6 7 0",
                "--bind-to hwthread | 2 | 0 1",
                "--bind-to l2cache | 2 | 0,8 1,9",
                "--bind-to l3cache | 3 | 0-1,8-9 0-1,8-9 2-3,10-11",
                "--bind-to socket | 5 | 0-3,8-11 0-3,8-11 0-3,8-11 0-3,8-11 4-7,12-15",
                "--bind-to numa --map-by numa | 3 | 0-3,8-11 4-7,12-15 0-3,8-11",
                "--bind-to board | 1 | 0-15",
                "--bind-to core --map-by socket | 4 | 0 4 1 5",
                "--map-by slot:PE=2 | 5 | 0-1 2-3 4-5 6-7 0-1",
                "--cpus-per-rank 3 | 2 | 0-2 3-5",
                "--cpu-set 2-3 | 2 | 2-3 2-3",
                "--cpu-set 2-5 --bind-to core | 5 | 2 3 4 5 2",
                "--cpu-set 2-5 --bind-to socket | 3 | 2-3 2-3 4-5",
                "--cpu-list 6,2,0 --bind-to cpu-list:ordered | 4 | 6 2 0 6",
                "-bind-to user:0+2,1+4,3 | 4 | 0,2 1,4 3 0,2"
            })
    void processorsOfRanks(String options, int ranks, String expected) {
        assertEquals(List.of(expected.split(" ")), bindings(options, ranks));
    }

    @Test
    void processorsThatTheHostLacksAreNamed() {
        assertEquals("--cpu-set 16: expected some of the processors 0-15", refusal("--cpu-set 16"));
        assertEquals("--bind-to: processors 3,16: expected some of 0-15", refusal("--bind-to user:3+16"));
    }

    private String refusal(String options) {
        return assertThrows(LaunchException.class, () -> bindings(options, 1)).getMessage();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 1",
                "0-2,5 | 0-2,5",
                "1:0-2 | 4-6",
                "0:* | 0-3",
                "8 | --rankfile: rank 0: slot=8: the host has cores 0 to 7",
                "1:4 | --rankfile: rank 0: slot=1:4: the host has cores 0 to 3",
                "2:0 | --rankfile: rank 0: slot=2:0: the host has sockets 0 to 1"
            })
    void coresInARankFile(String slot, String expected) throws IOException {
        Path file = Files.writeString(sys.resolve("ranks"), "rank 0=localhost slot=" + slot + "\n");
        String options = "--rankfile " + file;
        assertEquals(
                expected,
                expected.startsWith("--")
                        ? refusal(options)
                        : bindings(options, 1).getFirst());
    }

    /** A virtual machine may name neither caches nor sockets. */
    @Test
    void whatTheSystemDoesNotNameIsTheWholeHost() {
        cores = new Cores(List.of(0, 1), new CpuTopology(sys.resolve("nothing")));
        assertEquals(List.of("0-1", "0-1"), bindings("--bind-to l3cache", 2));
        assertEquals(List.of("0", "1"), bindings("--bind-to core", 2));
    }
}
