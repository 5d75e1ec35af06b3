package org.bipj.am2;

import org.bipj.am2.AmException.Code;

/** The handlers of an endpoint, by index. Index 0 is for messages that came back. */
final class HandlerTable {
    static final int MAX = 256;

    private final int rank;
    private final Handler[] handlers = new Handler[MAX];
    private int size = MAX;
    private ReturnedHandler returned;

    HandlerTable(int rank) {
        this.rank = rank;
        returned = this::fail;
    }

    private void fail(Status status, Opcode opcode, Message message) {
        throw new AmException(
                Code.NOT_SENT,
                status,
                "rank " + rank + ": " + opcode + " for handler " + message.handler() + " of " + message.source()
                        + " came back: " + status + " (" + status.code() + "); register a handler for returned messages"
                        + " to go on");
    }

    /** The handler with that number; null where none is registered. */
    Handler get(int index) {
        return handlers[index];
    }

    ReturnedHandler returned() {
        return returned;
    }

    int size() {
        return size;
    }

    void returned(ReturnedHandler handler) {
        returned = handler != null ? handler : this::fail;
    }

    void set(int index, Handler handler) {
        if (index < 1 || index >= size) {
            throw new AmException(
                    Code.BAD_ARGUMENT,
                    "rank " + rank + ": handler " + index + "; expected 1 to " + (size - 1)
                            + " (0 is for returned messages: setReturnedHandler)");
        }
        handlers[index] = handler;
    }

    int setAny(Handler handler) {
        for (int index = 1; index < size; index++) {
            if (handlers[index] == null) {
                handlers[index] = handler;
                return index;
            }
        }
        throw new AmException(Code.RESOURCE, "rank " + rank + ": all " + size + " handlers are registered");
    }

    void resize(int to) {
        if (to < 1 || to > MAX) {
            throw new AmException(Code.BAD_ARGUMENT, "rank " + rank + ": " + to + " handlers; expected 1 to " + MAX);
        }
        for (int index = to; index < size; index++) {
            if (handlers[index] != null) {
                throw new AmException(
                        Code.RESOURCE,
                        "rank " + rank + ": " + to + " handlers, but handler " + index + " is registered");
            }
        }
        size = to;
    }
}
