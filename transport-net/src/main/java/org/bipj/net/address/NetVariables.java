package org.bipj.net.address;

import org.bipj.core.machine.JobVariables;

/**
 * The environment variables and system properties that this module reads; there is no other place that reads one. UCX itself reads further ones, of
 * which its manual has the list.
 */
public final class NetVariables {
    /** The path of the session directory on this host. */
    public static final String SESSION = "BIPJ_SESSION";

    /** What the launcher chose for all ranks of the job: {@code tcp}, {@code ucx} or {@code ucx-trusted}; not set: TCP. */
    public static final String NETWORK = "BIPJ_NET";

    /** The ports on which ranks may listen; any if it is not set. */
    public static final String PORTS = "BIPJ_NET_PORTS";

    /** The address on which ranks of a job of one host listen for other jobs; not set: that of the first interface that is up. */
    public static final String ADDRESS = "BIPJ_NET_ADDRESS";

    /** For how many seconds a rank is tried that does not answer, as long as the launcher waits for a host. */
    public static final String TIMEOUT = "BIPJ_NET_TIMEOUT";

    /** File of libucp; not set: where the system finds it. */
    public static final String UCX_LIBRARY = "BIPJ_UCX_LIBRARY";

    /** UCX's devices, where the user has chosen them. */
    public static final String UCX_DEVICES = "UCX_NET_DEVICES";

    /** UCX's transports, where the user has chosen them. */
    public static final String UCX_TRANSPORTS = "UCX_TLS";

    /** The ports that UCX may use, where the user or {@code mpirun} has chosen them. */
    public static final String UCX_PORTS = "UCX_TCP_PORT_RANGE";

    /** The connection over which {@code sshd} has started this process: addresses and ports of both ends. */
    public static final String SSH_CONNECTION = "SSH_CONNECTION";

    /** The name of this host in Slurm's configuration. */
    public static final String SLURM_HOST = "SLURMD_NODENAME";

    /** PMI: number of an open descriptor, the connection with the launcher. */
    public static final String PMI_DESCRIPTOR = JobVariables.PMI_DESCRIPTOR;

    /** PMI: host and port of the launcher, where there is no descriptor. */
    public static final String PMI_PORT = JobVariables.PMI_PORT;

    /** PMI-1: the process's number, where it connects to a port. */
    public static final String PMI_ID = "PMI_ID";

    /** PMI-1: the number of ranks. */
    public static final String PMI_SIZE = JobVariables.PMI_SIZE;

    /** PMI-1 and PMI-2: the rank of this process. */
    public static final String PMI_RANK = "PMI_RANK";

    /** PMI-2: the name of the job. */
    public static final String PMI_JOB = JobVariables.PMI_JOB;

    /** System property of the JDK: the operating system. */
    public static final String SYSTEM = "os.name";

    /** System property of the JDK: the processor's architecture. */
    public static final String ARCHITECTURE = "os.arch";

    private NetVariables() {}

    /** The value of a system property of this JVM; null if it is not set. */
    public static String property(String name) {
        return System.getProperty(name);
    }

    /** The value in this process's environment; null if it is not set. */
    public static String value(String name) {
        return System.getenv(name);
    }
}
