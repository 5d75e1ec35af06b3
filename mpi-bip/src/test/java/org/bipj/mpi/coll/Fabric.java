package org.bipj.mpi.coll;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.Signature;
import org.bipj.mpi.coll.port.CollPort;

/**
 * Ranks that are threads of the test, and messages between them under one lock. It is strict where an engine may be lax:
 * both ends of a message must give the same bytes, data must lie inside their buffers, and {@link #run} fails if a message
 * or a posted receive is left over.
 */
final class Fabric {
    /** When a message's data move. An algorithm must be right for all of them. */
    enum Delivery {
        /** Out of the sender at once, into the receiver as soon as it has posted. */
        EAGER,
        /** Out of the sender at once, into the receiver when it awaits. */
        EAGER_LATE,
        /** When both sides have posted; a send lasts until then. */
        RENDEZVOUS
    }

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

    private final Delivery delivery;
    /** By rank its host; null where hosts are not distinguished. */
    private final int[] hosts;

    private final List<Port> ports = new ArrayList<>();
    private volatile Throwable failure;
    /** Messages with data that do not tell of what type they are. */
    private int untyped;

    /** Messages from one host to another. */
    private int crossings;

    Fabric(int size, Delivery delivery) {
        this(size, delivery, null);
    }

    /** Ranks on hosts, given by rank. */
    Fabric(int size, Delivery delivery, int[] hosts) {
        this.delivery = delivery;
        long count = hosts == null ? 1 : Arrays.stream(hosts).distinct().count();
        this.hosts = count > 1 && count < size ? hosts : null;
        for (int rank = 0; rank < size; rank++) {
            ports.add(new Port(rank, size));
        }
    }

    int size() {
        return ports.size();
    }

    /** Messages so far whose data are of no known type. */
    synchronized int untyped() {
        return untyped;
    }

    /** Messages so far from one host to another. */
    synchronized int crossings() {
        return crossings;
    }

    CollPort port(int rank) {
        return ports.get(rank);
    }

    /** Makes all ranks use an algorithm; null for the usual choice. */
    <A extends Enum<A>> void force(Class<A> operation, A algorithm) {
        // The first operation makes the ranks agree on their tuning.
        run(Collectives::barrier);
        for (Port port : ports) {
            CommState.of(port).moving.tuning().force(operation, algorithm);
        }
    }

