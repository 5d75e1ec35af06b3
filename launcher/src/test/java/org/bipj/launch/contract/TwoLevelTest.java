package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import mpi.Cores;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import org.bipj.mpi.coll.SharedMemory;
import org.bipj.mpi.contract.CollectiveSuite;
import org.bipj.mpi.contract.Rank;
import org.bipj.mpi.contract.ReductionSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.ThreadRunner;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Collective operations of ranks on several hosts, threads of this JVM: the contract again, with shared memory on each host, and
 * the number of messages that go over the network.
 */
class TwoLevelTest {
    /** Cases of operations that have two levels, and their order among others. */
    private static final Set<String> CASES = Set.of(
            "bcast",
            "allGather",
            "barrier",
            "one after the other with all roots, mixed with messages",
            "reduce, all roots, in place too",
            "allReduce, in place too",
            "a user's operation that does not commute: in the order of ranks",
            "the same sum on all ranks, bit for bit");

    private static final int ROUNDS = 3;
    private static final long PATIENCE_S = 60;

    private static void run(int[] hostOf, NetJobs[] net, Suite.Body body) {
        Suite suite = new Suite() {};
        ThreadRunner.run(
                (ranks, onAbort) -> {
                    net[0] = new NetJobs(hostOf, onAbort::abort);
                    return net[0].jobs();
                },
                suite,
                new Suite.Case("ranks on hosts " + Arrays.toString(hostOf), hostOf.length, body));
    }

    /** The ranks of each host follow each other, and share memory; {@link NetContractTest} deals them out in turn. */
    @TestFactory
    Stream<DynamicTest> theContractOverSharedMemoryOfEachHost() {
        return contract(CASES::contains);
    }

    @TestFactory
    @Tag("deep")
    Stream<DynamicTest> theOtherCasesOfTheContract() {
        return contract(name -> !CASES.contains(name));
    }

    private static Stream<DynamicTest> contract(Predicate<String> wanted) {
        return Stream.of(new CollectiveSuite(), new ReductionSuite())
                .flatMap(suite -> suite.cases().stream())
                .filter(one -> one.ranks() > 3 && wanted.test(one.name()))
                .map(one -> DynamicTest.dynamicTest(one.name(), () -> {
                    int[] hostOf = new int[one.ranks()];
                    Arrays.setAll(hostOf, rank -> 2 * rank / hostOf.length);
                    run(hostOf, new NetJobs[1], rank -> {
                        SharedMemory.force(Cores.of(rank.comm()));
                        one.body().run(rank);
                        rank.comm().bcast(new int[1], 1, MPI.INT, 0);
                        long turns = SharedMemory.turnsOnHost(Cores.of(rank.comm()));
                        assertTrue(rank.checksTypes() || turns > 0, "turns in the memory of a host: " + turns);
                    });
                }));
    }

    /** What one rank calls. */
    private record Operation(String name, int messages, Runnable blocking, Started nonBlocking, Prequest persistent) {
        @FunctionalInterface
        interface Started {
            Request start();
        }

        void run(int form) {
            switch (form) {
                case 0 -> blocking.run();
                case 1 -> nonBlocking.start().waitFor();
                default -> {
                    persistent.start();
                    persistent.waitFor();
                }
            }
        }
    }

    private static List<Operation> operations(Intracomm comm, int root, int hosts) {
        int n = comm.getSize();
        double[] one = {comm.getRank()};
        double[] sum = new double[1];
        double[] all = new double[n];
        List<Operation> operations = new ArrayList<>();
        operations.add(new Operation(
                "bcast",
                hosts - 1,
                () -> comm.bcast(one, 1, MPI.DOUBLE, root),
                () -> comm.iBcast(one, 1, MPI.DOUBLE, root),
                comm.bcastInit(one, 1, MPI.DOUBLE, root)));
        operations.add(new Operation(
                "reduce",
                hosts - 1,
                () -> comm.reduce(one, sum, 1, MPI.DOUBLE, MPI.SUM, root),
                () -> comm.iReduce(one, sum, 1, MPI.DOUBLE, MPI.SUM, root),
                comm.reduceInit(one, sum, 1, MPI.DOUBLE, MPI.SUM, root)));
        operations.add(new Operation(
                "allGather",
                hosts * (hosts - 1),
                () -> comm.allGather(one, 1, MPI.DOUBLE, all, 1, MPI.DOUBLE),
                () -> comm.iAllGather(one, 1, MPI.DOUBLE, all, 1, MPI.DOUBLE),
                comm.allGatherInit(one, 1, MPI.DOUBLE, all, 1, MPI.DOUBLE)));
        if (hosts == 2) {
            // Leaders of more hosts have a choice, in which their processors count.
            operations.add(new Operation(
                    "allReduce",
                    2,
                    () -> comm.allReduce(one, sum, 1, MPI.DOUBLE, MPI.SUM),
                    () -> comm.iAllReduce(one, sum, 1, MPI.DOUBLE, MPI.SUM),
                    comm.allReduceInit(one, sum, 1, MPI.DOUBLE, MPI.SUM)));
            operations.add(new Operation("barrier", 2, comm::barrier, comm::iBarrier, comm.barrierInit()));
        }
        return operations;
    }

    @ParameterizedTest
    @ValueSource(strings = {"0, 0, 0, 1, 1", "0, 1, 0, 1, 0, 1", "2, 0, 1, 0, 2, 1, 1"})
    void onlyLeadersSpeakOverTheNetwork(String hosts) {
        int[] hostOf =
                Arrays.stream(hosts.split(", ")).mapToInt(Integer::parseInt).toArray();
        int count = (int) Arrays.stream(hostOf).distinct().count();
        CyclicBarrier meeting = new CyclicBarrier(hostOf.length);
        NetJobs[] net = new NetJobs[1];
        run(hostOf, net, rank -> {
            Intracomm comm = rank.comm();
            for (Intracomm each : new Intracomm[] {comm, comm.dup(), comm.split(0, -comm.getRank())}) {
                count(rank, operations(each, hostOf.length - 1, count), meeting, net);
            }
        });
    }

    private static void count(Rank rank, List<Operation> operations, CyclicBarrier meeting, NetJobs[] net)
            throws Exception {
        for (Operation operation : operations) {
            for (int form = 0; form < 3; form++) {
                // The first call connects ranks, and agrees on memory.
                operation.run(form);
                meeting.await(PATIENCE_S, TimeUnit.SECONDS);
                long before = net[0].messages();
                meeting.await(PATIENCE_S, TimeUnit.SECONDS);
                for (int round = 0; round < ROUNDS; round++) {
                    operation.run(form);
                }
                meeting.await(PATIENCE_S, TimeUnit.SECONDS);
                long messages = net[0].messages() - before;
                assertEquals(
                        ROUNDS * operation.messages,
                        messages,
                        operation.name + ", form " + form + ": messages over the network, rank " + rank.rank());
                meeting.await(PATIENCE_S, TimeUnit.SECONDS);
            }
            operation.persistent.free();
        }
    }
}
