/** The port of jobs on several hosts: TCP between hosts, shared memory on each. The launcher
 * names its provider; the one for launchers of others is found by the service loader. */
module org.bipj.net {
    requires transitive org.bipj.core;
    requires org.bipj.shm;

    exports org.bipj.net;
    exports org.bipj.net.address;
    exports org.bipj.net.tcp;

    provides org.bipj.core.job.JobProvider with
            org.bipj.net.ForeignJobProvider;
}
