package org.bipj.mpi.contract;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import mpi.Cores;
import mpi.Intracomm;
import mpi.MPI;
import org.bipj.mpi.coll.SharedMemory;

/** The collective operations again, over shared memory for all sizes: where ranks are on one machine and do not check types. */
public final class SharedSuite extends Suite {
    private static final int ROUNDS = Boolean.getBoolean("bipj.deep") ? 60 : 30;
    private static final int[] COUNTS = {1, 13, 14, 1000, 16_384, 50_000};

    /** Adds the cases. */
    public SharedSuite() {
        for (Suite suite : new Suite[] {new CollectiveSuite(), new ReductionSuite()}) {
            suite.cases().stream()
                    .filter(one -> one.ranks() > 1)
                    .map(SharedSuite::shared)
                    .forEach(this::add);
        }
        own().forEach(this::add);
    }

    /** Cases of shared memory itself. */
    static Stream<Case> own() {
        return Stream.of(
                        new Case("several communicators in turn, each at its own pace", MOST, SharedSuite::several),
                        new Case("a sum is the same to the last bit, whoever gets it", MOST, SharedSuite::reproducible),
                        new Case("freed communicators keep no memory", 4, SharedSuite::freed))
                .map(SharedSuite::shared);
    }

    private static Case shared(Case one) {
        return new Case("over shared memory: " + one.name(), one.ranks(), rank -> {
            SharedMemory.force(Cores.of(rank.comm()));
            one.body().run(rank);
            rank.comm().barrier();
            long turns = SharedMemory.turns(Cores.of(rank.comm()));
            Check.that(rank.checksTypes() || turns > 0, "shared memory was not used: " + turns + " turns");
        });
    }

    /** Checks a sum, a broadcast and an exchange of blocks. */
    static void operations(Intracomm comm, int count, int round) {
        int n = comm.getSize();
        int me = comm.getRank();
        long[] in = new long[count];
        long[] out = new long[count];
        Arrays.setAll(in, i -> (long) (me + 1) * (i + round));
        comm.allReduce(in, out, count, MPI.LONG, MPI.SUM);
        long[] sum = new long[count];
        Arrays.setAll(sum, i -> (long) n * (n + 1) / 2 * (i + round));
        Check.equal(sum, out, "sum of " + count + " in round " + round);
        int root = round % n;
        long[] told = me == root ? out : new long[count];
        comm.bcast(told, count, MPI.LONG, root);
        Check.that(Arrays.equals(out, told), "broadcast of " + count + " in round " + round);
        long[] blocks = new long[n * count];
        long[] arrived = new long[n * count];
        Arrays.setAll(blocks, i -> 1000L * me + i / count);
        comm.allToAll(blocks, count, MPI.LONG, arrived, count, MPI.LONG);
        long[] expected = new long[n * count];
        Arrays.setAll(expected, i -> 1000L * (i / count) + me);
        Check.equal(expected, arrived, "blocks of " + count + " in round " + round);
    }

    private static void several(Rank rank) {
        Intracomm all = rank.comm();
        Intracomm half = all.split(all.getRank() % 2, 0);
        Intracomm three = all.split(all.getRank() < 3 ? 0 : MPI.UNDEFINED, -all.getRank());
        Random own = new Random(all.getRank());
        for (int round = 0; round < ROUNDS; round++) {
            operations(half, COUNTS[round % 4], round);
            if (!three.isNull() && round % 2 == 0) {
                operations(three, COUNTS[round % 3], round);
            }
            if (round % 5 == 0) {
                operations(all, COUNTS[round / 5 % COUNTS.length], round);
            }
            if (own.nextInt(10) == 0) {
                Thread.yield();
            }
        }
        if (!three.isNull()) {
            three.free();
        }
        half.free();
    }

    private static void reproducible(Rank rank) {
        Intracomm comm = rank.comm();
        for (int count : COUNTS) {
            Random values = new Random(comm.getRank());
            double[] in = values.doubles(count, -1, 1).toArray();
            double[] all = new double[count];
            comm.allReduce(in, all, count, MPI.DOUBLE, MPI.SUM);
            for (int root = 0; root < comm.getSize(); root++) {
                double[] out = new double[count];
                comm.reduce(in, out, count, MPI.DOUBLE, MPI.SUM, root);
                Check.that(comm.getRank() != root || Arrays.equals(all, out), "sum of " + count + " at root " + root);
            }
        }
    }

    private static void freed(Rank rank) throws IOException {
        for (int i = 0; i < 12; i++) {
            Intracomm other = rank.comm().dup();
            operations(other, 1000, i);
            other.free();
        }
        Path maps = Path.of("/proc/self/maps");
        long mapped = !Files.isReadable(maps)
                ? 0
                : Files.readAllLines(maps).stream()
                        .filter(line -> line.contains("/room-"))
                        .count();
        Check.that(mapped <= 3, "memory of " + mapped + " communicators is mapped");
    }
}
