package org.bipj.launch.mpirun.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver.LookupPolicy;
import java.util.List;
import org.bipj.launch.mpirun.process.HostNameProvider.Names;
import org.junit.jupiter.api.Test;

class HostNameProviderTest {
    private static final LookupPolicy ALL =
            LookupPolicy.of(LookupPolicy.IPV4 | LookupPolicy.IPV6 | LookupPolicy.IPV4_FIRST);

    private final Names names = new Names(
            List.of(
                    "127.0.0.1 node0",
                    "127.0.0.2 node1 # rank 1",
                    "127.0.0.1 localhost",
                    "# comment",
                    "",
                    "::1\tlocalhost ip6",
                    "nonsense line",
                    "10.1.1.1 machine machine.example.org"),
            "machine",
            "node1");

    private List<String> lookUp(String host, LookupPolicy policy) throws UnknownHostException {
        return names.lookupByName(host, policy).map(InetAddress::toString).toList();
    }

    @Test
    void namesOfTheListAreKnownAndTheMachineIsTheRanksHost() throws UnknownHostException {
        assertEquals(List.of("node0/127.0.0.1"), lookUp("node0", ALL));
        assertEquals(List.of("node1/127.0.0.2"), lookUp("machine", ALL));
        assertEquals(List.of("machine.example.org/10.1.1.1"), lookUp("machine.example.org", ALL));
        assertThrows(UnknownHostException.class, () -> lookUp("example.org", ALL));
        assertThrows(UnknownHostException.class, () -> lookUp("line", ALL));
    }

    @Test
    void familiesAndTheirOrderAreThoseThatTheJdkAsksFor() throws UnknownHostException {
        assertEquals(List.of("localhost/127.0.0.1", "localhost/0:0:0:0:0:0:0:1"), lookUp("localhost", ALL));
        assertEquals(
                List.of("localhost/0:0:0:0:0:0:0:1", "localhost/127.0.0.1"),
                lookUp("localhost", LookupPolicy.of(LookupPolicy.IPV4 | LookupPolicy.IPV6 | LookupPolicy.IPV6_FIRST)));
        assertEquals(List.of("localhost/127.0.0.1"), lookUp("localhost", LookupPolicy.of(LookupPolicy.IPV4)));
        assertThrows(UnknownHostException.class, () -> lookUp("node0", LookupPolicy.of(LookupPolicy.IPV6)));
    }

    @Test
    void anAddressHasItsFirstName() throws UnknownHostException {
        assertEquals("node0", names.lookupByAddress(new byte[] {127, 0, 0, 1}));
        assertThrows(UnknownHostException.class, () -> names.lookupByAddress(new byte[] {127, 0, 0, 9}));
    }
}
