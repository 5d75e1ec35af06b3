package org.bipj.mpi.fault;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Agreements among the members of a group, one after the other, that are the same at all members that see them end, whoever fails at
 * whatever step: a state machine that messages and failures drive. All calls and messages of one instance are one thread's.
 *
 * <p>Members are numbered by their places. The coordinator is the first member that is not known to have failed.
 *
 * <pre>{@code
 *   member                      coordinator
 *     |  VOTE  contribution  ------>  |   waits for the votes of all that have not failed
 *     |  <------  PROPOSE  result     |   the bitwise and of the contributions; or what a vote says was proposed before
 *     |  ACCEPT  ------------------>  |   waits for all that have not failed
 *     |  <------  DECIDE              |   all that have not failed know the result: no other one is possible
 * }</pre>
 *
 * <p>If the coordinator fails, each member votes again to the next one, and says in its vote what it has accepted. A result that some member
 * has seen decided was accepted by all that lived then, the next coordinator among them; so it proposes the same. Who has decided keeps the
 * decision until the next one, and tells those that still ask: to begin the next round, all have seen the end of this one.
 *
 * <p>That needs failures that are true, are reported sooner or later to each member, and are final: after the report no message of the
 * failed member counts (a perfect detector, see Chandra and Toueg, "Unreliable failure detectors for reliable distributed systems", JACM
 * 43, 1996). A report that a message brings counts like one of the network's.
 */
public final class Agreement {
    static final int VOTE = 1;
    static final int PROPOSE = 2;
    static final int ACCEPT = 3;
    static final int DECIDE = 4;

    /** Words of a message before those that are agreed on: kind, round, whether it is a repeated proposal, and their number. */
    private static final int HEADER = 4;

    /** Sends messages to other members; those of a pair stay in order. */
    @FunctionalInterface
    public interface Network {
        /** Sends. A message to a member that has failed may be lost. */
        void send(int to, long[] message);
    }

    private final int size;
    private final int self;
    private final Network network;
    private final BitSet dead = new BitSet();
    /** Those of them that live, and never take part. */
    private final BitSet absent = new BitSet();

    private int round;
    /** True from a round's start here to its decision. */
    private boolean isOpen;
    /** What this member contributes. */
    private Decision own = decision(new long[0], new BitSet());
    /** What was proposed in this round, as far as this member knows. */
    private @Nullable Decision accepted;
    /** This member is the coordinator, and has proposed. */
    private boolean hasProposed;

    private @Nullable Decision decided;
    /** Of the round before. */
    private @Nullable Decision before;
    /** Whom the last vote went to. */
    private int votedTo;

    /** Votes of the others in this round, and in the next one, by place. */
    private long[][] votes;

    private long[][] early;
    private final BitSet acceptedBy = new BitSet();

    /**
     * The agreements of a group that has made none.
     *
     * @param size number of members
     * @param self this one's place
     */
    public Agreement(int size, int self, Network network) {
        this.size = size;
        this.self = self;
        this.network = network;
        votes = new long[size][];
        early = new long[size][];
    }

    /** Number of members that are not known to have failed. */
    public int living() {
        return size - dead.cardinality();
    }

    /** True from {@link #start} until there is a {@link #decision}. */
    public boolean isOpen() {
        return isOpen;
    }

    /** What the last round has decided; null while one is open, and before the first. */
    public @Nullable Decision decision() {
        return decided;
    }

    /**
     * Begins the next round; the last one is decided.
     *
     * @param words contribution, as many as the others'; if they are not, nothing is what is decided
     * @param acknowledged failures that this member has acknowledged
     */
    public void start(long[] words, BitSet acknowledged) {
        round++;
        before = decided;
        decided = null;
        accepted = null;
        hasProposed = false;
        acceptedBy.clear();
        votes = early;
        early = new long[size][];
        own = decision(words.clone(), (BitSet) acknowledged.clone());
        isOpen = true;
        vote();
    }

    private static Decision decision(long[] words, BitSet acknowledged) {
        return new Decision(words, new BitSet(), new BitSet(), acknowledged);
    }

    /** A member lives and never takes part, which is the same here as a failure. */
    public void takesNoPart(int member) {
        if (!dead.get(member)) {
            absent.set(member);
            died(member);
        }
    }

    /** A member has failed. */
    public void died(int member) {
        if (dead.get(member)) {
            return;
        }
        dead.set(member);
        if (member == votedTo && round > 0) {
            vote();
        } else {
            coordinate();
        }
    }

    /**
     * Sends the last decision to all others, whoever has sent it to them before: this member is about to answer no more, and whom they have it
     * from may have failed.
     */
    public void part() {
        if (decided != null) {
            toAll(DECIDE, decided);
        }
    }

