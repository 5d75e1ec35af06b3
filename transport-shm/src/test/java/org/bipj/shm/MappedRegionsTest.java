package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Random;
import org.bipj.core.channel.SendOp;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.testkit.World;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long regions in files live, at the owner and where they are mapped. */
class MappedRegionsTest {
    /** Mappings that a rank keeps. */
    private static final int ATTACHED_MAX = 256;

    private static final int LONG_FRUITLESS = 1_000_000;

    private ShmFabric fabric;
    private RemoteMemory owner;
    private RemoteMemory peer;

    @BeforeEach
    void open() {
        fabric = ShmFabric.files(2);
        owner = fabric.port(0).remoteMemory();
        peer = fabric.port(1).remoteMemory();
    }

    @AfterEach
    void close() {
        fabric.close();
    }

    private int mapped(String region) throws IOException {
        String path = fabric.directory().resolve(region).toString();
        return (int) Maps.of(path).stream()
                .filter(line -> line.endsWith(path) || line.endsWith(path + " (deleted)"))
                .count();
    }

    private static Payload payload(Object buffer, int bytes) {
        Payload payload = new Payload(new SegmentCache());
        payload.set(buffer, 0, bytes, TypeLayout.BYTE);
        return payload;
    }

    private int get(long key, int[] into) {
        return peer.get(0, key, payload(into, 4), 4, 0);
    }

    /** Fills a new region, lets the peer read it, and forgets it. */
    private void useOnce() {
        Region region = owner.register(8192);
        region.memory().set(ValueLayout.JAVA_INT, 0, 99);
        int[] got = new int[1];
        assertEquals(RemoteMemory.COMPLETE, get(owner.expose(payload(region.memory(), 4)), got));
        assertEquals(99, got[0]);
    }

    @Test
    void aRegionGoesWhenItsOwnerForgetsItAndTheMappingsOfPeersFollow() throws Exception {
        useOnce();
        assertTrue(mapped("region-0-0") > 0);
        awaitRemoval("region-0-0");
        awaitUnmapped("region-0-0");
    }

    @Test
    void aBufferMadeFromARegionKeepsItAlive() throws Exception {
        ByteBuffer buffer = owner.register(4096).memory().asByteBuffer();
        buffer.putInt(0, 7);
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        assertTrue(fabric.store().exists("region-0-0"));
        long key = owner.expose(payload(buffer, 4));
        assertNotEquals(RemoteMemory.NOT_EXPOSED, key, "a buffer of a region is reachable");
        assertEquals(RemoteMemory.COMPLETE, get(key, new int[1]));
        assertEquals(7, buffer.getInt(0));
    }

    /** The collector decides when; the test asks it again and again, and the test's time limit is the end. */
    private void awaitRemoval(String region) throws InterruptedException {
        while (fabric.store().exists(region)) {
            System.gc();
            Thread.sleep(5);
        }
    }

    /** A rank that waits drops mappings of what is gone. The owner's own mapping goes with its memory. */
    private void awaitUnmapped(String region) throws IOException, InterruptedException {
        long end = System.nanoTime() + 60_000_000_000L;
        while (mapped(region) > 0) {
            assertTrue(System.nanoTime() < end, "still mapped: " + Maps.of(region));
            fabric.port(1).idle(LONG_FRUITLESS);
            System.gc();
        }
    }

