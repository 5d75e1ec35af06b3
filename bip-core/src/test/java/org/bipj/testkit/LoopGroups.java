package org.bipj.testkit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.Multicast;
import org.bipj.core.nic.NicPort;

/** The groups of one rank of a {@link LoopFabric}: a packet is copied to a lane of its own from the sender to each other member. */
final class LoopGroups implements Multicast {
    private static final int GROUPS = 2;

    private final LoopFabric fabric;
    private final int rank;
    private final int[][] members = new int[GROUPS][];
    private final MemorySegment memory;
    private boolean open;

    LoopGroups(LoopFabric fabric, int rank) {
        this.fabric = fabric;
        this.rank = rank;
        memory = Arena.ofAuto().allocate(fabric.options.maxPacket, Long.BYTES);
    }

    @Override
    public int groups() {
        return GROUPS;
    }

    @Override
    public boolean isFree(int group) {
        return members[group] == null;
    }

    @Override
    public boolean join(int group, int[] ranks) {
        if (members[group] != null) {
            throw new IllegalStateException("rank " + rank + " is in a group " + group);
        }
        members[group] = ranks.clone();
        return true;
    }

    @Override
    public void leave(int group) {
        members[group] = null;
    }

    @Override
    public long claim(int group, int bytes) {
        if (open) {
            throw new IllegalStateException("rank " + rank + ": a claim before the last one was committed");
        }
        for (int member : members[group]) {
            if (member != rank && !fabric.groupLink(group, rank, member).hasRoom()) {
                return NicPort.BACK_PRESSURED;
            }
        }
        open = true;
        return 0;
    }

    @Override
    public MemorySegment memory(int group) {
        return memory;
    }

    @Override
    public void commit(int group, long claim, int bytes, int immediate) {
        open = false;
        for (int member : members[group]) {
            if (member != rank) {
                LoopLink link = fabric.groupLink(group, rank, member);
                long at = link.claim(bytes);
                MemorySegment.copy(memory, 0, link.memory, at, bytes);
                link.commit(at, bytes, immediate);
            }
        }
    }

    @Override
    public void abort(int group, long claim) {
        open = false;
    }
}
