package org.bipj.net.pmi;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bipj.core.nic.PortException;

/** What both protocols of PMI share: one request at a time over a socket. */
abstract class Pmi implements KeyValues {
    static final int NUMBER_MAX = 1 << 24;

    private final Dialogue dialogue;
    private final ReentrantLock turn = new ReentrantLock();
    private boolean closed;

    Pmi(Dialogue dialogue) {
        this.dialogue = dialogue;
    }

    final Dialogue dialogue() {
        return dialogue;
    }

    /** One request with its answer. */
    final Fields inTurn(Supplier<Fields> request) {
        turn.lock();
        try {
            if (closed) {
                throw dialogue.error("this process has left the job");
            }
            return request.get();
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
            // The launcher has ended before: nobody is left who wants to know.
            System.getLogger(Pmi.class.getName()).log(System.Logger.Level.DEBUG, "no launcher any more", e);
        } finally {
            turn.unlock();
        }
    }
}
