package org.bipj.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import mpi.MPI;
import org.bipj.executor.MpiExecutor;
import org.bipj.executor.Task;

/**
 * What a pool of {@link MpiExecutor} costs where ranks are processes: a task of a batched map beside the iteration of a loop, a task that
 * is submitted beside one of a pool of threads, and a pool that has nothing to do.
 *
 * <p>The rows are rounds, of which the first ones meet cold code. Processor time is that of whole processes, JVMs' own threads included:
 * other programs on the machine change it less than the time by the clock.
 */
public final class ExecutorBench {
    private static final String USAGE = """
            usage: mpirun -n 2 java -cp benchmarks.jar org.bipj.bench.ExecutorBench [OPTIONS]
              --idle   measures the pool only while it has nothing to do, for so many seconds
              --tasks  number of tasks that are submitted; 100000 where none is given; ten times as many are mapped
              --csv    print way,time_us,beside_us,ratio,root_cpu_us,workers_cpu_us; ratio: of the rates
              --help   print this""";

    private static final String HELP = "--help";

    private static final int ROUNDS = 5;
    private static final int MAPPED = 10;
    private static final double TASK_US = 1;
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
    private static final int SETTLE_MS = 2000;
    private static final int TASK_MS = 20;
    private static final double US_PER_S = 1e6;

    private final MpiExecutor pool;
    /** Processes of the workers. */
    private final Set<Long> workers;

    private ExecutorBench(MpiExecutor pool) throws InterruptedException, ExecutionException {
        this.pool = pool;
        workers = processes();
    }

    /** Runs the benchmark; see {@code --help}. */
    public static void main(String[] args) throws Exception {
        CommandLine arguments = new CommandLine(args, Set.of(Program.CSV, HELP), Set.of("--idle", "--tasks"));
        int idle = arguments.numbers("--idle", 3600, 0)[0];
        int tasks = arguments.numbers("--tasks", 100_000_000, 100_000)[0];
        MpiExecutor.<Exception>overWorld(pool -> {
            if (arguments.has(HELP)) {
                System.out.println(USAGE);
            } else if (idle > 0) {
                new ExecutorBench(pool).idle(idle);
            } else {
                new ExecutorBench(pool).run(arguments.has(Program.CSV), tasks);
            }
        });
    }

    /** Each worker runs some task at the same time as the others; ranks that share this process are one. */
    private Set<Long> processes() throws InterruptedException, ExecutionException {
        Set<Long> all = new TreeSet<>();
        Task<Long> task = () -> {
            Thread.sleep(TASK_MS);
            return ProcessHandle.current().pid();
        };
        while (all.size() < pool.getWorkers()
                && !all.contains(ProcessHandle.current().pid())) {
            for (Future<Long> each : pool.invokeAll(Collections.nCopies(pool.getWorkers(), task))) {
                all.add(each.get());
            }
        }
        return all;
    }

    private static double seconds(long process) {
        return ProcessHandle.of(process)
                        .flatMap(each -> each.info().totalCpuDuration())
                        .orElse(Duration.ZERO)
                        .toNanos()
                / 1e9;
    }

    /** Processor time that this process and the workers have taken. */
    private double[] processorTime() {
        return new double[] {
            seconds(ProcessHandle.current().pid()),
            workers.stream().mapToDouble(ExecutorBench::seconds).sum()
        };
    }

    // ---- a pool that does nothing --------------------------------------------------------------------------------

    private void idle(int seconds) throws InterruptedException {
        Thread.sleep(SETTLE_MS);
        double[] before = processorTime();
        Thread.sleep(1000L * seconds);
        double[] after = processorTime();
        double root = after[0] - before[0];
        double all = root + after[1] - before[1];
        System.out.printf(
                "%d workers, idle for %d s: %.2f %% of a processor, of which the rank that has opened the pool %.2f %%%n",
                workers.size(), seconds, all / seconds * 100, root / seconds * 100);
    }

    // ---- tasks ---------------------------------------------------------------------------------------------------

    private void run(boolean csv, int tasks) throws InterruptedException, ExecutionException {
        Table table = Table.open(
                csv,
                "Tasks on ranks: of 1 us by a batched map beside a loop, empty ones beside those of a pool of threads",
                "way",
                "time_us",
                "beside_us",
                "ratio",
                "root_cpu_us",
                "workers_cpu_us");
        int turns = turns();
        for (int round = 0; round < ROUNDS; round++) {
            int mapped = MAPPED * tasks;
            double loop = loop(mapped, turns);
            row(table, "map", mapped, loop, () -> pool.map(0, mapped, i -> spin(i, turns)));
            double threads = threads(tasks);
            row(table, "submit", tasks, threads, () -> submit(tasks));
        }
    }

    private void row(Table table, String way, int tasks, double beside, Action measured)
            throws InterruptedException, ExecutionException {
        double[] before = processorTime();
        double begin = MPI.wtime();
        measured.run();
        double each = (MPI.wtime() - begin) * US_PER_S / tasks;
        double[] after = processorTime();
        table.row(
                way,
                format(each),
                format(beside),
                format(beside / each),
                format((after[0] - before[0]) * US_PER_S / tasks),
                format((after[1] - before[1]) * US_PER_S / tasks));
    }

    private interface Action {
        void run() throws InterruptedException, ExecutionException;
    }

    private static String format(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static double spin(int i, int turns) {
        double x = i;
        for (int turn = 0; turn < turns; turn++) {
            x = x * 0.999999 + turn;
        }
        return x;
    }

    private static double loop(int tasks, int turns) {
        double begin = MPI.wtime();
        double[] all = new double[tasks];
        for (int i = 0; i < tasks; i++) {
            all[i] = spin(i, turns);
        }
        return (MPI.wtime() - begin) * US_PER_S / all.length;
    }

    /** How many turns take as long as a task, by processor time. */
    private static int turns() {
        int some = 1000;
        int tasks = 10_000;
        double each = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long begin = CPU.getCurrentThreadCpuTime();
            loop(tasks, some);
            each = (CPU.getCurrentThreadCpuTime() - begin) / 1e3 / tasks / some;
        }
        return (int) Math.max(1, TASK_US / each);
    }

    private static double threads(int tasks) throws InterruptedException, ExecutionException {
        try (ExecutorService one = Executors.newFixedThreadPool(1)) {
            double begin = MPI.wtime();
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < tasks; i++) {
                all.add(one.submit(() -> {}));
            }
            for (Future<?> each : all) {
                each.get();
            }
            return (MPI.wtime() - begin) * US_PER_S / tasks;
        }
    }

    private void submit(int tasks) throws InterruptedException, ExecutionException {
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            all.add(pool.submit(() -> {}));
        }
        for (Future<?> each : all) {
            each.get();
        }
    }
}
