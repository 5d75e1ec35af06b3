package org.bipj.sim.lci;

import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.Multicast;
import org.bipj.core.nic.NicPort;
import org.bipj.core.protocol.MulticastTree;

/**
 * The host driver's multicasts for MPI: packets of groups whose numbers follow those of LCI's clients in the boards' tables.
 */
final class GroupPackets implements Multicast {
    private final LciPort port;
    private final GroupTable groups;
    private final LciSettings settings;
    /** The packet that the client has claimed and not yet committed; null if there is none. */
    private BoardSendPacket open;

    GroupPackets(LciPort port, GroupTable groups, LciSettings settings) {
        this.port = port;
        this.groups = groups;
        this.settings = settings;
    }

    /** The number of MPI's group in the boards' tables, which LCI's groups share. */
    private int table(int group) {
        if (group < 0 || group >= settings.portGroups) {
            throw new IllegalArgumentException("rank " + port.rank() + ": multicast group " + group + "; expected 0 to "
                    + (settings.portGroups - 1) + " (lci.groups.mpi)");
        }
        return settings.groups + group;
    }

    private MulticastTree tree(int group) {
        MulticastTree tree = groups.tree(table(group));
        if (tree == null) {
            throw new IllegalArgumentException("rank " + port.rank() + " is in no multicast group " + group);
        }
        return tree;
    }

    @Override
    public int groups() {
        return settings.portGroups;
    }

    @Override
    public boolean isFree(int group) {
        return groups.tree(table(group)) == null;
    }

    @Override
    public boolean join(int group, int[] members) {
        return groups.install(table(group), members);
    }

    @Override
    public void leave(int group) {
        tree(group);
        groups.uninstall(table(group));
    }

    @Override
    public long claim(int group, int bytes) {
        MulticastTree tree = tree(group);
        if (bytes < 0 || bytes > settings.packetBytes) {
            throw new IllegalArgumentException("rank " + port.rank() + ": a packet of " + bytes + " bytes to group "
                    + group + "; expected 0 to " + settings.packetBytes);
        }
        if (open != null) {
            throw new IllegalStateException("rank " + port.rank() + ": a claim for group " + group
                    + " before the last one was committed or aborted");
        }
        open = isClosed(tree) ? null : port.claim(settings.reservedFor(NicPort.DATA));
        return open == null ? NicPort.BACK_PRESSURED : 0;
    }

    /** True if the window to one of the receivers in the tree is closed, and the host would have to keep the packet. */
    private boolean isClosed(MulticastTree tree) {
        boolean closed = false;
        for (int which = 0; which < MulticastTree.CHILDREN; which++) {
            int child = tree.child(port.rank(), port.rank(), which);
            closed |= child != MulticastTree.NONE && port.isClosed(child);
        }
        return closed;
    }

    @Override
    public MemorySegment memory(int group) {
        return open.segment();
    }

    @Override
    public void commit(int group, long claim, int bytes, int immediate) {
        port.multicast(table(group), close(group, claim, bytes), bytes, immediate);
    }

    @Override
    public void abort(int group, long claim) {
        port.free(close(group, claim, 0));
    }

    private BoardSendPacket close(int group, long claim, int bytes) {
        BoardSendPacket packet = open;
        open = null;
        if (packet == null || claim != 0 || bytes < 0 || bytes > settings.packetBytes) {
            throw new IllegalArgumentException("rank " + port.rank() + ": commit or abort of " + bytes + " bytes at "
                    + claim + " to group " + group + "; claimed were "
                    + (packet == null ? "none" : settings.packetBytes + " bytes at 0"));
        }
        return packet;
    }
}
