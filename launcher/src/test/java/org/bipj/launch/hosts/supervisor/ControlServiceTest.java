package org.bipj.launch.hosts.supervisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The socket by which ranks find each other. */
class ControlServiceTest {
    @TempDir
    Path directory;

    private final SynchronousQueue<String> calls = new SynchronousQueue<>();

    private ControlService service() {
        return new ControlService(directory, List.of(3), 4, new ControlService.Rendezvous() {
            @Override
            public void put(int rank, String address) {
                call("put " + rank + " " + address);
            }

            @Override
            public void get(int rank) {
                call("get " + rank);
            }

            @Override
            public void watch(int rank) {
                call("watch " + rank);
            }

            @Override
            public void lost(int by, int rank, String why) {
                call("lost " + by + " " + rank + " " + why);
            }

            @Override
            public void unanswered(int by, String address, String why) {
                call("unanswered " + by + " " + address + " " + why);
            }
        });
    }

    private void call(String words) {
        try {
            assertTrue(calls.offer(words, 20, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private SocketChannel say(String lines) throws Exception {
        SocketChannel rank = SocketChannel.open(UnixDomainSocketAddress.of(directory.resolve(ControlService.NAME)));
        rank.write(ByteBuffer.wrap(lines.getBytes()));
        return rank;
    }

    /** The thread that serves the one rank. */
    private static Thread server() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("control of a rank"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRankThatIsLostHearsOfItAndTroubleGoesUp() throws Exception {
        try (ControlService service = service();
                SocketChannel rank = say(
                        "HELLO 3\nLOST 1 it cannot be reached\nUNANSWERED 2 10.0.0.1:77\nUNANSWERED 2 [::1]:78 Connection refused\n")) {
            assertEquals("lost 3 1 it cannot be reached", calls.poll(60, TimeUnit.SECONDS));
            assertEquals("unanswered 3 10.0.0.1:77 ", calls.poll(60, TimeUnit.SECONDS));
            assertEquals("unanswered 3 [::1]:78 Connection refused", calls.poll(60, TimeUnit.SECONDS));
            service.gone(2, 1, "nobody has that number here");
            service.gone(3, 1, "it broke");
            String expected = "GONE 1 it broke\n";
            ByteBuffer said = ByteBuffer.allocate(expected.length());
            while (said.hasRemaining()) {
                assertTrue(rank.read(said) >= 0);
            }
            assertEquals(expected, new String(said.array()));
        }
    }

    /** As it is when a job ends early: a rank that is still connected then did nothing wrong. */
    @Test
    void itsEndIsNoFaultOfARank() throws Exception {
        saysNothing((service, rank) -> {
            service.close();
            assertEquals(-1, rank.read(ByteBuffer.allocate(1)));
        });
    }

    /** As it is when another rank finalises in the moment in which this one ends. */
    @Test
    void aRankMayEndBeforeItHasReadAnAnswer() throws Exception {
        saysNothing((service, rank) -> {
            service.gone(3, 1, "it broke");
            rank.close();
        });
    }

    private interface Step {
        void perform(ControlService service, SocketChannel rank) throws Exception;
    }

    /** The service reports nothing of a step in which the connection ends. */
    private void saysNothing(Step step) throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        System.setErr(new PrintStream(errors, true));
        ControlService service = service();
        try (SocketChannel rank = say("HELLO 3\nPUT 10.0.0.1:77\n")) {
            assertEquals("put 3 10.0.0.1:77", calls.poll(60, TimeUnit.SECONDS));
            Thread server = server();
            step.perform(service, rank);
            assertTrue(server.join(Duration.ofSeconds(60)));
        } finally {
            service.close();
            System.setErr(before);
        }
        assertEquals("", errors.toString());
    }

    @Test
    void aRankIsToldWhenAnotherOneHasFinished() throws Exception {
        try (ControlService service = service();
                SocketChannel rank = say("HELLO 3\nWATCH 1\nWATCH 1\nGET 2\n")) {
            assertEquals("watch 1", calls.poll(60, TimeUnit.SECONDS));
            assertEquals("get 2", calls.poll(60, TimeUnit.SECONDS), "it asks once");
            service.finished(1);
            String expected = "FINISHED 1\nFINISHED 1\n";
            ByteBuffer answer = ByteBuffer.allocate(expected.length());
            while (answer.hasRemaining() && rank.read(answer) > 0) {
                continue;
            }
            assertEquals(expected, new String(answer.array()));
        }
    }
}
