package org.bipj.net.ucx;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Parameters of libucp's functions, as {@code ucp.h} of 1.13 lays them out where pointers have 64 bits. Each begins with a mask
 * of the fields that are set, so later versions, which append fields, read the same ones. {@code UcpStructsTest} compares
 * sizes and offsets with those of a C compiler.
 */
final class UcpStructs {
    /** {@code UCP_FEATURE_WAKEUP | UCP_FEATURE_AM}. */
    private static final long FEATURES = 1 << 4 | 1 << 6;

    private static final int SERIALIZED = 1;
    private static final long IGNORE_REQUEST_LEAK = 1;
    private static final int PEER_FAILURE = 1;

    /** {@code UCP_AM_FLAG_WHOLE_MSG}: a message that was cut comes as one. */
    private static final int WHOLE = 1;

    /** {@code UCP_AM_FLAG_PERSISTENT_DATA}: its bytes may stay. */
    static final int PERSISTENT = 1 << 1;

    /** {@code UCP_AM_SEND_FLAG_EAGER}: the bytes go with the message. */
    static final int SEND_EAGER = 1 << 1;

    /** {@code UCP_AM_SEND_FLAG_RNDV}: the receiver fetches the bytes, or has them put. */
    static final int SEND_RENDEZVOUS = 1 << 2;

    private static final int CLOSE_FORCE = 1;
    private static final int HOST_MEMORY = 0;

    static final long PARAMS = 80;
    static final long PARAMS_FEATURES = 8;
    static final long PARAMS_ENDPOINTS = 56;

    static final long WORKER = 200;
    static final long WORKER_THREADS = 8;
    static final long WORKER_FLAGS = 168;
    static final long WORKER_ALIGNMENT = 184;

    static final long WORKER_ATTR = 80;
    static final long WORKER_ATTR_ADDRESS_FLAGS = 12;
    static final long WORKER_ATTR_ADDRESS = 16;
    static final long WORKER_ATTR_ADDRESS_LENGTH = 24;

    static final long ENDPOINT = 104;
    static final long ENDPOINT_ADDRESS = 8;
    static final long ENDPOINT_ERROR_MODE = 16;
    static final long ENDPOINT_ERROR_HANDLER = 24;
    static final long ENDPOINT_ERROR_ARGUMENT = 32;

    static final long HANDLER = 32;
    static final long HANDLER_ID = 8;
    static final long HANDLER_FLAGS = 12;
    static final long HANDLER_CALL = 16;

    static final long REQUEST = 72;
    static final long REQUEST_FLAGS = 4;
    static final long REQUEST_MEMORY_TYPE = 48;

    private UcpStructs() {}

    /** {@code ucp_params_t}: active messages and wake-up. */
    static long params(Arena arena, int endpoints) {
        MemorySegment params = arena.allocate(PARAMS, Long.BYTES);
        params.set(JAVA_LONG, 0, 1 | 1 << 6);
        params.set(JAVA_LONG, PARAMS_FEATURES, FEATURES);
        params.set(JAVA_LONG, PARAMS_ENDPOINTS, endpoints);
        return params.address();
    }

    /** {@code ucp_worker_params_t}: one thread at a time, messages at multiples of 8. */
    static long worker(Arena arena) {
        MemorySegment params = arena.allocate(WORKER, Long.BYTES);
        params.set(JAVA_LONG, 0, 1 | 1 << 5 | 1 << 7);
        params.set(JAVA_INT, WORKER_THREADS, SERIALIZED);
        params.set(JAVA_LONG, WORKER_FLAGS, IGNORE_REQUEST_LEAK);
        params.set(JAVA_LONG, WORKER_ALIGNMENT, Long.BYTES);
        return params.address();
    }

    /** {@code ucp_worker_attr_t}: asks for the address, of all devices or of those of networks. */
    static MemorySegment workerAddress(Arena arena, boolean all) {
        MemorySegment attributes = arena.allocate(WORKER_ATTR, Long.BYTES);
        attributes.set(JAVA_LONG, 0, 1 << 1 | 1 << 2);
        attributes.set(JAVA_INT, WORKER_ATTR_ADDRESS_FLAGS, all ? 0 : 1);
        return attributes;
    }

    /**
     * {@code ucp_ep_params_t}: to a worker's address.
     *
     * @param errorHandler gets failures of the peer; 0 where UCX is not to look for them
     * @param argument passed to the handler
     */
    static long endpoint(Arena arena, byte[] address, long errorHandler, long argument) {
        MemorySegment params = arena.allocate(ENDPOINT, Long.BYTES);
        params.set(JAVA_LONG, 0, errorHandler == 0 ? 1 : 1 | 1 << 1 | 1 << 2);
        params.set(JAVA_LONG, ENDPOINT_ADDRESS, bytes(arena, address));
        params.set(JAVA_INT, ENDPOINT_ERROR_MODE, PEER_FAILURE);
        params.set(JAVA_LONG, ENDPOINT_ERROR_HANDLER, errorHandler);
        params.set(JAVA_LONG, ENDPOINT_ERROR_ARGUMENT, argument);
        return params.address();
    }

    private static long bytes(Arena arena, byte[] bytes) {
        MemorySegment copy = arena.allocate(bytes.length, Long.BYTES);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, copy, 0, bytes.length);
        return copy.address();
    }

    /** {@code ucp_am_handler_param_t}: whole messages. */
    static long handler(Arena arena, int id, int flags, long call) {
        MemorySegment params = arena.allocate(HANDLER, Long.BYTES);
        params.set(JAVA_LONG, 0, 1 | 1 << 1 | 1 << 2);
        params.set(JAVA_INT, HANDLER_ID, id);
        params.set(JAVA_INT, HANDLER_FLAGS, WHOLE | flags);
        params.set(JAVA_LONG, HANDLER_CALL, call);
        return params.address();
    }

    /** {@code ucp_request_param_t} of a send out of ordinary memory, or with 0 of a receive into it. */
    static long transfer(Arena arena, int flags) {
        MemorySegment params = arena.allocate(REQUEST, Long.BYTES);
        params.set(JAVA_INT, 0, flags == 0 ? 1 << 6 : 1 << 4 | 1 << 6);
        params.set(JAVA_INT, REQUEST_FLAGS, flags);
        params.set(JAVA_INT, REQUEST_MEMORY_TYPE, HOST_MEMORY);
        return params.address();
    }

    /** {@code ucp_request_param_t} of the end of an endpoint: after all that was sent, or at once. */
    static long close(Arena arena, boolean atOnce) {
        MemorySegment params = arena.allocate(REQUEST, Long.BYTES);
        params.set(JAVA_INT, 0, 1 << 4);
        params.set(JAVA_INT, REQUEST_FLAGS, atOnce ? CLOSE_FORCE : 0);
        return params.address();
    }
}
