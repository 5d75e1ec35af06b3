package org.bipj.panda;

import java.nio.charset.StandardCharsets;

/** The answer to one remote procedure call. */
public final class Reply {
    private final PandaCore core;
    private final Sender sender;
    private final int service;
    private int caller;
    private int call;
    private boolean open;
    private boolean later;

    Reply(PandaCore core, Sender sender, int service) {
        this.core = core;
        this.sender = sender;
        this.service = service;
    }

    void begin(int from, int number) {
        caller = from;
        call = number;
        open = true;
        later = false;
    }

    /** The rank that has made the call. */
    public int caller() {
        return caller;
    }

    /** Tells that {@link #send} follows after the procedure has returned. It may be called by any code of this rank. */
    public Reply later() {
        later = true;
        return this;
    }

    /**
     * Answers the call.
     *
     * @throws PandaException if it has been answered
     */
    public void send(Gather message) {
        answer(PandaHeader.REPLY, message);
    }

    /** Answers the call by an {@link RpcException}. */
    public void fail(String thrown) {
        byte[] text = thrown.getBytes(StandardCharsets.UTF_8);
        answer(PandaHeader.FAILURE, new Gather().add(text, 0, text.length));
    }

    private void answer(int kind, Gather message) {
        core.lci().lock();
        try {
            if (!open) {
                throw core.fail("a call of rank " + caller + " is answered twice");
            }
            open = false;
        } finally {
            core.lci().unlock();
        }
        sender.send(caller, null, PandaHeader.head(service, kind), call, 0, message);
    }

    boolean isOpen() {
        return open;
    }

    boolean isLater() {
        return later;
    }
}
