package org.bipj.sim.lci;

import org.bipj.core.nic.PortException;
import org.bipj.core.protocol.MulticastTree;

/** The multicast groups in a board's table: first those of LCI's clients, then those of MPI. */
final class GroupTable {
    /** The doorbell command of a host that leaves a group. */
    record Leave(int group) {}

    private final LciHost host;
    private final LciSettings settings;
    private final MulticastTree[] trees;

    GroupTable(LciHost host) {
        this.host = host;
        settings = host.settings();
        trees = new MulticastTree[settings.groups + settings.portGroups];
    }

    /** The tree of a group; null if the rank is in none of this number. */
    MulticastTree tree(int group) {
        return trees[group];
    }

    /**
     * Writes a group of LCI's clients into the table.
     *
     * @throws PortException if the table or board memory has no room
     */
    void installOrThrow(int group, int[] members) {
        if (group >= settings.groups) {
            throw new PortException(host.who() + ": multicast group " + group + "; its board has room for "
                    + settings.groups + " (lci.groups)");
        }
        if (!install(group, members)) {
            throw new PortException(host.who() + ": multicast group " + group + " of " + members.length
                    + " members takes " + LciSettings.groupBytes(members.length)
                    + " bytes of board memory (sram.size); " + host.board().available() + " are free");
        }
    }

    /** Writes a group into the table; false if board memory has no room. */
    boolean install(int group, int[] members) {
        int bytes = LciSettings.groupBytes(members.length);
        if (!host.board().allocate(bytes)) {
            return false;
        }
        host.spend("group", host.hardware().pioWritePs(bytes, host.cpu().clock()));
        trees[group] = new MulticastTree(members);
        return true;
    }

    /** Has the board take a group out of the table, behind the packets that the host has requested before. */
    void uninstall(int group) {
        host.spend(
                "group",
                settings.hostRequestPs
                        + host.hardware()
                                .pioWritePs(LciSettings.REQUEST, host.cpu().clock()));
        host.tellBoard(host.ring(new Leave(group)));
    }

    /** The board takes a group out of the table. */
    void uninstalled(int group) {
        host.board().free(LciSettings.groupBytes(trees[group].size()));
        trees[group] = null;
    }

    // ---- forwarding --------------------------------------------------------------------------------------------

    /** True if the host forwards a frame to other ranks. */
    boolean isForwarded(LciFrame frame) {
        return !settings.boardForwards
                && frame.kind == LciFrame.Kind.MULTICAST
                && trees[frame.group].child(frame.root, host.rank(), 0) != MulticastTree.NONE;
    }

    /** A packet can be taken in while more than so many send packets are free. */
    int spare(LciFrame frame) {
        return isForwarded(frame)
                ? settings.reservedSendPackets(trees[frame.group].depth(frame.root, host.rank()))
                : Integer.MIN_VALUE;
    }

    /** The next ranks of the tree become receivers of a packet. */
    void addChildren(BoardSendPacket packet) {
        LciFrame frame = packet.frame();
        for (int which = 0; which < MulticastTree.CHILDREN; which++) {
            int child = trees[frame.group].child(frame.root, host.rank(), which);
            if (child != MulticastTree.NONE) {
                packet.addReceiver(child);
            }
        }
    }
}
