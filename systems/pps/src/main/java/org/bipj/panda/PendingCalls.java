package org.bipj.panda;

import java.util.Arrays;

/** The calls of one service that have not returned, by number; under the lock. */
final class PendingCalls {
    /** Calls under way at the same time, one for each thread; a power of two. */
    static final int SLOTS = 1 << 12;

    private final PandaCore core;
    private final int service;
    private RpcCall[] calls = new RpcCall[4];
    private RpcCall[] free = new RpcCall[4];
    private int made;
    private int frees;

    PendingCalls(PandaCore core, int service) {
        this.core = core;
        this.service = service;
    }

    RpcCall begin(int callee, Receiver reply, Object what) {
        if (frees == 0) {
            if (made == SLOTS) {
                throw core.fail("more than " + SLOTS + " calls at the same time");
            }
            if (made == calls.length) {
                calls = Arrays.copyOf(calls, 2 * made);
                free = Arrays.copyOf(free, 2 * made);
            }
            calls[made] = new RpcCall(service, made);
            free[frees++] = calls[made++];
        }
        RpcCall call = free[--frees];
        call.begin(callee, reply, what);
        return call;
    }

    /** The call of a number; null if it has returned. */
    RpcCall find(int number) {
        int slot = number & SLOTS - 1;
        RpcCall call = slot < made ? calls[slot] : null;
        return call != null && call.isOpen(number) ? call : null;
    }

    void end(RpcCall call) {
        call.end();
        free[frees++] = call;
    }
}
