package org.bipj.reproduce.lab;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.core.job.RankLoader;

/**
 * Loads a program's classes once per rank, and {@code mpi.MPI} with them, as the launcher does where ranks share a JVM.
 * Unchanged MPI programs can therefore be measured.
 */
public final class RankClasses extends ClassLoader implements RankLoader {
    private static final String MPI = "mpi.MPI";

    private final Job job;
    private final List<String> prefixes;

    private RankClasses(ClassLoader parent, List<String> prefixes) {
        super(parent);
        this.prefixes = prefixes;
        job = Jobs.of(null);
    }

    /**
     * Runs a program whose classes are loaded separately for each rank.
     *
     * @param others prefixes of the names of further classes of the program
     * @return the result of rank 0
     */
    public static double[] run(
            Cluster cluster, int ranks, Class<? extends RankProgram> program, int[] arguments, String... others) {
        return runAll(cluster, ranks, program, arguments, others)[0];
    }

    /** As above; returns the results of all ranks. */
    public static double[][] runAll(
            Cluster cluster, int ranks, Class<? extends RankProgram> program, int[] arguments, String... others) {
        List<String> prefixes = new ArrayList<>(List.of(others));
        prefixes.add(program.getName());
        double[][] results = new double[ranks][];
        cluster.run(ranks, rank -> {
            RankClasses loader = new RankClasses(program.getClassLoader(), prefixes);
            Object own = Class.forName(program.getName(), true, loader)
                    .getConstructor()
                    .newInstance();
            results[rank.number()] = ((RankProgram) own).run(rank, arguments.clone());
        });
        return results;
    }

    @Override
    public Job job() {
        return job;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!isOwn(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private boolean isOwn(String name) {
        return name.equals(MPI)
                || name.startsWith(MPI + "$")
                || prefixes.stream().anyMatch(name::startsWith);
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = in.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
