package org.bipj.sim.mapper;

/** A mapper's search: probes out, answers in, a map at the end. The caller decides how long an answer may take. */
interface Search {
    /** The next probe to send; null when the map is complete, or cannot be made. */
    Probe next();

    /** A host has answered the host probe with this token. */
    void host(int token, int name);

    /** The switch or comparison probe with this token has returned. */
    void returned(int token);

    /** The network has destroyed the probe with this token. */
    void lost(int token);

    /** Why there is no map; null if nothing failed. */
    String failure();

    /** The map of everything that was found. */
    NetworkMap map();
}
