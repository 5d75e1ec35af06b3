package org.bipj.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import org.bipj.core.channel.Channel;
import org.bipj.core.channel.SendOp;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;

/**
 * Random messages between the ranks of a fabric, in a random schedule: posts of every size and kind, cancels and withdrawals, receivers
 * that stop listening, take late, take in part, refuse or receive straight from packets. After every step the credits
 * are checked; every message handed over must be the next of its pair; a sender's buffer is overwritten as soon as its
 * send is done. One seed, one run.
 */
public final class ChannelSim {
    private static final int REFUSED = 9;
    private static final int OUTSTANDING_MAX = 60;

    private static final class Sent {
        int from;
        int to;
        long number;
        int length;
        Object buffer;
        SendOp op;
        boolean scribbled;
        boolean refused;
        /** Its sender has asked for it back; and the receiver has given it back. */
        boolean asked;

        boolean withdrawn;
        int wanted;
    }

    private final World world;
    private final Random random;
    private final int ranks;
    private final List<Sent> outstanding = new ArrayList<>();
    private final Deque<Sent>[][] underway;
    private final long[][] numbers;
    private final List<Mailbox.Letter> letters = new ArrayList<>();
    private final List<Sent> sentOf = new ArrayList<>();
    private int checkedLetters;
    private int withdrawn;
    private int tooLate;

    /** A simulation over a fabric, whose steps follow from a seed. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    public ChannelSim(Fabric fabric, long seed) {
        world = new World(fabric);
        random = new Random(seed * 31 + 5);
        ranks = fabric.size();
        numbers = new long[ranks][ranks];
        underway = new Deque[ranks][ranks];
        for (int rank = 0; rank < ranks; rank++) {
            int at = rank;
            world.mailboxes[rank].onLetter = letter -> arrived(at, letter);
            world.mailboxes[rank].buffers = bytes -> buffer(at, bytes);
            for (int to = 0; to < ranks; to++) {
                underway[rank][to] = new ArrayDeque<>();
            }
        }
    }

    /** What runs. */
    public World world() {
        return world;
    }

    /** Announced messages that their senders have withdrawn so far. */
    public int withdrawn() {
        return withdrawn;
    }

    /** Messages that were to be withdrawn and were received nevertheless. */
    public int tooLate() {
        return tooLate;
    }

    /** Takes so many random steps. */
    public void run(int steps) {
        for (int step = 0; step < steps; step++) {
            switch (random.nextInt(20)) {
                case 0, 1, 2, 3, 4, 5, 6 -> post();
                case 7, 12 -> cancel();
                case 8 -> {
                    Mailbox mailbox = world.mailboxes[random.nextInt(ranks)];
                    mailbox.holding = !mailbox.holding;
                }
                case 9, 10 -> takeOne();
                case 11 -> receiveDirectly();
                default -> world.channels[random.nextInt(ranks)].progress();
            }
            afterStep();
        }
    }

    /** Takes all that is held, lets everything come to rest and checks that nothing is missing. */
    public void finish() {
        for (Mailbox mailbox : world.mailboxes) {
            mailbox.holding = false;
            mailbox.takeAll();
        }
        world.settle();
        afterStep();
        for (int from = 0; from < ranks; from++) {
            for (int to = 0; to < ranks; to++) {
                assertTrue(underway[from][to].isEmpty(), "messages from " + from + " to " + to + " are missing");
            }
        }
        assertEquals(letters.size(), checkedLetters, "messages whose bytes have come");
        assertEquals(0, outstanding.size(), "sends that are not done");
        world.checkAtRest();
    }

    private void afterStep() {
        world.checkCredits();
        for (int i = 0; i < letters.size(); i++) {
            Mailbox.Letter letter = letters.get(i);
            if (letter != null && letter.isWithdrawn()) {
                assertTrue(sentOf.get(i).asked, "a message is withdrawn that its sender has not asked for");
                sentOf.get(i).withdrawn = true;
                letters.set(i, null);
                checkedLetters++;
            } else if (letter != null && letter.isDone()) {
                checkBytes(letter.bytes(), sentOf.get(i));
                letters.set(i, null);
                checkedLetters++;
            }
        }
        outstanding.removeIf(sent -> sent.op.isDone() && ended(sent));
    }

    /** The sender may use its buffer again, and does. */
    private boolean ended(Sent sent) {
        assertEquals(sent.refused ? REFUSED : 0, sent.op.refusal());
        assertEquals(sent.withdrawn, sent.op.isCancelled(), "one of two ends");
        withdrawn += sent.withdrawn ? 1 : 0;
        tooLate += sent.asked && !sent.withdrawn ? 1 : 0;
        scribble(sent.buffer);
        return true;
    }

    private static void scribble(Object buffer) {
        if (buffer instanceof MemorySegment segment) {
            segment.fill((byte) 0x5c);
        } else {
            Arrays.fill((byte[]) buffer, (byte) 0x5c);
        }
    }

    private Object buffer(int rank, int bytes) {
        if (bytes > 0 && random.nextInt(3) == 0) {
            RemoteMemory memory = world.fabric.port(rank).remoteMemory();
            Region region = memory == null ? null : memory.register(bytes);
            if (region != null) {
                return region.memory();
            }
        }
        return new byte[bytes];
    }

