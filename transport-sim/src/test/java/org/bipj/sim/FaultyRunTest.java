package org.bipj.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.sim.FaultyRun.End;
import org.bipj.sim.FaultyRun.Result;
import org.bipj.sim.kernel.DeadlockException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the software sees of each kind of fault: what the hardware would show it, and no more. */
class FaultyRunTest {
    private static final long MS = 1_000_000_000;

    @Test
    void withoutFaultsAllIsDelivered() {
        assertEquals(End.DELIVERED, FaultyRun.of("", 1).end());
    }

    @Test
    void aFlippedBitIsFoundByTheCrc() {
        Result result = FaultyRun.of("flip@host0-out:worm=3", 1);
        assertEquals(End.ENDED, result.end(), result.reason());
        assertTrue(result.reason().contains("its CRC does not match"), result.reason());
        assertTrue(result.reason().contains("network error: "), result.reason());
    }

    @Test
    void aLostWormIsFoundByTheNextOnesNumber() {
        // Rank 2 sends its next one to rank 1 without an answer to this one.
        Result result = FaultyRun.of("drop@host1-in:worm=9", 1);
        assertEquals(End.ENDED, result.end(), result.reason());
        assertTrue(
                result.reason().contains("rank 1 ended the job")
                        && result.reason().contains("worm 5 from rank 2 is out of sequence; expected 4"),
                result.reason());
    }

    @Test
    void aLostWormThatNoneFollowsIsAStandstillThatNamesIt() {
        Result result = FaultyRun.of("drop@host1-in:worm=2", 1);
        assertEquals(End.STANDSTILL, result.end(), result.reason());
        assertTrue(
                result.reason().contains("rank 0 waits in org.bipj.bip.Bip.trecv for a message with tag 2, "),
                result.reason());
        assertTrue(
                result.reason()
                        .contains(
                                "drop at host1-in: once; 1 worms did not arrive whole, the first worm 0 from rank 0 to rank 1, dropped at "),
                result.reason());
    }

    @Test
    void aTruncatedWormIsFound() {
        Result result = FaultyRun.of("truncate@host0-out:worm=4", 1);
        assertEquals(End.ENDED, result.end(), result.reason());
        assertTrue(result.reason().contains("was cut short"), result.reason());
    }

    /** Also behind several switches, each of which strips a character of the route. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void aTruncatedWormKeepsItsRouteAndIsFound(int worm) {
        for (String place : new String[] {"any", "switch3.6-in"}) {
            Result result = FaultyRun.of("truncate@" + place + ":worm=" + worm, 1, "topology.switches=5");
            assertEquals(End.ENDED, result.end(), result.reason());
            assertTrue(result.reason().contains("was cut short"), result.reason());
        }
    }

    @Test
    void aDeadCableIsToldToTheBoardThatSendsOnIt() {
        Result result = FaultyRun.of("cut@host2", 1);
        assertEquals(End.ENDED, result.end(), result.reason());
        assertTrue(result.reason().startsWith("rank 2 ended the job"), result.reason());
        assertTrue(result.reason().contains("network error: worm 0 to rank 1 "), result.reason());
    }

    @Test
    void aDeadBoardEndsInAStandstillThatNamesIt() {
        Result result = FaultyRun.of("dead@host1:at=50us", 1);
        assertEquals(End.STANDSTILL, result.end(), result.reason());
        assertTrue(result.reason().contains("dead board of host1 from 50.000 us"), result.reason());
    }

    /** What it has taken off its cable and not handed over stays in it; here for more than 1 us. */
    @Test
    void aDeadBoardHandsNothingToItsHost() {
        long got = got("dead@host5:at=1us");
        int us = 1_000_000;
        assertEquals(Long.MAX_VALUE, got("dead@host1:at=" + (got - us) + "ps"));
        assertEquals(got, got("dead@host1:at=" + got + "ps"));
    }

