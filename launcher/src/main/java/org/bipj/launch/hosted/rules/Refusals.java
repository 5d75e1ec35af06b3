package org.bipj.launch.hosted.rules;

import static org.bipj.launch.hosted.loader.RefusedCall.NEW;

import java.io.ObjectInputFilter;
import java.net.DatagramSocket;
import java.net.MulticastSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLConnection;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.DatagramChannel;
import java.util.List;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.stream.Stream;
import javax.naming.Context;
import javax.naming.spi.NamingManager;
import org.bipj.launch.hosted.loader.RefusedCall;
import org.bipj.launch.hosted.sockets.RefusedNetwork;
import org.bipj.launch.hosted.threads.Refused;

/** What programs in virtual time cannot use of the JDK: a row says what it is, what to use instead, and by which calls a program would use it. */
final class Refusals {
    private static final String INITIAL = "set the property " + Context.INITIAL_CONTEXT_FACTORY;
    private static final String OBJECTS = "set the property " + Context.OBJECT_FACTORIES;
    private static final String FILTER = "use ObjectInputStream.setObjectInputFilter";

    /** A row of the table. */
    record Row(RefusedCall.Refusal refusal, List<RefusedCall> calls) {
        private Row(Class<?> by, String check, String what, String instead) {
            this(new RefusedCall.Refusal(by, check, what, instead), List.of());
        }

        private Row call(Class<?> owner, String... members) {
            Stream<RefusedCall> more = Stream.of(members).flatMap(member -> refusal.of(owner, member));
            return new Row(refusal, Stream.concat(calls.stream(), more).toList());
        }
    }

    private Refusals() {}

    private static Row threads(String what, String instead) {
        return new Row(Refused.class, "check", what, instead);
    }

    private static Row network(String what, String instead) {
        return new Row(RefusedNetwork.class, "refuse", what, instead);
    }

    /** The calls of rows. */
    static List<RefusedCall> calls(List<Row> rows) {
        return rows.stream().flatMap(row -> row.calls.stream()).toList();
    }

    /** In ranks whose threads are fibers. */
    static List<Row> ofThreads() {
        return List.of(
                threads("ForkJoinPool", "use Executors.newFixedThreadPool").call(ForkJoinPool.class, NEW),
                forks("fork"),
                forks("invoke"));
    }

    private static Row forks(String method) {
        Row row = threads("ForkJoinTask." + method, "use an ExecutorService");
        for (Class<?> task :
                List.of(ForkJoinTask.class, RecursiveTask.class, RecursiveAction.class, CountedCompleter.class)) {
            row = row.call(task, method);
        }
        return row;
    }

    /** In those of them whose clocks are the machine's. */
    static List<Row> ofClocks() {
        return List.of(threads("DelayQueue", "use --virtual-time, or a thread that sleeps")
                .call(DelayQueue.class, NEW));
    }

    /** In ranks that are hosts with IP: it would be the JVM's real network. */
    static List<Row> ofNetwork() {
        return List.of(
                network("MulticastSocket", RefusedNetwork.UNICAST).call(MulticastSocket.class, NEW),
                network("a multicast group", RefusedNetwork.UNICAST)
                        .call(DatagramSocket.class, "joinGroup", "leaveGroup")
                        .call(DatagramChannel.class, "join"),
                network("AsynchronousSocketChannel", RefusedNetwork.SOCKETS)
                        .call(AsynchronousSocketChannel.class, "open"),
                network("AsynchronousServerSocketChannel", RefusedNetwork.SOCKETS)
                        .call(AsynchronousServerSocketChannel.class, "open"),
                network("a Unix socket", RefusedNetwork.SOCKETS).call(UnixDomainSocketAddress.class, "of"),
                factory("java.net.Socket.setSocketImplFactory", RefusedNetwork.SOCKETS, Socket.class),
                factory("ServerSocket.setSocketFactory", RefusedNetwork.SOCKETS, ServerSocket.class),
                factory("DatagramSocket.setDatagramSocketImplFactory", "use DatagramSocket", DatagramSocket.class),
                factory("URLConnection.setContentHandlerFactory", "use getInputStream", URLConnection.class),
                factory("NamingManager.setInitialContextFactoryBuilder", INITIAL, NamingManager.class),
                factory("NamingManager.setObjectFactoryBuilder", OBJECTS, NamingManager.class),
                factory("Config.setSerialFilterFactory", FILTER, ObjectInputFilter.Config.class));
    }

    /** What can be set once in a JVM: all hosts would have that of one. */
    private static Row factory(String method, String instead, Class<?> owner) {
        return network(method, instead).call(owner, method.substring(method.lastIndexOf('.') + 1));
    }
}
