package org.bipj.testkit;

import java.util.Arrays;
import java.util.Random;
import org.bipj.core.nic.Capabilities;

/** What a {@link LoopFabric} is like. Rates are in events per thousand. */
public final class LoopOptions {
    /** Which payloads peers can reach. */
    public enum Direct {
        /** None. */
        NONE,
        /** Those in registered memory. */
        REGISTERED,
        /** All. */
        ALL
    }

    int ranks = 2;
    long seed = 1;
    int maxPacket = 1024;
    int maxControl = 64;
    int slots = 8;
    int eagerLimit = 256;
    int trainLimit;
    int creditWindow = 4096;
    int shortBytes = Capabilities.SHORT_BYTES;
    int stages = 2;
    Direct direct = Direct.NONE;
    int pending;
    int unreachable;
    int delay;
    boolean posted;
    boolean shown;
    boolean multicasts;
    boolean reliable = true;
    int drop;
    int corrupt;
    int duplicate;
    int[] hosts = {};

    /** Two ranks, packets of a kilobyte, no direct access, nothing delayed, nothing lost. */
    public LoopOptions() {}

    /** The loop as an interface with large packets, which messages of most tests fit. */
    public static LoopOptions largePackets(int ranks) {
        return new LoopOptions().ranks(ranks).packets(2048, 16).eager(1500, 16384);
    }

    /** The loop as a slow interface with small packets, in which most messages do not fit. */
    public static LoopOptions smallPackets(int ranks) {
        return new LoopOptions().ranks(ranks).packets(200, 4).eager(128, 1024).delay(400);
    }

    /** Small packets and tiny windows are as likely as large ones; for libraries whose headers need some room in a packet. */
    public static LoopOptions randomPackets(Random draw, long seed, int ranks) {
        int packet = 48 + 8 * draw.nextInt(1 << 1 + draw.nextInt(8));
        return new LoopOptions()
                .seed(seed)
                .ranks(ranks)
                .packets(packet, 1 + draw.nextInt(12))
                .eager(16 + draw.nextInt(packet - 24), 256 + draw.nextInt(1 << 1 + draw.nextInt(14)));
    }

    /** Options of every kind, drawn from a seed: small packets and tiny windows are as likely as large ones. */
    public static LoopOptions random(long seed) {
        Random draw = new Random(seed);
        LoopOptions options = new LoopOptions().seed(seed).ranks(2 + draw.nextInt(4));
        options.packets(48 + 8 * draw.nextInt(1 << 1 + draw.nextInt(8)), 1 + draw.nextInt(12));
        options.eager(draw.nextInt(options.maxPacket), 128 + draw.nextInt(1 << 1 + draw.nextInt(14)));
        options.direct(Direct.values()[draw.nextInt(3)], draw.nextInt(900), draw.nextInt(4) == 0 ? 500 : 0);
        options.stages = 1 + draw.nextInt(4);
        options.trains(draw.nextBoolean() ? 0 : draw.nextInt(4 * options.maxPacket));
        options.delay(draw.nextInt(800));
        if (draw.nextInt(3) == 0) {
            return options.posted();
        }
        return draw.nextBoolean() ? options.shown() : options;
    }

    /** Number of ranks. */
    public LoopOptions ranks(int value) {
        ranks = value;
        return this;
    }

    /** Decides everything that is left to chance. */
    public LoopOptions seed(long value) {
        seed = value;
        return this;
    }

    /** Largest packet of the data lane in bytes, and how many packets a lane of a pair holds. */
    public LoopOptions packets(int maxBytes, int slotsPerLane) {
        maxPacket = maxBytes;
        slots = slotsPerLane;
        return this;
    }

    /** Longest message worth sending without a rendezvous, and the window of credits, both in bytes. */
    public LoopOptions eager(int limit, int window) {
        eagerLimit = limit;
        creditWindow = window;
        return this;
    }

    /** Longest message worth sending as a train of packets, in bytes; 0 for none. */
    public LoopOptions trains(int limit) {
        trainLimit = limit;
        return this;
    }

    /** Longest short message of BIP, in bytes. */
    public LoopOptions shortMessages(int bytes) {
        shortBytes = bytes;
        return this;
    }

    /** What can be reached directly; how often a copy is pending, and how often a payload turns out unreachable. */
    public LoopOptions direct(Direct value, int pendingRate, int unreachableRate) {
        direct = value;
        pending = pendingRate;
        unreachable = unreachableRate;
        return this;
    }

    /** How often a packet that could be handed over is not yet. */
    public LoopOptions delay(int rate) {
        delay = rate;
        return this;
    }

    /** Long messages go into receives that are posted at the port, and no payload can be reached. */
    public LoopOptions posted() {
        posted = true;
        direct = Direct.NONE;
        return this;
    }

    /** Packets can be looked at before they are taken. */
    public LoopOptions shown() {
        shown = true;
        return this;
    }

    /** Packets can be sent to groups. */
    public LoopOptions multicasts() {
        multicasts = true;
        return this;
    }

    /** A medium that harms packets, and declares that it may. */
    public LoopOptions unreliable(int dropRate, int corruptRate, int duplicateRate) {
        reliable = false;
        posted = false;
        drop = dropRate;
        corrupt = corruptRate;
        duplicate = duplicateRate;
        return this;
    }

    /** The host of each rank, from rank 0 on; all ranks beyond these are on host 0. */
    public LoopOptions hosts(int... hostOfRanks) {
        hosts = hostOfRanks.clone();
        return this;
    }

    /** What the ports declare. */
    public Capabilities capabilities() {
        return Capabilities.of(new Capabilities.PipelineModel(stages, 60, 25, 64))
                .maxPacket(maxPacket, maxControl)
                .reliable(reliable)
                .fifo()
                .directAccess(direct != Direct.NONE)
                .eager(eagerLimit, trainLimit)
                .creditWindow(creditWindow)
                .shortBytes(shortBytes)
                .build();
    }

    @Override
    public String toString() {
        return "seed " + seed + ", " + ranks + " ranks, packets of " + maxPacket + " bytes, " + slots
                + " per lane, eager "
                + eagerLimit + ", trains " + trainLimit + ", window " + creditWindow + ", direct " + direct
                + " (pending " + pending
                + ", unreachable " + unreachable + "), delay " + delay
                + (posted ? ", posted receives" : "")
                + (shown ? ", packets shown" : "")
                + (multicasts ? ", multicasts" : "")
                + (hosts.length == 0 ? "" : ", hosts " + Arrays.toString(hosts))
                + (reliable ? "" : ", drop " + drop + ", corrupt " + corrupt + ", duplicate " + duplicate);
    }
}
