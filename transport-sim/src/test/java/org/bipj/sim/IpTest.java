package org.bipj.sim;

import static org.bipj.sim.IpRig.FOREVER;
import static org.bipj.sim.IpRig.MS;
import static org.bipj.sim.IpRig.PORT;
import static org.bipj.sim.IpRig.bytes;
import static org.bipj.sim.IpRig.receive;
import static org.bipj.sim.IpRig.send;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bipj.bip.Bip;
import org.bipj.core.nic.PortException;
import org.bipj.sim.ip.IpHost;
import org.bipj.sim.ip.IpNames;
import org.bipj.sim.ip.TcpListener;
import org.bipj.sim.ip.TcpSocket;
import org.bipj.sim.kernel.DeadlockException;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.Processor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs of sockets on hosts with IP over BIP, through all layers. */
@Timeout(60)
class IpTest {
    private final List<String> log = new ArrayList<>();

    private static String message(Class<? extends Exception> expected, Call call) {
        return assertThrows(expected, call::run).getMessage();
    }

    /** A call of a socket. */
    private interface Call {
        void run() throws IOException;
    }

    // ---- streams -----------------------------------------------------------------------------------------------

    @Test
    void aStreamArrivesAsItWasSent() {
        byte[] sent = bytes(1_000_000, 1);
        IpRig.Result result = IpRig.run(
                rank -> {
                    TcpSocket socket = rank.accept();
                    assertArrayEquals(sent, receive(socket, sent.length + 1));
                    socket.close(FOREVER);
                },
                rank -> {
                    TcpSocket socket = rank.connect(0);
                    assertEquals(sent.length, socket.send(sent, 0, sent.length, FOREVER));
                    socket.close(FOREVER);
                });
        assertEquals(0, result.damaged());
        assertEquals(0, result.dropped());
        assertTrue(result.summary().contains("IP of rank 1: "), result.summary());
    }

    @Test
    void oneAsksAndTheOtherAnswers() {
        // Each way: two system calls, two segments, an interrupt, a thread that wakes up, a short message.
        assertEquals(2 * (2 * 2 + 2 * 28 + 10 + 2 + 4.5), roundTrip(), 10);
    }

    /** The last of some round trips of a byte, in microseconds. */
    private static double roundTrip(String... changes) {
        double[] us = new double[2];
        IpRig.run(
                IpRig.options("", 1, changes),
                rank -> {
                    TcpSocket socket = rank.accept();
                    for (byte[] request = receive(socket, 1); request.length > 0; request = receive(socket, 1)) {
                        send(socket, request);
                    }
                },
                rank -> {
                    TcpSocket socket = rank.connect(0);
                    for (int i = 0; i < 30; i++) {
                        us[0] = rank.us();
                        byte[] request = {(byte) i};
                        send(socket, request);
                        assertArrayEquals(request, receive(socket, 1));
                        us[1] = rank.us();
                    }
                    socket.close(FOREVER);
                });
        return us[1] - us[0];
    }

    @Test
    void whoHasClosedItsSideStillReceives() {
        IpRig.run(
                rank -> {
                    TcpSocket socket = rank.accept();
                    assertEquals(1000, receive(socket, 5000).length);
                    send(socket, bytes(100_000, 2));
                    socket.close(FOREVER);
                },
                rank -> {
                    TcpSocket socket = rank.connect(0);
                    send(socket, bytes(1000, 1));
                    socket.shutdownOutput();
                    assertEquals("Broken pipe", message(SocketException.class, () -> send(socket, new byte[1])));
                    assertArrayEquals(bytes(100_000, 2), receive(socket, 200_000));
                    socket.close(FOREVER);
                });
    }

