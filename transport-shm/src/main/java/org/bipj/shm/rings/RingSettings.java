package org.bipj.shm.rings;

import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.Distance;

/**
 * Settings of this transport that users can change, by system properties named {@code org.bipj.shm.NAME}; the same in all ranks of a
 * job.
 *
 * @param ringBytes bytes of the data ring of a pair of ranks, a power of two
 * @param longRingBytes bytes of the long ring that a pair moves to in a job of few ranks, a power of two; 0 for none
 * @param eagerLimit longest message that is sent without a rendezvous, in bytes
 * @param sharedCopyMin length in bytes from which on both ranks work on a copy between registered memory
 * @param distance how far the reader of a ring is taken to be
 * @param complaint what is wrong with a property, in which case all have their defaults; null: nothing
 */
public record RingSettings(
        int ringBytes,
        int longRingBytes,
        int eagerLimit,
        int sharedCopyMin,
        Distance.Given distance,
        String complaint) {
    private static final String PREFIX = "org.bipj.shm.";
    private static final String RING = "ringBytes";
    private static final String LONG_RING = "longRingBytes";
    private static final String EAGER = "eagerLimit";
    private static final String SHARED_COPY = "sharedCopyMin";
    private static final String DISTANCE = "distance";

    private static final int RING_LEAST = 1 << 12;
    private static final int RING_MOST = 1 << 28;

    /** Largest packets, a quarter of a ring, go through a quarter of the long ring of a job of many ranks too. */
    private static final int LONG_RING_RINGS = 4;

    private static final RingSettings DEFAULTS =
            new RingSettings(1 << 16, 1 << 21, 12 << 10, 1 << 17, Distance.Given.MEASURED, null);

    /** The settings that this JVM's system properties give. */
    public static final RingSettings GIVEN = of(System.getProperties());

    static RingSettings of(Properties properties) {
        Map<String, String> given = null;
        for (Object key : properties.keySet()) {
            if (key instanceof String name && name.startsWith(PREFIX)) {
                given = given == null ? new TreeMap<>() : given;
                given.put(name.substring(PREFIX.length()), String.valueOf(properties.getProperty(name)));
            }
        }
        try {
            return given == null ? DEFAULTS : of(given);
        } catch (PortException e) {
            return DEFAULTS.with(e.getMessage());
        }
    }

    private static RingSettings of(Map<String, String> given) {
        int ring = DEFAULTS.ringBytes;
        int eager = DEFAULTS.eagerLimit;
        int sharedCopy = DEFAULTS.sharedCopyMin;
        Distance.Given distance = DEFAULTS.distance;
        for (Map.Entry<String, String> each : given.entrySet()) {
            String name = each.getKey();
            switch (name) {
                case RING -> ring = powerOfTwo(name, each.getValue(), RING_LEAST);
                case LONG_RING -> {
                    // Below: what it may be depends on the ring.
                }
                case EAGER -> eager = number(name, each.getValue(), 0);
                case SHARED_COPY -> sharedCopy = number(name, each.getValue(), 1);
                case DISTANCE -> distance = distance(each.getValue());
                default ->
                    throw new PortException(PREFIX + name + ": no such setting; there are " + RING + ", " + LONG_RING
                            + ", " + EAGER + ", " + SHARED_COPY + " and " + DISTANCE);
            }
        }
        return new RingSettings(ring, longRing(given.get(LONG_RING), ring), eager, sharedCopy, distance, null);
    }

    private static int longRing(String given, int ring) {
        long least = (long) LONG_RING_RINGS * ring;
        if (given == null) {
            return least <= RING_MOST ? (int) Math.max(DEFAULTS.longRingBytes, least) : 0;
        }
        return given.strip().equals("0") ? 0 : powerOfTwo(LONG_RING, given, least);
    }

    private RingSettings with(String what) {
        return new RingSettings(ringBytes, longRingBytes, eagerLimit, sharedCopyMin, distance, what);
    }

    private static Distance.Given distance(String given) {
        for (Distance.Given each : Distance.Given.values()) {
            if (each.name().toLowerCase(Locale.ROOT).equals(given.strip())) {
                return each;
            }
        }
        throw refused(DISTANCE, given, "measured, near or far");
    }

    private static int number(String name, String given, int least) {
        try {
            int number = Integer.decode(given.strip());
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Rejected below.
        }
        throw refused(name, given, "a number from " + least + " to " + Integer.MAX_VALUE);
    }

    /** The place of a position is its low bits, so the size of a ring must be a power of two. */
    private static int powerOfTwo(String name, String given, long least) {
        try {
            int number = Integer.decode(given.strip());
            if (number >= least && number <= RING_MOST && Integer.bitCount(number) == 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Rejected below.
        }
        String also = name.equals(LONG_RING) ? ", or 0 for none" : "";
        throw refused(name, given, "a power of two from " + least + " to " + RING_MOST + also);
    }

    private static PortException refused(String name, String given, String expected) {
        return new PortException(PREFIX + name + " is " + given + ", expected " + expected);
    }

    /**
     * Checks the settings.
     *
     * @throws PortException if one cannot work; the message names it, its value and what was expected
     */
    public void check() {
        if (complaint != null) {
            throw new PortException(complaint);
        }
    }
}
