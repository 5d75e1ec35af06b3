package org.bipj.sim.hardware;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.bipj.sim.net.Worm;
import org.bipj.sim.trace.Trace;
import org.junit.jupiter.api.Test;

/** The processor: order of steps, what they are charged, when what they start begins; and what the host sees. */
class LanaiTest {
    private static final long CYCLE = 30303;
    private static final long ACCESS = 15152;
    private static final long BYTE = 7576;
    private static final long SETUP = 500_000;
    private static final long LATENCY = 250_000;

    private final Rig rig = new Rig();

    @Test
    void stepsRunFirstComeFirstServedAndToTheirEnd() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                super.onDoorbell(command);
                rig.lanai.cycles(10);
            }
        });
        rig.at(100, () -> rig.lanai.ring("a"));
        rig.at(200, () -> rig.lanai.ring("b"));
        rig.at(200, () -> rig.in.arrive(new Worm(new byte[0], "w"), 8));
        rig.at(300, () -> rig.lanai.ring("c"));
        // Comes as the processor turns to the next one.
        rig.at(100 + 10 * CYCLE, () -> rig.lanai.ring("d"));
        rig.run();
        assertEquals(
                List.of(
                        "100 doorbell a",
                        100 + 10 * CYCLE + " doorbell b",
                        100 + 20 * CYCLE + " head w",
                        100 + 20 * CYCLE + " doorbell c",
                        100 + 30 * CYCLE + " doorbell d"),
                rig.log);
        assertEquals(40 * CYCLE, rig.lanai.busyPs());
    }

    @Test
    void howeverManyEventsWaitTheyKeepTheirOrder() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                super.onDoorbell(command);
                rig.lanai.cycles(2);
            }
        });
        // They come faster than they are served, so that the queue grows while it wraps around.
        for (int i = 0; i < 100; i++) {
            int number = i;
            rig.at(i * CYCLE, () -> rig.lanai.ring(number));
        }
        rig.run();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            expected.add(2 * i * CYCLE + " doorbell " + i);
        }
        assertEquals(expected, rig.log);
    }

    @Test
    void whatAStepStartsBeginsWhenTheStepHasGotSoFar() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.cycles(26);
                rig.lanai.sram(4);
                rig.lanai.send(new Worm(new byte[1], "w"));
                rig.lanai.cycles(10);
                rig.lanai.feed(64, true);
                rig.lanai.cycles(5);
            }
        });
        rig.at(0, () -> rig.lanai.ring("a"));
        rig.run();
        long begin = 26 * CYCLE + 4 * ACCESS;
        long feed = begin + 10 * CYCLE;
        assertEquals(List.of(begin + " begin", feed + " feed 64 at " + BYTE, feed + 64 * BYTE + " sent w"), rig.log);
        assertFalse(rig.lanai.isSendBusy());
    }

    @Test
    void hostDmaTakesSetUpAndBytesOverRateAndIsSeenOneLatencyLater() {
        rig.node
                .host()
                .onDelivery((cookie, bytes) -> rig.log.add(rig.kernel.now() + " delivered " + cookie + " " + bytes));
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.hostDma(true, 0x1000, 4096, command);
                assertTrue(rig.lanai.isHostDmaBusy());
            }
        });
        rig.at(0, () -> rig.lanai.ring("d"));
        rig.run();
        long end = SETUP + 4096 * BYTE;
        assertEquals(List.of(end + " dma d", end + LATENCY + " delivered d 4096"), rig.log);
        assertFalse(rig.lanai.isHostDmaBusy());
    }

    @Test
    void whatWasWrittenToTheHostBeforeTheLastWasSeenIsSeenInOrder() {
        Rig slow = new Rig(Rig.PPRO.with("bus.dma.latency", "5"), Trace.OFF);
        slow.node
                .host()
                .onDelivery((cookie, bytes) -> slow.log.add(slow.kernel.now() + " delivered " + cookie + " " + bytes));
        slow.lanai.load(slow.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                slow.lanai.hostDma(true, 0x1000, 4, 0);
            }

            @Override
            public void onHostDma(Object cookie) {
                int next = (int) cookie + 1;
                if (next < 3) {
                    slow.lanai.hostDma(true, 0x1000, 4 + 4 * next, next);
                }
            }
        });
        slow.at(0, () -> slow.lanai.ring("d"));
        slow.run();
        List<String> expected = new ArrayList<>();
        long end = 0;
        for (int i = 0; i < 3; i++) {
            end += SETUP + (4 + 4 * i) * BYTE;
            expected.add(end + 5_000_000 + " delivered " + i + " " + (4 + 4 * i));
        }
        assertEquals(expected, slow.log);
    }

    @Test
    void hostDmaMovesWholeWords() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.hostDma(false, 0x1003, 2, command);
            }
        });
        rig.at(0, () -> rig.lanai.ring("d"));
        rig.run();
        assertEquals(List.of(SETUP + 8 * BYTE + " dma d"), rig.log);
    }

    @Test
    void enginesRefuseASecondJob() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.hostDma(false, 0, 4, "first");
                assertThrows(IllegalStateException.class, () -> rig.lanai.hostDma(true, 0, 4, "second"));
                rig.lanai.send(new Worm(new byte[1], "w"));
                assertThrows(IllegalStateException.class, () -> rig.lanai.send(new Worm(new byte[1], "x")));
                rig.lanai.feed(8, true);
                assertThrows(IllegalStateException.class, () -> rig.lanai.feed(8, true));
                rig.lanai.receive(8);
                assertThrows(IllegalStateException.class, () -> rig.lanai.receive(8));
                note("done");
            }
        });
        rig.at(0, () -> rig.lanai.ring("d"));
        rig.run();
        assertTrue(rig.log.contains("0 done"));
    }

    @Test
    void roomGivenInAdvanceIsUsedWithoutAStep() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.receive(100);
            }
        });
        rig.at(0, () -> rig.lanai.ring("a"));
        rig.at(1000, () -> rig.in.arrive(new Worm(new byte[0], "w"), 40));
        rig.run();
        assertEquals(List.of("1000 take 40 at " + BYTE, 1000 + 40 * BYTE + " tail w 40"), rig.log);
        assertFalse(rig.lanai.hasRoom());
    }

    @Test
    void aLongWormIsTakenRoomByRoom() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onHead(Worm worm) {
                rig.lanai.receive(64);
            }

            @Override
            public void onBufferFull(Worm worm, int chars) {
                super.onBufferFull(worm, chars);
                rig.lanai.cycles(2);
                rig.lanai.receive(64);
            }
        });
        rig.at(0, () -> rig.in.arrive(new Worm(new byte[0], "w"), 100));
        rig.run();
        long second = 64 * BYTE + 2 * CYCLE;
        assertEquals(
                List.of(
                        "0 take 64 at " + BYTE,
                        64 * BYTE + " full w 64",
                        second + " take 36 at " + BYTE,
                        second + 36 * BYTE + " tail w 36"),
                rig.log);
    }

    /** The processor hears of both at once, one after the other, and knows of the first only when it gives room. */
    @Test
    void roomForAWormThatHasBeenBrokenUpMeanwhileIsGivenUp() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.cycles(1000);
            }

            @Override
            public void onHead(Worm worm) {
                rig.lanai.receive(64);
            }

            @Override
            public void onBufferFull(Worm worm, int chars) {
                super.onBufferFull(worm, chars);
                rig.lanai.receive(32);
                assertFalse(rig.lanai.hasRoom());
            }

            @Override
            public void onTail(Worm worm, int chars) {
                super.onTail(worm, chars);
                rig.lanai.receive(16);
            }
        });
        rig.at(0, () -> rig.in.arrive(new Worm(new byte[0], "w"), 100));
        rig.at(64 * BYTE - 1, () -> rig.lanai.ring("busy"));
        rig.at(64 * BYTE + 1, () -> rig.in.breakUp());
        rig.at(100_000_000, () -> rig.in.arrive(new Worm(new byte[0], "x"), 10));
        rig.run();
        long after = 64 * BYTE - 1 + 1000 * CYCLE;
        assertEquals(
                List.of(
                        "0 take 64 at " + BYTE,
                        after + " full w 64",
                        after + " tail w 0",
                        "100000000 take 10 at " + BYTE,
                        100_000_000 + 10 * BYTE + " tail x 10"),
                rig.log);
    }

    /** Room begins when the step has got so far. */
    @Test
    void roomThatHasNotBegunEndsWithItsWorm() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onHead(Worm worm) {
                super.onHead(worm);
                rig.lanai.cycles(100);
                rig.lanai.receive(64);
            }
        });
        rig.at(0, () -> rig.in.arrive(new Worm(new byte[0], "w"), 40));
        rig.at(10 * CYCLE, () -> rig.in.breakUp());
        rig.at(20 * CYCLE, () -> rig.in.arrive(new Worm(new byte[0], "x"), 40));
        rig.run();
        assertEquals(
                List.of(
                        "0 head w",
                        100 * CYCLE + " tail w 0",
                        100 * CYCLE + " head x",
                        200 * CYCLE + " take 40 at " + BYTE,
                        200 * CYCLE + 40 * BYTE + " tail x 40"),
                rig.log);
    }

    @Test
    void timersExpireAtTicksOfTheClock() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.timer(3, 4);
                rig.lanai.timer(1, 1);
                rig.lanai.timer(1, 2);
                rig.lanai.timer(0, 1);
                rig.lanai.cancelTimer(0);
            }
        });
        rig.at(1_700_000, () -> rig.lanai.ring("a"));
        rig.run();
        assertEquals(List.of("2500000 timer 1", "3500000 timer 3"), rig.log);
    }

    @Test
    void aTimerThatIsNotSetMayBeTakenBackAndOneOfNoTicksIsRefused() {
        rig.lanai.cancelTimer(0);
        assertThrows(IllegalArgumentException.class, () -> rig.lanai.timer(0, 0));
        assertThrows(IllegalArgumentException.class, () -> rig.lanai.timer(-1, 1));
        assertEquals(0, rig.kernel.scheduled());
    }

    @Test
    void anInterruptReachesTheUserAfter31Microseconds() {
        rig.node.host().onInterrupt(() -> rig.log.add(rig.kernel.now() + " interrupt"));
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.cycles(1);
                rig.lanai.interrupt();
            }
        });
        rig.at(0, () -> rig.lanai.ring("a"));
        rig.run();
        assertEquals(List.of(31_000_000 + CYCLE + " interrupt"), rig.log);
    }

    @Test
    void aBoardInResetTakesAndIgnoresWorms() {
        rig.at(0, () -> rig.in.arrive(new Worm(new byte[0], "w"), 40));
        rig.at(1, () -> rig.lanai.load(rig.new Logging()));
        rig.at(1_000_000, () -> rig.in.arrive(new Worm(new byte[0], "x"), 8));
        rig.run();
        assertEquals(
                List.of("0 take 40 at " + BYTE, "1000000 head x"), rig.log, "a worm that came in reset is forgotten");
    }

    @Test
    void resetEndsWhatGoesOn() {
        Worm cut = new Worm(new byte[1], "w");
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                assertTrue(rig.lanai.allocate(1000));
                rig.lanai.timer(0, 100);
                rig.lanai.hostDma(false, 0, 4096, "d");
                rig.lanai.send(cut);
                rig.lanai.feed(64, false);
                rig.lanai.cycles(100);
            }
        });
        rig.at(0, () -> rig.lanai.ring("a"));
        rig.at(1000, () -> rig.lanai.ring("b"));
        rig.at(2000, rig.lanai::reset);
        rig.run();
        assertTrue(cut.truncated);
        assertEquals(
                "feed 1 at " + BYTE,
                rig.log.getLast().replaceFirst("^\\d+ ", ""),
                "the tail leaves behind what was fed");
        assertFalse(rig.lanai.isSendBusy());
        assertEquals(256 * 1024, rig.lanai.available());
        assertFalse(rig.lanai.isHostDmaBusy());
        assertTrue(rig.lanai.isReset());
    }

    /** Sends a worm in two ranges, the first step charged with some cycles before it. */
    private final class Sending extends Rig.Logging {
        private final Worm worm;
        private final int cycles;

        Sending(Worm worm, int cycles) {
            rig.super();
            this.worm = worm;
            this.cycles = cycles;
        }

        @Override
        public void onDoorbell(Object command) {
            rig.lanai.cycles(cycles);
            rig.lanai.send(worm);
            rig.lanai.feed(64, false);
        }
    }

    @Test
    void aWormThatHasNotBegunBeforeAResetNeverBegins() {
        rig.lanai.load(new Sending(new Worm(new byte[1], "w"), 100));
        rig.at(0, () -> rig.lanai.ring("a"));
        rig.at(10, rig.lanai::reset);
        rig.at(20, () -> assertFalse(rig.lanai.isSendBusy()));
        rig.at(30, () -> rig.lanai.load(new Sending(new Worm(new byte[1], "x"), 0)));
        rig.at(40, () -> rig.lanai.ring("b"));
        rig.run();
        assertEquals(
                List.of("40 begin", "40 feed 64 at " + BYTE, 40 + 64 * BYTE + " sent x"), rig.log, "the next one does");
        assertTrue(rig.lanai.isSendBusy(), "until its last range");
    }

    @Test
    void aResetBreaksTheProcessorsStepOff() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.cycles(100);
            }
        });
        rig.at(0, () -> rig.lanai.ring("a"));
        rig.at(10, rig.lanai::reset);
        rig.at(20, () -> rig.lanai.load(rig.new Logging()));
        rig.at(30, () -> rig.lanai.ring("b"));
        rig.run();
        assertEquals(List.of("30 doorbell b"), rig.log);
        assertEquals(10, rig.lanai.busyPs());
    }

    /** At full pace, too: no engine of before has a share of the board's memory any more. */
    @Test
    void theNextProgramHearsOfNothingThatWasUnderWayBeforeAReset() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.timer(0, 5);
                rig.lanai.hostDma(true, 0, 4096, "d");
                rig.lanai.cycles(1000);
            }
        });
        rig.node.host().onDelivery((cookie, bytes) -> rig.log.add("delivered " + cookie));
        rig.at(0, () -> rig.lanai.ring("a"));
        rig.at(1, () -> rig.lanai.ring("b"));
        rig.at(SETUP + 1000, rig.lanai::reset);
        rig.at(
                SETUP + 2000,
                () -> rig.lanai.load(rig.new Logging() {
                    @Override
                    public void onDoorbell(Object command) {
                        super.onDoorbell(command);
                        rig.lanai.sram(1);
                        note("full pace");
                    }
                }));
        rig.at(SETUP + 3000, () -> rig.lanai.ring("c"));
        rig.run();
        assertEquals(List.of(SETUP + 3000 + " doorbell c", SETUP + 3000 + ACCESS + " full pace"), rig.log);
    }

    @Test
    void aWormThatWaitsForItsNextRangeEndsWithAReset() {
        Worm worm = new Worm(new byte[1], "w");
        rig.lanai.load(new Sending(worm, 0));
        rig.at(0, () -> rig.lanai.ring("a"));
        rig.at(1_000_000, rig.lanai::reset);
        rig.run();
        assertTrue(worm.truncated);
        assertEquals("1000000 feed 1 at " + BYTE, rig.log.getLast());
        assertFalse(rig.lanai.isSendBusy());
    }

    @Test
    void aWormWhoseTailWasOnItsWayIsWholeInSpiteOfAReset() {
        Worm worm = new Worm(new byte[1], "w");
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.send(worm);
                rig.lanai.feed(64, true);
            }
        });
        rig.at(0, () -> rig.lanai.ring("a"));
        rig.at(10, rig.lanai::reset);
        rig.run();
        assertFalse(worm.truncated);
        assertEquals(List.of("0 begin", "0 feed 64 at " + BYTE), rig.log);
        assertFalse(rig.lanai.isSendBusy());
    }

    @Test
    void whatIsFedBeforeTheFirmwareHearsThatItsWormWasBrokenUpGoesNowhere() {
        Worm worm = new Worm(new byte[1], "w");
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.send(worm);
                rig.lanai.feed(64, false);
                rig.lanai.cycles(100);
            }

            @Override
            public void onTimer(int timer) {
                super.onTimer(timer);
                rig.lanai.feed(64, true);
            }

            @Override
            public void onSendReset(Worm lost) {
                super.onSendReset(lost);
                rig.lanai.send(new Worm(new byte[1], "x"));
                rig.lanai.feed(8, true);
            }
        });
        rig.at(0, () -> rig.lanai.ring("a"));
        rig.at(10, () -> rig.lanai.expired(7));
        rig.at(20, () -> rig.out.breakUp());
        rig.run();
        long after = 100 * CYCLE;
        assertEquals(
                List.of(
                        "0 begin",
                        "0 feed 64 at " + BYTE,
                        after + " timer 7",
                        after + " reset w",
                        after + " begin",
                        after + " feed 8 at " + BYTE,
                        after + 8 * BYTE + " sent x"),
                rig.log);
    }

    @Test
    void aWormThatWaitsForRoomIsTakenAndForgottenAfterAReset() {
        rig.lanai.load(rig.new Logging());
        rig.at(0, () -> rig.in.arrive(new Worm(new byte[0], "w"), 40));
        rig.at(10, rig.lanai::reset);
        rig.at(20, () -> rig.lanai.load(rig.new Logging()));
        rig.at(1_000_000, () -> rig.in.arrive(new Worm(new byte[0], "x"), 8));
        rig.run();
        assertEquals(List.of("0 head w", "10 take 40 at " + BYTE, "1000000 head x"), rig.log);
    }

    @Test
    void ofAWormThatIsBeingTakenTheRestIsForgottenAfterAReset() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onHead(Worm worm) {
                rig.lanai.receive(64);
            }
        });
        rig.at(0, () -> rig.in.arrive(new Worm(new byte[0], "w"), 100));
        rig.at(10, rig.lanai::reset);
        rig.at(20, () -> rig.lanai.load(rig.new Logging()));
        rig.at(10_000_000, () -> rig.in.arrive(new Worm(new byte[0], "x"), 8));
        rig.run();
        assertEquals(List.of("0 take 64 at " + BYTE, 64 * BYTE + " take 36 at " + BYTE, "10000000 head x"), rig.log);
    }

    @Test
    void roomThatWasGivenBeforeAResetIsGone() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.receive(64);
                assertTrue(rig.lanai.hasRoom());
            }
        });
        rig.at(0, () -> rig.lanai.ring("a"));
        rig.at(10, rig.lanai::reset);
        rig.at(20, () -> rig.lanai.load(rig.new Logging()));
        rig.at(30, () -> rig.in.arrive(new Worm(new byte[0], "w"), 8));
        rig.run();
        assertFalse(rig.lanai.hasRoom());
        assertEquals(List.of("30 head w"), rig.log);
    }

    @Test
    void whatWasTakenOfTheBoardsMemoryIsMissingUntilItIsGivenBack() {
        assertTrue(rig.lanai.allocate(1000));
        assertEquals(256 * 1024 - 1000, rig.lanai.available());
        assertFalse(rig.lanai.allocate(256 * 1024 - 999));
        rig.lanai.free(400);
        assertEquals(256 * 1024 - 600, rig.lanai.available());
    }

    @Test
    void aDeadBoardTakesNothingAndStaysDead() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                rig.lanai.timer(0, 10);
                rig.lanai.hostDma(false, 0, 64, "d");
                rig.lanai.send(new Worm(new byte[1], "w"));
                rig.lanai.feed(64, true);
                rig.lanai.receive(64);
                rig.lanai.cycles(100);
            }
        });
        rig.at(0, () -> rig.lanai.ring("a"));
        rig.at(0, rig.lanai::kill);
        rig.at(1000, () -> rig.in.arrive(new Worm(new byte[0], "w"), 40));
        rig.at(2000, rig.lanai::reset);
        rig.at(3000, () -> rig.lanai.load(rig.new Logging()));
        rig.at(4000, () -> rig.lanai.ring("b"));
        rig.run();
        assertEquals(List.of(), rig.log);
    }

    @Test
    void aBoardThatDiesBeforeItsRoomBeginsDoesNotTakeTheWormInFront() {
        rig.lanai.load(rig.new Logging() {
            @Override
            public void onHead(Worm worm) {
                rig.lanai.cycles(100);
                rig.lanai.receive(64);
            }
        });
        rig.at(0, () -> rig.in.arrive(new Worm(new byte[0], "w"), 40));
        rig.at(10, rig.lanai::kill);
        rig.run();
        assertEquals(List.of(), rig.log);
    }

    @Test
    void theTraceShowsEachPartOnItsTrackWithoutOverlap() {
        Spans spans = new Spans();
        Rig traced = new Rig(Rig.PPRO, spans);
        traced.lanai.load(traced.new Logging() {
            @Override
            public void onDoorbell(Object command) {
                traced.lanai.cycles(10);
                traced.lanai.hostDma(true, 0, 64, "d");
                traced.lanai.send(new Worm(new byte[1], "w"));
                traced.lanai.feed(32, true);
                traced.lanai.cycles(5);
            }

            @Override
            public void onHead(Worm worm) {
                traced.lanai.cycles(1);
                traced.lanai.receive(64);
            }
        });
        traced.at(0, () -> traced.lanai.ring("a"));
        traced.at(100, () -> traced.in.arrive(new Worm(new byte[0], "x"), 40));
        traced.run();
        long head = 15 * CYCLE;
        assertEquals(
                List.of(
                        "LANai: doorbell 0 " + head,
                        "LANai: head " + head + " " + (head + CYCLE),
                        "send DMA: send 32 " + 10 * CYCLE + " " + (10 * CYCLE + 32 * BYTE),
                        "receive DMA: receive 40 " + (head + CYCLE) + " " + (head + CYCLE + 40 * BYTE),
                        "host DMA: to host 64 " + 10 * CYCLE + " " + (10 * CYCLE + SETUP + 64 * BYTE)),
                spans.lines);
    }

    /** Writes spans down, by the names of their tracks. */
    private static final class Spans implements Trace {
        final List<String> names = new ArrayList<>();
        final List<String> lines = new ArrayList<>();

        @Override
        public boolean isOn() {
            return true;
        }

        @Override
        public int track(String group, String name) {
            assertEquals("node 0", group);
            names.add(name);
            return names.size() - 1;
        }

        @Override
        public void span(int track, String what, long from, long to) {
            lines.add(names.get(track) + ": " + what + " " + from + " " + to);
        }

        @Override
        public void instant(int track, String what, long at) {}
    }
}
