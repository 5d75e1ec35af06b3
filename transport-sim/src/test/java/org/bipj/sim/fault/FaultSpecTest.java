package org.bipj.sim.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.bipj.sim.fault.Fault.Harm;
import org.bipj.sim.fault.FaultPlace.Direction;
import org.bipj.sim.net.NetworkTopology;
import org.bipj.sim.net.NetworkTopology.End;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultSpecTest {
    private static final long MS = 1_000_000_000L;

    @Test
    void everyKindOfFault() {
        assertEquals(
                List.of(
                        new Fault.Harmed(Harm.FLIP, FaultPlace.ANY, 1e-7, 0),
                        new Fault.Harmed(Harm.DROP, new FaultPlace(End.host(1), Direction.IN), 0, 3),
                        new Fault.Harmed(Harm.TRUNCATE, new FaultPlace(End.ofSwitch(2, 7), Direction.OUT), 0.5, 0),
                        new Fault.Cut(new FaultPlace(End.ofSwitch(0, 2), Direction.BOTH), 1_500_000),
                        new Fault.Healed(new FaultPlace(End.ofSwitch(0, 2), Direction.BOTH), 2 * MS),
                        new Fault.Dead(new FaultPlace(End.host(3), Direction.BOTH), 0),
                        new Fault.Stall(new FaultPlace(End.host(0), Direction.BOTH), MS, 5 * MS),
                        new Fault.Paused(new FaultPlace(End.host(0), Direction.BOTH), MS, 5 * MS)),
                FaultSpec.parse(
                                "flip:rate=1e-7,drop@host1-in:worm=3,truncate@switch2.7-out:rate=0.5,cut@switch0.2:at=1.5us,"
                                        + "heal@switch0.2:at=2ms,dead@host3,stall@host0:for=5ms:at=1ms,pause@host0:at=1ms:for=5ms")
                        .faults());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|1|flip, drop, truncate, cut, heal, dead, stall, pause, kill or start|the end",
                "flop:rate=1|1|flip, drop, truncate, cut, heal, dead, stall, pause, kill or start|'flop:rate=1'",
                "drop|5|:rate=PROBABILITY or :worm=NUMBER|the end",
                "drop:rate=1:worm=2|5|:rate=PROBABILITY or :worm=NUMBER|':rate=1:worm=2'",
                "drop:rate=2|11|a probability above 0, at most 1, such as 1e-6|'2'",
                "drop:rate=0|11|a probability above 0, at most 1, such as 1e-6|'0'",
                "drop:worm=0|11|a number of a worm, from 1|'0'",
                "drop:wurm=1|6|rate= or worm=, once|'wurm=1'",
                "drop:worm=1:worm=2|13|rate= or worm=, once|'worm=2'",
                "flip@hub3:rate=1|6|any, hostN or switchN.PORT|'hub3:rate=1'",
                "flip@host:rate=1|10|a number|':rate=1'",
                "flip@switch1:rate=1|13|.PORT: which port of the switch|':rate=1'",
                "flip@host1-up:rate=1|12|in or out|'up:rate=1'",
                "cut:at=1ms|4|@PLACE: which cable|':at=1ms'",
                "cut@host1-in|5|a cable: a cut one is dead both ways|'host1-in'",
                "heal@host1-out:at=1ms|6|a cable: it heals both ways|'host1-out:at=1ms'",
                "heal@host1|11|:at=TIME: from when on|the end",
                "kill@host1|11|:at=TIME: from when on|the end",
                "start@any:at=1s|7|hostN|'any:at=1s'",
                "pause@host1:for=1s|12|:at=TIME:for=TIME: from when on, and how long|':for=1s'",
                "cut@host1:at=5|14|a time with its unit (ps, ns, us, ms, s), such as 2.5ms|'5'",
                "cut@host1:at=0.5ps|14|a time with its unit (ps, ns, us, ms, s), such as 2.5ms|'0.5ps'",
                "cut@host1:at=ms|14|a time with its unit (ps, ns, us, ms, s), such as 2.5ms|'ms'",
                "cut@host1:at=1.5e-20s|14|a time with its unit (ps, ns, us, ms, s), such as 2.5ms|'1.5e-20s'",
                "cut@host1:at=1e7s|14|a time of at most 1000000s|'1e7s'",
                "stall@host1:for=1e99999us|17|a time of at most 1000000s|'1e99999us'",
                "cut@host1:at=99999999999s|14|a time of at most 1000000s|'99999999999s'",
                "flip@any-in:rate=1|9|:rate=PROBABILITY or :worm=NUMBER|'-in:rate=1'",
                "dead@any|6|hostN|'any'",
                "dead@switch0.1|6|hostN|'switch0.1'",
                "stall@host1|12|:for=TIME: how long|the end",
                "stall@host1:for=0ms|17|a positive time with its unit (ps, ns, us, ms, s), such as 2.5ms|'0ms'",
                "cut@host1;drop|10|':', ',' or the end|';drop'",
                "cut@host1,|11|flip, drop, truncate, cut, heal, dead, stall, pause, kill or start|the end"
            })
    void anErrorTellsWhereAndWhatWasExpected(String spec, int position, String expected, String found) {
        String message = assertThrows(IllegalArgumentException.class, () -> FaultSpec.parse(spec))
                .getMessage();
        assertEquals(
                "--faults " + spec + ": at position " + position + " expected " + expected + ", found " + found,
                message);
    }

    @ParameterizedTest
    @CsvSource({"1e1us, 10000000", "2.5E-2ns, 25", "1e6s, 1000000000000000000", "1e+3ps, 1000", "0.001us, 1000"})
    void timesAreNumbersAsRatesAre(String time, double ps) {
        assertEquals(
                List.of(new Fault.Cut(FaultPlace.ANY, (long) ps)),
                FaultSpec.parse("cut@any:at=" + time).faults());
    }

    @Test
    void aPlaceCoversTheDirectionsOfItsCable() {
        NetworkTopology topology = new NetworkTopology(2, 1, 4);
        topology.connect(End.host(0), End.ofSwitch(0, 0), 3);
        topology.connect(End.host(1), End.ofSwitch(0, 1), 3);
        FaultPlace both = new FaultPlace(End.host(0), Direction.BOTH);
        FaultPlace out = new FaultPlace(End.host(0), Direction.OUT);
        FaultPlace in = new FaultPlace(End.host(0), Direction.IN);
        assertTrue(both.covers(topology, End.host(0)) && both.covers(topology, End.ofSwitch(0, 0)));
        assertTrue(out.covers(topology, End.host(0)));
        assertFalse(out.covers(topology, End.ofSwitch(0, 0)));
        assertTrue(in.covers(topology, End.ofSwitch(0, 0)));
        assertFalse(in.covers(topology, End.host(0)));
        assertFalse(both.covers(topology, End.host(1)) || both.covers(topology, End.ofSwitch(0, 1)));
        assertTrue(FaultPlace.ANY.covers(topology, End.host(1)));
    }

    @Test
    void placesThatDoNotExistAreToldBeforeTheRun() {
        NetworkTopology topology = new NetworkTopology(2, 1, 4);
        topology.connect(End.host(0), End.ofSwitch(0, 0), 3);
        FaultSpec.parse("cut@host0,drop@switch0.0-in:worm=1").check(topology);
        assertEquals(
                "--faults: no host 2; the platform has hosts 0 to 1 and switches 0 to 0 with ports 0 to 3",
                refusal(topology, "dead@host2"));
        assertEquals(
                "--faults: no switch 1 port 0; the platform has hosts 0 to 1 and switches 0 to 0 with ports 0 to 3",
                refusal(topology, "cut@switch1.0"));
        assertEquals(
                "--faults: no switch 0 port 4; the platform has hosts 0 to 1 and switches 0 to 0 with ports 0 to 3",
                refusal(topology, "cut@switch0.4"));
        assertEquals("--faults: no cable at host 1", refusal(topology, "dead@host1"));
        FaultSpec.parse("cut@switch0.0:at=1ms,heal@host0:at=2ms,heal@any:at=3ms")
                .check(topology);
        assertEquals(
                "--faults: heal@host0 at 1.000000 ms; expected a cut of that cable before",
                refusal(topology, "heal@host0:at=1ms,cut@switch0.0:at=1ms"));
        assertEquals("--faults: no cable at switch 0 port 3", refusal(topology, "cut@switch0.3"));
    }

    private static String refusal(NetworkTopology topology, String spec) {
        return assertThrows(
                        IllegalArgumentException.class,
                        () -> FaultSpec.parse(spec).check(topology))
                .getMessage();
    }
}
