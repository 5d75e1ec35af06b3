package org.bipj.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import mpi.MPI;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What carries messages between hosts. Hosts are two supervisors on this machine. */
class NetworkTest extends JobTest {
    /** More than wait in the queue of a rank's socket, and than it accepts before it stops. */
    private static final int MOST_CALLERS = 2000;
    /** A caller for whom there is no place tries once more after a second. */
    private static final int SECOND_TRY_MS = 1500;
    /** Others may have taken some of them. */
    private static final int MOST_PORTS = 40;

    private Path agent;

    @BeforeEach
    void makeAgent() {
        makeAgent("");
    }

    private void makeAgent(String before) {
        agent = HostAgent.script(
                directory.resolve("agent"), before + "host=$1; shift; exec " + HostAgent.shell(directory));
    }

    private List<String> words(String options, String... command) {
        List<String> words = new ArrayList<>(List.of("--launch-agent", agent.toString()));
        words.addAll(Arrays.asList(options.split(" ")));
        words.addAll(List.of(command));
        return words;
    }

    /** The command of the program of these tests. */
    private static String[] program(String what) {
        return new String[] {"java", "-cp", Mpirun.programs(), HostsProgram.class.getName(), what};
    }

    private Mpirun.Result run(String options, String... command) {
        return mpirun.run(words(options, command).toArray(String[]::new));
    }

    /** An address of this machine on a network; the agent behaves as ssh does that was connected to it. */
    private String connectedAddress() throws IOException {
        String address = NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(each -> each instanceof Inet4Address && !each.isLoopbackAddress())
                .map(InetAddress::getHostAddress)
                .findFirst()
                .orElse(null);
        assumeTrue(address != null, "this machine is in no network");
        makeAgent("SSH_CONNECTION='192.0.2.1 999 " + address + " 22'; export SSH_CONNECTION; ");
        return address;
    }

    @Tag("tier2")
    @Test
    void autoIsUcxWhereAllHostsAreInTrustedNetworksAndHaveTheLibrary() throws IOException {
        Ucx.assume();
        String address = connectedAddress();
        String[] ask = {"sh", "-c", "echo $BIPJ_NET $UCX_TLS"};
        mpirun.environment().put("UCX_TLS", "tcp");
        String hosts = "--host ann,ben --net-trusted fd00::/8,";
        assertEquals(
                "ucx-trusted tcp\nucx-trusted tcp\n",
                run(hosts + address + "/24", ask).out());
        mpirun.environment().put("BIPJ_UCX_LIBRARY", "/nowhere/libucp.so.0");
        assertEquals("tcp tcp\ntcp tcp\n", run(hosts + address + "/24", ask).out());
    }

    /** Both hosts are this machine, so their ranks share the range. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ucx"})
    @Tag("deep")
    void ranksListenOnPortsOfTheRange(String network) throws IOException {
        if (network.equals("ucx")) {
            Ucx.assume();
            mpirun.environment().put("UCX_TLS", "tcp");
        }
        try (ServerSocket used = new ServerSocket(0)) {
            int first = used.getLocalPort();
            int last = Math.min(first + MOST_PORTS, 65_535);
            String[] command = {
                "java", "-cp", Mpirun.programs(), HostsProgram.class.getName(), "listens", "" + first, "" + last
            };
            Mpirun.Result result =
                    run("--host ann,ben --net " + network + " --net-ports " + first + "-" + last, command);
            assertEquals(0, result.code(), result.err());
            assertTrue(result.lines().contains("rank 1 listens in the range"), result.out());
        }
    }

    @Test
    @Tag("deep")
    void aRangeWithoutAFreePortIsAnErrorThatNamesItOverUcxToo() throws IOException {
        Ucx.assume();
        mpirun.environment().put("UCX_TLS", "tcp");
        try (ServerSocket used = new ServerSocket(0)) {
            String range = used.getLocalPort() + "-" + used.getLocalPort();
            Mpirun.Result result = run("--host ann,ben --net ucx --net-ports " + range, program("short"));
            assertEquals(1, result.code(), result.err());
            assertTrue(result.err().contains("cannot make a worker on the ports " + range), result.err());
        }
    }

    @Tag("tier2")
    @Test
    void aRangeWithoutAFreePortIsAnErrorThatNamesIt() throws IOException {
        try (ServerSocket used = new ServerSocket(0)) {
            int port = used.getLocalPort();
            Mpirun.Result result = run("--host ann,ben --net-ports " + port + "-" + port, program("short"));
            assertEquals(1, result.code(), result.err());
            assertTrue(
                    result.err().contains("none of the 1 ports " + port + "-" + port + " (--net-ports) is free"),
                    result.err());
        }
    }

    /**
     * As a firewall drops what comes in, so does the kernel while the queue of a rank that is stopped is full. The port is one of a range,
     * whose first one is taken.
     */
    @Tag("tier2")
    @Test
    void aRankWhosePortIsBlockedIsReportedAndTheJobGoesOnOnceItIsOpen() throws IOException {
        try (ServerSocket used = new ServerSocket(0)) {
            int first = used.getLocalPort();
            aRankWhosePortIsBlockedIsReported(first, Math.min(first + MOST_PORTS, 65_535));
        }
    }

