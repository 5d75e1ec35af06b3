package org.bipj.core.nic;

import java.util.function.Supplier;

/** The facet of ports that can be asked what a rank waits for: in a deadlock, or on a user's request. */
public interface WaitReports {
    /**
     * Names who can say what this rank waits for: a phrase such as "a message from rank 3 with tag 7", empty if there
     * is nothing to say. Called by the rank itself while it waits, and only where a report is wanted: of a standstill in
     * virtual time; in real time in a deadlock, or on a user's request.
     */
    void reportBy(Supplier<String> outstanding);

    /**
     * Reports what this rank waits for, if somebody has asked for that since the last time. {@link NicPort#idle} does so
     * before it sleeps; this is for those who wait without it.
     */
    void reportIfAsked();
}
