package org.bipj.crl.protocol;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;

/**
 * A random run of the protocol without anything around it: ranks with copies of regions, messages between them, in the order of
 * each pair and otherwise in any. Data are numbers; a message takes them along only when it leaves, which may be long after the
 * protocol has sent it. After each event the invariants are checked. A seed decides everything.
 */
final class Schedule {
    /** A message between its sending and its arrival. */
    private static final class Letter {
        private final int region;
        private final ProtocolMessage message;
        private boolean left;
        private long data;

        Letter(int region, ProtocolMessage message) {
            this.region = region;
            this.message = message;
        }
    }

    /** A rank: its copies and data, and what its program does. */
    private final class Rank {
        private final int number;
        private final Copy[] copies = new Copy[regions];
        private final long[] data = new long[regions];
        private final Requests requests = new Requests(ranks);
        /** Regions in whose sections it is. */
        private final ArrayDeque<Integer> inside = new ArrayDeque<>();

        private int waitsFor = -1;
        private boolean wantsWrite;
        private int left = steps;

        Rank(int number) {
            this.number = number;
            for (int region = 0; region < regions; region++) {
                copies[region] = number == home(region)
                        ? new HomeCopy(this::send, region, number, requests)
                        : new RemoteCopy(this::send, region, home(region));
            }
        }

        private void send(Copy copy, int to, ProtocolMessage message) {
            check(to != number, "a message to oneself");
            int pair = number * ranks + to;
            letters.get(pair).add(new Letter((int) copy.region(), message));
            busy.set(pair);
            messages++;
        }

        boolean canStep() {
            return waitsFor < 0 && (left > 0 || !inside.isEmpty());
        }

        /** Regions in the order of their numbers, so that ranks do not wait for each other in a circle. */
        void step() {
            boolean may = left > 0 && (inside.isEmpty() || inside.getLast() < regions - 1 && draw.nextInt(3) == 0);
            if (!may) {
                end(draw.nextBoolean() ? inside.removeLast() : inside.removeFirst());
                return;
            }
            left--;
            int lowest = inside.isEmpty() ? 0 : inside.getLast() + 1;
            int region = lowest + draw.nextInt(regions - lowest);
            if (draw.nextInt(8) == 0) {
                copies[region].flush();
                return;
            }
            wantsWrite = draw.nextInt(100) < writePercent;
            waitsFor = region;
            boolean begun = wantsWrite ? copies[region].startWrite() : copies[region].startRead();
            check(begun == (copies[region].section() != Copy.Section.NONE), "a section begins when it says so");
            hits += begun ? 1 : 0;
        }

        private void end(int region) {
            if (copies[region].section() == Copy.Section.WRITE) {
                last[region]++;
                data[region] = last[region];
            } else {
                check(data[region] == last[region], "data stay as they are in a read section");
            }
            copies[region].end();
        }

        /** The section that it waits for has begun. */
        void notice() {
            if (waitsFor >= 0 && copies[waitsFor].section() != Copy.Section.NONE) {
                check(
                        (copies[waitsFor].section() == Copy.Section.WRITE) == wantsWrite,
                        "the section is the wanted one");
                check(
                        data[waitsFor] == last[waitsFor],
                        "rank " + number + " sees " + data[waitsFor] + " in region " + waitsFor + " after write "
                                + last[waitsFor]);
                inside.add(waitsFor);
                waitsFor = -1;
            }
        }
    }

    private final long seed;
    private final Random draw;
    private final int ranks;
    private final int regions;
    private final int steps;
    private final int writePercent;
    private final List<Rank> all = new ArrayList<>();
    /** By sender and receiver. */
    private final List<ArrayDeque<Letter>> letters = new ArrayList<>();
    /** Pairs with messages on their way. */
    private final BitSet busy = new BitSet();
    /** By region: number of the last write that has ended. */
    private final long[] last;

    private int events;
    private int hits;
    private int messages;

