package org.bipj.sim.mapper;

import java.util.List;

/** The messages between mappers. A message carries the turns by which it came, so that the answer can return. */
sealed interface MapperMessage {
    /**
     * A probe.
     *
     * @param search number of the mapper's discovery; each numbers its tokens from 0
     */
    record Ask(int mapper, int search, Probe probe) implements MapperMessage {}

    /**
     * A host's answer to a host probe.
     *
     * @param leader the leader whose complete routes it has; -1 if it has none
     * @param epoch of these routes
     */
    record Answer(int search, int token, int name, int leader, long epoch) implements MapperMessage {}

    /** One route of a table: the destination and the turns. */
    record Entry(int to, byte[] turns) {
        int bytes() {
            return 4 + turns.length;
        }
    }

    /**
     * A part of the routes that a leader has computed for one host.
     *
     * @param epoch when the leader computed them, in ticks of its clock; later routes replace earlier ones
     * @param turns by which the packet came
     */
    record Table(int leader, long epoch, int part, int parts, List<Entry> entries, byte[] turns)
            implements MapperMessage {
        /** How many bytes the routes of this part take. */
        int bytes() {
            return entries.stream().mapToInt(Entry::bytes).sum();
        }
    }

    /** A part of a table has arrived. */
    record Acknowledge(int name, long epoch, int part) implements MapperMessage {}
}
