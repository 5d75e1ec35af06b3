package org.bipj.mpi.engine;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.ProcessName;
import org.bipj.core.nic.PortException;
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
    /** How many open pins each job has, by address; guarded by the lock of progress. */
    private final Map<String, Integer> pinned = new HashMap<>();
    /** Pins of all jobs; guarded by the lock of progress. */
    private int pinnedAll;
    /** Jobs were to be detached while all were pinned; guarded by the lock of progress. */
    private boolean isDue;
    /** The processes of the communicators that there are. */
    private Supplier<IntStream> members = IntStream::empty;

    ProcessNames(RankRuntime runtime) {
        this.runtime = runtime;
        world = runtime.job().size();
    }

    /** Sets what finds the processes of all communicators; it is called under the lock of progress. */
    public void membersBy(Supplier<IntStream> found) {
        members = found;
    }

    /**
     * Keeps jobs attached for a call that connects with them, until they are members of its communicator: another thread may disconnect
     * from them meanwhile. Used by one thread.
     */
    public final class Pin implements AutoCloseable {
        private final Set<String> jobs = new HashSet<>();
        private boolean isOfAll;

        private Pin() {}

        /** Keeps all jobs attached: it is not known yet with which of them the call connects. */
        public void all() {
            locked(() -> {
                pinnedAll += isOfAll ? 0 : 1;
                isOfAll = true;
            });
        }

        /** The numbers of the processes that {@link #text} names; their jobs are attached, and stay so. */
        public int[] numbers(String text) {
            return attached(() -> ProcessNames.this.numbers(text));
        }

        /** As {@link #numbers(String)} of what finds them, under the lock of progress. */
        public int[] attached(Supplier<int[]> found) {
            int[][] numbers = new int[1][];
            locked(() -> {
                numbers[0] = found.get();
                of(numbers[0]);
            });
            return numbers[0];
        }

        /** Keeps the jobs of these processes attached. */
        public void of(int... numbers) {
            locked(() -> {
                for (int number : numbers) {
                    String job = number < world
                            ? ""
                            : runtime.connections().name(number).address();
                    if (number >= world && runtime.connections().first(job) < 0) {
                        throw new PortException("the process of number " + number + " is of no job that is connected");
                    }
                    if (number >= world && jobs.add(job)) {
                        pinned.merge(job, 1, Integer::sum);
                    }
                }
            });
        }

        /** The call has made its communicator, or has failed. */
        @Override
        public void close() {
            if (!isOfAll && jobs.isEmpty()) {
                return;
            }
            locked(() -> {
                jobs.forEach(job -> pinned.computeIfPresent(job, (any, pins) -> pins > 1 ? pins - 1 : null));
                jobs.clear();
                pinnedAll -= isOfAll ? 1 : 0;
                isOfAll = false;
                if (isDue && pinnedAll == 0) {
                    detachUnused();
                }
            });
        }
    }

    /** A pin of no job yet. */
    public Pin pin() {
        return new Pin();
    }

    private void locked(Runnable body) {
        ProgressLock lock = runtime.lock();
        lock.enter();
        try {
            body.run();
        } finally {
            lock.exit();
        }
    }

    /** What a process is called in reports. */
    public String named(int number) {
        return runtime.job().named(number);
    }

    /** True if a process of another job has called Finalize, as far as that is not left to the detection of deadlocks. */
    public boolean hasLeft(int number) {
        return number >= world && runtime.connections().hasLeft(number);
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

    /** Forgets the jobs of which no communicator has a process, and which no call is about to connect with. */
    public void detachUnused() {
        Connections all = runtime.job().connections();
        if (all == null || all.attached().isEmpty()) {
            return;
        }
        locked(() -> {
            isDue = pinnedAll > 0;
            if (!isDue) {
                Set<String> kept = new HashSet<>(pinned.keySet());
                members.get()
                        .filter(number -> number >= world)
                        .forEach(number -> kept.add(all.name(number).address()));
                runtime.detach(all.attached().stream()
                        .filter(address -> !kept.contains(address))
                        .toList());
            }
        });
    }

    /** Forgets all other jobs: the rank leaves. */
    public void detachAll() {
        if (runtime.job().connections() != null) {
            locked(runtime::detachAll);
        }
    }
}