    Schedule(long seed, int steps) {
        this.seed = seed;
        this.steps = steps;
        draw = new Random(seed);
        ranks = 1 + draw.nextInt(draw.nextInt(8) == 0 ? 80 : 6);
        regions = 1 + draw.nextInt(4);
        writePercent = draw.nextInt(101);
        last = new long[regions];
        for (int i = 0; i < ranks * ranks; i++) {
            letters.add(new ArrayDeque<>());
        }
        for (int rank = 0; rank < ranks; rank++) {
            all.add(new Rank(rank));
        }
    }

    private int home(int region) {
        return region * 7 % ranks;
    }

    private void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("seed " + seed + "L, event " + events + ": " + what);
        }
    }

    /** Runs to the end. Returns a number that depends on all events. */
    long run() {
        long trace = 0;
        List<Integer> possible = new ArrayList<>();
        while (true) {
            possible.clear();
            for (int rank = 0; rank < ranks; rank++) {
                if (all.get(rank).canStep()) {
                    possible.add(rank);
                }
            }
            for (int pair = busy.nextSetBit(0); pair >= 0; pair = busy.nextSetBit(pair + 1)) {
                possible.add(ranks + pair);
            }
            if (possible.isEmpty()) {
                break;
            }
            int event = possible.get(draw.nextInt(possible.size()));
            happen(event);
            events++;
            trace = 31 * trace + event + 7L * messages;
            check();
        }
        atEnd();
        return trace + hits;
    }

    private void happen(int event) {
        if (event < ranks) {
            all.get(event).step();
        } else {
            move(event - ranks);
        }
        all.forEach(Rank::notice);
    }

    /** The first message that has not left leaves, or the first one of all arrives. */
    private void move(int pair) {
        ArrayDeque<Letter> queue = letters.get(pair);
        Rank from = all.get(pair / ranks);
        Rank to = all.get(pair % ranks);
        Letter first = queue.peek();
        Letter waiting =
                queue.stream().filter(letter -> !letter.left).findFirst().orElse(null);
        if (waiting != null && (!first.left || draw.nextBoolean())) {
            waiting.left = true;
            waiting.data = from.data[waiting.region];
            return;
        }
        queue.remove();
        busy.set(pair, !queue.isEmpty());
        if (first.message.hasData()) {
            to.data[first.region] = first.data;
        }
        to.copies[first.region].onMessage(from.number, first.message);
    }

    private void check() {
        for (int region = 0; region < regions; region++) {
            int reading = 0;
            int writing = 0;
            int exclusive = 0;
            int valid = 0;
            for (Rank rank : all) {
                Copy copy = rank.copies[region];
                reading += copy.section() == Copy.Section.READ ? 1 : 0;
                writing += copy.section() == Copy.Section.WRITE ? 1 : 0;
                if (copy instanceof RemoteCopy remote) {
                    exclusive += remote.isExclusive() ? 1 : 0;
                    valid += remote.isValid() ? 1 : 0;
                }
            }
            check(
                    writing == 0 || writing == 1 && reading == 0,
                    writing + " write and " + reading + " read in " + region);
            check(exclusive == 0 || valid == 1, "an exclusive copy of " + region + " beside " + valid + " valid ones");
        }
    }

    private void atEnd() {
        for (Rank rank : all) {
            check(rank.waitsFor < 0, "rank " + rank.number + " waits for ever for region " + rank.waitsFor);
            rank.inside.forEach(region -> check(false, "a section without end"));
        }
        for (int region = 0; region < regions; region++) {
            for (Rank rank : all) {
                rank.copies[region].flush();
            }
            while (!busy.isEmpty()) {
                move(busy.nextSetBit(0));
            }
            Rank home = all.get(home(region));
            check(((HomeCopy) home.copies[region]).isAlone(), "all copies of " + region + " are back");
            check(home.data[region] == last[region], "the home has the last data of " + region);
        }
    }

    int events() {
        return events;
    }

    int hits() {
        return hits;
    }
}
