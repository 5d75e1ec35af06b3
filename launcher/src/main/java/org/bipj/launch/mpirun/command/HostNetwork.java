package org.bipj.launch.mpirun.command;

/** What carries messages between hosts. */
public enum HostNetwork {
    /** Connections of the library's own, which prove that both ends belong to the job. */
    TCP,
    /** UCX, wherever the hosts are. */
    UCX,
    /** UCX if all hosts have it and are in networks that the user trusts, else TCP. */
    AUTO
}
