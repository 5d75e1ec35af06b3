package org.bipj.launch.hosted.rules;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URLConnection;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.AsynchronousServerSocketChannel;
import java.nio.channels.AsynchronousSocketChannel;
import java.nio.channels.DatagramChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.naming.spi.NamingManager;
import mpi.MPI;

/** Does what virtual time refuses, and refers to what it replaces. */
public final class RefusedActor {
    private static final int PORT = 7777;

    private RefusedActor() {}

    /** The messages of all refusals where threads are fibers and clocks are the machine's. */
    public static List<String> threads() {
        MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
        List<String> said = ofThreads();
        said.add(said(DelayQueue::new));
        said.add(said(() -> new DelayQueue<>(List.<Delayed>of())));
        MPI.Finalize();
        return said;
    }

    /** Those of a host with IP. */
    public static List<String> network() {
        List<String> said = ofThreads();
        said.addAll(ofNetwork());
        return said;
    }

    /** Refers to replaced methods of an object that is known when the reference is made, and is of a class of the program. */
    public static List<String> references() throws InterruptedException {
        List<String> said = new ArrayList<>();
        OwnThread thread = new OwnThread(said);
        Runnable start = thread::start;
        Callable<Boolean> isAlive = thread::isAlive;
        start.run();
        thread.join();
        said.add(said(isAlive));
        return said;
    }

    private static List<String> ofThreads() {
        Function<ForkJoinTask<?>, ForkJoinTask<?>> fork = ForkJoinTask::fork;
        List<String> said = new ArrayList<>();
        said.add(said(ForkJoinPool::new));
        said.add(said(() -> new ForkJoinPool(2)));
        said.add(said(() -> new ForkJoinPool(2, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true)));
        said.add(said(() -> new OwnPool(2)));
        said.add(said(() -> new Task().fork()));
        said.add(said(() -> fork.apply(new Task())));
        said.add(said(() -> ForkJoinTask.adapt(() -> 1).fork()));
        said.add(said(() -> new Task().invoke()));
        said.add(said(new Task()::invoke));
        return said;
    }

    @SuppressWarnings("deprecation")
    private static List<String> ofNetwork() {
        InetSocketAddress group = new InetSocketAddress("224.0.0.1", PORT);
        return List.of(
                said(() -> new MulticastSocket(PORT)),
                said(OwnMulticastSocket::new),
                said(AsynchronousSocketChannel::open),
                said(() -> AsynchronousSocketChannel.open(null)),
                said(AsynchronousServerSocketChannel::open),
                said(() -> UnixDomainSocketAddress.of("socket")),
                said(() -> {
                    new DatagramSocket().joinGroup(group, null);
                    return null;
                }),
                said(() -> DatagramChannel.open().join(group.getAddress(), null)),
                said(() -> UnixDomainSocketAddress.of(Path.of("socket"))),
                refused(() -> Socket.setSocketImplFactory(null)),
                refused(() -> ServerSocket.setSocketFactory(null)),
                refused(() -> DatagramSocket.setDatagramSocketImplFactory(null)),
                refused(() -> URLConnection.setContentHandlerFactory(null)),
                refused(() -> NamingManager.setInitialContextFactoryBuilder(null)),
                refused(() -> NamingManager.setObjectFactoryBuilder(null)),
                refused(() -> ObjectInputFilter.Config.setSerialFilterFactory(null)));
    }

    private interface Setter {
        void call() throws Exception;
    }

    private static String refused(Setter setter) {
        return said(() -> {
            setter.call();
            return null;
        });
    }

    /** Native libraries, which are not there. */
    @SuppressWarnings("restricted")
    public static List<String> libraries() {
        return Stream.<Consumer<String>>of(
                        System::loadLibrary, name -> Runtime.getRuntime().loadLibrary(name))
                .flatMap(load -> Stream.of("of_a_program", "shaded_netty_transport_native_epoll_x86_64")
                        .map(name -> failure(() -> load.accept(name))))
                .toList();
    }

    private static String failure(Runnable load) {
        try {
            load.run();
            return "loaded";
        } catch (UnsatisfiedLinkError e) {
            return e.getMessage().replaceFirst(": .*", "");
        }
    }

    private static String said(Callable<?> call) {
        try {
            return "served: " + call.call();
        } catch (UnsupportedOperationException | SocketException e) {
            return e.getMessage();
        } catch (Exception e) {
            return e.toString();
        }
    }

    private static final class Task extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        protected Integer compute() {
            return 1;
        }
    }

    private static final class OwnThread extends Thread {
        private final List<String> said;

        OwnThread(List<String> said) {
            this.said = said;
        }

        @Override
        public void run() {
            said.add("runs");
        }
    }

    private static final class OwnPool extends ForkJoinPool {
        OwnPool(int parallelism) {
            super(parallelism);
        }
    }

    private static final class OwnMulticastSocket extends MulticastSocket {
        OwnMulticastSocket() throws IOException {
            super(null);
        }
    }
}
