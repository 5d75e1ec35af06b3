package org.bipj.net.tcp;

import java.nio.ByteBuffer;

/** The decision of a called rank about a caller; sent as its number. */
enum Verdict {
    /** The caller is accepted: the connection serves both. */
    WELCOME,
    /** The caller does not belong to the job. */
    STRANGER,
    /** The caller has another version of the library, or of its protocol. */
    VERSION,
    /** The called rank, which is the lower one, connects itself: its own connection will serve. */
    YIELD,
    /** The ranks are connected, or have been. */
    TWICE,
    /** The called rank has lost the caller before, and reports that as a failure. */
    LOST,
    /** The called rank does not know the caller's job, with which it may connect later. */
    LATER,
    /** There is no such door. */
    CLOSED;

    private static final Verdict[] ALL = values();

    /** The verdict that begins a message; a stranger's where it makes no sense. */
    static Verdict of(byte[] message) {
        int number = ByteBuffer.wrap(message).getInt();
        return number >= 0 && number < ALL.length ? ALL[number] : STRANGER;
    }

    byte[] bytes() {
        return ByteBuffer.allocate(Identity.END).putInt(ordinal()).array();
    }
}