    private int length() {
        int eager = world.channels[0].eagerLimit(1);
        int packet = world.channels[0].port().capabilities().maxPacket();
        return switch (random.nextInt(6)) {
            case 0 -> random.nextInt(9);
            case 1 -> random.nextInt(eager + 1);
            case 2 -> Math.max(0, eager - 1 + random.nextInt(3));
            case 3 -> Math.max(0, packet - 17 + random.nextInt(18));
            case 4 -> random.nextInt(4 * packet);
            default -> random.nextInt(64);
        };
    }

    private void post() {
        if (outstanding.size() >= OUTSTANDING_MAX) {
            return;
        }
        Sent sent = new Sent();
        sent.from = random.nextInt(ranks);
        sent.to = (sent.from + 1 + random.nextInt(ranks - 1)) % ranks;
        sent.number = numbers[sent.from][sent.to];
        sent.length = length();
        sent.wanted = sent.length;
        sent.buffer = buffer(sent.from, sent.length);
        byte[] bytes = PortContract.pattern(sent.length, contentSeed(sent));
        if (sent.buffer instanceof MemorySegment segment) {
            segment.copyFrom(MemorySegment.ofArray(bytes));
        } else {
            System.arraycopy(bytes, 0, sent.buffer, 0, bytes.length);
        }
        underway[sent.from][sent.to].add(sent);
        if (sent.length <= world.channels[sent.from].eagerLimit(sent.to) && random.nextBoolean()) {
            var payload = world.payload(sent.buffer, sent.length);
            if (world.channels[sent.from].trySend(sent.to, sent.number, payload)) {
                scribble(sent.buffer);
            } else {
                underway[sent.from][sent.to].removeLast();
                return;
            }
        } else {
            boolean synchronous = random.nextInt(4) == 0;
            sent.op = world.post(sent.from, sent.to, sent.number, sent.buffer, sent.length, synchronous);
            outstanding.add(sent);
        }
        numbers[sent.from][sent.to]++;
    }

    private static long contentSeed(Sent sent) {
        return (sent.from * 100L + sent.to) * 1_000_000 + sent.number;
    }

    private void cancel() {
        if (outstanding.isEmpty()) {
            return;
        }
        Sent sent = outstanding.get(random.nextInt(outstanding.size()));
        boolean asks = random.nextBoolean();
        Channel channel = world.channels[sent.from];
        if (asks ? channel.withdraw(sent.op) : channel.cancel(sent.op)) {
            assertTrue(sent.op.isCancelled() && sent.op.isDone());
            assertTrue(underway[sent.from][sent.to].remove(sent), "a cancelled message had arrived");
            outstanding.remove(sent);
            scribble(sent.buffer);
        } else {
            assertFalse(sent.op.isCancelled());
            sent.asked |= asks;
        }
    }

    private void arrived(int at, Mailbox.Letter letter) {
        assertFalse(world.channels[at].hasFailed(), "a message after a loss was reported");
        Sent next = underway[letter.peer][at].poll();
        assertTrue(next != null, "rank " + at + " got a message that nobody sent, or twice");
        assertEquals(next.number, letter.envelope, "order of messages from " + letter.peer + " to " + at);
        assertEquals(next.length, letter.length, "length of a message");
        letters.add(letter);
        sentOf.add(next);
    }

    private void takeOne() {
        int at = random.nextInt(ranks);
        List<Mailbox.Letter> held = world.mailboxes[at].held();
        if (held.isEmpty()) {
            return;
        }
        Mailbox.Letter letter = held.get(random.nextInt(held.size()));
        Sent sent = sentOf.get(letters.indexOf(letter));
        int choice = letter.announced ? random.nextInt(10) : 9;
        if (choice == 0) {
            sent.refused = letter.isAwaited;
            sent.wanted = 0;
            letter.refuse(REFUSED);
        } else {
            sent.wanted = choice == 1 ? random.nextInt(letter.length + 1) : letter.length;
            letter.take(sent.wanted);
        }
    }

    /** Takes the next message of a pair straight from its packet, where the port shows it. */
    private void receiveDirectly() {
        int at = random.nextInt(ranks);
        int from = (at + 1 + random.nextInt(ranks - 1)) % ranks;
        Sent next = underway[from][at].peek();
        if (next == null || !world.channels[at].receivesDirectly()) {
            takeOne();
            return;
        }
        boolean right = random.nextInt(4) > 0;
        int room = random.nextInt(next.length + 9);
        byte[] into = new byte[next.length + 8];
        long length = world.channels[at].tryReceive(
                from, right ? next.number : next.number + 1, -1, world.payload(into, room));
        if (length >= 0) {
            assertTrue(right, "a message with another envelope was received");
            assertEquals(next.number, world.channels[at].takenEnvelope());
            assertEquals(next.length, length, "length of a message");
            underway[from][at].remove();
        }
        next.wanted = length < 0 ? 0 : Math.min(room, next.length);
        checkBytes(Arrays.copyOf(into, next.wanted), next);
        byte[] rest = Arrays.copyOfRange(into, next.wanted, into.length);
        assertArrayEquals(new byte[rest.length], rest, "room that no byte of the message takes");
        next.wanted = next.length;
    }

    private static void checkBytes(byte[] found, Sent sent) {
        byte[] expected = Arrays.copyOf(PortContract.pattern(sent.length, contentSeed(sent)), sent.wanted);
        assertArrayEquals(expected, found, "message " + sent.number + " from " + sent.from + " to " + sent.to);
    }
}
