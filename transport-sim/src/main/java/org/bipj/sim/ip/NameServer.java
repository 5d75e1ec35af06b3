package org.bipj.sim.ip;

import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Answers queries of DNS (RFC 1035): programs whose resolvers send them themselves get the names of the simulation. Each host has one,
 * at port 53 of every address that is no host's.
 */
final class NameServer {
    static final int PORT = 53;

    private static final int HEADER = 12;
    /** An answer by a server that would ask others. */
    private static final short ANSWER = (short) 0x8180;

    private static final int NO_SUCH_NAME = 3;
    private static final short NAME_OF_QUESTION = (short) 0xc00c;
    private static final short ADDRESS = 1;
    private static final short INTERNET = 1;
    private static final int VALID_S = 60;
    private static final int MOST_LABEL = 63;

    private NameServer() {}

    /** The answer to a query; null if it is none. */
    static byte[] answer(IpNames names, byte[] query) {
        ByteBuffer in = ByteBuffer.wrap(query);
        if (query.length < HEADER || in.getShort(2) < 0 || in.getShort(4) != 1) {
            return null;
        }
        in.position(HEADER);
        String name = name(in);
        if (name == null || in.remaining() < 4) {
            return null;
        }
        short type = in.getShort();
        in.getShort();
        byte[] address = address(names, name);
        boolean isAnswered = address != null && type == ADDRESS;
        int question = in.position() - HEADER;
        ByteBuffer out = ByteBuffer.allocate(HEADER + question + (isAnswered ? 12 + address.length : 0));
        out.putShort(in.getShort(0))
                .putShort((short) (ANSWER | (address == null ? NO_SUCH_NAME : 0)))
                .putShort((short) 1)
                .putShort((short) (isAnswered ? 1 : 0))
                .putInt(0)
                .put(query, HEADER, question);
        if (isAnswered) {
            out.putShort(NAME_OF_QUESTION).putShort(ADDRESS).putShort(INTERNET);
            out.putInt(VALID_S).putShort((short) address.length).put(address);
        }
        return out.array();
    }

    private static String name(ByteBuffer in) {
        StringBuilder name = new StringBuilder();
        while (in.hasRemaining()) {
            int length = in.get();
            if (length == 0) {
                return name.toString();
            }
            if (length < 0 || length > MOST_LABEL || length > in.remaining()) {
                return null;
            }
            byte[] label = new byte[length];
            in.get(label);
            name.append(name.isEmpty() ? "" : ".").append(new String(label, StandardCharsets.US_ASCII));
        }
        return null;
    }

    private static byte[] address(IpNames names, String name) {
        try {
            return names.isName(name) ? names.resolve(name).getAddress() : null;
        } catch (UnknownHostException e) {
            return null;
        }
    }
}
