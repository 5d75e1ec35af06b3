package org.bipj.am2;

/** Which threads may use a bundle and its endpoints. */
public enum BundleMode {
    /** One thread at a time may call (AM_SEQ). */
    SEQUENTIAL,
    /** Several threads may call at a time (AM_PAR); see {@link ActiveMessages.Setup#parallel}. */
    PARALLEL
}
