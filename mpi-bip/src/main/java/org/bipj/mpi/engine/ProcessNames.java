package org.bipj.mpi.engine;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.bipj.core.job.Connections;
import org.bipj.core.job.ProcessName;
import org.bipj.core.runtime.ProgressLock;
import org.bipj.core.runtime.RankRuntime;
import org.bipj.mpi.call.TimelineMarks;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that processes have in this one, and their names, which other jobs understand. The own world has the numbers of its ranks;
 * those of other jobs differ from process to process: docs/architecture/dynamic-processes.md.
 */
public final class ProcessNames {
    private final RankRuntime runtime;
    private final int world;

    ProcessNames(RankRuntime runtime) {
        this.runtime = runtime;
        world = runtime.job().size();
    }

    /** What a process is called in reports. */
    public String named(int number) {
        return runtime.job().named(number);
    }

    /** Says to those who record what the processes of other jobs among these are called. */
    public void mark(int[] numbers) {
        for (int number : numbers) {
            if (number >= world) {
                TimelineMarks.met(number, named(number));
            }
        }
    }

    /** True if all are of the own world. */
    public boolean areOfWorld(int... numbers) {
        for (int number : numbers) {
            if (number >= world) {
                return false;
            }
        }
        return true;
    }

    /** The names of processes, in order. */
    public String text(int[] numbers) {
        Connections all = runtime.connections();
        return ProcessName.join(Arrays.stream(numbers).mapToObj(all::name).toList());
    }

    /** How this process meets jobs with which it shares no memory; null: it meets none. */
    public Connections.@Nullable Network network() {
        return runtime.connections().network();
    }

    /** The numbers of processes that {@link #text} names; their jobs are attached. */
    public int[] numbers(String text) {
        List<ProcessName> names = ProcessName.parse(text);
        ProgressLock lock = runtime.lock();
        lock.enter();
        try {
            return names.stream()
                    .mapToInt(name -> runtime.attach(name.address()) + name.rank())
                    .toArray();
        } finally {
            lock.exit();
        }
    }

    /** The numbers of all ranks of a job, which is attached. */
    public int[] ofJob(String address, int ranks) {
        return numbers(ProcessName.join(IntStream.range(0, ranks)
                .mapToObj(rank -> new ProcessName(address, rank))
                .toList()));
    }

    /** True if one process comes before another in an order that is the same in all jobs. */
    public boolean isBefore(int one, int other) {
        return areOfWorld(one, other)
                ? one < other
                : runtime.connections()
                                .name(one)
                                .compareTo(runtime.connections().name(other))
                        < 0;
    }

    /** Forgets the jobs of which none of these processes is. */
    public void detachAllBut(IntStream numbers) {
        Connections all = runtime.job().connections();
        if (all == null || all.attached().isEmpty()) {
            return;
        }
        List<String> kept = numbers.filter(number -> number >= world)
                .mapToObj(number -> all.name(number).address())
                .distinct()
                .toList();
        ProgressLock lock = runtime.lock();
        lock.enter();
        try {
            all.attached().stream().filter(address -> !kept.contains(address)).forEach(runtime::detach);
        } finally {
            lock.exit();
        }
    }
}
