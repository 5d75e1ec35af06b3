package org.bipj.core.job;

import java.util.Optional;

/** A transport's offer to join a job; found by {@link java.util.ServiceLoader}. */
public interface JobProvider {
    /**
     * Joins the job that this process was started for.
     *
     * @return the membership, or empty if nothing says that this provider's kind of job is running
     * @throws org.bipj.core.nic.PortException if there is such a job but it cannot be joined
     */
    Optional<Job> join();
}
