package org.bipj.sim;

import static org.bipj.sim.IpRig.FOREVER;
import static org.bipj.sim.IpRig.MS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import org.bipj.sim.ip.TcpListener;
import org.bipj.sim.ip.TcpSocket;
import org.bipj.sim.kernel.Fiber;
import org.bipj.sim.kernel.Processor;

/**
 * Clients that send and a server that echoes, each connection by fibers of its own, on a network that damages, loses and cuts
 * worms, and heals. A seed decides everything: what comes back is what was sent, and a second run is the same.
 */
class IpProps {
    private static final int TRIES = 30;
    private static final int DEEP_TRIES = 5_000;
    private static final int MOST_CLIENTS = 3;

    @Property(tries = TRIES, shrinking = ShrinkingMode.OFF)
    void everythingComesBack(@ForAll long seed) {
        IpRig.Result first = check(seed);
        assertEquals(first, check(seed), () -> "seed " + seed + " is another run the second time");
    }

    @Property(tries = DEEP_TRIES, shrinking = ShrinkingMode.OFF)
    @Tag("deep")
    void everythingComesBackDeep(@ForAll long seed) {
        check(seed);
    }

    private static IpRig.Result check(long seed) {
        Random random = new Random(seed);
        int clients = 1 + random.nextInt(MOST_CLIENTS);
        SimOptions options = IpRig.options(faults(random), seed, changes(random));
        List<IpRig.Program> programs = new ArrayList<>();
        programs.add(rank -> serve(rank, clients));
        for (int client = 0; client < clients; client++) {
            long own = random.nextLong();
            programs.add(rank -> ask(rank, new Random(own)));
        }
        try {
            return IpRig.run(
                    random.nextBoolean() ? options : options.withJitter(seed), programs.toArray(IpRig.Program[]::new));
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed + ", " + options, e);
        }
    }

    private static String faults(Random random) {
        List<String> faults = new ArrayList<>();
        if (random.nextBoolean()) {
            faults.add("flip:rate=" + random.nextInt(20) * 1e-6);
        }
        if (random.nextInt(3) == 0) {
            faults.add("drop:rate=0.0" + (1 + random.nextInt(8)));
        }
        if (random.nextInt(3) == 0) {
            faults.add("truncate:rate=0.0" + (1 + random.nextInt(8)));
        }
        if (random.nextInt(3) == 0) {
            int host = random.nextInt(2);
            int from = 1 + random.nextInt(10_000);
            faults.add("cut@host" + host + ":at=" + from + "us,heal@host" + host + ":at="
                    + (from + 1 + random.nextInt(900_000)) + "us");
        }
        faults.remove("flip:rate=0.0");
        return String.join(",", faults);
    }

    private static String[] changes(Random random) {
        List<String> changes = new ArrayList<>();
        changes.add("ip.ring=" + (1 + random.nextInt(random.nextBoolean() ? 64 : 3)));
        changes.add("ip.coalesce=" + (1 + random.nextInt(4)));
        changes.add("ip.mtu=" + (random.nextBoolean() ? 8192 : 576 + random.nextInt(9000)));
        changes.add("ip.buffer.receive=" + (random.nextBoolean() ? 65_536 : 1000 + random.nextInt(100_000)));
        changes.add("host.processors=" + (1 + random.nextInt(2)));
        return changes.toArray(String[]::new);
    }

    private static void serve(IpRig.Rank rank, int clients) throws IOException {
        TcpListener listener = rank.listen();
        Processor processor = Fiber.current().processor();
        int[] served = new int[1];
        for (int i = 0; i < clients; i++) {
            TcpSocket socket = listener.accept(FOREVER);
            processor.spawn("server of " + socket.remote(), Processor.Priority.NORMAL, () -> {
                try {
                    echo(socket);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                served[0]++;
            });
        }
        assertTrue(Fiber.current().waitFor(() -> served[0] == clients, Fiber.FOREVER, "all servers"));
    }

    private static void echo(TcpSocket socket) throws IOException {
        byte[] bytes = new byte[10_000];
        for (int n = 0; n != TcpSocket.END; n = socket.receive(bytes, 0, bytes.length, FOREVER)) {
            IpRig.send(socket, Arrays.copyOf(bytes, n));
        }
        socket.close(FOREVER);
    }

    private static void ask(IpRig.Rank rank, Random random) throws IOException {
        // The server listens by then, whatever delays it.
        rank.sleep(MS);
        TcpSocket socket = rank.connect(0);
        socket.noDelay(random.nextBoolean());
        byte[] bytes = IpRig.bytes(random.nextInt(60_000), random.nextLong());
        int at = 0;
        while (at < bytes.length) {
            int count = Math.min(bytes.length - at, 1 + random.nextInt(random.nextBoolean() ? 100 : 20_000));
            assertEquals(count, socket.send(bytes, at, count, FOREVER));
            at += count;
            if (random.nextInt(4) == 0) {
                rank.sleep(random.nextInt(3) * MS);
            }
        }
        socket.shutdownOutput();
        assertArrayEquals(bytes, IpRig.receive(socket, bytes.length + 1));
        socket.close(FOREVER);
    }
}