    @Test
    void severalSendToOneAtOnce() {
        IpRig.Program client = rank -> {
            TcpSocket socket = rank.connect(0);
            send(socket, bytes(200_000, rank.number()));
            socket.close(FOREVER);
        };
        IpRig.run(
                rank -> {
                    TcpListener listener = rank.listen();
                    List<TcpSocket> sockets = new ArrayList<>();
                    for (int i = 0; i < 3; i++) {
                        sockets.add(listener.accept(FOREVER));
                    }
                    for (TcpSocket socket : sockets) {
                        int from = rank.host().names().rank(socket.remote().getAddress());
                        assertArrayEquals(bytes(200_000, from), receive(socket, 300_000));
                    }
                },
                client,
                client,
                client);
    }

    @Test
    void aHostReachesItself() {
        IpRig.run(rank -> {
            for (InetAddress address :
                    List.of(rank.host().address(), rank.host().names().loopback())) {
                TcpListener listener = rank.host().listen(address, 0, 1);
                TcpSocket client = rank.host().socket();
                client.connect(listener.local(), FOREVER);
                TcpSocket server = listener.accept(FOREVER);
                assertEquals(client.local(), server.remote());
                assertEquals(listener.local(), server.local());
                send(client, bytes(40_000, 1));
                client.close(FOREVER);
                assertArrayEquals(bytes(40_000, 1), receive(server, 50_000));
                server.close(FOREVER);
                listener.close();
            }
        });
    }

    // ---- errors in the JDK's words -----------------------------------------------------------------------------

    @Test
    void aPortAtWhichNothingListensRefuses() {
        IpRig.run(rank -> rank.sleep(5 * MS), rank -> {
            assertEquals("Connection refused", message(ConnectException.class, () -> rank.connect(0)));
            assertTrue(rank.us() < 1000, "at once");
            TcpSocket socket = rank.host().socket();
            assertEquals(
                    "Network is unreachable",
                    message(
                            ConnectException.class,
                            () -> socket.connect(
                                    new InetSocketAddress(rank.host().names().resolve("10.0.0.77"), 1), FOREVER)));
        });
    }

