package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bipj.core.channel.SendOp;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.testkit.World;
import org.junit.jupiter.api.Test;

/** Payloads of threads of one JVM. */
class SharedPayloadsTest {
    private static final int SLOTS = 1024;

    private static Payload payload(byte[] array) {
        Payload payload = new Payload(new SegmentCache());
        payload.set(array, 0, array.length, TypeLayout.BYTE);
        return payload;
    }

    @Test
    void heapArraysAreReachedAndNothingNeedsRegistering() {
        try (ShmFabric fabric = ShmFabric.local(2)) {
            assertNull(fabric.port(0).remoteMemory().register(4096));
            byte[] mine = {1, 2, 3};
            long key = fabric.port(0).remoteMemory().expose(payload(mine));
            byte[] got = new byte[3];
            assertEquals(RemoteMemory.COMPLETE, fabric.port(1).remoteMemory().get(0, key, payload(got), 3, 0));
            assertArrayEquals(mine, got);
            assertEquals(
                    RemoteMemory.COMPLETE, fabric.port(1).remoteMemory().put(0, key, payload(new byte[] {7, 8}), 2, 0));
            assertArrayEquals(new byte[] {7, 8, 3}, mine);
        }
    }

    @Test
    void aFullTableExposesNoMoreUntilSomethingIsConcealed() {
        try (ShmFabric fabric = ShmFabric.local(2)) {
            Set<Long> keys = new HashSet<>();
            for (int i = 0; i < SLOTS; i++) {
                assertTrue(keys.add(fabric.port(0).remoteMemory().expose(payload(new byte[] {(byte) i}))));
            }
            assertEquals(RemoteMemory.NOT_EXPOSED, fabric.port(0).remoteMemory().expose(payload(new byte[1])));
            assertNotEquals(
                    RemoteMemory.NOT_EXPOSED,
                    fabric.port(1).remoteMemory().expose(payload(new byte[1])),
                    "another rank's table");
            long key = keys.iterator().next();
            fabric.port(0).remoteMemory().conceal(key);
            String message = assertThrows(
                            IllegalStateException.class,
                            () -> fabric.port(1).remoteMemory().get(0, key, payload(new byte[1]), 1, 0))
                    .getMessage();
            assertTrue(message.contains("rank 0") && message.contains("key " + key), message);
            assertEquals(key, fabric.port(0).remoteMemory().expose(payload(new byte[1])));
        }
    }

    /** The channel exposes the destinations then, or sends packets where these find no room either. */
    @Test
    void moreLongMessagesThanTheTableHoldsArriveNevertheless() {
        try (World world = new World(ShmFabric.local(2))) {
            world.mailboxes[0].holding = true;
            world.mailboxes[1].holding = true;
            int bytes = world.channels[0].eagerLimit() + 1;
            int messages = 2 * SLOTS + 100;
            List<SendOp> ops = new ArrayList<>();
            for (int i = 0; i < messages; i++) {
                byte[] data = new byte[bytes];
                data[i % bytes] = (byte) i;
                ops.add(world.post(0, 1, i, data, false));
                world.channels[1].progress();
            }
            world.settle();
            world.mailboxes[1].takeAll();
            world.settle();
            for (int i = 0; i < messages; i++) {
                byte[] expected = new byte[bytes];
                expected[i % bytes] = (byte) i;
                assertTrue(ops.get(i).isDone());
                assertArrayEquals(expected, world.mailboxes[1].letters.get(i).bytes(), "message " + i);
            }
            world.checkAtRest();
            for (int i = 0; i < SLOTS; i++) {
                assertNotEquals(
                        RemoteMemory.NOT_EXPOSED,
                        world.channels[0].port().remoteMemory().expose(payload(new byte[1])));
                assertNotEquals(
                        RemoteMemory.NOT_EXPOSED,
                        world.channels[1].port().remoteMemory().expose(payload(new byte[1])));
            }
        }
    }
}
