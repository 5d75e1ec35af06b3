package org.bipj.net;

import java.net.InetAddress;
import java.util.HexFormat;
import org.bipj.core.nic.PortException;
import org.bipj.net.address.AddressBook;
import org.bipj.net.address.NetVariables;
import org.bipj.net.tcp.DoorCall;
import org.bipj.net.tcp.OtherJobs;
import org.bipj.net.tcp.TcpPort;
import org.bipj.shm.ShmSession;
import org.bipj.shm.link.FarJobs;

/** Brings TCP to ranks of jobs of one host that meet jobs of others. */
public final class TcpJobsProvider implements FarJobs.Provider {
    /** Ranks of the own job share memory. */
    private static final AddressBook NOBODY = new AddressBook() {
        @Override
        public void publish(String address) {}

        @Override
        public String find(int rank) {
            return null;
        }
    };

    /** Called by the service loader. */
    public TcpJobsProvider() {}

    @Override
    public FarJobs open(FarJobs.Setup setup) {
        FarJobs.Introduction own = setup.own();
        TcpPort.Setup tcp = new TcpPort.Setup(
                setup.rank(),
                own.ranks(),
                listen(),
                NetJob.ports(),
                NetJobProvider.libraryVersion(),
                HexFormat.of().parseHex(ShmSession.newSecret()),
                setup.crowded(),
                1000 * NetJob.timeoutSeconds(),
                NetJob.LINGER_MS);
        return new TcpJobs(setup, open(tcp, own));
    }

    @Override
    public boolean answers(String place, String door, String secret) {
        return DoorCall.isAnswered(
                place, door, HexFormat.of().parseHex(secret), NetJobProvider.libraryVersion(), NetJob.timeoutSeconds());
    }

    /** A port to ranks of other jobs alone. */
    static TcpPort open(TcpPort.Setup tcp, FarJobs.Introduction own) {
        return new TcpPort(tcp, NOBODY, rank -> "this job", new OtherJobs(own.address(), own.secret()));
    }

    private static InetAddress listen() {
        String text = NetVariables.value(NetVariables.ADDRESS);
        try {
            return text == null || text.isEmpty() ? Hosts.firstUsable() : InetAddress.ofLiteral(text);
        } catch (IllegalArgumentException e) {
            throw new PortException(NetVariables.ADDRESS + "=" + text + ": expected an IP address of this host", e);
        }
    }
}
