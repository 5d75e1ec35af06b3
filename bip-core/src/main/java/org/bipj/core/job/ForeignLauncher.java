package org.bipj.core.job;

import java.util.Optional;
import java.util.function.UnaryOperator;
import org.bipj.core.machine.JobVariables;
import org.bipj.core.nic.PortException;

/**
 * A launcher of others ({@code mpiexec}, {@code srun}) that has started this process as one of several, as the environment shows
 * it.
 *
 * @param protocol by which the process may talk with it
 * @param name as messages have it
 * @param advice where the launcher offers nothing: what to add to the command; else empty
 */
public record ForeignLauncher(Protocol protocol, String name, String advice) {
    private static final String NONE = "none";
    private static final String ALONE = "; to run each process alone, set " + JobVariables.LAUNCHER + "=" + NONE;

    /** How a launcher's processes exchange addresses. */
    public enum Protocol {
        /** The text lines of MPICH's process managers, version 1. */
        PMI_1,
        /** Version 2 of these lines, as Slurm speaks it. */
        PMI_2,
        /** The calls of the library PMIx. */
        PMIX,
        /** None: the launcher offers nothing for it. */
        NOTHING
    }

    /**
     * Recognises the launcher.
     *
     * @param environment gives a variable's value, or null
     * @return empty if no launcher has started several processes, or {@link JobVariables#LAUNCHER} says that it does not matter
     * @throws PortException if {@link JobVariables#LAUNCHER} has another value
     */
    public static Optional<ForeignLauncher> of(UnaryOperator<String> environment) {
        String own = environment.apply(JobVariables.LAUNCHER);
        if (own != null && !own.isEmpty()) {
            if (own.equals(NONE)) {
                return Optional.empty();
            }
            throw new PortException(JobVariables.LAUNCHER + "=" + own + ": expected " + NONE + ", or no such variable");
        }
        if (isSet(environment, JobVariables.PMIX_NAMESPACE) && isSet(environment, JobVariables.PMIX_RANK)) {
            return ofPmix(environment);
        }
        if (isSet(environment, JobVariables.PMI_DESCRIPTOR) || isSet(environment, JobVariables.PMI_PORT)) {
            return ofPmi(environment);
        }
        return withoutOffer(environment);
    }

    /** Launchers run inside Slurm's steps, too: it is Slurm's own server that names its processes so. */
    private static Optional<ForeignLauncher> ofPmix(UnaryOperator<String> environment) {
        boolean slurm = environment.apply(JobVariables.PMIX_NAMESPACE).startsWith("slurm.");
        boolean openMpi = isSet(environment, JobVariables.OPEN_MPI_SIZE);
        String size = slurm ? JobVariables.SLURM_STEP_SIZE : JobVariables.OPEN_MPI_SIZE;
        if (isSet(environment, size) && !isSeveral(environment, size)) {
            return Optional.empty();
        }
        String name = slurm ? "srun --mpi=pmix" : openMpi ? "mpirun of Open MPI" : "a PMIx launcher";
        return Optional.of(new ForeignLauncher(Protocol.PMIX, name, ""));
    }

    private static Optional<ForeignLauncher> ofPmi(UnaryOperator<String> environment) {
        // By a port, the launcher names the size later.
        if (isSet(environment, JobVariables.PMI_SIZE) && !isSeveral(environment, JobVariables.PMI_SIZE)) {
            return Optional.empty();
        }
        // Hydra runs inside Slurm's steps, too, but does not name the job.
        boolean slurm = isSet(environment, JobVariables.SLURM_STEP) && isSet(environment, JobVariables.PMI_JOB);
        return Optional.of(
                slurm
                        ? new ForeignLauncher(Protocol.PMI_2, "srun --mpi=pmi2", "")
                        : new ForeignLauncher(Protocol.PMI_1, "mpiexec (PMI)", ""));
    }

    private static Optional<ForeignLauncher> withoutOffer(UnaryOperator<String> environment) {
        String advice = "";
        String name = "";
        if (isSet(environment, JobVariables.SLURM_STEP) && isSeveral(environment, JobVariables.SLURM_STEP_SIZE)) {
            name = "srun";
            advice = "start it by srun --mpi=pmi2";
        } else if (isSeveral(environment, JobVariables.OPEN_MPI_SIZE) && !isSet(environment, JobVariables.SHARED_JVM)) {
            // With the other variable they are those of a rank of this library, which has started this process for
            // itself.
            name = "mpirun of Open MPI";
            advice = "start it by mpirun of BIPJ, by mpiexec.hydra, or by an Open MPI that has PMIx";
        } else if (isSeveral(environment, JobVariables.PMI_SIZE)) {
            name = "a launcher that sets PMI_SIZE";
            advice = "start it by mpirun of BIPJ, by mpiexec.hydra, or by srun --mpi=pmi2";
        }
        return name.isEmpty() ? Optional.empty() : Optional.of(new ForeignLauncher(Protocol.NOTHING, name, advice));
    }

    private static boolean isSet(UnaryOperator<String> environment, String variable) {
        String value = environment.apply(variable);
        return value != null && !value.isEmpty();
    }

    /** True if the variable is a number above 1. */
    private static boolean isSeveral(UnaryOperator<String> environment, String variable) {
        String value = environment.apply(variable);
        return value != null && value.matches("[0-9]{1,9}") && Integer.parseInt(value) > 1;
    }

    /**
     * The error for a process that cannot join the others.
     *
     * @param why a clause, with what to do about it
     */
    public PortException error(String why) {
        return new PortException(name + " has started this process as one of several, but " + why + ALONE);
    }

    /** The error for a process that no transport has made a rank. */
    PortException unjoined() {
        return protocol == Protocol.NOTHING
                ? error("offers it no way to find the others: " + advice)
                : error(
                        "the library on the class path has no transport for that: add bipj-all.jar, or all jars of BIPJ");
    }
}
