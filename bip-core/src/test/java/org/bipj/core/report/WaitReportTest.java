package org.bipj.core.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaitReportTest {
    private static final WaitReport WORDS = new WaitReport("for", 1, "s");

    private static List<StackTraceElement> stack(String... methods) {
        return Arrays.stream(methods)
                .map(method -> {
                    int dot = method.lastIndexOf('.');
                    return new StackTraceElement(method.substring(0, dot), method.substring(dot + 1), "File.java", 7);
                })
                .toList();
    }

    private static Waiter waiter(int rank, String waitsFor, double since) {
        return Waiter.of(
                rank, waitsFor, since, stack("org.bipj.core.channel.Channel.await", "mpi.Comm.recv", "P.main"));
    }

    @Test
    void timesThatLookTheSameAreSaidOnce() {
        String text = WORDS.of(List.of(
                waiter(0, "a", 1.01), waiter(2, "a", 1.04), waiter(3, "b", 1), waiter(4, "b", 2), waiter(5, "", 3)));
        assertEquals(
                List.of(
                        "ranks 0, 2 wait in mpi.Comm.recv for a, for 1.0 s",
                        "ranks 3, 4 wait in mpi.Comm.recv for b, for 1.0 to 2.0 s",
                        "rank 5 waits in mpi.Comm.recv, for 3.0 s",
                        "\tat P.main(File.java:7)"),
                text.lines().toList());
    }

    private static Waiter caller(int rank, int awaited, String call) {
        return waiter(rank, "a message from rank " + awaited + " in a collective call in " + call, 1);
    }

    /** In a tree a barrier's root waits for the rank that waits for the root's broadcast. */
    @Test
    void ranksThatWaitForEachOtherInDifferentCallsAreTold() {
        String text = WORDS.of(List.of(
                waiter(
                        0,
                        "a message from rank 1 in a collective call in W (barrier, call 3); a message from rank 2 in a"
                                + " collective call in W (barrier, call 3)",
                        1),
                caller(1, 0, "W (bcast with root 0, call 3)"),
                caller(2, 0, "W (barrier, call 3)")));
        assertEquals(
                "the ranks' collective calls in W differ: call 3 is barrier on rank 0 and bcast with root 0 on rank 1:"
                        + " expected the same calls in the same order on all ranks, with the same root and operation",
                text.lines().findFirst().orElseThrow());
        assertEquals(1, text.lines().filter(line -> line.contains("differ")).count(), text);
    }

    /** A rank in an earlier call, or in one of another communicator, may be late. */
    @Test
    void callsThatMayBeRightAreNotCompared() {
        String text = WORDS.of(List.of(
                caller(0, 1, "W (barrier, call 3)"),
                caller(1, 2, "W (bcast with root 0, call 2)"),
                caller(2, 3, "V (rank 1 there) (barrier, call 3)"),
                caller(3, 2, "V (rank 0 there) (barrier, call 3)")));
        assertFalse(text.contains("differ"), text);
    }

    @Test
    void aTimeThatIsUnknownIsNotSaid() {
        assertEquals(
                "rank 0 waits in mpi.Comm.recv for a",
                WORDS.of(List.of(waiter(0, "a", Double.NaN)))
                        .lines()
                        .findFirst()
                        .orElseThrow());
    }

    @Test
    void aPlaceIsTheProgramsOwn() {
        List<StackTraceElement> stack = stack(
                "java.util.concurrent.locks.LockSupport.parkNanos",
                "org.bipj.shm.waiting.Idler.sleep",
                "mpi.MPI.Finalize",
                "P.end",
                "java.util.ArrayList.forEach",
                "P.main",
                "jdk.internal.reflect.DirectMethodHandleAccessor.invoke",
                "org.bipj.launch.hosted.loader.MainMethod.run");
        Waiter waiter = Waiter.of(0, "", 0, stack);
        assertTrue(waiter.isInLibrary());
        assertEquals("mpi.MPI.Finalize", waiter.call());
        assertEquals(
                List.of(
                        "\tat P.end(File.java:7)",
                        "\tat java.util.ArrayList.forEach(File.java:7)",
                        "\tat P.main(File.java:7)"),
                waiter.place().lines().toList());
    }

    @Test
    void allPackagesBelowMpiAreTheLibrarysAndSuitesOfItsContractAreNot() {
        Waiter waiter = Waiter.of(
                0,
                "",
                0,
                stack(
                        "org.bipj.mpi.engine.Receiving.receive",
                        "org.bipj.mpi.comm.CommCore.receive",
                        "mpi.Comm.recv",
                        "org.bipj.mpi.contract.SendSuite.transfer"));
        assertEquals("mpi.Comm.recv", waiter.call());
        assertEquals(
                List.of("\tat org.bipj.mpi.contract.SendSuite.transfer(File.java:7)"),
                waiter.place().lines().toList());
    }

    /** A user's reduction is called by the library: the rank does not wait there. */
    @Test
    void aProgramThatIsCalledByTheLibraryIsNotInIt() {
        List<StackTraceElement> stack =
                stack("java.util.Arrays.sort", "P$Sum.call", "mpi.UserReduction.combine", "P.main");
        Waiter waiter = Waiter.of(0, "", 0, stack);
        assertFalse(waiter.isInLibrary());
        assertEquals("its program", waiter.call());
        assertEquals(4, waiter.place().lines().count());
    }
}
