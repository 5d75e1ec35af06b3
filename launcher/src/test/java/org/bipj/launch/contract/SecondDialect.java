package org.bipj.launch.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.bipj.mpi.contract.BufferTypeSuite;
import org.bipj.mpi.contract.CollectiveSuite;
import org.bipj.mpi.contract.CommunicatorSuite;
import org.bipj.mpi.contract.DatatypeSuite;
import org.bipj.mpi.contract.DialectRewriter;
import org.bipj.mpi.contract.ErrorSuite;
import org.bipj.mpi.contract.IntercommSuite;
import org.bipj.mpi.contract.MatchingSuite;
import org.bipj.mpi.contract.PersistentSuite;
import org.bipj.mpi.contract.RandomSuite;
import org.bipj.mpi.contract.ReductionSuite;
import org.bipj.mpi.contract.RequestSuite;
import org.bipj.mpi.contract.SendSuite;
import org.bipj.mpi.contract.SignatureSuite;
import org.bipj.mpi.contract.StatusSuite;
import org.bipj.mpi.contract.Suite;
import org.bipj.mpi.contract.TopologySuite;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suites of what mpiJava 1.2 has, translated into its methods. */
abstract class SecondDialect extends LaunchedContract {
    @TempDir
    static Path folder;

    private static Set<String> used;

    @BeforeAll
    static void translate() {
        used = DialectRewriter.translate(folder);
    }

    @Override
    TestJob mpirun() {
        return in(new TestJob().before(folder));
    }

    /** Adds what the mode needs. */
    abstract TestJob in(TestJob mpirun);

    /** What is not translated by itself: buffers of all types, requests, collective calls, communicators. */
    @Override
    Set<Class<? extends Suite>> first() {
        return Set.of(
                SendSuite.class,
                RequestSuite.class,
                BufferTypeSuite.class,
                CollectiveSuite.class,
                CommunicatorSuite.class);
    }

    @Override
    Collection<List<Suite>> jobs(List<Suite> suites) {
        return suites.isEmpty() ? List.of() : List.of(suites);
    }

    @Override
    List<Suite> chosen() {
        return List.of(
                new SendSuite(),
                new MatchingSuite(),
                new RequestSuite(),
                new PersistentSuite(),
                new StatusSuite(),
                new DatatypeSuite(),
                new BufferTypeSuite(),
                new SignatureSuite(),
                new ErrorSuite(),
                new CollectiveSuite(),
                new ReductionSuite(),
                new RandomSuite(),
                new CommunicatorSuite(),
                new TopologySuite(),
                new IntercommSuite());
    }

    @Test
    void theSuitesCallTheSecondDialect() {
        assertTrue(used.size() > 90, () -> used.size() + " methods: " + used);
    }
}
