package org.bipj.sim.fault;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.bipj.sim.fault.Fault.Harm;
import org.bipj.sim.fault.FaultPlace.Direction;
import org.bipj.sim.kernel.VirtualTimeText;
import org.bipj.sim.net.NetworkTopology.End;

/** Reads the grammar of {@link FaultSpec}. Positions in messages count from 1. */
final class FaultParser {
    private final String spec;
    private int at;

    FaultParser(String spec) {
        this.spec = spec;
    }

    List<Fault> parse() {
        List<Fault> faults = new ArrayList<>();
        do {
            faults.add(fault());
        } while (accept(','));
        check(at == spec.length(), at, "':', ',' or the end");
        return faults;
    }

    private Fault fault() {
        int start = at;
        String kind = word();
        return switch (kind) {
            case "flip" -> harmed(Harm.FLIP);
            case "drop" -> harmed(Harm.DROP);
            case "truncate" -> harmed(Harm.TRUNCATE);
            case "cut" -> cut();
            case "heal" -> heal();
            case "dead" -> dead();
            case "stall" -> stall();
            case "pause" -> paused();
            case "kill" -> {
                FaultPlace host = host("@hostN: which host");
                yield new Fault.Killed(host, moment());
            }
            case "start" -> {
                FaultPlace host = host("@hostN: which host");
                yield new Fault.Started(host, moment());
            }
            default -> throw wrong(start, "flip, drop, truncate, cut, heal, dead, stall, pause, kill or start");
        };
    }

    private Fault harmed(Harm harm) {
        FaultPlace place = accept('@') ? place() : FaultPlace.ANY;
        int start = at;
        Map<String, Value> values = values("rate", "worm");
        check(values.size() == 1, start, ":rate=PROBABILITY or :worm=NUMBER");
        Value rate = values.get("rate");
        return rate != null
                ? new Fault.Harmed(harm, place, probability(rate), 0)
                : new Fault.Harmed(harm, place, 0, number(values.get("worm")));
    }

    private Fault cut() {
        return new Fault.Cut(
                cable("a cut one is dead both ways"), time(values("at").get("at"), 0));
    }

    private Fault heal() {
        FaultPlace place = cable("it heals both ways");
        return new Fault.Healed(place, moment());
    }

    /** The moment of a fault for which there is no usual one. */
    private long moment() {
        int start = at;
        Value from = values("at").get("at");
        check(from != null, start, ":at=TIME: from when on");
        return time(from, 0);
    }

    private FaultPlace cable(String why) {
        expect('@', "@PLACE: which cable");
        int start = at;
        FaultPlace place = place();
        check(place.direction() == Direction.BOTH, start, "a cable: " + why);
        return place;
    }

    private Fault dead() {
        FaultPlace host = host("@hostN: which board");
        return new Fault.Dead(host, time(values("at").get("at"), 0));
    }

    private Fault stall() {
        FaultPlace host = host("@hostN: which board");
        int start = at;
        Map<String, Value> values = values("at", "for");
        check(values.containsKey("for"), start, ":for=TIME: how long");
        return new Fault.Stall(host, time(values.get("at"), 0), time(values.get("for"), 1));
    }

    private Fault paused() {
        FaultPlace host = host("@hostN: which host");
        int start = at;
        Map<String, Value> values = values("at", "for");
        check(values.size() == 2, start, ":at=TIME:for=TIME: from when on, and how long");
        return new Fault.Paused(host, time(values.get("at"), 0), time(values.get("for"), 1));
    }

    /** The place of a board or of a host: the host. */
    private FaultPlace host(String expected) {
        expect('@', expected);
        int start = at;
        FaultPlace place = place();
        check(place.end() != null && place.end().isHost() && place.direction() == Direction.BOTH, start, "hostN");
        return place;
    }

    private FaultPlace place() {
        int start = at;
        String name = word();
        if (name.equals("any")) {
            return FaultPlace.ANY;
        }
        End end;
        if (name.equals("host")) {
            end = End.host(digits());
        } else if (name.equals("switch")) {
            int node = digits();
            expect('.', ".PORT: which port of the switch");
            end = End.ofSwitch(node, digits());
        } else {
            throw wrong(start, "any, hostN or switchN.PORT");
        }
        if (!accept('-')) {
            return new FaultPlace(end, Direction.BOTH);
        }
        int side = at;
        return switch (word()) {
            case "in" -> new FaultPlace(end, Direction.IN);
            case "out" -> new FaultPlace(end, Direction.OUT);
            default -> throw wrong(side, "in or out");
        };
    }

    /** The text of a value, and its position for errors. */
    private record Value(String text, int at) {}

    private Map<String, Value> values(String... keys) {
        Map<String, Value> values = new LinkedHashMap<>();
        while (accept(':')) {
            int start = at;
            String key = word();
            check(
                    List.of(keys).contains(key) && !values.containsKey(key),
                    start,
                    String.join("= or ", keys) + "=, once");
            expect('=', "=VALUE");
            int from = at;
            while (at < spec.length() && ",:@=".indexOf(spec.charAt(at)) < 0) {
                at++;
            }
            values.put(key, new Value(spec.substring(from, at), from));
        }
        return values;
    }

    private double probability(Value value) {
        try {
            double rate = Double.parseDouble(value.text);
            if (rate > 0 && rate <= 1) {
                return rate;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw wrong(value.at, "a probability above 0, at most 1, such as 1e-6");
    }

    private long number(Value value) {
        try {
            long number = Long.parseLong(value.text);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw wrong(value.at, "a number of a worm, from 1");
    }

    /** A time; 0 if none is given. */
    private long time(Value value, long least) {
        if (value == null) {
            return 0;
        }
        OptionalLong time = VirtualTimeText.parse(value.text);
        if (time.isPresent() && time.getAsLong() >= least) {
            check(time.getAsLong() <= VirtualTimeText.LONGEST_PS, value.at, "a time of at most 1000000s");
            return time.getAsLong();
        }
        throw wrong(
                value.at,
                "a " + (least > 0 ? "positive " : "") + "time with its unit (ps, ns, us, ms, s), such as 2.5ms");
    }

    private int digits() {
        int start = at;
        while (at < spec.length() && spec.charAt(at) >= '0' && spec.charAt(at) <= '9') {
            at++;
        }
        try {
            return Integer.parseInt(spec.substring(start, at));
        } catch (NumberFormatException e) {
            throw wrong(start, "a number");
        }
    }

    private String word() {
        int start = at;
        while (at < spec.length() && spec.charAt(at) >= 'a' && spec.charAt(at) <= 'z') {
            at++;
        }
        return spec.substring(start, at);
    }

    private boolean accept(char c) {
        if (at < spec.length() && spec.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c, String expected) {
        int start = at;
        check(accept(c), start, expected);
    }

    private void check(boolean holds, int position, String expected) {
        if (!holds) {
            throw wrong(position, expected);
        }
    }

    private IllegalArgumentException wrong(int position, String expected) {
        String found = position < spec.length() ? "'" + spec.substring(position) + "'" : "the end";
        return new IllegalArgumentException(
                "--faults " + spec + ": at position " + (position + 1) + " expected " + expected + ", found " + found);
    }
}
