package org.bipj.core.nic;

import java.util.function.Supplier;

/** The facet of ports through which somebody may ask what a rank waits for: where a job stands still, or a user asks. */
public interface WaitReports {
    /**
     * Names who can say what this rank waits for: a phrase such as "a message from rank 3 with tag 7", empty if there
     * is nothing to say. Called by the rank itself while it waits, and only where a report is wanted: of a standstill in
     * virtual time; in real time of a deadlock, or because a user asks.
     */
    void reportBy(Supplier<String> outstanding);

    /**
     * Reports what this rank waits for, if somebody has asked for that since the last time. {@link NicPort#idle} does so
     * before it sleeps; this is for those who wait without it.
     */
    void reportIfAsked();
}