    private void aRankWhosePortIsBlockedIsReported(int first, int last) throws IOException {
        String options = "--host ann,ben --net tcp --net-ports " + first + "-" + last;
        Process job = mpirun.start(words(options, program("blocked")).toArray(String[]::new));
        Matcher said = Pattern.compile("(\\d+) listens on \\[(\\d+)]\n").matcher("");
        Mpirun.until("rank 1 listens", () -> said.reset(mpirun.output()).find());
        long pid = Long.parseLong(said.group(1));
        int port = Integer.parseInt(said.group(2));
        assertTrue(port >= first && port <= last, said.group());
        Mpirun.signal(pid, "STOP");
        List<SocketChannel> callers = new ArrayList<>();
        try {
            InetSocketAddress address = listening(port);
            fillQueue(address, callers);
            job.getOutputStream().write('\n');
            job.getOutputStream().flush();
            Mpirun.until("the user is asked", () -> mpirun.errors().contains("firewall"));
        } finally {
            for (SocketChannel caller : callers) {
                caller.close();
            }
            Mpirun.signal(pid, "CONT");
        }
        Mpirun.Result result = mpirun.await(job);
        assertTrue(
                result.err().matches("mpirun: rank 0 cannot reach \\S+:" + port + ": is a firewall in between\\?\n"),
                result.err());
        assertEquals(0, result.code());
        assertTrue(result.out().endsWith("received\n"), result.out());
    }

    /** As where each host has a bridge for its containers, with the same address: networks of their own, in which nothing else is. */
    @Tag("tier2")
    @Test
    void anAddressThatBothHostsHaveIsNamed() {
        assumeTrue(HostAgent.APART, "this user cannot make hosts with their own networks");
        agent = HostAgent.script(
                directory.resolve("agent"),
                "[ -n \"$BRIDGE\" ] || BRIDGE=docker0 exec unshare -n sh \"$0\" \"$@\"; shift; ip link add $BRIDGE type bridge;"
                        + " ip addr add 172.17.0.1/16 dev $BRIDGE; ip link set $BRIDGE up; ip link set lo up;"
                        + " exec sh -c \"exec $*\"");
        Mpirun.Result result = run("--host ann,172.17.0.1 --net tcp --net-timeout 4", program("short"));
        assertEquals(MPI.ERR_PROC_FAILED, result.code(), result.err());
        String reason = "this host has the address 172.17.0.1, too (docker0): name that host by an address of its own";
        assertTrue(
                result.err().matches("(?s)mpirun: rank \\d cannot reach 172.17.0.1:\\d+: \\Q" + reason + "\\E\n.*"),
                result.err());
        assertTrue(
                result.err().contains(": Connection refused; " + reason)
                        || result.err().contains("closed during the handshake; " + reason),
                result.err());
        assertFalse(result.err().contains("firewall"), result.err());
    }

    /**
     * Calls until a caller finds no place in the queue, when it tries a second time neither, and the next one finds none: on a busy machine
     * a single one may have been late.
     */
    private static void fillQueue(InetSocketAddress address, List<SocketChannel> callers) throws IOException {
        int refused = 0;
        while (refused < 2) {
            assertTrue(callers.size() < MOST_CALLERS, "a stopped rank accepts callers");
            SocketChannel caller = SocketChannel.open();
            callers.add(caller);
            try {
                caller.socket().connect(address, SECOND_TRY_MS);
                refused = 0;
            } catch (SocketTimeoutException e) {
                refused++;
            }
        }
    }

    /** The address of this machine at which a process listens on a port. */
    private static InetSocketAddress listening(int port) throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .map(address -> new InetSocketAddress(address, port))
                .filter(NetworkTest::accepts)
                .findFirst()
                .orElseThrow();
    }

    private static boolean accepts(InetSocketAddress address) {
        try (SocketChannel caller = SocketChannel.open(address)) {
            return caller.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Tag("tier2")
    @Test
    void ucxWithoutTheLibraryIsAnErrorThatNamesTheHost() {
        mpirun.environment().put("BIPJ_UCX_LIBRARY", "/nowhere/libucp.so.0");
        Mpirun.Result result = run("--host ann,ben --net ucx", "sh", "-c", "echo $BIPJ_NET");
        assertEquals(1, result.code());
        assertEquals("", result.out());
        assertEquals(
                "mpirun: host ann: --net ucx: /nowhere/libucp.so.0 was not found"
                        + " (the package libucx0 of Debian and Ubuntu has it)\n",
                result.err());
    }

    @Test
    void messagesGoOverUcxAndTheDeathOfARankEndsTheJobByName() {
        Ucx.assume();
        mpirun.environment().put("UCX_TLS", "tcp");
        Mpirun.Result result = run("-v --host ann:2,ben:2 --net ucx", program("die"));
        assertTrue(result.err().contains("mpirun: between hosts: ucx\n"), result.err());
        // Each of four ranks has the other three ranks' numbers, times 101.
        assertTrue(result.lines().contains("rank 3 on ben has 1818"), result.out());
        assertEquals(137, result.code());
        assertTrue(
                result.err().matches("(?s).*mpirun: rank 3 \\(pid \\d+ on ben\\) was ended by signal 9 .*\n"),
                result.err());
    }
}
