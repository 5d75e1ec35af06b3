package org.bipj.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import mpi.MPI;
import org.bipj.core.job.Job;
import org.bipj.core.job.RankLoader;
import org.bipj.core.nic.NicPort;
import org.bipj.testkit.LoopFabric;
import org.bipj.testkit.LoopOptions;
import org.bipj.testkit.Ranks;

/**
 * Runs a benchmark on ranks that are threads of this JVM, over a network in its memory. The benchmark takes its time for virtual: it
 * repeats each measurement a few times, so its figures mean nothing.
 */
final class BenchJob {
    private static final String MODE = "bipj.mode";
    private static final long SEED = 1;

    private BenchJob() {}

    /**
     * What a job has done.
     *
     * @param lines those that it has printed
     * @param packets how many packets of data rank 0 has sent to rank 1
     */
    record Result(List<String> lines, long packets) {}

    /** Runs the main method of a benchmark on each rank. */
    static Result run(int ranks, Class<?> program, String... arguments) {
        LoopOptions options = LoopOptions.largePackets(ranks).seed(SEED).direct(LoopOptions.Direct.ALL, 0, 0);
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setProperty(MODE, "sim");
        try (LoopFabric fabric = new LoopFabric(options)) {
            Ranks.run(fabric, job -> main(new Loader(job), program, arguments));
            return new Result(
                    printed.toString(StandardCharsets.UTF_8).lines().toList(), fabric.committed(0, 1, NicPort.DATA));
        } finally {
            System.clearProperty(MODE);
            System.setOut(before);
        }
    }

    private static void main(ClassLoader loader, Class<?> program, String[] arguments) throws Exception {
        try {
            loader.loadClass(program.getName())
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            throw new AssertionError(program.getSimpleName() + ": " + e.getCause(), e.getCause());
        }
    }

    /** Defines class MPI and the benchmarks' classes for one rank, and leaves all others to the loader of the tests. */
    private static final class Loader extends ClassLoader implements RankLoader {
        private static final String BENCHMARKS = BenchJob.class.getPackageName() + ".";

        private final Job job;

        Loader(Job job) {
            super(BenchJob.class.getClassLoader());
            this.job = job;
        }

        @Override
        public Job job() {
            return job;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(MPI.class.getName()) && !name.startsWith(BENCHMARKS)) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                byte[] bytes = classFile(name);
                return defineClass(name, bytes, 0, bytes.length);
            }
        }

        private byte[] classFile(String name) throws ClassNotFoundException {
            try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                return in.readAllBytes();
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
