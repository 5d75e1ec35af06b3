package org.bipj.launch.contract;

import java.nio.file.Path;
import java.util.List;
import org.bipj.launch.HostAgent;
import org.bipj.launch.Ucx;
import org.bipj.launch.hosts.supervisor.SupervisorMain;

/** Two supervisors on this machine, which are two hosts to a job. */
final class TwoHosts {
    private TwoHosts() {}

    /** What carries messages between them. */
    static final List<String> NETWORKS = List.of("tcp", "ucx");

    /**
     * Lets a job run there: the first rank is alone on its host.
     *
     * @param directory for the launch agent
     */
    static TestJob run(TestJob mpirun, Path directory, int ranks, String network) {
        return run(mpirun, directory, "ann,ben:" + (ranks - 1), network);
    }

    /** As above, on named hosts: {@code NAME} or {@code NAME:RANKS}, with commas between them. */
    static TestJob run(TestJob mpirun, Path directory, String hosts, String network) {
        if (network.equals("ucx")) {
            Ucx.assume();
        }
        return mpirun.with("--launch-agent", HostAgent.in(directory).toString(), "--net", network)
                .with("--host", hosts)
                .environment("UCX_TLS", "tcp");
    }

    /** The supervisors of a job. */
    static List<Long> supervisors(TestJob.Running running) {
        return running.process()
                .descendants()
                .filter(process -> process.info()
                        .arguments()
                        .map(words -> List.of(words).contains(SupervisorMain.class.getName()))
                        .orElse(false))
                .map(ProcessHandle::pid)
                .toList();
    }
}