    /** When rank 1 gets a packet of rank 0, in picoseconds; {@link Long#MAX_VALUE} if never. */
    private static long got(String faults) {
        long[] got = {Long.MAX_VALUE};
        PacketSink sink = new PacketSink() {
            @Override
            public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
                got[0] = 0;
                return DONE;
            }

            @Override
            public void onCompletion(long cookie) {}
        };
        SimOptions options = new SimOptions("bip-ppro200", 1, faults, "", List.of());
        try (SimSession session = SimSession.open(2, options, SimSession.Listener.NONE)) {
            session.run(rank -> {
                NicPort port = session.job(rank).open();
                if (rank == 0) {
                    assertEquals(0, port.claim(1, NicPort.DATA, 8));
                    port.commit(1, NicPort.DATA, 0, 8, 0);
                }
                while (rank == 1 && got[0] != 0) {
                    port.pollOrIdle(sink, 1, 0);
                }
                got[0] = rank == 1 ? session.kernel().now() : got[0];
            });
        } catch (DeadlockException e) {
            assertEquals(Long.MAX_VALUE, got[0], "waits for what is there");
        }
        return got[0];
    }

    /** Nor is any slot of its free again. */
    @Test
    void aDeadBoardSendsNothing() {
        assertEquals(List.of(20, 20), sentAndReceived("dead@host5:at=1us"));
        assertEquals(List.of(4, 0), sentAndReceived("dead@host1:at=1us"));
    }

    /**
     * How many of its packets rank 1 can write into its board, which may have died before, and how many rank 0 gets.
     */
    private static List<Integer> sentAndReceived(String faults) {
        int[] count = new int[2];
        PacketSink counting = new PacketSink() {
            @Override
            public int onPacket(int peer, int lane, int immediate, MemorySegment memory, long offset, int length) {
                count[0]++;
                return DONE;
            }

            @Override
            public void onCompletion(long cookie) {}
        };
        SimOptions options = new SimOptions("bip-ppro200", 1, faults, "", List.of("bip.slots.data=4"));
        try (SimSession session = SimSession.open(2, options, SimSession.Listener.NONE)) {
            session.run(rank -> {
                NicPort port = session.job(rank).open();
                while (rank == 0 && count[0] < 20) {
                    port.pollOrIdle(counting, 1, 0);
                }
                session.job(rank).compute(10_000);
                while (rank == 1 && count[1] < 20) {
                    if (port.claim(0, NicPort.DATA, 8) == 0) {
                        port.commit(0, NicPort.DATA, 0, 8, 0);
                        count[1]++;
                    } else {
                        port.idle(1);
                    }
                }
            });
        } catch (DeadlockException e) {
            // They wait for what was not sent, and for room.
        }
        return List.of(count[1], count[0]);
    }

    @Test
    void aStalledReceiverHoldsWormsBackAndNothingIsLost() {
        Result undisturbed = FaultyRun.of("", 1);
        Result result = FaultyRun.of("stall@host1:at=20us:for=5ms", 1);
        assertEquals(End.DELIVERED, result.end(), result.reason());
        assertTrue(result.endedPs() > 5 * MS, "ended at " + result.endedPs());
        assertTrue(result.endedPs() < 5 * MS + 2 * undisturbed.endedPs(), "ended at " + result.endedPs());
    }

    @Test
    void aReceiverStalledBeyondTheNetworksPatienceCostsTheWormThatWaits() {
        Result result = FaultyRun.of("stall@host1:at=20us:for=200ms", 1, "network.blocked-timeout=50");
        assertEquals(End.ENDED, result.end(), result.reason());
        assertTrue(
                result.reason().startsWith("rank 0 ended the job with code 1: network error: worm 2 to rank 1 ")
                        && result.reason().contains(" was broken up by the network: "),
                result.reason());
    }

    /** The firmware may be about to feed a worm that has just been broken up. */
    @Test
    void aCableThatDiesAnywhereInALongMessageEndsTheRunWithItsReason() {
        for (int us = 300; us < 800; us += 7) {
            Result result = FaultyRun.of("cut@host0:at=" + us + "us", 1);
            assertTrue(result.end() != End.ENDED || result.reason().contains("network error: "), result.reason());
        }
        FaultyRun.of("cut@host0:at=528us", 0, "network.blocked-timeout=50");
    }

    /** The firmware may be about to give room to a worm that has just been broken up. */
    @Test
    void aCableThatDiesWhileItsReceiverIsStalledEndsTheRunWithItsReason() {
        for (int us = 400; us < 600; us += 5) {
            Result result = FaultyRun.of(
                    "cut@host0:at=" + us + "us,stall@host0:at=371us:for=3ms", 0, "network.blocked-timeout=50");
            assertTrue(result.end() != End.ENDED || result.reason().contains("network error: "), result.reason());
        }
    }

    @Test
    void faultsThatStrikeNothingLeaveTheRunAsItIs() {
        Result plain = FaultyRun.of("", 1);
        Result spared = FaultyRun.of("drop:worm=1000000,cut@host7", 1);
        assertEquals(End.DELIVERED, spared.end(), spared.reason());
        assertEquals(plain.endedPs(), spared.endedPs());
    }

    @Test
    void theSameSeedBreaksTheSameWay() {
        assertEquals(FaultyRun.of("flip:rate=1e-4", 3), FaultyRun.of("flip:rate=1e-4", 3));
    }

    @Test
    void aWrongSpecificationIsToldBeforeTheRun() {
        assertEquals(
                "--faults cut@host9: no host 9; the platform has hosts 0 to 7 and switches 0 to 0 with ports 0 to 7",
                assertThrows(IllegalArgumentException.class, () -> FaultyRun.of("cut@host9", 1))
                        .getMessage()
                        .replace("--faults:", "--faults cut@host9:"));
        assertThrows(IllegalArgumentException.class, () -> FaultyRun.of("break it", 1));
    }
}
