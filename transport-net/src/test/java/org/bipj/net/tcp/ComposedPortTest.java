package org.bipj.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.junit.jupiter.api.Test;

/** Ranks 0 and 2 on one host, 1 and 3 on another. */
class ComposedPortTest {
    private static Payload payload(byte[] bytes) {
        Payload payload = new Payload(new SegmentCache());
        payload.set(bytes, 0, bytes.length, TypeLayout.BYTE);
        return payload;
    }

    @Test
    void capabilitiesBelongToThePeer() {
        try (NetFabric fabric = NetFabric.mixed(4)) {
            NicPort port = fabric.port(0);
            Capabilities near = port.capabilities(2);
            Capabilities far = port.capabilities(1);
            assertTrue(near.directAccess() && !far.directAccess());
            assertEquals(far, fabric.port(3).capabilities(0), "both ranks of a pair say the same");
            Capabilities all = port.capabilities();
            assertEquals(Math.min(near.eagerLimit(), far.eagerLimit()), all.eagerLimit());
            assertEquals(Math.min(near.maxPacket(), far.maxPacket()), all.maxPacket());
            assertEquals(Math.min(near.maxControl(), far.maxControl()), all.maxControl());
            assertTrue(!all.directAccess());
        }
    }

    @Test
    void eachPeerIsReachedItsOwnWay() {
        try (NetFabric fabric = NetFabric.mixed(4).stepped()) {
            PacketsOf at = new PacketsOf();
            assertTrue(TwoPorts.send(fabric.port(0), 2, 11));
            at.drain(fabric.port(2), 1);
            assertEquals(0, fabric.bytesOver(0), "bytes over the network to a rank of this host");
            assertTrue(TwoPorts.send(fabric.port(0), 1, 12));
            at.drain(fabric.port(1), 2);
            assertEquals(Frame.bytes(12), fabric.bytesOver(0));
            assertEquals(11, at.kept.packets.get(0).length);
            assertEquals(12, at.kept.packets.get(1).length);
        }
    }

    /** Polls until so many packets have come. */
    private static final class PacketsOf {
        final TwoPorts.Kept kept = new TwoPorts.Kept();

        void drain(NicPort port, int packets) {
            for (int i = 0; i < 10_000 && kept.packets.size() < packets; i++) {
                port.poll(kept, 1);
            }
            assertEquals(packets, kept.packets.size());
        }
    }

    @Test
    void memoryIsReachedOnTheOwnHostOnly() {
        try (NetFabric fabric = NetFabric.mixed(4)) {
            RemoteMemory owner = fabric.port(0).remoteMemory();
            long key = owner.expose(payload(new byte[] {1, 2, 3}));
            byte[] got = new byte[3];
            assertEquals(RemoteMemory.COMPLETE, fabric.port(2).remoteMemory().get(0, key, payload(got), 3, 0));
            assertEquals(3, got[2]);
            RemoteMemory stranger = fabric.port(1).remoteMemory();
            assertEquals(RemoteMemory.UNREACHABLE, stranger.get(0, key, payload(got), 3, 0));
            assertEquals(RemoteMemory.UNREACHABLE, stranger.put(0, key, payload(got), 3, 0));
            MemorySegment view = stranger.view(0, key, 3, Arena.ofAuto());
            assertNull(view);
            owner.conceal(key);
        }
    }
}
