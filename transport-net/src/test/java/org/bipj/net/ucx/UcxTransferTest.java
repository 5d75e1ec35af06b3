package org.bipj.net.ucx;

import static org.bipj.net.LongPayloads.content;
import static org.bipj.net.LongPayloads.payload;
import static org.bipj.net.LongPayloads.random;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Long messages over UCX: which way they take, their bytes, and their end where a rank fails. */
class UcxTransferTest {
    /** More than the kernel takes at once, and an odd number. */
    private static final int BYTES = 30 * UcxPuts.PART_MAX + 4_321;

    /** Bytes before and behind the message, which must stay as they are. */
    private static final int MARGIN = 24;

    private static void put(TwoUcxPorts two, long key, Payload from, long bytes, long cookie) {
        assertEquals(RemoteMemory.PENDING, two.near.remoteMemory().put(1, key, from, bytes, cookie));
    }

    /** Two messages at the same time; the lane reaches the peer's memory, or does not. */
    @ParameterizedTest
    @CsvSource({
        "true, true, true",
        "true, true, false",
        "true, false, true",
        "false, true, true",
        "false, true, false",
        "false, false, true",
        "false, false, false"
    })
    void theBytesArriveByRegionsWhereBothMemoriesAreNativeElseInParts(
            boolean reaches, boolean directFrom, boolean directInto) {
        try (TwoUcxPorts two = TwoUcxPorts.connected(reaches)) {
            byte[] bytes = random(BYTES + 2);
            Payload into = payload(directInto, new byte[BYTES + 2 * MARGIN], MARGIN, BYTES);
            Payload small = payload(directInto, new byte[50_000], 0, 50_000);
            RemoteMemory far = two.far.remoteMemory();
            long key = far.exposeTarget(0, into, BYTES);
            long second = far.exposeTarget(0, small, 50_000);
            long before = two.near.bytesWritten();
            put(two, key, payload(directFrom, bytes, 1, BYTES), BYTES, ~7);
            put(two, second, payload(directFrom, bytes, 2, 50_000), 50_000, 8);
            two.await("the ends of both puts", () -> two.completions.size() == 2);
            two.await("all bytes", () -> two.near.framesTo(1) == two.far.framesFrom(0));
            far.conceal(0, key);
            far.conceal(0, second);
            byte[] expected = new byte[BYTES + 2 * MARGIN];
            System.arraycopy(bytes, 1, expected, MARGIN, BYTES);
            assertArrayEquals(expected, content(into));
            boolean regions = reaches && directFrom && directInto;
            assertEquals(regions ? 2 : 0, two.near.regionsTo(1));
            int parts = regions ? 2 : 31 + 1;
            assertEquals(parts, two.near.partsTo(1));
            assertEquals(BYTES + 50_000L + parts * UcxFrame.PART_HEADER, two.near.bytesWritten() - before);
            assertThrows(IllegalArgumentException.class, () -> far.conceal(0, key), "a key is good for one message");
        }
    }

    @Test
    void packetsGoBetweenTheParts() {
        try (TwoUcxPorts two = TwoUcxPorts.connected(false)) {
            int bytes = 40_000_000;
            Payload into = payload(true, new byte[bytes], 0, bytes);
            long key = two.far.remoteMemory().exposeTarget(0, into, bytes);
            put(two, key, payload(true, new byte[bytes], 0, bytes), bytes, 1);
            TwoUcxPorts.send(two.near, 1, NicPort.CONTROL, 17);
            TwoUcxPorts.send(two.far, 0, NicPort.DATA, 18);
            two.await("the packets", () -> two.packets.size() == 2);
            assertEquals(List.of(), two.completions, "the packets have waited for all of the message");
            two.await("the end of the put", () -> !two.completions.isEmpty());
        }
    }

    @Test
    void theEndOfAMessageWaitsForPartsThatItHasOvertaken() {
        try (TwoUcxPorts two = TwoUcxPorts.connected(false)) {
            byte[] bytes = random(200_000);
            Payload into = payload(false, new byte[bytes.length], 0, bytes.length);
            RemoteMemory far = two.far.remoteMemory();
            long key = far.exposeTarget(0, into, bytes.length);
            put(two, key, payload(true, bytes, 0, bytes.length), bytes.length, 1);
            for (int polls = 0; two.completions.isEmpty(); polls++) {
                assertTrue(polls < 1_000_000, "the kernel does not take all bytes");
                two.near.poll(two, 1);
            }
            far.conceal(0, key);
            assertArrayEquals(bytes, content(into));
        }
    }

