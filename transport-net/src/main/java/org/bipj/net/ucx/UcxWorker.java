package org.bipj.net.ucx;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import org.bipj.core.machine.HostSystem;
import org.bipj.core.nic.PortException;
import org.bipj.net.address.NetVariables;

/** A context and a worker of UCX: sends and receives active messages for one rank, in the thread that calls. */
final class UcxWorker implements AutoCloseable {
    /** Numbers of active messages: packets, and parts of long messages. */
    private static final int PACKET = 0;

    private static final int PART = 1;
    /** {@code UCP_AM_RECV_ATTR_FLAG_DATA} and {@code UCP_AM_RECV_ATTR_FLAG_RNDV}. */
    static final long DATA_MAY_STAY = 1 << 16;

    static final long ANNOUNCED = 1 << 17;
    private static final long CLOSE_NS = 1_000_000_000;

    /** Receives what arrives. {@link #progress} calls these methods. */
    interface Events {
        /**
         * A message has come.
         *
         * @return true if its bytes stay until {@link UcxWorker#release}
         */
        boolean arrived(long address, long bytes);

        /**
         * A part of a long message has come, or was announced.
         *
         * @param header a copy of its first bytes, at a multiple of 8
         * @param data its bytes; where it was announced, what {@link UcxWorker#receive} gets
         * @return true if the caller will receive what was announced, or release it
         */
        boolean part(long header, long headerBytes, long data, long bytes, boolean announced);

        /** The endpoint of this peer cannot be used any more. */
        void failed(int peer, String why);
    }

    private final Events events;
    /** Of parameters and of the code that UCX calls; never closed by hand, so access to it needs no check. */
    private final Arena arena = Arena.ofAuto();

    private final MemorySegment result = arena.allocate(JAVA_LONG);
    private final MemorySegment headerCopy = arena.allocate(UcxFrame.PART_HEADER, Long.BYTES);
    private final MemorySegment pollDescriptor = arena.allocate(Ucp.POLL_FD);
    private final long eager = UcpStructs.transfer(arena, UcpStructs.SEND_EAGER);
    private final long rendezvous = UcpStructs.transfer(arena, UcpStructs.SEND_RENDEZVOUS);
    private final long reception = UcpStructs.transfer(arena, 0);
    /** True where UCX may use nothing but shared memory: there it cannot find out that a peer has failed. */
    private final boolean sharedMemory;

    private final long errorHandler;
    private final long context;
    private final long worker;
    /** Thrown by a handler, which must not throw into C. */
    private Throwable thrown;