    /** A message has come from another member. */
    public void received(int from, long[] message) {
        if (dead.get(from)) {
            return;
        }
        int kind = (int) message[0];
        int number = (int) message[1];
        if (kind == VOTE) {
            voted(from, number, message);
        } else if (number == round && isOpen) {
            switch (kind) {
                case PROPOSE -> {
                    accepted = read(message);
                    network.send(from, new long[] {ACCEPT, round, 0, 0});
                }
                case ACCEPT -> {
                    acceptedBy.set(from);
                    coordinate();
                }
                default -> decide(read(message));
            }
        }
        // Else it is of a round that this member has seen decided.
    }

    private void voted(int from, int number, long[] message) {
        if (number == round + 1) {
            early[from] = message;
        } else if (number == round && isOpen) {
            votes[from] = message;
        } else {
            Decision answer = number == round ? decided : number == round - 1 ? before : null;
            if (answer != null) {
                send(from, DECIDE, number, answer, false);
            }
        }
        // Last: it may lead on.
        Decision told = read(message);
        told.absent().stream().forEach(this::takesNoPart);
        told.dead().stream().forEach(this::died);
        coordinate();
    }

    private int coordinator() {
        return dead.nextClearBit(0);
    }

    /** Votes, or says what is decided: the coordinator may have failed before it told all. */
    private void vote() {
        votedTo = coordinator();
        if (votedTo != self) {
            if (before != null) {
                send(votedTo, DECIDE, round - 1, before, false);
            }
            if (decided != null) {
                send(votedTo, DECIDE, round, decided, false);
            } else {
                send(votedTo, VOTE, round, accepted == null ? own : accepted, accepted != null);
            }
        }
        coordinate();
    }

    /** Goes on as the coordinator, if this member is that. */
    private void coordinate() {
        if (!isOpen || coordinator() != self) {
            return;
        }
        if (!hasProposed) {
            for (int member = 0; member < size; member++) {
                if (member != self && !dead.get(member) && votes[member] == null) {
                    return;
                }
            }
            hasProposed = true;
            acceptedBy.set(self);
            Decision proposal = accepted == null ? combined() : accepted;
            accepted = proposal;
            toAll(PROPOSE, proposal);
        }
        BitSet waiting = new BitSet();
        waiting.set(0, size);
        waiting.andNot(dead);
        waiting.andNot(acceptedBy);
        if (waiting.isEmpty() && accepted != null) {
            decide(accepted);
            toAll(DECIDE, accepted);
        }
    }

    /** What was proposed before, or what all contributions are together. */
    private Decision combined() {
        long[] words = own.words().clone();
        BitSet acknowledged = (BitSet) own.acknowledged().clone();
        for (int member = 0; member < size; member++) {
            long[] vote = votes[member];
            if (vote == null) {
                continue;
            }
            Decision theirs = read(vote);
            if (vote[2] != 0) {
                return theirs;
            }
            if (words.length != theirs.words().length) {
                // They make different calls, and all are told.
                words = new long[0];
            }
            for (int i = 0; i < words.length; i++) {
                words[i] &= theirs.words()[i];
            }
            acknowledged.and(theirs.acknowledged());
        }
        return new Decision(words, (BitSet) dead.clone(), (BitSet) absent.clone(), acknowledged);
    }

    private void decide(Decision result) {
        decided = result;
        isOpen = false;
        for (int member = 0; member < size && coordinator() != self; member++) {
            // They have taken this member for the coordinator, and ask.
            if (votes[member] != null && !dead.get(member)) {
                send(member, DECIDE, round, result, false);
            }
        }
        if (coordinator() == self && !hasProposed) {
            toAll(DECIDE, result);
        }
    }

    private void toAll(int kind, Decision content) {
        for (int member = 0; member < size; member++) {
            if (member != self && !dead.get(member)) {
                send(member, kind, round, content, false);
            }
        }
    }

    private void send(int to, int kind, int number, Decision content, boolean isRepeated) {
        boolean isOwn = kind == VOTE && !isRepeated;
        int bits = (size + Long.SIZE - 1) / Long.SIZE;
        int words = content.words().length;
        long[] message = new long[HEADER + words + 3 * bits];
        message[0] = kind;
        message[1] = number;
        message[2] = isRepeated ? 1 : 0;
        message[3] = words;
        System.arraycopy(content.words(), 0, message, HEADER, words);
        put(isOwn ? dead : content.dead(), message, HEADER + words);
        put(isOwn ? absent : content.absent(), message, HEADER + words + bits);
        put(content.acknowledged(), message, HEADER + words + 2 * bits);
        network.send(to, message);
    }

    private static void put(BitSet set, long[] message, int at) {
        long[] words = set.toLongArray();
        System.arraycopy(words, 0, message, at, words.length);
    }

    private Decision read(long[] message) {
        int words = (int) message[3];
        int bits = (size + Long.SIZE - 1) / Long.SIZE;
        int at = HEADER + words;
        return new Decision(
                Arrays.copyOfRange(message, HEADER, at),
                BitSet.valueOf(Arrays.copyOfRange(message, at, at + bits)),
                BitSet.valueOf(Arrays.copyOfRange(message, at + bits, at + 2 * bits)),
                BitSet.valueOf(Arrays.copyOfRange(message, at + 2 * bits, at + 3 * bits)));
    }
}
