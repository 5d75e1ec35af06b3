package org.bipj.sim.mapper;

import java.util.List;

/**
 * What mappers send each other. Each message knows the turns by which it came, so that an answer finds its way back.
 */
sealed interface MapperMessage {
    /**
     * A probe.
     *
     * @param search number of the mapper's discovery: tokens begin anew with each
     */
    record Ask(int mapper, int search, Probe probe) implements MapperMessage {}

    /** A host's answer to a host probe. */
    record Answer(int search, int token, int name) implements MapperMessage {}

    /** One route out of a table: to whom, and how. */
    record Entry(int to, byte[] turns) {
        int bytes() {
            return 4 + turns.length;
        }
    }

    /**
     * A part of the routes that a leader has computed for one host.
     *
     * @param epoch when the leader computed them, in ticks of its clock: later ones replace earlier ones
     * @param turns by which the packet came
     */
    record Table(int leader, long epoch, int part, int parts, List<Entry> entries, byte[] turns)
            implements MapperMessage {}

    /** A part of a table has arrived. */
    record Acknowledge(int name, long epoch, int part) implements MapperMessage {}
}
