package org.bipj.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.net.address.SharedAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A rank of another host whose address is this host's, too: calls reach nobody, or somebody else. */
class AstrayTest {
    private static final String ADVICE = ": name that host by an address of its own";

    private final TwoPorts two = new TwoPorts();

    @AfterEach
    void close() {
        two.close();
    }

    private static Stream<String> ownAddresses() throws IOException {
        Stream<String> others = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(each -> each instanceof Inet4Address && !each.isLoopbackAddress())
                .map(InetAddress::getHostAddress);
        return Stream.concat(Stream.of("127.0.0.1", "127.0.1.1", "::1"), others);
    }

    private static String expected(String address) throws IOException {
        InetAddress ip = InetAddress.ofLiteral(address);
        return ip.isLoopbackAddress()
                ? ip.getHostAddress() + " leads each host to itself" + ADVICE
                : "this host has the address " + address + ", too ("
                        + NetworkInterface.getByInetAddress(ip).getName() + ")" + ADVICE;
    }

    /** A port of an address on which nobody listens. */
    private static String unused(String address) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral(address))) {
            return (address.contains(":") ? "[0:0:0:0:0:0:0:1]" : address) + ":" + server.getLocalPort();
        } catch (IOException e) {
            assumeTrue(false, "no IPv6 here: " + e.getMessage());
            throw e;
        }
    }

    private void isNamed(String place, String why, String reason) {
        two.patienceMs = 1_000;
        TcpPort near = two.open(0);
        two.book.put(1, place.isEmpty() ? two.book.of(1).find(0) : place);
        String address = two.book.of(0).find(1);
        assertTrue(TwoPorts.send(near, 1, 8));
        two.await("the failure", () -> !two.kept.failures.isEmpty());
        assertEquals(List.of("0 cannot reach 1 at " + address + ": " + reason), two.book.unanswered);
        assertEquals(
                List.of("rank 1 on host host1 has failed: it cannot be reached at " + address + ": " + why + "; "
                        + reason),
                two.kept.failures);
    }

    @ParameterizedTest
    @MethodSource("ownAddresses")
    void whereNobodyListensTheAddressIsTheReason(String address) throws IOException {
        isNamed(unused(address), "Connection refused", expected(address));
    }

    /** Ports of a range are the same on all hosts. */
    @Test
    void whereAnotherRankListensTheAddressIsTheReason() throws IOException {
        isNamed("", "the connection was closed during the handshake", expected("127.0.0.1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "198.51.100.77", "2001:db8::1"})
    void addressesOfOtherHostsAreNoReason(String address) {
        assertEquals("", SharedAddress.reason(InetAddress.ofLiteral(address)));
    }
}
