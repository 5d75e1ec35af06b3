package org.bipj.crl.protocol;

/** A copy of a region on another rank than its home. */
public final class RemoteCopy extends Copy {
    private enum State {
        /** The rank has no valid data. */
        INVALID,
        /** The data are valid, and other ranks may have them too. */
        SHARED,
        /** No other rank has a valid copy, the home included. */
        EXCLUSIVE
    }

    private final int home;
    private State state = State.INVALID;
    /** A request of the home that waits for the end of a section: INVALIDATE, DOWNGRADE, or null. */
    private ProtocolMessage deferred;

    /** Creates a copy that has no data yet. */
    public RemoteCopy(Outlet outlet, Object region, int home) {
        super(outlet, region);
        this.home = home;
    }

    @Override
    public boolean startRead() {
        checkIdle();
        if (state == State.INVALID) {
            send(home, ProtocolMessage.READ);
            return false;
        }
        section(Section.READ);
        return true;
    }

    @Override
    public boolean startWrite() {
        checkIdle();
        if (state != State.EXCLUSIVE) {
            send(home, ProtocolMessage.WRITE);
            return false;
        }
        section(Section.WRITE);
        return true;
    }

    @Override
    public void end() {
        section(Section.NONE);
        if (deferred != null) {
            ProtocolMessage request = deferred;
            deferred = null;
            obey(request);
        }
    }

    @Override
    public void flush() {
        checkIdle();
        release();
    }

    @Override
    public void onMessage(int from, ProtocolMessage message) {
        switch (message) {
            case SHARED -> granted(State.SHARED, Section.READ);
            case EXCLUSIVE, UPGRADED -> granted(State.EXCLUSIVE, Section.WRITE);
            case INVALIDATE -> {
                if (section() == Section.NONE) {
                    obey(message);
                } else {
                    deferred = message;
                }
            }
            case DOWNGRADE -> {
                if (section() == Section.WRITE) {
                    deferred = message;
                } else {
                    obey(message);
                }
            }
            default -> throw unexpected(from, message);
        }
    }

    private void granted(State now, Section section) {
        state = now;
        section(section);
    }

    private void obey(ProtocolMessage request) {
        if (request == ProtocolMessage.INVALIDATE) {
            release();
        } else if (state == State.EXCLUSIVE) {
            state = State.SHARED;
            send(home, ProtocolMessage.DOWNGRADED);
        }
    }

    /** Without a copy nothing is to be released: it was, before the home's request arrived. */
    private void release() {
        State before = state;
        state = State.INVALID;
        if (before != State.INVALID) {
            send(home, before == State.SHARED ? ProtocolMessage.RELEASED : ProtocolMessage.RETURNED);
        }
    }

    /** True if the copy has valid data. */
    public boolean isValid() {
        return state != State.INVALID;
    }

    /** True if this is the only valid copy. */
    public boolean isExclusive() {
        return state == State.EXCLUSIVE;
    }

    @Override
    public String toString() {
        return "copy in section " + section() + ", " + state + ", deferred " + deferred;
    }
}