    @Test
    void aHostToWhichNoCableLeadsHasNoRoute(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("parts.platform"), """
                include ppro-myrinet
                include topology-defaults
                topology.kind = cables
                host ann bob cid
                switch left right
                cable ann left:0
                cable bob left:1
                cable cid right:0
                """);
        IpRig.run(
                SimOptions.of(file.toString()),
                rank -> assertEquals("No route to host", message(NoRouteToHostException.class, () -> rank.connect(2))),
                rank -> assertEquals("Connection refused", message(ConnectException.class, () -> rank.connect(0))),
                rank -> rank.sleep(MS));
    }

    @Test
    void aResetEndsReadsAndWrites() {
        IpRig.run(
                rank -> {
                    TcpSocket first = rank.accept();
                    send(first, bytes(10, 1));
                    rank.sleep(MS);
                    first.close(0);
                    TcpSocket second = rank.accept();
                    rank.sleep(MS);
                    second.close(0);
                },
                rank -> {
                    TcpSocket first = rank.connect(0);
                    rank.sleep(3 * MS);
                    assertArrayEquals(bytes(10, 1), receive(first, 10), "what came before the reset");
                    assertEquals("Connection reset", message(SocketException.class, () -> receive(first, 1)));
                    assertEquals("Connection reset", message(SocketException.class, () -> receive(first, 1)));
                    assertEquals("Broken pipe", message(SocketException.class, () -> send(first, new byte[1])));
                    TcpSocket second = rank.connect(0);
                    rank.sleep(3 * MS);
                    assertEquals(
                            "Connection reset by peer",
                            message(SocketException.class, () -> send(second, new byte[1])));
                    assertEquals("Broken pipe", message(SocketException.class, () -> send(second, new byte[1])));
                });
    }

    @Test
    void timesAreOverWhenTheyAre() {
        IpRig.run(
                IpRig.options("cut@host2", 1),
                rank -> {
                    TcpListener listener = rank.listen();
                    TcpSocket socket = listener.accept(FOREVER);
                    double from = rank.us();
                    assertNull(listener.accept(3 * MS));
                    assertEquals(from + 3000, rank.us(), 10);
                    assertNull(listener.accept(0));
                    from = rank.us();
                    assertEquals(TcpSocket.NOTHING, socket.receive(new byte[1], 0, 1, 4 * MS));
                    assertEquals(from + 4000, rank.us(), 10);
                    assertEquals(TcpSocket.NOTHING, socket.receive(new byte[1], 0, 1, 0));
                    int taken = socket.send(new byte[1_000_000], 0, 1_000_000, 20 * MS);
                    assertTrue(taken > 100_000 && taken < 200_000, taken + " bytes fit into both buffers");
                },
                rank -> {
                    TcpSocket socket = rank.connect(0);
                    rank.sleep(100 * MS);
                    double from = rank.us();
                    TcpSocket other = rank.host().socket();
                    InetSocketAddress cutOff =
                            new InetSocketAddress(rank.host().names().address(2), PORT);
                    assertEquals(
                            "Connect timed out",
                            message(SocketTimeoutException.class, () -> other.connect(cutOff, 30 * MS)));
                    assertEquals(from + 30_000, rank.us(), 100);
                    assertEquals("Connection timed out", message(ConnectException.class, () -> rank.connect(2)));
                    // A second, then two, four ... after the last of the repetitions sixty.
                    assertEquals(from + 30_000 + 63e6, rank.us(), 1e6);
                    socket.close(FOREVER);
                },
                rank -> {});
    }

    @Test
    void aPortIsUsedOnce() {
        IpRig.run(
                rank -> {
                    IpHost host = rank.host();
                    TcpListener listener = rank.listen();
                    assertEquals("Address already in use", message(BindException.class, rank::listen));
                    InetAddress other = host.names().address(1);
                    assertEquals(
                            "Cannot assign requested address",
                            message(BindException.class, () -> host.listen(other, PORT, 1)));
                    listener.close();
                    rank.listen().close();
                    assertEquals("Socket closed", message(SocketException.class, () -> listener.accept(0)));
                    TcpSocket bound = host.socket();
                    bound.bind(host.address(), PORT);
                    assertEquals(PORT, bound.local().getPort());
                    assertEquals("Already bound", message(SocketException.class, () -> bound.bind(host.address(), 1)));
                    assertEquals("Address already in use", message(BindException.class, rank::listen));
                    bound.close(FOREVER);
                    TcpListener any = host.listen(new InetSocketAddress(0).getAddress(), PORT, 1);
                    assertEquals("Address already in use", message(BindException.class, rank::listen));
                    any.close();
                },
                rank -> {});
    }

    @Test
    void namesAreThoseOfTheSimulation() {
        IpRig.run(
                rank -> {
                    IpNames names = rank.host().names();
                    assertEquals("node1/10.0.0.2", names.resolve("node1").toString());
                    assertEquals("node1/10.0.0.2", names.resolve("10.0.0.2").toString());
                    assertEquals(
                            "localhost/127.0.0.1", names.resolve("localhost").toString());
                    assertEquals("node0", rank.host().address().getHostName());
                    assertEquals(1, names.rank(names.address(1)));
                    assertEquals(-1, names.rank(names.loopback()));
                    assertNull(names.name(names.resolve("10.0.0.3")));
                    for (String wrong : List.of("node2", "node", "node01", "example.org", "10.0.0", "10.0.0.256", "")) {
                        assertEquals(
                                wrong + ": Name or service not known",
                                message(UnknownHostException.class, () -> names.resolve(wrong)));
                    }
                },
                rank -> {});
    }

    // ---- several fibers ----------------------------------------------------------------------------------------

    @Test
    void closingByAnotherFiberEndsWaits() {
        IpRig.run(
                rank -> {
                    TcpListener listener = rank.listen();
                    TcpSocket reader = listener.accept(FOREVER);
                    TcpSocket writer = listener.accept(FOREVER);
                    Processor processor = Fiber.current().processor();
                    processor.spawn("closer", Processor.Priority.NORMAL, () -> {
                        Fiber.current().sleep(1_000_000_000L);
                        listener.close();
                        Fiber.current().sleep(1_000_000_000L);
                        reader.close(FOREVER);
                        Fiber.current().sleep(10_000_000_000L);
                        writer.close(FOREVER);
                    });
                    assertEquals("Socket closed", message(SocketException.class, () -> listener.accept(FOREVER)));
                    assertEquals("Socket closed", message(SocketException.class, () -> receive(reader, 1)));
                    assertEquals(
                            "Socket closed", message(SocketException.class, () -> send(writer, new byte[1_000_000])));
                    assertTrue(reader.isClosed() && listener.isClosed());
                },
                rank -> {
                    TcpSocket one = rank.connect(0);
                    TcpSocket two = rank.connect(0);
                    rank.sleep(50 * MS);
                    assertTrue(one.isReadable() && two.isReadable());
                });
    }

    /** As a selector waits: for any of several sockets, without a call that blocks. */
    @Test
    void readinessNeedsNoCallThatWaits() {
        IpRig.run(
                rank -> {
                    TcpListener listener = rank.listen();
                    assertFalse(listener.isAcceptable());
                    Fiber.current().waitFor(listener::isAcceptable, Fiber.FOREVER, "a selector");
                    TcpSocket socket = listener.accept(0);
                    assertTrue(socket.isWritable() && !socket.isReadable());
                    Fiber.current()
                            .waitFor(() -> listener.isAcceptable() || socket.isReadable(), Fiber.FOREVER, "a selector");
                    assertEquals(5, socket.available());
                    assertEquals(5, socket.receive(new byte[10], 0, 10, 0));
                    Fiber.current().waitFor(socket::isReadable, Fiber.FOREVER, "a selector");
                    assertEquals(TcpSocket.END, socket.receive(new byte[10], 0, 10, 0));
                },
                rank -> {
                    TcpSocket socket = rank.host().socket();
                    rank.sleep(MS);
                    assertFalse(socket.connect(
                            new InetSocketAddress(rank.host().names().address(0), PORT), 0));
                    assertFalse(socket.finishConnect());
                    Fiber.current().waitFor(socket::isConnectDone, Fiber.FOREVER, "a selector");
                    assertTrue(socket.finishConnect());
                    rank.sleep(MS);
                    assertEquals(5, socket.send(new byte[5], 0, 5, 0));
                    rank.sleep(MS);
                    int taken = socket.send(new byte[1_000_000], 0, 0, 0);
                    assertEquals(0, taken);
                    socket.close(FOREVER);
                });
    }

    // ---- ends --------------------------------------------------------------------------------------------------

    @Test
    void theHostOfAProgramThatHasEndedSendsTheRest() {
        for (boolean leaves : new boolean[] {false, true}) {
            IpRig.run(
                    rank -> {
                        TcpSocket socket = rank.accept();
                        rank.sleep(300 * MS);
                        assertArrayEquals(bytes(100_000, 1), receive(socket, 200_000));
                        log.add("all");
                    },
                    rank -> {
                        TcpSocket socket = rank.connect(0);
                        send(socket, bytes(100_000, 1));
                        if (leaves) {
                            rank.session().leave();
                        }
                    });
        }
        assertEquals(List.of("all", "all"), log);
    }

    @Test
    void aProgramThatEndsWithoutReadingResetsItsPeer() {
        IpRig.run(
                rank -> {
                    rank.accept();
                    rank.sleep(MS);
                },
                rank -> {
                    TcpSocket socket = rank.connect(0);
                    send(socket, new byte[10]);
                    assertEquals("Connection reset", message(SocketException.class, () -> receive(socket, 1)));
                });
    }

    @Test
    void whoLingersWaitsForTheLastAcknowledgement() {
        double[] us = new double[2];
        IpRig.run(
                rank -> {
                    TcpSocket socket = rank.accept();
                    rank.sleep(200 * MS);
                    assertEquals(150_000, receive(socket, 200_000).length);
                },
                rank -> {
                    TcpSocket socket = rank.connect(0);
                    socket.send(new byte[150_000], 0, 120_000, FOREVER);
                    us[0] = rank.us();
                    socket.send(new byte[30_000], 0, 30_000, FOREVER);
                    socket.close(1000 * MS);
                    us[1] = rank.us();
                });
        assertTrue(us[1] > 200_000, () -> us[0] + " and " + us[1]);
    }

    @Test
    void aReaderThatWaitsForEverIsReportedWithItsPeer() {
        SimOptions options = IpRig.options("", 1).withIp();
        try (SimSession session = SimSession.open(2, options, SimSession.Listener.NONE)) {
            DeadlockException deadlock = assertThrows(
                    DeadlockException.class,
                    () -> session.run(rank -> {
                        try {
                            IpRig.Rank own = new IpRig.Rank(rank, session.ip(rank), session);
                            receive(rank == 0 ? own.accept() : own.connect(0), 1);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }));
            String text = session.explain(deadlock);
            assertTrue(text.contains("data from node0:8080 (rank 0)"), text);
            assertTrue(text.contains("data from node1:32768 (rank 1)"), text);
            assertTrue(text.contains("and 2 ranks wait"), text);
            assertFalse(text.contains("\"network\""), text);
            assertTrue(deadlock.atPs() < 1e9, "no timer kept the run going: " + text);
        }
    }

    /** Both write more than fits, and read nothing: the probes of closed windows end by themselves. */
    @Test
    void programsThatWaitForRoomAtEachOtherAreADeadlock() {
        IpRig.Program[] programs = {
            rank -> send(rank.accept(), new byte[1_000_000]), rank -> send(rank.connect(0), new byte[1_000_000])
        };
        DeadlockException deadlock = assertThrows(DeadlockException.class, () -> IpRig.run(programs));
        assertTrue(deadlock.getMessage().contains("room for data to node1"), deadlock.getMessage());
        assertTrue(deadlock.atPs() < 1e12, deadlock.getMessage());
    }

    /** Rank 0 sends again and again to a host that is gone, for a socket that its program has closed. */
    @Test
    void dataForAHostThatIsGoneKeepNoRunGoing() {
        DeadlockException deadlock = assertThrows(
                DeadlockException.class,
                () -> IpRig.run(
                        rank -> {
                            TcpSocket socket = rank.accept();
                            rank.sleep(2 * MS);
                            send(socket, new byte[10]);
                            socket.close(FOREVER);
                            Fiber.current().waitFor(() -> false, Fiber.FOREVER, "Godot");
                        },
                        rank -> {
                            rank.connect(0);
                            rank.sleep(MS);
                            rank.host().crash();
                        }));
        assertTrue(deadlock.getMessage().contains("Godot"), deadlock.getMessage());
        assertTrue(deadlock.atPs() < 1e12, deadlock.getMessage());
    }

    /** By an event, while the program sends: whatever its fiber was about to do, nothing is sent and no timer is left. */
    @Test
    void aHostThatCrashesWhileItSendsFallsSilent() {
        for (int us = 300; us < 700; us += 7) {
            long at = us * 1_000_000L;
            SimOptions options = IpRig.options("", 1).withIp();
            try (SimSession session = SimSession.open(2, options, SimSession.Listener.NONE)) {
                session.kernel().at(at, new Event() {
                    @Override
                    protected void fire() {
                        session.ip(1).crash();
                    }
                });
                double[] last = new double[1];
                session.run(rank -> {
                    try {
                        IpRig.Rank own = new IpRig.Rank(rank, session.ip(rank), session);
                        if (rank == 1) {
                            TcpSocket socket = own.connect(0);
                            assertThrows(Exception.class, () -> send(socket, new byte[1_000_000]));
                            return;
                        }
                        TcpSocket socket = own.accept();
                        while (socket.receive(new byte[10_000], 0, 10_000, 5000 * MS) > 0) {
                            last[0] = own.us();
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
                assertTrue(last[0] < us + 1000, () -> "data came at " + last[0] + ", the crash was at " + at);
            }
        }
    }

    @Test
    void buffersAreAsLargeAsAskedFor() {
        IpRig.run(
                rank -> {
                    TcpListener listener = rank.listen();
                    listener.receiveBuffer(3000);
                    TcpSocket socket = listener.accept(FOREVER);
                    assertEquals(3000, socket.receiveBuffer());
                    rank.sleep(50 * MS);
                    // What is left of the window is less than half of it: not worth a segment.
                    assertEquals(2500, socket.available());
                },
                rank -> {
                    TcpSocket socket = rank.host().socket();
                    socket.sendBuffer(5000);
                    rank.sleep(MS);
                    assertEquals(
                            "node7",
                            message(
                                    UnknownHostException.class,
                                    () -> socket.connect(InetSocketAddress.createUnresolved("node7", 1), FOREVER)));
                    socket.connect(new InetSocketAddress(rank.host().names().address(0), PORT), FOREVER);
                    assertEquals(7500, socket.send(new byte[20_000], 0, 20_000, 10 * MS));
                    rank.sleep(60 * MS);
                    socket.close(0);
                });
    }

    // ---- faults ------------------------------------------------------------------------------------------------

    private static IpRig.Result stream(String faults, long seed, String... changes) {
        byte[] sent = bytes(400_000, seed);
        return IpRig.run(
                IpRig.options(faults, seed, changes),
                rank -> {
                    TcpSocket socket = rank.accept();
                    assertArrayEquals(sent, receive(socket, sent.length + 1));
                    socket.close(FOREVER);
                },
                rank -> {
                    TcpSocket socket = rank.connect(0);
                    send(socket, sent);
                    socket.close(FOREVER);
                });
    }

    @Test
    void bitErrorsAreReportedDroppedAndRepaired() {
        IpRig.Result result = stream("flip:rate=1e-5", 1);
        assertTrue(result.damaged() >= 3, result.summary());
    }

    @Test
    void wormsThatAreLostOrCutShortAreRepaired() {
        assertTrue(stream("drop:rate=0.03", 1).damaged() >= 3);
        assertTrue(stream("truncate:rate=0.03", 1).damaged() >= 3);
    }

    @Test
    void aCableThatHealsOnlyCostsTime() {
        IpRig.Result result = stream("cut@host1:at=3ms,heal@host1:at=250ms", 1);
        assertTrue(result.us() > 400_000 && result.us() < 1_000_000, result.summary());
    }

    @Test
    void aCableThatStaysCutEndsTheConnection() {
        IpRig.run(
                IpRig.options("cut@host1:at=3ms", 1),
                rank -> {
                    TcpSocket socket = rank.accept();
                    assertEquals(TcpSocket.NOTHING, lastOf(socket));
                },
                rank -> {
                    TcpSocket socket = rank.connect(0);
                    assertEquals(
                            "Connection timed out",
                            message(SocketException.class, () -> send(socket, bytes(1_000_000, 1))));
                });
    }

    private static int lastOf(TcpSocket socket) throws IOException {
        int last = 0;
        while (last >= 0) {
            last = socket.receive(new byte[10_000], 0, 10_000, 10 * MS);
        }
        return last;
    }

    /** A ring of one receive: what comes while the host posts it again is dropped. */
    @Test
    void segmentsThatFindNoReceiveAreDroppedAndCounted() {
        assertTrue(stream("", 1, "ip.ring=1").dropped() > 0);
        assertEquals(0, stream("", 1).dropped());
    }

    /** A packet that comes alone waits for others that do not come. */
    @Test
    void anInterruptMayWaitForSeveralPackets() {
        double atOnce = roundTrip();
        assertEquals(atOnce + 2 * 100, roundTrip("ip.coalesce=2"), 1);
        assertEquals(atOnce + 2 * 30, roundTrip("ip.coalesce=2", "ip.coalesce.time=30us"), 1);
    }

    @Test
    void aSeedIsOneRun() {
        SimOptions random = IpRig.options("flip:rate=1e-5", 7).withJitter(7);
        List<IpRig.Result> results = new ArrayList<>();
        for (SimOptions options : List.of(random, random, random.withJitter(8))) {
            results.add(IpRig.run(
                    options, rank -> assertEquals(100_000, receive(rank.accept(), 200_000).length), rank -> {
                        rank.sleep(MS);
                        send(rank.connect(0), bytes(100_000, 1));
                    }));
        }
        assertEquals(results.get(0), results.get(1));
        assertFalse(results.get(0).equals(results.get(2)));
    }

    @Test
    void aHostThatComesBackRemembersNothing() {
        IpRig.run(
                rank -> {
                    TcpSocket socket = rank.accept();
                    assertEquals(10, receive(socket, 10).length);
                    assertEquals(TcpSocket.NOTHING, socket.receive(new byte[1], 0, 1, 100 * MS), "nothing tells it");
                    send(socket, new byte[10]);
                    double from = rank.us();
                    assertEquals("Connection reset", message(SocketException.class, () -> receive(socket, 1)));
                    assertTrue(rank.us() - from > 200_000, "the repetition finds the host that has come back");
                    assertArrayEquals(bytes(10, 2), receive(rank.connect(1), 10));
                },
                rank -> {
                    TcpSocket socket = rank.connect(0);
                    send(socket, bytes(10, 1));
                    rank.sleep(MS);
                    rank.host().crash();
                    assertThrows(IllegalStateException.class, rank::listen);
                    rank.sleep(300 * MS);
                    rank.host().recover(Fiber.current().processor());
                    send(rank.accept(), bytes(10, 2));
                    rank.sleep(1000 * MS);
                    assertTrue(socket.isClosed());
                });
    }

    // ---- one board, one use ------------------------------------------------------------------------------------

    @Test
    void aBoardThatCarriesIpServesNoMessages() {
        IpRig.run(rank -> {
            String why = assertThrows(PortException.class, Bip::init).getMessage();
            assertTrue(why.contains("rank 0: its board carries IP, and neither MPI"), why);
        });
        try (SimSession session = SimSession.open(1, IpRig.options("", 1), SimSession.Listener.NONE)) {
            String why = assertThrows(IllegalStateException.class, () -> session.ip(0))
                    .getMessage();
            assertTrue(why.contains("do not carry IP"), why);
        }
    }

    @Test
    void ipRunsOnBipsFirmwareAlone() {
        for (String firmware : List.of("am2", "gam", "lci")) {
            assertTrue(refusal(IpRig.options("", 1, "nic.firmware=" + firmware)).contains("nic.firmware"));
        }
        assertTrue(refusal(IpRig.options("", 1, "bip.long=request-go")).contains("bip.errors"));
        assertTrue(refusal(IpRig.options("", 1, "ip.rto.min=2s")).contains("timeouts"));
        assertTrue(refusal(SimOptions.of("ss20-atm")).contains("IP is a client of BIP's firmware alone"));
    }

    private static String refusal(SimOptions options) {
        return assertThrows(
                        IllegalArgumentException.class,
                        () -> SimSession.open(2, options.withIp(), SimSession.Listener.NONE))
                .getMessage();
    }
}
