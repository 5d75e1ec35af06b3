/** The bottom layer: the port, payloads, jobs and protocols. Package by package, what the layers above may use. */
module org.bipj.core {
    requires static jdk.jfr;
    requires static org.jspecify;

    exports org.bipj.bip;
    exports org.bipj.core.channel;
    exports org.bipj.core.file;
    exports org.bipj.core.flight;
    exports org.bipj.core.job;
    exports org.bipj.core.job.family;
    exports org.bipj.core.machine;
    exports org.bipj.core.nic;
    exports org.bipj.core.payload;
    exports org.bipj.core.protocol;
    exports org.bipj.core.protocol.tcp;
    exports org.bipj.core.replay;
    exports org.bipj.core.report;
    exports org.bipj.core.runtime;

    uses org.bipj.core.job.JobProvider;
}
