package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.Region;
import org.bipj.shm.board.Board;
import org.bipj.shm.memory.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where shared memory is short: what nobody refers to is taken back, and rings find room. */
class FullStoreTest {
    private static final int RANKS = 4;
    private static final int BYTES = 64 << 10;
    private static final int REGIONS = 64;
    private static final long LARGE = (long) BYTES * REGIONS / 2;

    private ShmFabric fabric;
    private Store store;
    private Board board;

    @BeforeEach
    void open() throws IOException {
        var directory = Files.createTempDirectory("bipj-test-");
        store = ShmFabric.withBoard(new SmallStore(directory, (long) BYTES * REGIONS), RANKS);
        fabric = new ShmFabric(store, directory, RANKS);
        board = Board.attach(store.open("board").memory(), RANKS);
    }

    @AfterEach
    void close() {
        fabric.close();
    }

    private Region register(int rank, long bytes) {
        return fabric.port(rank).remoteMemory().register(bytes);
    }

    /** Regions until there is no room for one more. */
    private List<Region> fill(int rank) {
        List<Region> all = new ArrayList<>();
        for (Region one = register(rank, BYTES); one != null; one = register(rank, BYTES)) {
            all.add(one);
        }
        return all;
    }

    private void send(int from, int to) {
        NicPort port = fabric.port(from);
        long claim = port.claim(to, NicPort.CONTROL, 8);
        assertTrue(claim >= 0);
        port.commit(to, NicPort.CONTROL, claim, 8, 0);
    }

    @Test
    void whatIsDroppedIsTakenBackBeforeARegistrationFails() {
        for (int i = 0; i < 3 * REGIONS; i++) {
            assertNotNull(register(0, BYTES), "region " + i);
        }
        for (int i = 0; i < 4; i++) {
            assertNotNull(register(0, LARGE), "half of the memory, time " + i);
        }
    }

    @Test
    void whatIsInUseLeavesRoomForTheRingsOfAll() {
        List<Region> all = fill(0);
        assertTrue(all.size() > REGIONS / 2, () -> "only " + all.size() + " regions");
        assertNull(register(1, BYTES), "another rank leaves it, too");
        for (int from = 0; from < RANKS; from++) {
            for (int to = 0; to < RANKS; to++) {
                if (from != to) {
                    send(from, to);
                }
            }
        }
        assertEquals(RANKS * (RANKS - 1), board.rings());
        Reference.reachabilityFence(all);
    }

    /** As the threads of processes do that watch their launcher. */
    private Thread reclaimer(int rank) {
        board.setState(rank, Board.STARTED);
        return Thread.ofPlatform().daemon().start(() -> {
            for (int seen = board.reclaimRequest(); !Thread.interrupted(); LockSupport.parkNanos(1_000_000)) {
                if (board.reclaimRequest() != seen) {
                    seen = board.reclaimRequest();
                    ((ShmPort) fabric.port(rank)).reclaim();
                    board.setReclaimed(rank, seen);
                }
            }
        });
    }

    @Test
    void ranksThatAreAskedTakeBackWhatTheirsHaveDropped() throws InterruptedException {
        Thread other = reclaimer(1);
        fill(1);
        assertNotNull(register(0, LARGE), "what rank 1 has dropped");
        assertTrue(board.reclaimRequest() > 0);
        other.interrupt();
        other.join();
    }

    /** A search in vain takes as long as a collection, and a program may make thousands of buffers. */
    @Test
    void memoryThatAllUseIsNotSearchedEachTime() {
        List<Region> all = fill(0);
        int before = board.reclaimRequest();
        for (int i = 0; i < 1000; i++) {
            assertNull(register(0, BYTES));
        }
        assertTrue(board.reclaimRequest() - before < 100, () -> "requests: " + (board.reclaimRequest() - before));
        assertNull(fabric.port(0).remoteMemory().registerRequired(BYTES, java.lang.foreign.Arena.ofAuto()));
        Reference.reachabilityFence(all);
    }

    @Test
    void aRingFindsTheRoomOfWhatWasDropped() {
        // Others leave nothing to rings.
        List<String> names = new ArrayList<>();
        fill(0);
        while (store.free() >= BYTES) {
            names.add("other-" + names.size());
            store.create(names.getLast(), BYTES).close();
        }
        send(0, 1);
    }
}
