package org.bipj.net.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The layouts of this transport beside those of a C compiler, on machines with one and with UCX's headers. */
class UcpStructsTest {
    private static final Path HEADER = Path.of("/usr/include/ucp/api/ucp.h");
    private static final Path COMPILER = Path.of("/usr/bin/gcc");

    private final List<String> claims = new ArrayList<>();

    private void size(String type, long bytes) {
        claims.add("sizeof(" + type + ") == " + bytes);
    }

    private void field(String type, String name, long offset) {
        claims.add("offsetof(" + type + ", " + name + ") == " + offset);
    }

    @Test
    void sizesAndOffsetsAreThoseOfTheHeader(@TempDir Path directory) throws IOException, InterruptedException {
        assumeTrue(Files.exists(HEADER) && Files.exists(COMPILER), "no C compiler, or no header of UCX (libucx-dev)");
        size("ucp_params_t", UcpStructs.PARAMS);
        field("ucp_params_t", "features", UcpStructs.PARAMS_FEATURES);
        field("ucp_params_t", "estimated_num_eps", UcpStructs.PARAMS_ENDPOINTS);
        size("ucp_worker_params_t", UcpStructs.WORKER);
        field("ucp_worker_params_t", "thread_mode", UcpStructs.WORKER_THREADS);
        field("ucp_worker_params_t", "flags", UcpStructs.WORKER_FLAGS);
        field("ucp_worker_params_t", "am_alignment", UcpStructs.WORKER_ALIGNMENT);
        field("ucp_worker_attr_t", "address_flags", UcpStructs.WORKER_ATTR_ADDRESS_FLAGS);
        field("ucp_worker_attr_t", "address", UcpStructs.WORKER_ATTR_ADDRESS);
        field("ucp_worker_attr_t", "address_length", UcpStructs.WORKER_ATTR_ADDRESS_LENGTH);
        size("ucp_worker_attr_t", UcpStructs.WORKER_ATTR);
        size("ucp_ep_params_t", UcpStructs.ENDPOINT);
        field("ucp_ep_params_t", "address", UcpStructs.ENDPOINT_ADDRESS);
        field("ucp_ep_params_t", "err_mode", UcpStructs.ENDPOINT_ERROR_MODE);
        field("ucp_ep_params_t", "err_handler.cb", UcpStructs.ENDPOINT_ERROR_HANDLER);
        field("ucp_ep_params_t", "err_handler.arg", UcpStructs.ENDPOINT_ERROR_ARGUMENT);
        size("ucp_am_handler_param_t", UcpStructs.HANDLER);
        field("ucp_am_handler_param_t", "id", UcpStructs.HANDLER_ID);
        field("ucp_am_handler_param_t", "flags", UcpStructs.HANDLER_FLAGS);
        field("ucp_am_handler_param_t", "cb", UcpStructs.HANDLER_CALL);
        size("ucp_request_param_t", UcpStructs.REQUEST);
        field("ucp_request_param_t", "flags", UcpStructs.REQUEST_FLAGS);
        field("ucp_request_param_t", "memory_type", UcpStructs.REQUEST_MEMORY_TYPE);
        size("ucs_status_t", Byte.BYTES);
        claims.add("UCS_ERR_BUSY == " + Ucp.BUSY);
        claims.add("UCP_AM_FLAG_PERSISTENT_DATA == " + UcpStructs.PERSISTENT);
        claims.add("UCP_AM_SEND_FLAG_EAGER == " + UcpStructs.SEND_EAGER);
        claims.add("UCP_AM_SEND_FLAG_RNDV == " + UcpStructs.SEND_RENDEZVOUS);
        claims.add("UCP_AM_RECV_ATTR_FLAG_DATA == " + UcxWorker.DATA_MAY_STAY);
        claims.add("UCP_AM_RECV_ATTR_FLAG_RNDV == " + UcxWorker.ANNOUNCED);
        StringBuilder program = new StringBuilder("#include <ucp/api/ucp.h>\n#include <stddef.h>\n");
        claims.forEach(claim -> program.append("_Static_assert(" + claim + ", \"\");\n"));
        Path source = Files.writeString(directory.resolve("layouts.c"), program);
        Process compiler = new ProcessBuilder(COMPILER.toString(), "-std=c11", "-fsyntax-only", source.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals("", said);
        assertEquals(true, compiler.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, compiler.exitValue());
    }
}