    /**
     * Opens UCX.
     *
     * @param ranks of the job
     * @param settings names without {@code UCX_}, and values, before those of the environment
     * @throws PortException if UCX is missing, or has no usable network
     */
    UcxWorker(int ranks, Map<String, String> settings, Events events) {
        this.events = events;
        sharedMemory =
                UcxLanes.areSharedMemory(settings.getOrDefault("TLS", NetVariables.value(NetVariables.UCX_TRANSPORTS)));
        context = context(ranks, settings);
        byte status = Ucp.workerCreate(context, UcpStructs.worker(arena), result.address());
        if (status != Ucp.OK) {
            Ucp.cleanup(context);
            throw failure("make a worker" + portsOfRange(), status);
        }
        worker = result.get(JAVA_LONG, 0);
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        errorHandler = stub(
                lookup,
                "onError",
                MethodType.methodType(void.class, long.class, long.class, byte.class),
                FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_BYTE));
        handle(lookup, PACKET, "onPacket", UcpStructs.PERSISTENT);
        handle(lookup, PART, "onPart", 0);
        check("get the event descriptor", Ucp.eventDescriptor(worker, result.address()));
        Ucp.watch(pollDescriptor, result.get(JAVA_INT, 0));
    }

    private void handle(MethodHandles.Lookup lookup, int id, String method, int flags) {
        long handler = stub(
                lookup,
                method,
                MethodType.methodType(
                        byte.class, long.class, long.class, long.class, long.class, long.class, long.class),
                FunctionDescriptor.of(JAVA_BYTE, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
        check("set a handler", Ucp.setHandler(worker, UcpStructs.handler(arena, id, flags, handler)));
    }

    private long context(int ranks, Map<String, String> settings) {
        byte status = Ucp.configRead(result.address());
        if (status != Ucp.OK) {
            throw failure("read its configuration", status);
        }
        long config = result.get(JAVA_LONG, 0);
        try {
            settings.forEach((name, value) -> {
                byte modified = Ucp.configModify(config, name, value);
                if (modified != Ucp.OK) {
                    throw failure("set " + name + " to \"" + value + '"', modified);
                }
            });
            status = Ucp.init(UcpStructs.params(arena, ranks), config, result.address());
        } finally {
            Ucp.configRelease(config);
        }
        if (status != Ucp.OK) {
            throw failure("find a network (UCX_TLS, UCX_NET_DEVICES)", status);
        }
        return result.get(JAVA_LONG, 0);
    }

    private void check(String what, byte status) {
        if (status != Ucp.OK) {
            close();
            throw failure(what, status);
        }
    }

    /** Where the user has set a range of ports, it may be exhausted, which the status does not say. */
    private static String portsOfRange() {
        String range = NetVariables.value(NetVariables.UCX_PORTS);
        return range == null ? "" : " on the ports " + range + " (--net-ports; one for each rank and network device)";
    }

    private static PortException failure(String what, long status) {
        return new PortException("UCX " + UcxLibrary.version() + " cannot " + what + ": " + Ucp.error(status)
                + "; --net tcp does without");
    }

    @SuppressWarnings("restricted")
    private long stub(MethodHandles.Lookup lookup, String method, MethodType type, FunctionDescriptor descriptor) {
        try {
            MethodHandle target = lookup.bind(this, method, type);
            return HostSystem.linker().upcallStub(target, descriptor, arena).address();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("a method of this class", e);
        }
    }

    /** Called by UCX for a packet: an {@code ucp_am_recv_callback_t}. */
    private byte onPacket(long argument, long header, long headerBytes, long data, long bytes, long param) {
        try {
            if ((Ucp.MEMORY.get(JAVA_LONG, param) & DATA_MAY_STAY) == 0) {
                throw new PortException("UCX delivers a message by a protocol that was excluded");
            }
            return events.arrived(data, bytes) ? Ucp.IN_PROGRESS : Ucp.OK;
        } catch (Throwable e) {
            thrown = e;
            return Ucp.OK;
        }
    }

    /** Called by UCX for a part of a long message: an {@code ucp_am_recv_callback_t}. */
    private byte onPart(long argument, long header, long headerBytes, long data, long bytes, long param) {
        try {
            boolean announced = (Ucp.MEMORY.get(JAVA_LONG, param) & ANNOUNCED) != 0;
            // UCX may place headers behind bytes of any number.
            MemorySegment.copy(Ucp.MEMORY, header, headerCopy, 0, Math.min(headerBytes, headerCopy.byteSize()));
            boolean taken = events.part(headerCopy.address(), headerBytes, data, bytes, announced);
            return taken && announced ? Ucp.IN_PROGRESS : Ucp.OK;
        } catch (Throwable e) {
            thrown = e;
            return Ucp.OK;
        }
    }

    /** Called by UCX when an endpoint has failed: an {@code ucp_err_handler_cb_t}. */
    private void onError(long peer, long endpoint, byte status) {
        try {
            events.failed((int) peer, Ucp.error(status));
        } catch (Throwable e) {
            thrown = e;
        }
    }

    /** This worker's address, to send to it. */
    byte[] address() {
        MemorySegment attributes = UcpStructs.workerAddress(arena, sharedMemory);
        byte status = Ucp.workerQuery(worker, attributes.address());
        if (status != Ucp.OK) {
            throw failure("name its address", status);
        }
        long at = attributes.get(JAVA_LONG, UcpStructs.WORKER_ATTR_ADDRESS);
        byte[] address = new byte[(int) attributes.get(JAVA_LONG, UcpStructs.WORKER_ATTR_ADDRESS_LENGTH)];
        MemorySegment.copy(Ucp.MEMORY, at, MemorySegment.ofArray(address), 0, address.length);
        Ucp.releaseAddress(worker, at);
        return address;
    }

    /** Makes an endpoint; connecting goes on in {@link #progress}. Negative: the status of what went wrong. */
    long connect(byte[] address, int peer) {
        try (Arena parameters = Arena.ofConfined()) {
            long handler = sharedMemory ? 0 : errorHandler;
            byte status = Ucp.endpointCreate(
                    worker, UcpStructs.endpoint(parameters, address, handler, peer), result.address());
            return status == Ucp.OK ? result.get(JAVA_LONG, 0) : status;
        }
    }

    /** Sends a packet. As {@link Ucp#send}. */
    long send(long endpoint, long bytes, int length) {
        return Ucp.send(endpoint, PACKET, 0, 0, bytes, length, eager);
    }

    /** Sends a part of a long message, or announces it. As {@link Ucp#send}. */
    long sendPart(long endpoint, long header, long headerBytes, long bytes, int length, boolean announced) {
        return Ucp.send(endpoint, PART, header, headerBytes, bytes, length, announced ? rendezvous : eager);
    }

    /** As {@link Ucp#receive}. */
    long receive(long announced, long into, int length) {
        return Ucp.receive(worker, announced, into, length, reception);
    }

    /** Sends and receives what is possible now. True if something has happened. */
    boolean progress() {
        boolean any = Ucp.progress(worker) != 0;
        if (thrown != null) {
            Throwable e = thrown;
            thrown = null;
            throw UcxLibrary.unexpected(e);
        }
        return any;
    }

    void release(long data) {
        Ucp.dataRelease(worker, data);
    }

    /** Sleeps until {@link #progress} has something to do, at most so many milliseconds. */
    void sleep(int ms) {
        if (Ucp.arm(worker) == Ucp.OK) {
            Ucp.await(pollDescriptor, ms);
        }
    }

    /** Ends an endpoint, after all that was sent over it or at once. A request, or 0 where it has ended. */
    long disconnect(long endpoint, boolean atOnce) {
        long request = Ucp.endpointClose(endpoint, UcpStructs.close(arena, atOnce));
        return Ucp.isError(request) ? 0 : request;
    }

    /** Waits until requests have ended, for a second at most. */
    void await(long... requests) {
        long until = System.nanoTime() + CLOSE_NS;
        for (long request : requests) {
            while (request != 0 && Ucp.check(request) == Ucp.IN_PROGRESS && System.nanoTime() - until < 0) {
                progress();
            }
            if (request != 0) {
                Ucp.requestFree(request);
            }
        }
    }

    @Override
    public void close() {
        Ucp.workerDestroy(worker);
        Ucp.cleanup(context);
    }
}
