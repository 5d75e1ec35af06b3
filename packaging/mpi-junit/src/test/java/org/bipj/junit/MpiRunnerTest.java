package org.bipj.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.AssertionFailedError;

class MpiRunnerTest {
    static Stream<MpiRunner> runners() {
        return Stream.of(
                MpiRunner.threads(3), MpiRunner.sim(3), MpiRunner.sim(3).seed(2));
    }

    @ParameterizedTest
    @MethodSource("runners")
    void returnsTheResultsOfTheRanks(MpiRunner runner) {
        List<Integer> results = runner.call(world -> {
            int[] sum = {world.getRank()};
            world.allReduce(sum, 1, MPI.INT, MPI.SUM);
            return 10 * world.getRank() + sum[0];
        });
        assertEquals(List.of(3, 13, 23), results);
    }

    /** An object that ranks send. */
    record Named(String name) implements Serializable {}

    /** Ranks find the classes of the test, whichever loader has them. */
    @ParameterizedTest
    @MethodSource("runners")
    void objectsOfTheTestsClassesAreSent(MpiRunner runner) {
        runner.run(world -> assertEquals(
                List.of(new Named("r0"), new Named("r1"), new Named("r2")),
                world.allGatherObject(Named.class, new Named("r" + world.getRank()))));
    }

    @ParameterizedTest
    @MethodSource("runners")
    void capturedVariablesAreShared(MpiRunner runner) {
        Set<Integer> ranks = ConcurrentHashMap.newKeySet();
        runner.run(world -> ranks.add(world.getRank()));
        assertEquals(Set.of(0, 1, 2), ranks);
    }

    /** A call of MPI in a thread that may not call. */
    private interface Call {
        void in(Intracomm world) throws MPIException;
    }

    /** Where the exception of such a call is lost, the test fails all the same. */
    @ParameterizedTest
    @MethodSource("runners")
    void aCallOfAnotherThreadFailsTheTest(MpiRunner runner) {
        int[] one = new int[1];
        for (Call call : List.<Call>of(
                world -> world.iProbe(MPI.ANY_SOURCE, 5),
                world -> world.iSend(one, 1, MPI.INT, world.getRank(), 5),
                world -> world.recv(one, 1, MPI.INT, world.getRank(), 5))) {
            AssertionError error = assertThrows(
                    AssertionError.class,
                    () -> runner.run(world -> {
                        if (world.getRank() == 1) {
                            CompletableFuture.runAsync(() -> call.in(world))
                                    .exceptionally(lost -> null)
                                    .get();
                        }
                    }));
            assertTrue(error.getMessage().contains("called by thread \"ForkJoinPool"), error::getMessage);
            assertTrue(error.getMessage().contains("rank 1"), error::getMessage);
        }
    }

    /** A hint names only what works: the property replaces seeds of {@link MpiTest}. */
    @ParameterizedTest
    @ValueSource(longs = {2, 7, 31})
    void theSeedOfAFailureIsNamedAsItIsGiven(long seed) {
        for (String platform : List.of("lab", "das64", "bip-ppro200")) {
            AssertionError error = assertThrows(
                    AssertionError.class,
                    () -> MpiRunner.sim(2)
                            .platform(platform)
                            .seed(seed)
                            .run(world -> assertEquals(0, world.getRank())));
            String on = platform.equals("lab") ? "" : ".platform(\"" + platform + "\")";
            assertTrue(
                    error.getMessage().endsWith("again with this seed: MpiRunner.sim(2)" + on + ".seed(" + seed + ")"),
                    error::getMessage);
        }
    }

    @ParameterizedTest
    @MethodSource("runners")
    void aFailureNamesItsRank(MpiRunner runner) {
        AssertionFailedError error = assertThrows(
                AssertionFailedError.class,
                () -> runner.run(world -> assertEquals(0, world.getRank() / 2, "of all but the last")));
        assertTrue(error.getMessage().startsWith("rank 2 of 3"), error::getMessage);
        assertEquals(0, error.getExpected().getValue());
    }

    @ParameterizedTest
    @MethodSource("runners")
    void aDeadlockIsReported(MpiRunner runner) {
        AssertionError error = assertThrows(
                AssertionError.class,
                () -> runner.run(world -> {
                    if (world.getRank() > 0) {
                        world.recv(new int[1], 1, MPI.INT, 0, 7);
                    }
                }));
        assertTrue(
                error.getMessage().contains("ranks 1, 2 wait in mpi.Comm.recv for a message from rank 0 with tag 7"),
                error::getMessage);
        assertTrue(error.getMessage().contains(".lambda$aDeadlockIsReported$"), error::getMessage);
        assertTrue(
                error.getMessage().contains("rank 0 waits in mpi.MPI.Finalize for all other ranks to finalize"),
                error::getMessage);
        assertTrue(!error.getMessage().contains("at org.bipj.launch."), error::getMessage);
        assertTrue(!error.getMessage().contains("RankLambda"), error::getMessage);
    }

    @Test
    void theWorldOfMpiIsNoRanksOwn() {
        AssertionFailedError error = assertThrows(
                AssertionFailedError.class, () -> MpiRunner.threads(1).run(world -> MPI.COMM_WORLD.barrier()));
        assertInstanceOf(MPIException.class, error.getCause());
        assertTrue(error.getMessage().contains("MPI is not initialized"), error::getMessage);
    }

    @Test
    void wrongSettingsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> MpiRunner.threads(0));
        assertThrows(IllegalArgumentException.class, () -> MpiRunner.sim(1).timeout(Duration.ZERO));
        assertThrows(IllegalStateException.class, () -> MpiRunner.threads(1).seed(1));
        IllegalArgumentException tooMany = assertThrows(
                IllegalArgumentException.class, () -> MpiRunner.sim(1000).run(world -> {}));
        assertTrue(
                tooMany.getMessage()
                        .startsWith("platform lab has 64 hosts, one for each rank, and there are 1000 ranks"),
                tooMany::getMessage);
    }
}
