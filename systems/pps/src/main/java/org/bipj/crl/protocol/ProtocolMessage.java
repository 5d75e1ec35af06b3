package org.bipj.crl.protocol;

/**
 * Messages between a region's home and the ranks with copies of it. Messages of a pair of ranks arrive in the order in which
 * they were sent.
 */
public enum ProtocolMessage {
    /** To the home: the sender wants a shared copy, of which it has none. */
    READ(false),
    /** To the home: the sender wants the exclusive copy. The home knows whether it has a shared one. */
    WRITE(false),
    /** To a rank that has requested it: a shared copy. */
    SHARED(true),
    /** To a rank that has requested it: the exclusive copy. */
    EXCLUSIVE(true),
    /** To a rank that has requested the exclusive copy: its shared copy is exclusive now. */
    UPGRADED(false),
    /** To a rank with a copy: release it. */
    INVALIDATE(false),
    /** To the rank with the exclusive copy: send the data, and keep a shared copy. */
    DOWNGRADE(false),
    /** To the home: the sender has no shared copy any more, by request or by its own choice. */
    RELEASED(false),
    /** To the home: the sender has no exclusive copy any more, by request or by its own choice. */
    RETURNED(true),
    /** To the home: the sender's exclusive copy is a shared one now. */
    DOWNGRADED(true);

    private static final ProtocolMessage[] ALL = values();

    private final boolean hasData;

    ProtocolMessage(boolean hasData) {
        this.hasData = hasData;
    }

    /** True if it carries the region's data. */
    public boolean hasData() {
        return hasData;
    }

    /** The message with that ordinal number, which packets carry. */
    public static ProtocolMessage of(int ordinal) {
        return ALL[ordinal];
    }
}