    /** Runs the body once per rank, all at once, and checks that nothing is left in the fabric. */
    void run(Consumer<CollPort> body) {
        List<Thread> threads = new ArrayList<>();
        for (Port port : ports) {
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    body.accept(port);
                } catch (Throwable e) {
                    fail(e);
                }
            }));
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        synchronized (this) {
            if (failure != null) {
                throw new AssertionError("a rank failed: " + failure, failure);
            }
            for (Port port : ports) {
                port.assertEmpty();
            }
        }
    }

    private synchronized void fail(Throwable e) {
        if (failure == null) {
            failure = e;
        }
        ports.forEach(port -> LockSupport.unpark(port.waiter));
    }

    /** One side of a message. */
    private static final class Transfer {
        private final String what;
        private final Payload payload = new Payload(new SegmentCache());
        private byte[] data;
        private volatile boolean done;

        Transfer(String what, Data message) {
            this.what = what;
            payload.set(message);
            long span = Payload.span(message.count(), message.type());
            if (message.offset() < 0 || span > payload.capacity()) {
                throw new IndexOutOfBoundsException(what + ": " + span + " bytes at " + message.offset()
                        + " in a buffer that ends " + payload.capacity() + " bytes behind");
            }
        }

        void take() {
            if (data == null) {
                data = new byte[Math.toIntExact(payload.size())];
                payload.copyOut(0, MemorySegment.ofArray(data), 0, data.length);
            }
        }

        void put(byte[] arrived) {
            payload.copyIn(MemorySegment.ofArray(arrived), 0, 0, arrived.length);
        }

        @Override
        public String toString() {
            return what + " of " + payload.size() + " bytes of "
                    + payload.layout().signature();
        }
    }

    private final class Port extends StubCollPort {
        private final Map<Long, Deque<Transfer>> sent = new HashMap<>();
        private final Map<Long, Deque<Transfer>> posted = new HashMap<>();
        /** The thread that awaits an operation of this rank. */
        private volatile Thread waiter;

        Port(int rank, int size) {
            super(rank, size);
        }

        private void assertEmpty() {
            assertEmpty("unreceived", sent);
            assertEmpty("unmatched", posted);
        }

        private void assertEmpty(String what, Map<Long, Deque<Transfer>> queues) {
            for (Deque<Transfer> queue : queues.values()) {
                if (!queue.isEmpty()) {
                    throw new AssertionError("rank " + rank + ", left over, " + what + ": " + queue);
                }
            }
        }

        private static Deque<Transfer> queue(Map<Long, Deque<Transfer>> queues, int source, int tag) {
            return queues.computeIfAbsent((long) source << 32 | tag, key -> new ArrayDeque<>());
        }

        private void match(int source, int tag) {
            Deque<Transfer> sends = queue(sent, source, tag);
            Deque<Transfer> receives = queue(posted, source, tag);
            while (!sends.isEmpty() && !receives.isEmpty()) {
                Transfer send = sends.remove();
                Transfer receive = receives.remove();
                long bytes = send.payload.size();
                int signature = send.payload.layout().signature().code(bytes);
                if (bytes != receive.payload.size()
                        || !receive.payload.layout().signature().matches(signature, bytes)) {
                    throw new AssertionError(send + " meets " + receive);
                }
                untyped += bytes > 0 && signature == Signature.UNTYPED ? 1 : 0;
                send.take();
                send.done = true;
                receive.data = send.data;
                if (delivery != Delivery.EAGER_LATE) {
                    receive.put(send.data);
                }
                receive.done = true;
                LockSupport.unpark(waiter);
                LockSupport.unpark(ports.get(source).waiter);
            }
        }

        @Override
        public boolean isCrowded() {
            return size > Runtime.getRuntime().availableProcessors();
        }

        @Override
        public int[] hosts() {
            return hosts;
        }

        @Override
        public void send(Data data, int dest, int tag) {
            await(postSend(data, dest, tag));
        }

        @Override
        public void receive(Data data, int source, int tag) {
            await(postReceive(data, source, tag));
        }

        @Override
        public Object postReceive(Data data, int source, int tag) {
            String what = "receive at " + rank + " from " + source + " with tag " + tag;
            Transfer transfer = new Transfer(what, data);
            synchronized (Fabric.this) {
                queue(posted, source, tag).add(transfer);
                match(source, tag);
            }
            return transfer;
        }

        @Override
        public Object postSend(Data data, int dest, int tag) {
            String what = "send at " + rank + " to " + dest + " with tag " + tag;
            Transfer transfer = new Transfer(what, data);
            synchronized (Fabric.this) {
                crossings += hosts != null && hosts[rank] != hosts[dest] ? 1 : 0;
                if (delivery != Delivery.RENDEZVOUS) {
                    transfer.take();
                    transfer.done = true;
                }
                queue(ports.get(dest).sent, rank, tag).add(transfer);
                ports.get(dest).match(rank, tag);
            }
            return transfer;
        }

        @Override
        public void await(Object handle) {
            Transfer transfer = (Transfer) handle;
            waiter = Thread.currentThread();
            long end = System.nanoTime() + PATIENCE_NS;
            while (!transfer.done) {
                long left = end - System.nanoTime();
                if (failure != null || left <= 0) {
                    throw new IllegalStateException(failure != null ? "another rank failed" : "deadlock: " + transfer);
                }
                LockSupport.parkNanos(left);
            }
            if (delivery == Delivery.EAGER_LATE && transfer.what.startsWith("receive")) {
                transfer.put(transfer.data);
            }
        }

        @Override
        public boolean isDone(Object handle) {
            return ((Transfer) handle).done;
        }

        @Override
        public void abandon(Object handle) {
            throw new UnsupportedOperationException("no test gives up an operation of this fabric");
        }

        @Override
        public void localCopy(Data from, Data to) {
            Transfer source = new Transfer("copy out", from);
            Transfer target = new Transfer("copy in", to);
            if (source.payload.size() != target.payload.size()) {
                throw new AssertionError(source + " meets " + target);
            }
            source.take();
            target.put(source.data);
        }
    }
}
