package org.bipj.net.pmi;

import java.io.IOException;
import java.util.function.UnaryOperator;
import org.bipj.core.nic.PortException;
import org.bipj.net.address.NetVariables;

/** How a process finds the socket of its launcher, and its number, in PMI-1 and PMI-2. */
final class PmiSocket {
    private static final int ANSWER_MS = 60_000;
    private static final int PORT_MAX = 65535;
    private static final int NUMBER_MAX = 1 << 24;

    private PmiSocket() {}

    /**
     * Opens it.
     *
     * @param environment gives a variable's value, or null
     * @throws PortException if the variables are malformed, or no launcher answers
     */
    static Dialogue open(UnaryOperator<String> environment, String name) {
        String descriptor = environment.apply(NetVariables.PMI_DESCRIPTOR);
        String port = environment.apply(NetVariables.PMI_PORT);
        try {
            ByteStream stream = descriptor != null && !descriptor.isEmpty()
                    ? new DescriptorStream(number(environment, NetVariables.PMI_DESCRIPTOR, 0, NUMBER_MAX))
                    : connect(port);
            return new Dialogue(stream, name, ANSWER_MS);
        } catch (IOException e) {
            String variable = descriptor != null ? "PMI_FD=" + descriptor : "PMI_PORT=" + port;
            throw new PortException(name + ": " + variable + ": " + e.getMessage(), e);
        }
    }

    private static ByteStream connect(String where) throws IOException {
        int colon = where.lastIndexOf(':');
        try {
            int port = Integer.parseInt(where.substring(colon + 1));
            if (colon > 0 && port > 0 && port <= PORT_MAX) {
                return new SocketStream(where.substring(0, colon), port);
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new IOException("expected HOST:PORT");
    }

    static int number(UnaryOperator<String> environment, String variable, int least, int most) {
        String value = environment.apply(variable);
        try {
            int number = Integer.parseInt(String.valueOf(value));
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new PortException(variable + "=" + value + ": expected a number from " + least + " to " + most
                + ", as a launcher of PMI sets it");
    }
}