    @Test
    @Tag("deep")
    void aMessageThatIsCalledCompleteMustBe() {
        try (TwoUcxPorts two = TwoUcxPorts.connected(false)) {
            RemoteMemory far = two.far.remoteMemory();
            long key = far.exposeTarget(0, payload(false, new byte[100_000], 0, 100_000), 100_000);
            assertThrows(IllegalStateException.class, () -> far.conceal(0, key));
        }
    }

    @Test
    void aPartThatNobodyHasAgreedToIsAFailureOfThePeer() {
        try (TwoUcxPorts two = TwoUcxPorts.connected(false)) {
            Payload into = payload(true, new byte[1000], 0, 1000);
            long key = two.far.remoteMemory().exposeTarget(0, into, 500);
            put(two, key, payload(true, new byte[1000], 0, 1000), 1000, 1);
            // Both become due within microseconds, and either may be first.
            two.await("both failures", () -> two.failures.size() == 2);
            String wrong = "UCX: it sends bytes 0 to 1000 of a long message; expected bytes 0 to 500 at most";
            assertEquals(
                    Set.of(
                            "rank 0 on host host0 has failed: " + wrong,
                            "rank 1 on host host1 has failed: UCX: it has lost this rank: " + wrong),
                    Set.copyOf(two.failures));
        }
    }

    /**
     * In the middle of a message the sender or the receiver dies. The other one reports that, and after that UCX does not use
     * the message's memory: until then it does, here, because the dead rank has taken only a part of the bytes.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aReceiverThatDiesEndsThePutWithAFailure(boolean regions) {
        try (TwoUcxPorts two = TwoUcxPorts.connected(regions)) {
            int bytes = 40_000_000;
            long key = two.far.remoteMemory().exposeTarget(0, payload(true, new byte[bytes], 0, bytes), bytes);
            put(two, key, payload(true, new byte[bytes], 0, bytes), bytes, 1);
            for (int polls = 0; two.near.isOffUserMemory(1); polls++) {
                assertTrue(polls < 10_000, "the kernel takes all bytes");
                two.near.poll(two, 1);
            }
            two.killFar();
            List<Boolean> off = new ArrayList<>();
            two.await("the failure", () -> {
                off.add(two.near.isOffUserMemory(1));
                return !two.failures.isEmpty();
            });
            assertTrue(off.getLast());
            assertTrue(two.failures.getFirst().startsWith("rank 1 on host host1 has failed: UCX: "));
            assertEquals(List.of(), two.completions);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSenderThatDiesLeavesTheReceiversMemory(boolean regions) {
        try (TwoUcxPorts two = TwoUcxPorts.connected(regions)) {
            int bytes = 40_000_000;
            Payload into = payload(true, new byte[bytes], 0, bytes);
            long key = two.near.remoteMemory().exposeTarget(1, into, bytes);
            Payload from = payload(true, random(bytes), 0, bytes);
            assertEquals(RemoteMemory.PENDING, two.far.remoteMemory().put(0, key, from, bytes, 1));
            MemorySegment memory = (MemorySegment) into.memory();
            two.await("the first bytes", () -> memory.get(ValueLayout.JAVA_LONG, 40) != 0);
            two.killFar();
            two.await("the failure", () -> !two.failures.isEmpty());
            assertTrue(two.near.isOffUserMemory(1));
            assertTrue(two.failures.getFirst().startsWith("rank 1 on host host1 has failed: UCX: "));
            assertFalse(content(into)[bytes - 1] == content(from)[bytes - 1] && !two.completions.isEmpty());
            two.near.remoteMemory().conceal(1, key);
        }
    }

    /** A rank that looks at the packets of one peer, and polls those of others, must find out that it has to poll this one. */
    @Test
    void aPacketOfControlDoesNotHideWhatIsBehindIt() {
        try (TwoUcxPorts two = TwoUcxPorts.connected(false)) {
            TwoUcxPorts.send(two.far, 0, NicPort.CONTROL, 20);
            TwoUcxPorts.send(two.far, 0, NicPort.DATA, 21);
            two.near.expect(1);
            long shown = 0;
            for (long until = System.nanoTime() + 2_000_000_000; shown == 0 && System.nanoTime() - until < 0; ) {
                two.near.pollOthers(two, 64);
                shown = two.near.peek(1);
            }
            assertEquals(20, shown >> 32, "the first packet is not shown, and never polled");
        }
    }
}
