package org.bipj.shm.waiting;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bipj.shm.board.Board;

/**
 * Ranks that send, wait and finish at random, over a real board, one small step at a time in any order: what a rank does
 * between two steps of another is what a processor of its own would let it do. Ranks wait for packets, which the look
 * before a sleep finds, or for a flag, which only the loop of their wait looks at. And a rank may owe a packet that it
 * sends out of its wait, as soon as there is room: as those who owe credits do, this does not count as fruitful.
 */
final class DeadlockModel {
    /** Where a rank is in its program. */
    private enum At {
        ACTIVE,
        /** In its wait: it evaluates its condition and takes packets. */
        ROUND,
        READS,
        LOOKS,
        ANSWERS,
        SLEEPS,
        FINISHED
    }

    final Board board;
    private final Random random;
    /** How often a rank waits for flags, and sets them, rather than packets. */
    private final int flagPercent;

    private final List<Rank> ranks = new ArrayList<>();
    /** Packets on their way, by receiver. */
    private final int[] packets;

    private final boolean[] flags;
    /** Whether a packet that a rank owes would find room. */
    private final boolean[] room;

    private final class Rank {
        private final int number;
        private At at = At.ACTIVE;
        /** Steps that this rank does not run: it is stopped, or gets no processor. */
        private int frozen;

        private int actions = random.nextInt(12);
        /** So often it acts again after a wait. */
        private int wakes = random.nextInt(40);

        private boolean wantsFlag;
        private boolean owes;
        private boolean slept;
        private long moves;
        private long waits;
        private int round;
        private boolean found;

        Rank(int number) {
            this.number = number;
        }

        void step() {
            switch (at) {
                case ACTIVE -> act();
                case ROUND -> round();
                case READS -> {
                    if (!slept) {
                        slept = true;
                        waits++;
                    }
                    round = board.round();
                    at = At.LOOKS;
                }
                case LOOKS -> {
                    found = packets[number] > 0 || canPay();
                    at = found ? At.ROUND : At.ANSWERS;
                }
                case ANSWERS -> {
                    board.answer(number, round, moves + waits, 0);
                    at = At.SLEEPS;
                }
                case SLEEPS -> at = At.ROUND;
                case FINISHED -> {}
            }
        }

        private void act() {
            if (actions-- > 0) {
                int peer = random.nextInt(ranks.size());
                if (peer == number) {
                    return;
                }
                boolean usesFlag = random.nextInt(100) < flagPercent;
                room[peer] |= random.nextBoolean();
                flags[peer] |= usesFlag;
                packets[peer] += usesFlag ? 0 : 1;
                moves += usesFlag ? 0 : 1;
            } else if (random.nextInt(5) == 0) {
                board.setState(number, Board.FINISHED);
                at = At.FINISHED;
            } else {
                wantsFlag = random.nextInt(100) < flagPercent;
                owes = random.nextBoolean();
                at = At.ROUND;
            }
        }

        /** As a wait's loop: the condition, then a poll, then perhaps a sleep. */
        private void round() {
            if (isOver()) {
                flags[number] &= !wantsFlag;
                packets[number] -= wantsFlag ? 0 : 1;
                moves += wantsFlag ? 0 : 1;
                actions = wakes-- > 0 ? random.nextInt(4) : 0;
                slept = false;
                at = At.ACTIVE;
            } else if (packets[number] > 0) {
                packets[number]--;
                moves++;
                slept = false;
            } else if (canPay()) {
                room[number] = false;
                owes = false;
                packets[random.nextInt(ranks.size())]++;
                moves++;
            } else {
                at = At.READS;
            }
        }

        boolean isOver() {
            return wantsFlag ? flags[number] : packets[number] > 0;
        }

        private boolean canPay() {
            return owes && room[number];
        }

        boolean canGoOn() {
            return at == At.ACTIVE || at != At.FINISHED && (isOver() || canPay());
        }
    }

    DeadlockModel(Random random, int size) {
        this.random = random;
        flagPercent = random.nextInt(3) * 50;
        board = Board.make(Arena.ofAuto().allocate(Board.bytes(size), 64), size);
        packets = new int[size];
        flags = new boolean[size];
        room = new boolean[size];
        for (int rank = 0; rank < size; rank++) {
            board.setState(rank, Board.STARTED);
            ranks.add(new Rank(rank));
        }
    }

    /** One step of one rank, which now and then runs no more for a while. */
    void step() {
        Rank rank = ranks.get(random.nextInt(ranks.size()));
        if (rank.frozen > 0) {
            rank.frozen--;
        } else {
            rank.step();
            rank.frozen = random.nextInt(20) == 0 ? random.nextInt(100) : 0;
        }
    }

    /** True if no rank can ever go on, and one waits. */
    boolean isDead() {
        return ranks.stream().noneMatch(Rank::canGoOn) && ranks.stream().anyMatch(rank -> rank.at != At.FINISHED);
    }

    /** True if all have finished. */
    boolean isOver() {
        return ranks.stream().allMatch(rank -> rank.at == At.FINISHED);
    }
}
