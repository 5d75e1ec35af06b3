package org.bipj.sim.bip;

import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.PortException;
import org.bipj.core.payload.Payload;
import org.bipj.sim.hardware.Host;

/**
 * The driver's part in long messages (BIP paper, sections 4.2 and 4.3): it pins and translates the pages of a buffer,
 * and writes a descriptor with the list of pages into the board. The board starts when it has the beginning of the
 * list.
 *
 * <p>Messages whose payload is not one run of bytes are packed into memory of the library before they are sent, and
 * unpacked from there, by the processor, as MPICH does: BIP's lists name whole pages of one run.
 */
final class LongMessageDriver {
    private static final int DESCRIPTOR = 32;
    private static final int LIST_ENTRY = 8;

    /** Entries that are written before the doorbell rings. The others follow while the board works on these. */
    private static final int LIST_FIRST = 16;

    private static final long STAGING = 1L << 32;

    private static final int CRC_AND_GAP = 2;

    private final SimPort port;
    private final Host host;
    private final FirmwareSettings mcp;
    private final PostedReceiveTable receives;
    private final Object staging = new Object();
    private long stagingAddress = -1;
    private final MessagePool<LongMessage> pool = new MessagePool<>(LongMessage::new);
    /** The longest message in bytes: the characters of a worm, route and end included, are numbered by an int. */
    private final long longest;

    LongMessageDriver(SimPort port, Host host, FirmwareSettings mcp, PostedReceiveTable receives) {
        this.port = port;
        this.host = host;
        this.mcp = mcp;
        this.receives = receives;
        longest = Integer.MAX_VALUE - LongMessage.HEADER - CRC_AND_GAP - mcp.routeBytes;
    }

    void post(long name, Payload into, long bytes, long cookie) {
        port.charge(HostWork.BIP_RECEIVE);
        PostedReceive posted = receives.take();
        posted.name = name;
        posted.into = into;
        posted.bytes = bytes;
        posted.cookie = cookie;
        posted.address = pinned(into, bytes);
        int pages = host.pagesOf(posted.address, bytes);
        writeList(DESCRIPTOR, Math.min(pages, LIST_FIRST));
        port.schedule(posted);
        writeList(0, pages - LIST_FIRST);
    }

    /** Must be called when the rank's clock and the simulation's are the same. */
    boolean unpost(long name) {
        port.spend("read board", host.pioReadPs(port.clock()));
        PostedReceive posted = receives.get(name);
        if (posted == null || posted.busy) {
            return false;
        }
        receives.remove(posted);
        receives.give(posted);
        return true;
    }

    void readySend(int peer, long name, Payload from, long bytes, long cookie) {
        if (bytes < 1 || bytes > longest) {
            throw new PortException("rank " + port.rank() + ": a long message of " + bytes + " bytes to rank " + peer
                    + "; expected 1 to " + longest + " on the simulated network");
        }
        port.charge(HostWork.BIP_SEND);
        if (!from.isDense()) {
            port.chargeCopy(bytes);
        }
        LongMessage message = pool.take();
        message.board = port.board();
        message.from = port.place();
        message.to = port.numbers().place(peer);
        message.name = name;
        message.payload = from;
        message.bytes = bytes;
        message.cookie = cookie;
        message.packet = mcp.packetSize(bytes);
        message.address = pinned(from, bytes);
        message.reset();
        int pages = host.pagesOf(message.address, bytes);
        writeList(DESCRIPTOR, Math.min(pages, LIST_FIRST));
        port.schedule(message);
        writeList(0, pages - LIST_FIRST);
    }

    /** Writes bytes of a descriptor and entries of a list into the board. */
    private void writeList(int descriptor, int entries) {
        if (entries > 0) {
            port.spend("descriptor", host.pioWritePs(descriptor + LIST_ENTRY * entries, port.clock()));
        }
    }

    /** Pins and translates the pages of a message. Returns its address. */
    private long pinned(Payload payload, long bytes) {
        long address;
        if (payload.isDense()) {
            address = host.addressOf(payload.memory(), payload.origin() + payload.capacity()) + payload.origin();
        } else {
            if (stagingAddress < 0) {
                stagingAddress = host.addressOf(staging, STAGING);
            }
            address = stagingAddress;
        }
        port.spend("pin", mcp.translatePs + host.pinPs(address, bytes));
        return address;
    }

    /** Returns a message to the pool that has been acknowledged to its host. */
    void recycle(LongMessage message) {
        message.payload = null;
        pool.give(message);
    }
}
