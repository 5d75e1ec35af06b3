package org.bipj.core.nic;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The facet of ports that report what a rank waits for: in a deadlock, or on a user's request. */
public interface WaitReports {
    /**
     * Sets the source of this rank's reports.
     *
     * @param outstanding returns a phrase such as "a message from rank 3 with tag 7", or an empty text. The rank itself
     *     calls it while it waits, and only for a report: of a standstill in virtual time, of a deadlock in real time, or
     *     on a user's request
     */
    void reportBy(Supplier<String> outstanding);

    /**
     * The ranks that this rank waits for in memory which ranks share; none where it waits for nothing there, or for what is not known. The
     * rank itself calls it while it waits.
     */
    default int[] awaited() {
        return new int[0];
    }

    /**
     * Sets who knows whether a rank that has closed all that it had opened could end this rank's wait by opening something again. As
     * long as nobody is set, it could.
     *
     * @param awaitsDormant the rank itself calls it while it waits, when it is asked whether it can go on
     */
    default void awaitsDormantBy(BooleanSupplier awaitsDormant) {}

    /**
     * Reports what this rank waits for, if a report was requested since the last call. {@link NicPort#idle} does the same
     * before it sleeps; code that waits without {@code idle} calls this method.
     */
    void reportIfAsked();
}
