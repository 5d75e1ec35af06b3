package org.bipj.launch.contract;

import java.util.stream.Stream;
import org.bipj.mpi.contract.DifferentAlgorithmSuite;
import org.bipj.mpi.contract.SharedSuite;
import org.bipj.mpi.contract.SharedThreadSuite;
import org.bipj.mpi.contract.ThreadRunner;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The collective contract over shared memory, between ranks that are threads of this JVM. */
class SharedThreadContractTest {
    @TestFactory
    Stream<DynamicNode> cases() {
        return Stream.of(new SharedSuite(), new DifferentAlgorithmSuite(), new SharedThreadSuite())
                .flatMap(suite -> suite.cases().stream()
                        .map(one -> DynamicTest.dynamicTest(
                                one.name(), () -> ThreadRunner.run(ThreadsOverShmTest::open, suite, one))));
    }
}
