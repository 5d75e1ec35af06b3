package org.bipj.sim.constants;

import static java.util.Map.entry;

import java.util.Map;
import org.bipj.sim.constants.Unit.Dimension;

/**
 * The range of a constant's value: that of its key, or else that of its dimension. Outside of it a run would not end,
 * or times and sizes would not fit their integers: in picoseconds a run can take nine million times the longest time,
 * or transfer 9 GB at the lowest rate.
 *
 * @param dimension of both ends
 * @param least in the dimension's own unit
 * @param most in the dimension's own unit
 * @param whole true if only whole numbers are valid
 * @param text the range as messages state it
 */
record ValueRange(Dimension dimension, double least, double most, boolean whole, String text) {
    private static final Map<Dimension, ValueRange> OF_DIMENSION = Map.ofEntries(
            entry(Dimension.COUNT, whole("0 to 2147483647")),
            entry(Dimension.TIME, range("0 to 1 s")),
            entry(Dimension.RATE, range("0.001 MB/s to 1000 GB/s")),
            entry(Dimension.SIZE, range("0 to 2147483647 B")),
            entry(Dimension.FREQUENCY, range("1000 Hz to 1000 GHz")),
            entry(Dimension.OPERATIONS, range("0.001 Mop/s to 1000 Gop/s")),
            entry(Dimension.LENGTH, range("0 to 1000000 m")),
            entry(Dimension.PROPAGATION, range("0 to 1000000 ns/m")),
            entry(Dimension.CYCLES, whole("0 to 1000000 cycles")),
            entry(Dimension.ACCESSES, whole("0 to 1000000 accesses")),
            entry(Dimension.WORDS, whole("0 to 1000000 words")));

    private static final Map<String, ValueRange> OF_KEY = Map.ofEntries(
            entry("host.heap", whole("0 to 1000000000000000")),
            entry("host.page", range("64 B to 1 MiB")),
            entry("host.pin.pages", whole("1 to 2147483647")),
            // Polls that cost nothing would never reach the next moment.
            entry("host.poll", range("1 ps to 1 s")),
            entry("lanai.rtc", range("0.1 us to 1 s")),
            entry("sram.least-share", range("0.001 to 0.333333")),
            // The largest control packet of the channel has 32 bytes, 8 of them its envelope, and must be a short
            // message.
            entry("bip.short", whole("6 to 65536 words")),
            entry("bip.slots.data", whole("1 to 65536")),
            entry("bip.slots.control", whole("1 to 65536")),
            entry("bip.buffers.send", whole("1 to 65536")),
            entry("bip.buffers.receive", whole("1 to 65536")),
            entry("bip.queue.slots", whole("1 to 2147483647")),
            // Two credits.
            entry("bip.credit", range("128 to 2147483647 B")),
            entry("ip.mtu", range("576 to 65515 B")),
            entry("ip.ring", whole("1 to 65536")),
            entry("ip.coalesce", whole("1 to 65536")),
            entry("ip.buffer.send", range("1 to 1073741824 B")),
            entry("ip.buffer.receive", range("1 to 1073741824 B")),
            entry("ip.buffer.datagrams", range("1 to 1073741824 B")),
            entry("ip.loss", range("0 to 1")),
            entry("ip.duplicates", range("0 to 1")),
            entry("ip.reordered", range("0 to 1")),
            entry("ip.reordered.time", range("1 ns to 1000 s")),
            entry("ip.initial", whole("1 to 65536")),
            entry("ip.rto.first", range("1 us to 1000 s")),
            entry("ip.rto.min", range("1 us to 1000 s")),
            entry("ip.rto.max", range("1 us to 1000 s")),
            entry("ip.time-wait", range("0 to 1000 s")),
            entry("network.blocked-timeout", range("0 to 1000 s")),
            entry("mapper.timeout", range("1 us to 10 s")),
            entry("mapper.rest", range("1 ms to 100 s")),
            // 0 is off.
            entry("mapper.period", range("0 to 100 s")),
            entry("mapper.checks", whole("0 to 1000000")),
            entry("mapper.daemon.timeout", range("1 us to 10 s")),
            entry("mapper.daemon.queue", whole("1 to 65536")),
            entry("mapper.patience", range("1 ms to 100 s")),
            entry("mapper.acknowledge", range("1 us to 100 s")),
            // Off, probes that wait for each other in a circle would do so for ever.
            entry("mapper.blocked-timeout", range("1 us to 100 s")),
            entry("mapper.probe", range("1 to 1024 B")),
            entry("mapper.table", range("256 to 3072 B")),
            // A turn is one signed byte: output port minus input port.
            entry("topology.ports", whole("1 to 128")),
            entry("topology.hosts-per-switch", whole("1 to 128")),
            entry("topology.switches", whole("0 to 16384")),
            entry("topology.hosts", whole("1 to 16384")),
            entry("topology.leaves", whole("1 to 16384")),
            entry("topology.middle", whole("1 to 16384")),
            entry("topology.upper", whole("1 to 16384")),
            entry("topology.top-switches", whole("0 to 16384")),
            entry("topology.top-cables", whole("0 to 65536")));

    /** The range of a constant: its own, or that of its dimension if it has none. */
    static ValueRange of(String key, Dimension dimension) {
        ValueRange own = OF_KEY.get(key);
        return own != null && own.dimension == dimension ? own : OF_DIMENSION.get(dimension);
    }

    /** True if a number, in the dimension's own unit, is in the range. */
    boolean holds(double value) {
        return value >= least && value <= most && !(whole && value != Math.rint(value));
    }

    private static ValueRange range(String text) {
        return of(text, false);
    }

    private static ValueRange whole(String text) {
        return of(text, true);
    }

    /** Parses a range. The first number has a unit only if that differs from the second's. */
    private static ValueRange of(String text, boolean whole) {
        String[] ends = text.split(" to ");
        String[] least = ends[0].split(" ");
        String[] most = ends[1].split(" ");
        Unit ofMost = Unit.of(most.length == 1 ? "" : most[1]);
        Unit ofLeast = least.length == 1 ? ofMost : Unit.of(least[1]);
        return new ValueRange(
                ofMost.dimension,
                Double.parseDouble(least[0]) * ofLeast.scale,
                Double.parseDouble(most[0]) * ofMost.scale,
                whole,
                (whole ? "a whole number from " : "") + text);
    }
}
