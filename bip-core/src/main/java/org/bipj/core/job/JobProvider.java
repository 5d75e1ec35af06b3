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

    /**
     * Makes this process, which nobody has started for a job, the only rank of one that a launcher serves, so that it can start others and
     * meet them (MPI 4.1 section 11.8.1: a process that was started alone).
     *
     * @return empty if this provider's kind of job does not come about so
     * @throws org.bipj.core.nic.PortException if there is no launcher, or it does not start
     */
    default Optional<Job> serve() {
        return Optional.empty();
    }
}
