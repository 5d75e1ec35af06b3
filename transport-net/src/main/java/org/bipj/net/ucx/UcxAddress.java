package org.bipj.net.ucx;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * What a rank publishes: {@code HEX/IP:PORT/...}.
 *
 * @param worker the address of its worker, in a format of UCX's own
 * @param listens where it accepts connections over TCP, for messages; empty where that is not known
 */
record UcxAddress(byte[] worker, List<String> listens) {
    private static final String SEPARATOR = "/";

    /** Of this process's worker. Sockets that listen for something else are not part of the worker's address. */
    static UcxAddress ofOwn(byte[] worker) {
        return new UcxAddress(
                worker,
                TcpSockets.ofThisProcess(TcpSockets.LISTEN).stream()
                        .filter(socket -> socket.local().isIn(worker))
                        .map(socket -> socket.local().text())
                        .toList());
    }

    /**
     * Reads what {@link #text} has written.
     *
     * @throws IllegalArgumentException if the text makes no sense
     */
    static UcxAddress parse(String text) {
        String[] parts = text.split(SEPARATOR);
        return new UcxAddress(HexFormat.of().parseHex(parts[0]), List.of(parts).subList(1, parts.length));
    }

    String text() {
        List<String> parts = new ArrayList<>(List.of(HexFormat.of().formatHex(worker)));
        parts.addAll(listens);
        return String.join(SEPARATOR, parts);
    }

    /** The places for a message; empty if none is known. */
    String places() {
        return String.join(" or ", listens);
    }
}
