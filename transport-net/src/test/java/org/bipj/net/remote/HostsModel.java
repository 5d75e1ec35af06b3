package org.bipj.net.remote;

import java.lang.foreign.Arena;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.bipj.shm.board.Board;
import org.bipj.shm.waiting.Collected;
import org.bipj.shm.waiting.HostRounds;
import org.bipj.shm.waiting.Questions;
import org.bipj.shm.waiting.Standstill;

/**
 * Ranks on several hosts that send, wait and finish at random, over real boards, one small step at a time in any order: what a
 * rank does between two steps of another is what a processor of its own would let it do. Packets to ranks of other hosts wait
 * first for the kernel and then in the network, each for any time. Rounds of the detector begin and are answered on each host at
 * another time.
 */
final class HostsModel {
    private static final int BYE = -1;

    private enum At {
        ACTIVE,
        /** In its wait: it evaluates its condition and takes packets. */
        ROUND,
        READS,
        LOOKS,
        ANSWERS,
        SLEEPS,
        CLOSES,
        FINISHED
    }

    private final Random random;
    private final int[] hostOf;
    private final List<Rank> ranks = new ArrayList<>();
    private final List<Host> hosts = new ArrayList<>();
    private final Standstill standstill;
    private int round = 1;

    /** One direction between two ranks. Packets are their tags. */
    private static final class Way {
        private final Deque<Integer> waiting = new ArrayDeque<>();
        private final Deque<Integer> under = new ArrayDeque<>();
        private int sent;
        private int received;
        /** Steps for which the network carries nothing. */
        private int cut;

        private boolean isUsed() {
            return sent > 0 || !waiting.isEmpty();
        }
    }

    private final Way[][] ways;

    private static final class Host {
        private final Board board;
        private final HostRounds rounds;
        private int begun;
        private Collected collected;

        Host(int size) {
            board = Board.make(Arena.ofAuto().allocate(Board.bytes(size), 64), size);
            rounds = new Questions(null, board).rounds();
        }
    }

    private final class Rank {
        private final int number;
        private final int place;
        private final Board board;
        private At at = At.ACTIVE;
        private int frozen;
        private int actions = random.nextInt(12);
        private int wakes = random.nextInt(40);
        private int wanted;
        private final int[] unexpected = new int[2];
        /** Packets in rings, of this host. */
        private final Deque<Integer> ring = new ArrayDeque<>();
        /** Packets that have been read from the network and not been handed over. */
        private final Deque<Integer> read = new ArrayDeque<>();

        private final boolean[] left;
        private long moves;
        private boolean slept;
        private long waits;
        private int seen;

        Rank(int number, int place, Board board) {
            this.number = number;
            this.place = place;
            this.board = board;
            left = new boolean[hostOf.length];
        }

        void step() {
            switch (at) {
                case ACTIVE -> act();
                case ROUND -> round();
                case READS -> {
                    waits += slept ? 0 : 1;
                    slept = true;
                    seen = board.round();
                    at = At.LOOKS;
                }
                case LOOKS -> at = !ring.isEmpty() || !read.isEmpty() ? At.ROUND : isQuiet() ? At.ANSWERS : At.SLEEPS;
                case ANSWERS -> {
                    board.answer(place, seen, moves + waits + traffic(), balance(), true);
                    at = At.SLEEPS;
                }
                case SLEEPS -> at = At.ROUND;
                case CLOSES -> close();
                case FINISHED -> {}
            }
        }

        private void act() {
            int peer = random.nextInt(hostOf.length);
            if (actions-- > 0) {
                if (peer != number) {
                    send(peer, random.nextInt(2));
                }
            } else if (random.nextInt(5) == 0) {
                IntStream.range(0, hostOf.length).filter(this::isMet).forEach(met -> send(met, BYE));
                at = At.CLOSES;
            } else {
                wanted = random.nextInt(2);
                at = At.ROUND;
            }
        }

        private void send(int peer, int tag) {
            if (hostOf[peer] == hostOf[number]) {
                moves++;
                ranks.get(peer).ring.add(tag);
            } else if (!left[peer] && (isMet(peer) || !ranks.get(peer).hasClosed())) {
                ways[number][peer].waiting.add(tag);
                write(peer);
            }
        }

        /** True if there is a connection. */
        private boolean isMet(int peer) {
            return hostOf[peer] != hostOf[number] && (ways[number][peer].isUsed() || ways[peer][number].isUsed());
        }

        private boolean hasClosed() {
            return at == At.CLOSES || at == At.FINISHED;
        }

        /** The kernel takes some. */
        private void write(int peer) {
            Way way = ways[number][peer];
            while (!way.waiting.isEmpty() && random.nextInt(3) > 0) {
                way.sent++;
                way.under.add(way.waiting.remove());
            }
        }

        private void round() {
            if (unexpected[wanted] > 0) {
                unexpected[wanted]--;
                actions = wakes-- > 0 ? random.nextInt(4) : 0;
                slept = false;
                at = At.ACTIVE;
                return;
            }
            boolean fruitful = poll();
            slept &= !fruitful;
            at = fruitful ? At.ROUND : At.READS;
        }

