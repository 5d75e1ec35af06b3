package org.bipj.orca;

import java.util.function.BooleanSupplier;
import org.bipj.panda.Gather;
import org.bipj.panda.Incoming;
import org.bipj.panda.Receiver;

/** An operation that a thread of this rank has invoked, until it returns. */
final class Invocation implements Caller, Receiver, BooleanSupplier {
    private final Orca orca;
    private final int slot;
    /** The message that carries operation and argument; reused for each invocation. */
    private final Gather message = new Gather();

    private SharedObject<?> object;
    private Operation<?, ?, ?> operation;
    private boolean done;
    private boolean abandoned;
    private Object result;
    private Throwable thrown;
    private String text;
    private String refusal;
    private long stamp;

    Invocation(Orca orca, int slot) {
        this.orca = orca;
        this.slot = slot;
    }

    /** Begins an invocation; with null, of free. */
    void begin(SharedObject<?> on, Operation<?, ?, ?> what) {
        object = on;
        operation = what;
        done = false;
        abandoned = false;
        result = null;
        thrown = null;
        text = null;
        refusal = null;
        stamp = 0;
        message.clear();
    }

    int slot() {
        return slot;
    }

    Gather message() {
        return message;
    }

    long stamp() {
        return stamp;
    }

    /** Its thread has got an exception of something else: nobody waits for the outcome. */
    void abandon() {
        abandoned = true;
    }

    @Override
    public boolean getAsBoolean() {
        return done;
    }

    @Override
    public void done(Object value, long at) {
        result = value;
        end(at);
    }

    @Override
    public void threw(Throwable t, long at) {
        thrown = t;
        text = t.toString();
        end(at);
    }

    @Override
    public void refused(String why, long at) {
        refusal = why;
        end(at);
    }

    private void end(long at) {
        stamp = at;
        done = true;
        if (abandoned) {
            orca.end(this);
        }
    }

    /** Takes in the reply of the rank that has the object. */
    @Override
    public void onMessage(Incoming reply) {
        byte outcome = reply.getByte();
        long at = reply.getLong();
        if (outcome == RemoteCaller.DONE) {
            result = operation.result().read(reply);
        } else if (outcome == RemoteCaller.THREW) {
            text = Codec.STRING.read(reply);
        } else {
            refusal = Codec.STRING.read(reply);
        }
        end(at);
    }

    /** The result of the operation, once it is done; throws what the operation threw. */
    Object outcome() {
        if (refusal != null) {
            throw orca.fail(refusal);
        }
        if (text != null) {
            throw new OperationException(orca.rank(), describe(), text, thrown);
        }
        return result;
    }

    private String describe() {
        return operation == null ? "free of " + object : operation.kind() + " " + operation.name() + " of " + object;
    }

    @Override
    public String toString() {
        return "Orca: " + describe() + (object.isReplicated() ? "" : ", for rank " + object.home());
    }
}
