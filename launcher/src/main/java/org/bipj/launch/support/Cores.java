package org.bipj.launch.support;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.bipj.core.machine.CpuTopology;
import org.bipj.core.machine.CpuTopology.Shared;
import org.bipj.core.machine.Processors;

/** The processors of a host that a job may use. */
public final class Cores {
    /** The processors that this process may run on. */
    public static final Cores OF_PROCESS = ofProcess();

    private final List<Integer> threads;
    private final List<Integer> cores;
    private final CpuTopology topology;

    /** The cores that these hardware threads belong to. */
    public Cores(List<Integer> threads, CpuTopology topology) {
        this.threads = threads;
        this.topology = topology;
        this.cores = new ArrayList<>();
        BitSet seen = new BitSet();
        for (int thread : threads) {
            if (!seen.get(thread)) {
                cores.add(thread);
                seen.set(thread);
                seen.or(topology.group(Shared.CORE, thread));
            }
        }
    }

    /** Reads them from the system; elsewhere, one core for each processor of the JVM. */
    static Cores ofProcess() {
        List<Integer> threads = numbers(Processors.parse(Processors.allowed()));
        return new Cores(
                threads.isEmpty()
                        ? IntStream.range(0, Runtime.getRuntime().availableProcessors())
                                .boxed()
                                .toList()
                        : threads,
                CpuTopology.OF_HOST);
    }

    /** All hardware threads of these cores, as far as they may be used. */
    public List<Integer> threads() {
        return threads;
    }

    /** The first hardware thread of each core. */
    public List<Integer> cores() {
        return cores;
    }

    /** The cores of this host that a list names. */
    public Cores within(BitSet list) {
        return new Cores(threads.stream().filter(list::get).toList(), topology);
    }

    /** The hardware threads among these that share something with one of them; all if the system does not name it. */
    public List<Integer> group(Level level, int thread) {
        BitSet group = shared(level, thread);
        List<Integer> own = threads.stream().filter(group::get).toList();
        return own.isEmpty() ? threads : own;
    }

    private BitSet shared(Level level, int thread) {
        return switch (level) {
            case NONE, BOARD -> new BitSet();
            case HWTHREAD -> Processors.parse(Integer.toString(thread));
            case CORE -> topology.group(Shared.CORE, thread);
            case L1CACHE -> topology.group(Shared.L1CACHE, thread);
            case L2CACHE -> topology.group(Shared.L2CACHE, thread);
            case L3CACHE -> topology.group(Shared.L3CACHE, thread);
            case SOCKET -> topology.group(Shared.PACKAGE, thread);
            case NUMA -> topology.group(Shared.NUMA, thread);
        };
    }

    /** How many groups of a level these cores belong to. */
    public int groups(Level level) {
        return (int) cores.stream().map(core -> group(level, core)).distinct().count();
    }

    private static List<Integer> numbers(BitSet set) {
        return set.stream().boxed().toList();
    }
}