        private boolean poll() {
            for (int peer = 0; peer < hostOf.length; peer++) {
                write(peer);
                if (left[peer]) {
                    ways[number][peer].waiting.clear();
                }
            }
            if (!ring.isEmpty()) {
                moves++;
                unexpected[ring.remove()]++;
                return true;
            }
            if (!read.isEmpty()) {
                unexpected[read.remove()]++;
                return true;
            }
            receive(ways[random.nextInt(hostOf.length)][number]);
            return false;
        }

        private void receive(Way way) {
            while (way.cut == 0 && !way.under.isEmpty()) {
                way.received++;
                int tag = way.under.remove();
                if (tag == BYE) {
                    left[sender(way)] = true;
                } else {
                    read.add(tag);
                }
            }
        }

        private int sender(Way way) {
            return IntStream.range(0, hostOf.length)
                    .filter(peer -> ways[peer][number] == way)
                    .findFirst()
                    .orElseThrow();
        }

        private boolean isQuiet() {
            return Arrays.stream(ways[number]).allMatch(way -> way.waiting.isEmpty());
        }

        private long traffic() {
            return IntStream.range(0, hostOf.length)
                    .mapToLong(peer -> ways[number][peer].sent + ways[peer][number].received)
                    .sum();
        }

        private long balance() {
            long balance = 0;
            for (int peer = 0; peer < hostOf.length; peer++) {
                int sent = left[peer] ? 0 : ways[number][peer].sent;
                int received = at == At.CLOSES ? 0 : ways[peer][number].received;
                balance += Balance.part(number, peer, sent, received);
            }
            return balance;
        }

        private void close() {
            for (int peer = 0; peer < hostOf.length; peer++) {
                write(peer);
            }
            if (isQuiet()) {
                board.setBalance(place, balance());
                board.setState(place, Board.FINISHED);
                at = At.FINISHED;
            }
        }

        boolean waitsForEver() {
            return at != At.ACTIVE
                    && at != At.CLOSES
                    && unexpected[wanted] == 0
                    && ring.isEmpty()
                    && read.isEmpty()
                    && IntStream.range(0, hostOf.length)
                            .allMatch(
                                    peer -> ways[peer][number].under.isEmpty() && ways[peer][number].waiting.isEmpty());
        }
    }

    HostsModel(Random random) {
        this.random = random;
        int hostCount = 1 + random.nextInt(3);
        hostOf = random.ints(hostCount + random.nextInt(3), 0, hostCount).toArray();
        for (int host = 0; host < hostCount; host++) {
            hostOf[host] = host;
        }
        ways = new Way[hostOf.length][hostOf.length];
        Arrays.stream(ways).forEach(from -> Arrays.setAll(from, to -> new Way()));
        int[] places = new int[hostCount];
        for (int host = 0; host < hostCount; host++) {
            int one = host;
            hosts.add(new Host(
                    (int) Arrays.stream(hostOf).filter(each -> each == one).count()));
        }
        for (int rank = 0; rank < hostOf.length; rank++) {
            Board board = hosts.get(hostOf[rank]).board;
            int place = places[hostOf[rank]]++;
            board.setState(place, Board.STARTED);
            ranks.add(new Rank(rank, place, board));
        }
        standstill = new Standstill(hostOf.length, 0);
    }

    /** One step of one rank, which now and then runs no more for a while, and of the network. */
    void step() {
        Way way = ways[random.nextInt(hostOf.length)][random.nextInt(hostOf.length)];
        way.cut = way.cut > 0 ? way.cut - 1 : random.nextInt(20) == 0 ? random.nextInt(50) : 0;
        Rank rank = ranks.get(random.nextInt(ranks.size()));
        if (rank.frozen > 0) {
            rank.frozen--;
        } else {
            rank.step();
            rank.frozen = random.nextInt(20) == 0 ? random.nextInt(100) : 0;
        }
    }

    /** One step of a supervisor; true if that ends a round with a verdict. */
    boolean look(long now) {
        Host host = hosts.get(random.nextInt(hosts.size()));
        if (host.begun != round) {
            host.begun = round;
            host.rounds.begin(round);
        } else if (host.collected == null) {
            host.collected = host.rounds.collect();
        }
        if (hosts.stream().anyMatch(each -> each.collected == null)) {
            return false;
        }
        Collected all = hosts.stream()
                .map(each -> each.collected)
                .reduce(Collected::plus)
                .orElseThrow();
        hosts.forEach(each -> each.collected = null);
        round++;
        return standstill.isReached(all, now);
    }

    /** True if no rank can ever go on, and one waits. */
    boolean isDead() {
        return ranks.stream().allMatch(rank -> rank.at == At.FINISHED || rank.waitsForEver()) && !isOver();
    }

    /** Number of ranks that have finished. */
    long finished() {
        return ranks.stream().filter(rank -> rank.at == At.FINISHED).count();
    }

    /** True if all have finished. */
    boolean isOver() {
        return ranks.stream().allMatch(rank -> rank.at == At.FINISHED);
    }
}
