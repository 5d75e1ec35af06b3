package org.bipj.launch.hosts.supervisor;

import java.io.IOException;
import java.util.List;
import org.bipj.launch.hosts.wire.Tree;

/** A host whose ranks, and the supervisors below, are processes. */
abstract class ProcessHost implements HostSupervisor.Host {
    @Override
    public HostRanks ranks(JobLink up, HostJob job, List<String> addresses, String network) throws IOException {
        return new ProcessRanks(up, job, addresses, network);
    }

    @Override
    public Process start(List<String> words) throws IOException {
        return Tree.PROCESSES.start(words);
    }
}
