package org.bipj.core.job;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FailureTextTest {
    @Test
    void theLibrarysCallsAreLeftOut() {
        assertEquals("""
                mpi.MPIException: send (rank 2 of MPI_COMM_WORLD): the buffer has 0 bytes
                	at Bad.work(Bad.java:6)
                	at Bad.main(Bad.java:5)""", FailureText.of("""
                mpi.MPIException: send (rank 2 of MPI_COMM_WORLD): the buffer has 0 bytes
                	at mpi.MpiRank.fail(MpiRank.java:252)
                	at mpi.Comm.send(Comm.java:31)
                	at rank 2//Bad.work(Bad.java:6)
                	at rank 2//Bad.main(Bad.java:5)
                	at java.base/jdk.internal.reflect.DirectMethodHandleAccessor.invoke(DirectMethodHandleAccessor.java:104)
                	at java.base/java.lang.reflect.Method.invoke(Method.java:565)
                	at org.bipj.launch.loader.MainMethod.run(MainMethod.java:35)
                	at org.bipj.launch.sharedjvm.HostedRank.run(HostedRank.java:54)
                	at java.base/java.lang.Thread.run(Thread.java:1474)
                Caused by: org.bipj.mpi.call.EngineException: the buffer has 0 bytes
                	at org.bipj.mpi.call.BufferChecks.tooSmall(BufferChecks.java:31)
                	at mpi.Comm.send(Comm.java:29)
                	... 8 more
                """));
    }

    @Test
    void theProgramsOwnCausesStay() {
        assertEquals("""
                java.lang.IllegalStateException: bad luck
                	at java.base/java.util.ArrayList.forEach(ArrayList.java:1)
                	at org.bipj.samples.Main.main(Main.java:3)
                Caused by: java.io.IOException: at last
                	at org.bipj.samples.Main.read(Main.java:9)
                Caused by: org.bipj.core.nic.PortException: no room""", FailureText.of("""
                java.lang.IllegalStateException: bad luck
                	at java.base/java.util.ArrayList.forEach(ArrayList.java:1)
                	at org.bipj.samples.Main.main(Main.java:3)
                Caused by: java.io.IOException: at last
                	at org.bipj.samples.Main.read(Main.java:9)
                	... 1 more
                Caused by: org.bipj.core.nic.PortException: no room
                	at org.bipj.shm.memory.FileStore.create(FileStore.java:50)
                	... 2 more
                """));
    }

    @Test
    void aTraceOfTheLibraryAloneStaysWhole() {
        String trace = """
                java.lang.AssertionError
                	at org.bipj.core.channel.Channel.onPacket(Channel.java:7)
                	at java.base/java.lang.Thread.run(Thread.java:1474)""";
        assertEquals(trace, FailureText.of(trace + "\n"));
    }

    @Test
    void whatFollowsTheMessage() {
        Throwable failure = new IllegalStateException("two\nlines");
        failure.setStackTrace(new StackTraceElement[] {new StackTraceElement("Main", "main", "Main.java", 3)});
        assertEquals(
                "java.lang.IllegalStateException: two\nlines\n\tat Main.main(Main.java:3)", FailureText.of(failure));
        assertEquals("\tat Main.main(Main.java:3)", FailureText.below(FailureText.of(failure)));
        assertEquals("", FailureText.below("java.lang.Error"));
    }
}
