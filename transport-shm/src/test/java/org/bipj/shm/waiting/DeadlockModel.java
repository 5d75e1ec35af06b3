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
 *
 * <p>A rank that finishes may be dormant: later it starts again, and then sends and awaits agreements alone, for which other ranks may
 * wait, too.
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
        FINISHED,
        DORMANT
    }

    /** What a rank waits for. */
    private enum Wanted {
        PACKET,
        FLAG,
        AGREEMENT
    }

    final Board board;
    private final Random random;
    /** How often a rank waits for flags, and sets them, rather than packets. */
    private final int flagPercent;

    private final List<Rank> ranks = new ArrayList<>();
    /** Packets on their way, by receiver. */
    private final int[] packets;

    /** Packets of agreements, by receiver; they take the same way. */
    private final int[] agreements;
    /** Those that a rank has taken and not awaited yet. */
    private final int[] early;

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

        private Wanted wanted = Wanted.PACKET;
        /** It has been dormant. */
        private boolean isBack;

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
                    found = packets[number] > 0 || agreements[number] > 0 || canPay();
                    at = found ? At.ROUND : At.ANSWERS;
                }
                case ANSWERS -> {
                    board.answer(number, round, moves + waits, 0, wanted == Wanted.AGREEMENT);
                    at = At.SLEEPS;
                }
                case SLEEPS -> at = At.ROUND;
                case DORMANT -> awake();
                case FINISHED -> {}
            }
        }

        /** It may do so whenever it likes, or be over. */
        private void awake() {
            if (random.nextInt(100) == 0) {
                isBack = true;
                actions = random.nextInt(3);
                board.setState(number, Board.STARTED);
                at = At.ACTIVE;
            } else if (random.nextInt(200) == 0) {
                board.setDormant(number, false);
                at = At.FINISHED;
            }
        }

        private void act() {
            if (actions-- > 0) {
                int peer = random.nextInt(ranks.size());
                if (peer == number) {
                    return;
                }
                if (isBack || random.nextInt(10) == 0) {
                    agreements[peer]++;
                    moves++;
                    return;
                }
                boolean usesFlag = random.nextInt(100) < flagPercent;
                room[peer] |= random.nextBoolean();
                flags[peer] |= usesFlag;
                packets[peer] += usesFlag ? 0 : 1;
                moves += usesFlag ? 0 : 1;
            } else if (random.nextInt(5) == 0) {
                boolean isDormant = random.nextBoolean();
                board.setDormant(number, isDormant);
                board.setState(number, Board.FINISHED);
                at = isDormant ? At.DORMANT : At.FINISHED;
            } else {
                boolean awaitsFlag = random.nextInt(100) < flagPercent;
                wanted =
                        isBack || random.nextInt(10) == 0 ? Wanted.AGREEMENT : awaitsFlag ? Wanted.FLAG : Wanted.PACKET;
                owes = !isBack && random.nextBoolean();
                at = At.ROUND;
            }
        }

        /** As a wait's loop: the condition, then a poll, then perhaps a sleep. */
        private void round() {
            if (isOver()) {
                end();
                actions = wakes-- > 0 ? random.nextInt(4) : 0;
                slept = false;
                at = At.ACTIVE;
            } else if (agreements[number] > 0) {
                agreements[number]--;
                early[number]++;
                moves++;
                slept = false;
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

        private void end() {
            switch (wanted) {
                case FLAG -> flags[number] = false;
                case PACKET -> {
                    packets[number]--;
                    moves++;
                }
                case AGREEMENT -> {
                    if (early[number] > 0) {
                        early[number]--;
                    } else {
                        agreements[number]--;
                        moves++;
                    }
                }
            }
        }

        boolean isOver() {
            return switch (wanted) {
                case FLAG -> flags[number];
                case PACKET -> packets[number] > 0;
                case AGREEMENT -> agreements[number] > 0 || early[number] > 0;
            };
        }

        private boolean canPay() {
            return owes && room[number];
        }

        boolean canGoOn() {
            return at == At.ACTIVE || !hasFinished() && (isOver() || canPay());
        }

        boolean hasFinished() {
            return at == At.FINISHED || at == At.DORMANT;
        }

        /** It may send agreements, and nothing else. */
        boolean mayAgree() {
            return at == At.DORMANT || isBack && canGoOn();
        }
    }

    DeadlockModel(Random random, int size) {
        this.random = random;
        flagPercent = random.nextInt(3) * 50;
        board = Board.make(Arena.ofAuto().allocate(Board.bytes(size), 64), size);
        packets = new int[size];
        agreements = new int[size];
        early = new int[size];
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

    /** True if no rank can ever go on but those that have been dormant, and one waits for what these cannot send. */
    boolean isDead() {
        boolean mayAgree = ranks.stream().anyMatch(Rank::mayAgree);
        return ranks.stream()
                        .filter(rank -> !rank.isBack)
                        .noneMatch(rank ->
                                rank.canGoOn() || mayAgree && !rank.hasFinished() && rank.wanted == Wanted.AGREEMENT)
                && ranks.stream().anyMatch(rank -> !rank.hasFinished());
    }

    /** True if all have finished. */
    boolean isOver() {
        return ranks.stream().allMatch(Rank::hasFinished);
    }
}
