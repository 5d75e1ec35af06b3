package org.bipj.launch.hosts.supervisor;

import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.shm.waiting.Collected;

/**
 * A host's answer to a round of the detection of deadlocks.
 *
 * @param round the number of the round
 * @param collected of the host's ranks
 */
public record RoundAnswer(int round, Collected collected) {
    /** The answer as the body of a frame to mpirun. */
    Packer pack() {
        return new Packer()
                .number(round)
                .flag(collected.changed())
                .number(collected.finished())
                .flag(collected.dormant())
                .flag(collected.awaitsDormant())
                .number(collected.left())
                .flag(collected.endKnown())
                .number(collected.balance());
    }

    /**
     * The answer in a frame.
     *
     * @param ranks of the job
     */
    public static RoundAnswer of(Unpacker from, int ranks) {
        int round = from.number(Integer.MAX_VALUE);
        return new RoundAnswer(
                round,
                new Collected(
                        from.flag(),
                        from.number(ranks),
                        from.flag(),
                        from.flag(),
                        from.number(Integer.MAX_VALUE),
                        from.flag(),
                        from.number()));
    }
}
