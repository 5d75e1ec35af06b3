package org.bipj.crl.protocol;

/**
 * A rank's copy of a region: that of its home, or another one. The rank reads and writes in sections, one at a time in each
 * region. A section that the copy does not allow is requested; the rank blocks until it has begun, so it has one request
 * at most. The message that grants a request begins the section, so that no other request takes the copy away before.
 */
public abstract sealed class Copy permits HomeCopy, RemoteCopy {
    /** Stands for no rank. */
    static final int NONE = -1;

    /** A rank's access to a region at a time. */
    public enum Section {
        /** The rank may not access the region. */
        NONE,
        /** The rank may read the region. */
        READ,
        /** The rank may read and write the region. */
        WRITE
    }

    private final Outlet outlet;
    private final Object region;
    private Section section = Section.NONE;

    Copy(Outlet outlet, Object region) {
        this.outlet = outlet;
        this.region = region;
    }

    /** The region, by which the {@link Outlet} finds memory and receivers. */
    public final Object region() {
        return region;
    }

    /** The section that the rank is in. */
    public final Section section() {
        return section;
    }

    final void section(Section now) {
        section = now;
    }

    final void send(int to, ProtocolMessage message) {
        outlet.send(this, to, message);
    }

    /**
     * Begins a read section, or requests it. The rank is in no section of this region, and waits for none.
     *
     * @return true if it has begun; else it begins with a message, or with the end of another rank's section
     */
    public abstract boolean startRead();

    /** Begins a write section, or requests it, as {@link #startRead} does. */
    public abstract boolean startWrite();

    /** Ends the present section, and serves a request that waited for that. */
    public abstract void end();

    /** A message has arrived. The data that it carries are in place. */
    public abstract void onMessage(int from, ProtocolMessage message);

    /** Gives the copy back. Does nothing at the home. The rank is in no section of this region, and waits for none. */
    public abstract void flush();

    final IllegalStateException unexpected(int from, ProtocolMessage message) {
        return new IllegalStateException(region + ": unexpected message " + message + " of rank " + from + "; " + this);
    }

    final void checkIdle() {
        if (section != Section.NONE) {
            throw new IllegalStateException(region + " is in a section: " + this);
        }
    }
}
