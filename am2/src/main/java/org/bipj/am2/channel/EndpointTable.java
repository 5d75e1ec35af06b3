package org.bipj.am2.channel;

import java.util.Arrays;
import java.util.function.Consumer;
import org.bipj.core.nic.EndpointName;
import org.bipj.core.nic.EndpointSink;
import org.bipj.core.nic.PortException;

/** The open endpoints of a rank, by number. */
final class EndpointTable {
    private final int rank;
    private final int most;
    private ChannelEndpoint[] table = new ChannelEndpoint[8];
    /** By number: generation of the latest endpoint with that number. */
    private int[] generations = new int[8];

    /**
     * A table without endpoints.
     *
     * @param most endpoints that may be open at a time
     */
    EndpointTable(int rank, int most) {
        this.rank = rank;
        this.most = most;
    }

    /** Opens an endpoint under the smallest free number, in a generation that this number has not had. */
    ChannelEndpoint open(ChannelEndpoints owner, ChannelGroup group, EndpointSink sink) {
        int number = 0;
        while (number < table.length && table[number] != null) {
            number++;
        }
        if (number >= most) {
            throw new PortException("rank " + rank + " has " + number + " endpoints; expected no more");
        }
        if (number == table.length) {
            table = Arrays.copyOf(table, 2 * number);
            generations = Arrays.copyOf(generations, 2 * number);
        }
        generations[number] = generations[number] % EndpointName.MOST + 1;
        long name = new EndpointName(rank, number, generations[number]).packed();
        table[number] = new ChannelEndpoint(owner, name, group, sink);
        return table[number];
    }

    void remove(ChannelEndpoint endpoint) {
        table[endpoint.number()] = null;
    }

    /** The endpoint that an envelope names; null if there is none of its generation. */
    ChannelEndpoint find(long envelope) {
        long wanted = AmEnvelope.name(envelope, rank);
        int number = EndpointName.endpoint(wanted);
        ChannelEndpoint found = number < table.length ? table[number] : null;
        return found != null && (found.name() == wanted || EndpointName.generation(wanted) == 0) ? found : null;
    }

    void forEach(Consumer<ChannelEndpoint> action) {
        for (ChannelEndpoint endpoint : table) {
            if (endpoint != null) {
                action.accept(endpoint);
            }
        }
    }
}
