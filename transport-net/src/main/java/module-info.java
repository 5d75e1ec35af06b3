/**
 * The port of jobs on several hosts: TCP or UCX between hosts, shared memory on each. The launcher names its provider; the
 * service loader finds the one for foreign launchers.
 */
module org.bipj.net {
    requires transitive org.bipj.core;
    requires transitive org.bipj.shm;
    requires jdk.net;

    exports org.bipj.net;
    exports org.bipj.net.address;
    exports org.bipj.net.remote;
    exports org.bipj.net.tcp;
    exports org.bipj.net.ucx;

    provides org.bipj.core.job.JobProvider with
            org.bipj.net.ForeignJobProvider;
    provides org.bipj.shm.link.FarJobs.Provider with
            org.bipj.net.TcpJobsProvider;
}
