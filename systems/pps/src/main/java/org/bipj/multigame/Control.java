package org.bipj.multigame;

import java.util.ArrayDeque;
import org.bipj.panda.Gather;
import org.bipj.panda.Incoming;
import org.bipj.panda.Messages;
import org.bipj.panda.Panda;

/**
 * The messages beside those with jobs: rank 0's orders and waves down the tree of ranks, the answers up, and rank 0's
 * questions for the line to a goal. A message is a kind, and words.
 */
final class Control {
    /** Service of Panda that carries these messages. */
    static final int SERVICE = 250;

    /** An order, down the tree: begin the next search. */
    static final int SEARCH = 0;

    /** An order, down the tree: the game is over; the words are its result. */
    static final int DONE = 1;

    private static final int WAVE = 2;
    private static final int ANSWER = 3;
    private static final int ASK = 4;
    private static final int TOLD = 5;

    private final Panda panda;
    private final Messages messages;
    private final Termination termination;
    /** Looks a position up; see {@link #ask}. */
    private final LineLookup lookup;

    private final Gather gather = new Gather();
    /** Orders that have arrived, each with its kind in front. */
    private final ArrayDeque<long[]> orders = new ArrayDeque<>();

    private long[] told;

    /** Finds a position that this rank owns, by its hash and its job's state. */
    interface LineLookup {
        /** Returns the position and the hash of the one before; null if the table has lost it. */
        long[] find(long hash, long state);
    }

    Control(Panda panda, Termination termination, LineLookup lookup) {
        this.panda = panda;
        this.termination = termination;
        this.lookup = lookup;
        messages = panda.messages(SERVICE, this::onMessage);
    }

    private void send(int destination, int kind, long[] words) {
        messages.send(destination, gather.clear().putLong(kind).add(words, 0, words.length));
    }

    private void sendDown(int kind, long[] words) {
        for (int i = 0; i < termination.children(); i++) {
            send(termination.child(i), kind, words);
        }
    }

    private void onMessage(Incoming message) {
        int kind = (int) message.getLong();
        long[] words = new long[message.remaining() / Long.BYTES];
        message.get(words, 0, words.length);
        switch (kind) {
            case SEARCH, DONE -> {
                sendDown(kind, words);
                long[] order = new long[1 + words.length];
                order[0] = kind;
                System.arraycopy(words, 0, order, 1, words.length);
                orders.add(order);
            }
            case WAVE -> {
                sendDown(WAVE, words);
                termination.begin();
            }
            case ANSWER -> termination.answer(Tally.read(words, 0));
            case ASK -> {
                long[] found = lookup.find(words[0], words[1]);
                send(message.source(), TOLD, found == null ? new long[0] : found);
            }
            case TOLD -> told = words;
            default ->
                throw new MultigameException(
                        panda.rank(), "a message of kind " + kind + " of rank " + message.source());
        }
    }

    // ---- for rank 0 --------------------------------------------------------------------------------------------

    /** Sends an order to all other ranks, down the tree. */
    void order(int kind, long... words) {
        sendDown(kind, words);
    }

    /** Begins a wave of {@link Termination}. */
    void wave() {
        termination.begin();
        sendDown(WAVE, new long[0]);
    }

    /** Asks a rank for a position; null if its table has lost it. */
    long[] ask(int owner, long hash, long state) {
        if (owner == panda.rank()) {
            return lookup.find(hash, state);
        }
        told = null;
        send(owner, ASK, new long[] {hash, state});
        panda.await("Multigame: a position of the best line, for rank " + owner, () -> told != null);
        return told.length == 0 ? null : told;
    }

    // ---- for the others ----------------------------------------------------------------------------------------

    /** Answers the present wave, to the rank above. */
    void answer(Tally tally) {
        long[] words = new long[Tally.WORDS];
        tally.write(words, 0);
        send(termination.parent(), ANSWER, words);
    }

    boolean hasOrder() {
        return !orders.isEmpty();
    }

    /** The next order, with its kind in front. It stays until it is {@linkplain #taken taken}. */
    long[] order() {
        return orders.element();
    }

    void taken() {
        orders.remove();
    }

    void close() {
        messages.close();
    }
}
