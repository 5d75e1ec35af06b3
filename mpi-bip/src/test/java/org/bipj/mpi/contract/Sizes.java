package org.bipj.mpi.contract;

import java.util.Arrays;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bipj.core.nic.Capabilities;

/** Message sizes at which something changes, from 0 bytes up. */
public final class Sizes {
    private static final int[] OF_ANY_FABRIC = {
        0, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000, 4096, 8192, 65536, 65543,
        1 << 20
    };

    private static final int MANY_PACKETS = 1000;
    private static final int FEW_BYTES = 8;
    private static final int FEW_WINDOW = 4096;

    private final int eagerLimit;
    private final int maxPacket;
    private final int trainLimit;
    private final int creditWindow;

    private Sizes(int eagerLimit, int maxPacket, int trainLimit, int creditWindow) {
        this.eagerLimit = eagerLimit;
        this.maxPacket = maxPacket;
        this.trainLimit = trainLimit;
        this.creditWindow = creditWindow;
    }

    /** The sizes of a fabric. */
    public static Sizes of(Capabilities can) {
        return new Sizes(can.eagerLimit(), can.maxPacket(), can.trainLimit(), can.creditWindow());
    }

    /** What {@link #toString} wrote. */
    public static Sizes parse(String text) {
        int[] all = Arrays.stream(text.split(",")).mapToInt(Integer::parseInt).toArray();
        return new Sizes(all[0], all[1], all[2], all[3]);
    }

    /** Longest message that travels in one packet without a rendezvous, in bytes. */
    public int eagerLimit() {
        return eagerLimit;
    }

    /**
     * True if a message of a few bytes does not wait for its receiver, whatever few messages there were before: half of the credits
     * may be owed, or be on their way back.
     */
    public boolean fewLeaveAtOnce() {
        return eagerLimit >= FEW_BYTES && creditWindow >= FEW_WINDOW;
    }

    /** A size that needs a rendezvous and several packets. */
    public int large() {
        return 3 * Math.max(trainLimit, Math.max(eagerLimit, maxPacket)) + 5;
    }

    /** Several megabytes, or as many packets as take no longer where they are small. */
    public int huge() {
        return Math.min(5_000_003, MANY_PACKETS * maxPacket + 3);
    }

    /** A hundred thousand short messages, or fewer where packets and windows are tiny. */
    public int many() {
        return Math.min(100_000, 20 * maxPacket);
    }

    /** All boundaries and their neighbours, ascending. */
    public int[] all() {
        TreeSet<Integer> sizes = Arrays.stream(OF_ANY_FABRIC).boxed().collect(Collectors.toCollection(TreeSet::new));
        for (int around : new int[] {eagerLimit, maxPacket - 8, maxPacket, 2 * (maxPacket - 8), trainLimit}) {
            for (int delta = -1; delta <= 1; delta++) {
                sizes.add(around + delta);
            }
        }
        return sizes.stream()
                .mapToInt(Integer::intValue)
                .filter(n -> n >= 0 && n <= huge())
                .toArray();
    }

    @Override
    public String toString() {
        return eagerLimit + "," + maxPacket + "," + trainLimit + "," + creditWindow;
    }
}
