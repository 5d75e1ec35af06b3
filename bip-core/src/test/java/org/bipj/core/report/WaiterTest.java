package org.bipj.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The place of a waiting rank is its program's own calls, whoever has called the program. */
class WaiterTest {
    private static final String RECV = "mpi.Comm.recv";
    private static final String REFLECTION = "java.lang.reflect.Method.invoke";

    private static Waiter waiter(String... calls) {
        List<StackTraceElement> stack = Stream.of(calls)
                .map(call -> {
                    int dot = call.lastIndexOf('.');
                    return new StackTraceElement(call.substring(0, dot), call.substring(dot + 1), "F.java", 1);
                })
                .toList();
        return Waiter.of(0, "", 0, stack);
    }

    private static String at(String... calls) {
        StringBuilder text = new StringBuilder();
        for (String call : calls) {
            text.append("\tat ").append(call).append("(F.java:1)").append(System.lineSeparator());
        }
        return text.toString();
    }

    @Test
    void aProgramBeginsWithItsMainMethod() {
        Waiter waiter = waiter(RECV, "a.B.step", "a.B.main", "jdk.internal.reflect.X.invoke", "org.bipj.launch.Y.run");
        assertEquals(at("a.B.step", "a.B.main"), waiter.place());
        assertEquals(RECV, waiter.call());
    }

    @Test
    void aTestBeginsWithItsMethod() {
        Waiter waiter = waiter(
                RECV,
                "a.B.step",
                "a.B.test",
                REFLECTION,
                "org.bipj.junit.RankMpi.call",
                "org.bipj.junit.RankTest.run",
                "org.bipj.launch.onejvm.job.HostedRank.run");
        assertEquals(at("a.B.step", "a.B.test"), waiter.place());
    }

    @Test
    void aTestThatIsALambdaBeginsWithIt() {
        Waiter waiter = waiter(RECV, "a.B.lambda$test$0", "org.bipj.junit.RankLambda.run", "java.lang.Thread.run");
        assertEquals(at("a.B.lambda$test$0"), waiter.place());
    }

    @Test
    void whatIsCalledForATestHasNoPlaceInIt() {
        Waiter waiter = waiter(
                "mpi.MPI.Finalize",
                REFLECTION,
                "org.bipj.junit.RankMpi.finish",
                "org.bipj.junit.RankTest.run",
                "java.lang.Thread.run");
        assertEquals("", waiter.place());
        assertEquals("mpi.MPI.Finalize", waiter.call());
    }

    @Test
    void ofAStackWithoutAProgramAllIsShown() {
        assertEquals(
                at("mpi.MPI.Finalize", "mpi.Other.main"),
                waiter("mpi.MPI.Finalize", "mpi.Other.main").place());
    }
}
