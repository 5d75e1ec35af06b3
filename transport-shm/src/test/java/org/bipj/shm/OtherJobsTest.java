package org.bipj.shm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.bipj.core.job.Job;
import org.bipj.core.job.family.Connections;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PortException;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.nic.SharedGroup;
import org.bipj.core.payload.Payload;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.payload.TypeLayout;
import org.bipj.shm.board.Board;
import org.bipj.shm.board.JobMemory;
import org.bipj.shm.regions.MappedRegions;
import org.bipj.shm.regions.PeerMemory;
import org.bipj.shm.rings.RingFile;
import org.junit.jupiter.api.Test;

/** Memory of ranks of other jobs: regions, exposed payloads, groups. */
class OtherJobsTest {
    private static final byte[] DATA = {1, 2, 3, 4};

    private static Payload payload(Object buffer, int bytes) {
        Payload payload = new Payload(new SegmentCache());
        payload.set(buffer, 0, bytes, TypeLayout.BYTE);
        return payload;
    }

    // ---- processes: regions in files ---------------------------------------------------------------------------

    /** Rank 1 of one job and rank 0 of another, which is number 2 there and 3 here. */
    @Test
    void regionsOfAnotherJobAreMappedAndFollowTheirOwners() throws IOException {
        try (ShmFabric here = ShmFabric.files(2);
                ShmFabric there = ShmFabric.files(3)) {
            MappedRegions own = regions(here, 2, 1);
            MappedRegions other = regions(there, 3, 0);
            own.attach(2, PeerMemory.processes(memory(there, 3)));
            other.attach(3, PeerMemory.processes(memory(here, 2)));

            Region region = own.register(1 << 16, Arena.ofAuto(), false);
            MemorySegment memory = region.memory();
            long key = own.expose(payload(memory, DATA.length));
            byte[] copy = new byte[DATA.length];
            MemorySegment.copy(MemorySegment.ofArray(DATA), 0, memory, 0, DATA.length);
            assertEquals(RemoteMemory.COMPLETE, other.get(4, key, payload(copy, DATA.length), DATA.length));
            assertArrayEquals(DATA, copy);
            assertEquals(RemoteMemory.COMPLETE, other.put(4, key, payload(new byte[] {9, 9}, 2), 2, null));
            assertEquals(9, memory.get(ValueLayout.JAVA_BYTE, 1));
            assertNotNull(other.view(4, key, DATA.length, Arena.ofAuto()));
            assertTrue(other.reaches(4, key));
            // Rank 0 of that job has none.
            assertEquals(RemoteMemory.UNREACHABLE, other.get(3, key, payload(copy, DATA.length), DATA.length));

            String path = here.directory().resolve("region-1-0").toString();
            assertEquals(3, mapped(path), "by owner, copies, view");
            other.detach(3);
            assertEquals(2, mapped(path));
            assertThrows(PortException.class, () -> other.get(4, key, payload(copy, 4), 4));

            other.attach(5, PeerMemory.processes(memory(here, 2)));
            assertTrue(other.reaches(6, key));
            region.close();
            other.sweep();
            assertFalse(other.reaches(6, key));
            own.close();
            other.close();
        }
    }

    private static MappedRegions regions(ShmFabric fabric, int ranks, int rank) {
        return new MappedRegions(
                RingFile.reserve(fabric.store(), memory(fabric, ranks).board()), rank);
    }

    private static JobMemory memory(ShmFabric fabric, int ranks) {
        return new JobMemory(
                fabric.store(), Board.attach(fabric.store().open("board").memory(), ranks));
    }

    private static long mapped(String path) throws IOException {
        return Maps.of(path).stream().filter(line -> line.contains(path)).count();
    }

    // ---- threads -----------------------------------------------------------------------------------------------

    @Test
    void threadsOfTwoJobsShareMemoryAndAreOfOneHost() {
        try (ShmSession one = ShmSession.forThreads(1);
                ShmSession two = ShmSession.forThreads(2)) {
            Job parent = one.job(0);
            Job child = two.job(1);
            try (NicPort ports = parent.open();
                    NicPort portOfChild = child.open()) {
                int numberOfTwo = parent.connections().attach(two.address());
                int numberOfOne = child.connections().attach(one.address());
                assertEquals(1, numberOfTwo);
                assertEquals(2, numberOfOne);
                assertEquals(ports.host(0), ports.host(numberOfTwo + 1));
                assertEquals(portOfChild.host(1), portOfChild.host(numberOfOne));
                assertEquals(parent.memory(), child.memory());

                byte[] copy = new byte[DATA.length];
                long key = ports.remoteMemory().exposeSource(numberOfTwo + 1, payload(DATA, DATA.length));
                assertEquals(
                        RemoteMemory.COMPLETE,
                        portOfChild.remoteMemory().get(numberOfOne, key, payload(copy, DATA.length), DATA.length, 0));
                assertArrayEquals(DATA, copy);
                ports.remoteMemory().conceal(numberOfTwo + 1, key);

                group(ports, portOfChild, numberOfTwo + 1, numberOfOne);
                // One has detached the other before that has: its number and its rings are there when it comes back.
                parent.connections().detach(two.address());
                assertEquals(List.of(), parent.connections().attached());
                assertEquals(List.of(), parent.connections().forget(false));
                assertEquals(numberOfTwo, parent.connections().attach(two.address()));
                parent.connections().detach(two.address());
                child.connections().detach(one.address());
                assertEquals(
                        List.of(new Connections.Numbers(numberOfOne, numberOfOne + 1)),
                        child.connections().forget(true));
                assertThrows(PortException.class, () -> portOfChild.host(numberOfOne));
            }
        }
    }

    /** The second member makes it: numbers differ from member to member. */
    private static void group(NicPort one, NicPort two, int twoAtOne, int oneAtTwo) {
        SharedGroup made = two.sharedGroups().make(new int[] {oneAtTwo, 1}, 1);
        SharedGroup opened = one.sharedGroups().open(twoAtOne, made.number(), new int[] {0, twoAtOne}, 0);
        assertNull(one.sharedGroups().open(0, made.number(), new int[] {0, twoAtOne}, 0), "of another maker");
        made.seal();
        for (int turn = 1; turn < 100; turn++) {
            made.begin(turn, Long.BYTES);
            opened.begin(turn, Long.BYTES);
            made.claim();
            assertTrue(made.isThere(SharedGroup.ROOM));
            made.memory(1).set(ValueLayout.JAVA_LONG, made.place(1), turn);
            made.publish();
            assertTrue(opened.isThere(1));
            assertEquals(turn, opened.memory(1).get(ValueLayout.JAVA_LONG, opened.place(1)));
            opened.end();
            made.end();
        }
        made.close();
        opened.close();
    }
}
