package org.bipj.core.report;

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
                	at org.bipj.launch.hosted.loader.MainMethod.run(MainMethod.java:35)
                	at org.bipj.launch.onejvm.job.HostedRank.run(HostedRank.java:54)
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

    private static String calls(String... names) {
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            text.append("\tat Deep.")
                    .append(name)
                    .append("(Deep.java:")
                    .append(name.length())
                    .append(")\n");
        }
        return text.toString();
    }

    @Test
    void theCallsOfARecursionAreThereOnce() {
        String head = "java.lang.StackOverflowError\n";
        String one = head + calls("leaf") + calls("self").repeat(1000) + calls("main");
        assertEquals(
                head + calls("leaf", "self") + "\t... this call 999 more times\n" + calls("main"),
                FailureText.of(one) + "\n");
        String two = head + calls("even", "oddly").repeat(511) + calls("even", "main");
        assertEquals(
                head + calls("even", "oddly") + "\t... these 2 calls 510 more times\n" + calls("even", "main"),
                FailureText.of(two) + "\n");
        String inner = calls("a", "ab", "abc", "a", "a", "a", "a");
        String cause = "Caused by: " + one;
        assertEquals(
                "X: x\n" + calls("a", "ab", "abc", "a") + "\t... this call 3 more times\nCaused by: " + head
                        + calls("leaf", "self") + "\t... this call 999 more times\n" + calls("main"),
                FailureText.of("X: x\n" + inner + cause) + "\n");
    }

    @Test
    void whatHardlyRepeatsStays() {
        String trace = "X: x\n" + calls("a", "a", "b", "ab", "b", "ab", "main");
        assertEquals(trace, FailureText.of(trace) + "\n");
        String deep = calls(
                java.util.stream.IntStream.range(0, 200).mapToObj(i -> "m" + i).toArray(String[]::new));
        assertEquals("X: x\n" + deep, FailureText.of("X: x\n" + deep) + "\n");
    }

    /** As a recursion over a tree has it: no two rounds are alike. */
    @Test
    void aStackOverflowWithoutRoundsIsCut() {
        java.util.Random random = new java.util.Random(43);
        String[] names = random.ints(1024, 1, 9).mapToObj("v"::repeat).toArray(String[]::new);
        String text = FailureText.of("X: x\nCaused by: java.lang.StackOverflowError: deep\n" + calls(names));
        assertEquals(43, text.lines().count(), text);
        assertEquals(
                1,
                text.lines()
                        .filter(line -> line.matches("\t\\.\\.\\. \\d+ lines left out"))
                        .count(),
                text);
    }
}
