package org.bipj.launch.hosts.supervisor;

import java.util.Map;
import java.util.TreeMap;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.hosts.wire.Unpacker;

/**
 * Copies of what ranks say in their notes, read in one round.
 *
 * @param round the number of the round that was asked for, or begins
 * @param copies by rank, compressed
 */
public record NoteRound(int round, Map<Integer, byte[]> copies) {
    /** As the body of a frame to mpirun, or from it. */
    public Packer pack() {
        Packer body = new Packer().number(round);
        body.list(copies.entrySet(), (to, copy) -> {
            byte[] bytes = copy.getValue();
            to.number(copy.getKey()).data(bytes, 0, bytes.length);
        });
        return body;
    }

    /**
     * Those in a frame.
     *
     * @param ranks of the job
     */
    public static NoteRound of(Unpacker from, int ranks) {
        int round = from.number(Integer.MAX_VALUE);
        Map<Integer, byte[]> copies = new TreeMap<>();
        from.list(each -> copies.put(each.number(ranks - 1), each.data()));
        return new NoteRound(round, copies);
    }
}