    @Test
    void aClosedRegionIsGoneAtOnceAndPeersThatHadItAskAgain() throws Exception {
        Region region = owner.register(4096);
        Payload payload = payload(region.memory(), 4);
        long key = owner.expose(payload);
        assertEquals(RemoteMemory.COMPLETE, get(key, new int[1]));
        region.close();
        assertTrue(!fabric.store().exists("region-0-0"));
        assertEquals(RemoteMemory.UNREACHABLE, get(key, new int[1]), "the mapping has gone, packets serve");
        assertEquals(RemoteMemory.UNREACHABLE, peer.put(0, key, payload(new int[1], 4), 4, 0));
        Region next = owner.register(4096);
        next.memory().set(ValueLayout.JAVA_INT, 0, 31);
        int[] got = new int[1];
        assertEquals(RemoteMemory.COMPLETE, get(owner.expose(payload(next.memory(), 4)), got));
        assertEquals(31, got[0]);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLongMessageOutOfARegionThatCannotBeAttachedArrivesNevertheless(boolean intoRegion) {
        try (World world = new World(fabric)) {
            world.mailboxes[1].holding = true;
            if (intoRegion) {
                world.mailboxes[1].buffers = bytes -> peer.register(bytes).memory();
            }
            Region region = owner.register(500_000);
            byte[] data = new byte[500_000];
            new Random(1).nextBytes(data);
            region.memory().copyFrom(MemorySegment.ofArray(data));
            SendOp op = world.post(0, 1, 1, region.memory(), data.length, false);
            world.settle();
            region.close();
            world.mailboxes[1].takeAll();
            world.settle();
            assertTrue(op.isDone());
            assertArrayEquals(data, world.mailboxes[1].letters.get(0).bytes());
            world.checkAtRest();
        }
    }

    @Test
    void aReceiversRegionThatIsClosedServesAsPrivateMemory() {
        try (World world = new World(fabric)) {
            Region closed = peer.register(500_000);
            closed.close();
            world.mailboxes[1].buffers = bytes -> closed.memory();
            MemorySegment memory = owner.register(500_000).memory().fill((byte) 3);
            world.post(0, 1, 1, memory, 500_000, false);
            world.settle();
            assertArrayEquals(
                    memory.toArray(ValueLayout.JAVA_BYTE),
                    world.mailboxes[1].letters.get(0).bytes());
        }
    }

    @Test
    void privateMemoryIsNotExposed() {
        owner.register(4096);
        assertEquals(RemoteMemory.NOT_EXPOSED, owner.expose(payload(new byte[8], 8)));
        assertEquals(RemoteMemory.NOT_EXPOSED, owner.expose(payload(ByteBuffer.allocateDirect(8), 8)));
        assertEquals(
                RemoteMemory.NOT_EXPOSED, owner.expose(payload(Arena.ofAuto().allocate(8), 8)));
    }

    @Test
    void theLeastRecentlyUsedMappingsMakeRoomAndComeBack() throws Exception {
        int regions = ATTACHED_MAX + 50;
        MemorySegment[] memories = new MemorySegment[regions];
        long[] keys = new long[regions];
        int[] got = new int[1];
        for (int i = 0; i < regions; i++) {
            memories[i] = owner.register(64).memory();
            memories[i].set(ValueLayout.JAVA_INT, 0, i);
            keys[i] = owner.expose(payload(memories[i], 4));
        }
        int own = Maps.of(fabric.directory().toString()).size();
        for (int i = 0; i < regions; i++) {
            assertEquals(RemoteMemory.COMPLETE, get(keys[0], got), "the first is in use all the time");
            assertEquals(RemoteMemory.COMPLETE, get(keys[i], got));
            assertEquals(i, got[0]);
        }
        assertEquals(
                own + ATTACHED_MAX, Maps.of(fabric.directory().toString()).size(), "mappings, the owner's included");
        assertEquals(2, mapped("region-0-0"), "the one in use was not evicted");
        Random random = new Random(6);
        for (int round = 0; round < 2_000; round++) {
            int i = random.nextInt(regions);
            assertEquals(RemoteMemory.COMPLETE, get(keys[i], got));
            assertEquals(i, got[0]);
        }
        assertEquals(own + ATTACHED_MAX, Maps.of(fabric.directory().toString()).size());
        fabric.port(1).close();
        assertEquals(own, Maps.of(fabric.directory().toString()).size(), "a closed port maps nothing");
    }
}
