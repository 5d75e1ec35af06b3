package org.bipj.mpi.coll.allgather;

import org.bipj.core.payload.Data;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.base.CollState;
import org.bipj.mpi.coll.base.CollectiveTuning;
import org.bipj.mpi.coll.base.Levels;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.bcast.Bcast;

/**
 * Allgather of equal blocks on several hosts: the ranks of each host to their leader, an allgather of the hosts' blocks among
 * the leaders, and a broadcast of all blocks on each host. Where the ranks of a host do not follow each other, leaders
 * exchange packed copies.
 */
final class AllgatherTwoLevel {
    private AllgatherTwoLevel() {}

    /** True where there are two levels, and the blocks of all hosts can be described or packed. */
    static boolean serves(CollState s, Data data) {
        Levels levels = s.levels();
        return levels != null
                && (levels.contiguous()
                        ? data.count() * s.size <= Integer.MAX_VALUE
                        : data.bytes() * s.size <= CollectiveTuning.PACKED_BYTES_MAX);
    }

    /** Own blocks are in place; {@code data} is the first block. */
    @SuppressWarnings("NullAway") // Called where there are two levels.
    static void run(CollState s, Data data) {
        Levels levels = s.levels();
        int[] own = levels.ranksOf(levels.hostOf(s.rank));
        if (levels.lead(0)) {
            Object[] handles = s.handles(own.length);
            for (int i = 1; i < own.length; i++) {
                handles[i - 1] = s.port.postReceive(s.blocks(data, own[i], 1), own[i], Tags.ALLGATHER);
            }
            s.awaitAll(own.length - 1);
            if (levels.contiguous()) {
                exchange(levels, data, Math.toIntExact(data.count()));
            } else {
                exchangePacked(s, levels, data);
            }
        } else {
            s.port.send(s.blocks(data, s.rank, 1), own[0], Tags.ALLGATHER);
        }
        if (own.length > 1) {
            Bcast.run(levels.local, s.all(data), 0);
        }
    }

    /** Exchanges the hosts' blocks, which follow each other host by host from the first one on. */
    private static void exchange(Levels levels, Data first, int unitsPerRank) {
        int[] counts = levels.counts();
        int[] starts = levels.starts();
        int at = 0;
        for (int host = 0; host < levels.hosts(); host++) {
            counts[host] = levels.ranksOf(host).length * unitsPerRank;
            starts[host] = at;
            at += counts[host];
        }
        Blocks blocks = levels.between.receive.vector(first.buffer(), first.offset(), counts, starts, first.type());
        Allgather.run(levels.between, blocks);
        blocks.clear();
    }

    private static void exchangePacked(CollState s, Levels levels, Data data) {
        long bytes = data.bytes();
        Data packed = s.takePacked(bytes * s.size, data.type().single());
        int mine = levels.hostOf(s.rank);
        long at = 0;
        for (int host = 0; host < levels.hosts(); host++) {
            for (int rank : levels.ranksOf(host)) {
                if (host == mine) {
                    s.packBlocks(data, rank, 1, packed, at);
                }
                at += bytes;
            }
        }
        exchange(levels, packed, Math.toIntExact(bytes));
        at = 0;
        for (int host = 0; host < levels.hosts(); host++) {
            for (int rank : levels.ranksOf(host)) {
                if (host != mine) {
                    s.unpackBlocks(packed, at, data, rank, 1);
                }
                at += bytes;
            }
        }
        s.givePacked(packed);
    }
}
