package org.bipj.net.pmi;

import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.bipj.core.nic.PortException;

/** What both protocols of PMI share: one request at a time over a socket. */
abstract class Pmi implements KeyValues {
    static final int NUMBER_MAX = 1 << 24;

    private final Dialogue dialogue;
    private final ReentrantLock turn = new ReentrantLock();
    private int rank;
    private int size;
    private int application;
    private boolean closed;

    Pmi(Dialogue dialogue) {
        this.dialogue = dialogue;
    }

    final Dialogue dialogue() {
        return dialogue;
    }

    /** What the launcher has said of this process; a negative program is the only one. */
    final void is(int ownRank, int ranks, int program) {
        rank = ownRank;
        size = ranks;
        application = Math.max(0, program);
    }

    @Override
    public final int rank() {
        return rank;
    }

    @Override
    public final int size() {
        return size;
    }

    @Override
    public final int application() {
        return application;
    }

    /** A request with the frame of this version of the protocol. */
    abstract String framed(String request);

    /** The next answer, which has to be of this command. */
    abstract Fields answer(String command, boolean waits);

    /** One request with its answer, which comes at once. */
    final Fields ask(String request, String command) {
        return ask(request, command, false);
    }

    /**
     * One request with its answer.
     *
     * @param waits true if the launcher waits for others before it answers
     */
    final Fields ask(String request, String command, boolean waits) {
        turn.lock();
        try {
            if (closed) {
                throw dialogue.error("this process has left the job");
            }
            dialogue.send(framed(request));
            return answer(command, waits);
        } finally {
            turn.unlock();
        }
    }

    final void checkLengths(String key, String value, int keyMax, int valueMax) {
        if (key.length() > keyMax || value.length() > valueMax) {
            throw dialogue.error("the key " + key + " with " + value.length() + " characters: expected at most "
                    + keyMax + " characters in a key and " + valueMax + " in a value");
        }
    }

    /** The launcher's {@link ProcessMapping}; null if it has none. */
    abstract String mapping();

    /** Where the launcher does not say which ranks share a host, each has one of its own: the network reaches all. */
    @Override
    public final int[] hosts() {
        String mapping = mapping();
        return mapping == null ? IntStream.range(0, size()).toArray() : ProcessMapping.parse(mapping, size());
    }

    abstract String abortMessage(int code, String reason);

    /** Not in turn: another thread may wait for a fence. */
    @Override
    public final void abort(int code, String reason) {
        Output.awaitRead();
        dialogue.send(abortMessage(code, reason));
    }

    @Override
    public final boolean isGone() {
        if (!turn.tryLock()) {
            // Who has the turn waits for an answer, and finds out.
            return false;
        }
        try {
            return !closed && dialogue.hasEnded();
        } finally {
            turn.unlock();
        }
    }

    abstract void finish();

    @Override
    public final void close() {
        turn.lock();
        try {
            if (!closed) {
                finish();
                closed = true;
                dialogue.close();
            }
        } catch (PortException e) {
            // The launcher has already ended: no process is left to tell.
            System.getLogger(Pmi.class.getName()).log(System.Logger.Level.DEBUG, "no launcher any more", e);
        } finally {
            turn.unlock();
        }
    }
}
