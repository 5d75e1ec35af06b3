package org.bipj.panda;

import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/** A remote procedure call of this rank that has not returned; under the lock. */
final class RpcCall implements BooleanSupplier {
    private final int service;
    private int number;
    private int callee;
    private Receiver receiver;
    /** What the caller waits for, in its own words; null: a reply. */
    private Object purpose;

    private boolean open;
    private boolean done;
    private String failure;
    private Throwable thrown;

    RpcCall(int service, int slot) {
        this.service = service;
        number = slot;
    }

    /** The next call that uses this object. Its number differs from those of earlier ones, whose replies may be late. */
    void begin(int to, Receiver reply, Object what) {
        number += PendingCalls.SLOTS;
        callee = to;
        receiver = reply;
        purpose = what;
        open = true;
        done = false;
        failure = null;
        thrown = null;
    }

    int number() {
        return number;
    }

    void end() {
        open = false;
        receiver = null;
        purpose = null;
    }

    boolean isOpen(int replyTo) {
        return open && number == replyTo;
    }

    int callee() {
        return callee;
    }

    /** Takes in the reply: the call returns, or throws what the server reports. */
    void replied(Incoming reply) {
        try {
            if (reply.kind() == PandaHeader.FAILURE) {
                byte[] text = new byte[reply.remaining()];
                reply.get(text, 0, text.length);
                failure = new String(text, StandardCharsets.UTF_8);
            } else {
                receiver.onMessage(reply);
            }
        } catch (Throwable t) {
            // For the caller, and nobody else.
            thrown = t;
        } finally {
            receiver = null;
            done = true;
        }
    }

    @Override
    public boolean getAsBoolean() {
        return done;
    }

    /** What the procedure has thrown; null: nothing. */
    String failure() {
        return failure;
    }

    /** What the receiver of the reply has thrown; null: nothing. */
    Throwable thrown() {
        return thrown;
    }

    @Override
    public String toString() {
        return purpose != null
                ? purpose.toString()
                : "Panda: Rpc.call: the reply of service " + service + ", for rank " + callee;
    }
}
