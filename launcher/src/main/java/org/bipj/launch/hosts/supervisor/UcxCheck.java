package org.bipj.launch.hosts.supervisor;

import java.net.InetAddress;
import java.util.List;
import org.bipj.launch.mpirun.command.HostNetwork;
import org.bipj.net.address.HostAddress;
import org.bipj.net.address.NetVariables;
import org.bipj.net.address.Subnet;
import org.bipj.net.ucx.UcxLibrary;

/** Whether this host can, and may, send messages over UCX. */
final class UcxCheck {
    private UcxCheck() {}

    /** Why the ranks of this host do not use UCX; empty if they can. Loads nothing where the answer is known without. */
    static String problem(HostJob job, int hostIndex, String address) {
        if (job.isOnOneHost()) {
            return "";
        }
        if (job.network() == HostNetwork.TCP) {
            return "--net tcp";
        }
        if (job.network() == HostNetwork.AUTO && !isTrusted(address, job.trusted())) {
            return "its address, " + address + ", is in no network of --net-trusted";
        }
        int first = job.hosts().get(hostIndex).ranks().getFirst();
        String library = job.program(first)
                .environment()
                .getOrDefault(NetVariables.UCX_LIBRARY, NetVariables.value(NetVariables.UCX_LIBRARY));
        String problem = UcxLibrary.problem(library);
        return problem == null ? "" : problem;
    }

    private static boolean isTrusted(String address, List<String> trusted) {
        if (trusted.isEmpty() || address.equals(HostAddress.UNKNOWN)) {
            return false;
        }
        InetAddress own = InetAddress.ofLiteral(address);
        return trusted.stream().map(Subnet::parse).anyMatch(subnet -> subnet.contains(own));
    }
}
