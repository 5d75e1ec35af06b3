/** The port of jobs on several hosts: TCP or UCX between hosts, shared memory on each. The launcher names its provider. */
module org.bipj.net {
    requires transitive org.bipj.core;
    requires org.bipj.shm;

    exports org.bipj.net;
    exports org.bipj.net.address;
    exports org.bipj.net.remote;
    exports org.bipj.net.tcp;
    exports org.bipj.net.ucx;
}
