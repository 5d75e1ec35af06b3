package org.bipj.mpi.topology;

import java.util.BitSet;
import org.bipj.core.job.Job;
import org.bipj.core.machine.CpuTopology;
import org.bipj.core.machine.CpuTopology.Shared;
import org.bipj.core.machine.Processors;
import org.jspecify.annotations.Nullable;

/**
 * Kinds of hardware of which a process may use one instance only (MPI 4.1 sections 7.4.2 and 9.1.2), by the names of hwloc, from
 * the largest on.
 */
public enum HardwareResource {
    /** A host, or a node of the simulated cluster. */
    MACHINE("Machine", null),
    /** What is in one socket. */
    PACKAGE("Package", Shared.PACKAGE),
    /** A memory with the processors near by. */
    NUMA_NODE("NUMANode", Shared.NUMA),
    /** A cache of the third level. */
    L3_CACHE("L3Cache", Shared.L3CACHE),
    /** A cache of the second level. */
    L2_CACHE("L2Cache", Shared.L2CACHE),
    /** A cache of the first level. */
    L1_CACHE("L1Cache", Shared.L1CACHE),
    /** A core. */
    CORE("Core", Shared.CORE),
    /** A hardware thread. */
    PROCESSING_UNIT("PU", null);

    /** In the place of an instance: the thread may use several. */
    public static final int SEVERAL = -1;

    /** In the place of an instance: the system does not name those of this kind. */
    public static final int UNKNOWN = -2;

    private static final String PREFIX = "hwloc://";

    private final String name;
    private final @Nullable Shared shared;

    HardwareResource(String name, @Nullable Shared shared) {
        this.name = name;
        this.shared = shared;
    }

    /** Its name for programs, a URI. */
    public String uri() {
        return PREFIX + name;
    }

    /** The kind of this name, with the part before its colon or without; null if there is none. */
    public static @Nullable HardwareResource of(String text) {
        for (HardwareResource kind : values()) {
            if (text.equals(kind.uri()) || text.equals(kind.name)) {
                return kind;
            }
        }
        return null;
    }

    /**
     * For each kind the instance on the node to which the calling thread is restricted now, {@link #SEVERAL} or {@link #UNKNOWN}. The
     * instance is the number of its first hardware thread. Of the nodes of a simulated cluster, nothing else is known.
     */
    public static int[] instances(Job job) {
        return job.isVirtual()
                ? instances(new BitSet(), CpuTopology.OF_HOST)
                : instances(Processors.parse(Processors.allowedToThread()), CpuTopology.OF_HOST);
    }

    /** The same for a thread that may use these hardware threads of a host. */
    static int[] instances(BitSet allowed, CpuTopology host) {
        int[] instances = new int[values().length];
        for (HardwareResource kind : values()) {
            instances[kind.ordinal()] = kind == MACHINE ? 0 : kind.instance(allowed, host);
        }
        return instances;
    }

    private int instance(BitSet allowed, CpuTopology host) {
        if (allowed.isEmpty()) {
            return UNKNOWN;
        }
        int first = allowed.nextSetBit(0);
        if (shared == null) {
            return allowed.cardinality() == 1 ? first : SEVERAL;
        }
        BitSet group = host.group(shared, first);
        if (group.isEmpty()) {
            return UNKNOWN;
        }
        int begin = group.nextSetBit(0);
        BitSet outside = (BitSet) allowed.clone();
        outside.andNot(group);
        return outside.isEmpty() ? begin : SEVERAL;
    }
}
