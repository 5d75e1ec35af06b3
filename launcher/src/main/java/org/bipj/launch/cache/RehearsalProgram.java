package org.bipj.launch.cache;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;

/** What most programs do first. The JVM records it to make the start-up cache of ranks. */
public final class RehearsalProgram {
    private static final int LONG_MESSAGE = 1 << 16;
    private static final int TAG = 7;
    private static final String ALGORITHMS = "org/bipj/mpi/coll/";
    private static final String CLASS = ".class";
    private static final String JAR = ".jar";

    private RehearsalProgram() {}

    /** Runs as one rank of a job: rank 0 exchanges messages with each other one, and all call together. */
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        System.out.println("Rank " + rank + " of " + world.getSize());
        for (int peer = 1; peer < world.getSize(); peer++) {
            if (rank == 0 || rank == peer) {
                exchange(rank, peer, new double[1]);
                exchange(rank, peer, new double[LONG_MESSAGE]);
                exchangeStarted(peer - rank);
            }
        }
        callTogether(world);
        Intracomm near = world.splitType(Comm.TYPE_SHARED, rank, null);
        callTogether(near);
        near.barrier();
        near.free();
        world.barrier();
        loadAlgorithms();
        MPI.Finalize();
    }

    /**
     * Loads the classes of all algorithms of collective operations: which of them a rank runs depends on numbers of ranks and processors
     * that no rehearsal has. One that the cache lacks costs a rank a hundred times as much.
     */
    private static void loadAlgorithms() {
        ClassLoader loader = MPI.class.getClassLoader();
        CodeSource library = MPI.class.getProtectionDomain().getCodeSource();
        if (library == null || !library.getLocation().getPath().endsWith(JAR)) {
            // Ranks that share a JVM load the library in other ways.
            return;
        }
        try (JarFile jar = new JarFile(Path.of(library.getLocation().toURI()).toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                String name = entry.getName();
                if (name.startsWith(ALGORITHMS) && name.endsWith(CLASS)) {
                    String type = name.substring(0, name.length() - CLASS.length());
                    Class.forName(type.replace('/', '.'), true, loader);
                }
            }
        } catch (IOException | URISyntaxException | ClassNotFoundException e) {
            throw new IllegalStateException("cannot load the algorithms of " + library.getLocation(), e);
        }
    }

    private static void exchange(int rank, int other, double[] message) throws MPIException {
        if (rank == 0) {
            MPI.COMM_WORLD.send(message, message.length, MPI.DOUBLE, other, 0);
            MPI.COMM_WORLD.recv(message, message.length, MPI.DOUBLE, other, 0);
        } else {
            MPI.COMM_WORLD.recv(message, message.length, MPI.DOUBLE, 0, 0);
            MPI.COMM_WORLD.send(message, message.length, MPI.DOUBLE, 0, 0);
        }
    }

    private static void exchangeStarted(int peer) throws MPIException {
        Comm world = MPI.COMM_WORLD;
        int[] out = {1, 2};
        int[] in = new int[2];
        Request[] both = {
            world.iRecv(in, 2, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG), world.iSend(out, 2, MPI.INT, peer, TAG)
        };
        Request.waitAll(both);
        world.sendRecv(out, 2, MPI.INT, peer, TAG, in, 2, MPI.INT, peer, TAG);
        world.iSend(out, 2, MPI.INT, peer, TAG).waitFor();
        world.probe(peer, TAG);
        world.recv(in, 2, MPI.INT, peer, TAG);
    }

    private static void callTogether(Intracomm all) throws MPIException {
        int rank = all.getRank();
        int size = all.getSize();
        Intracomm part = all.split(0, rank);
        double[] each = new double[size];
        double[] sum = new double[1];
        part.bcast(each, size, MPI.DOUBLE, 0);
        part.reduce(new double[1], sum, 1, MPI.DOUBLE, MPI.SUM, 0);
        part.allReduce(new int[] {rank}, new int[1], 1, MPI.INT, MPI.MAX);
        part.gather(sum, 1, MPI.DOUBLE, each, 1, MPI.DOUBLE, 0);
        part.scatter(each, 1, MPI.DOUBLE, sum, 1, MPI.DOUBLE, 0);
        part.allGather(sum, 1, MPI.DOUBLE, each, 1, MPI.DOUBLE);
        part.allToAll(each, 1, MPI.DOUBLE, new double[size], 1, MPI.DOUBLE);
        part.scan(new double[1], sum, 1, MPI.DOUBLE, MPI.SUM);
        part.reduceScatterBlock(each, sum, 1, MPI.DOUBLE, MPI.SUM);
        part.iAllReduce(new double[1], sum, 1, MPI.DOUBLE, MPI.SUM).waitFor();
        part.iBarrier().waitFor();
        part.dup().free();
        part.free();
    }
}
