package org.bipj.orca;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A random program: ranks read and update a replicated object and objects on single ranks, some with guards. Each update of the
 * replicated object has a number in the order of its updates, which each read returns; an object on a single rank has the
 * highest number that an operation on it has depended on. That all operations have one order that agrees with each rank's own
 * is then seen from numbers: those that a rank sees never decrease, through whatever object it learns of them, and a number
 * stands for the same state on all ranks.
 */
public final class OrcaProgram {
    private static final int REGISTERS = 4;

    /** A replicated object: registers, and how often they have been changed. */
    private static final class Registers {
        private static final Update<Registers, int[], long[]> SET =
                Update.of("set", Codec.INTS, Codec.LONGS, (state, change) -> state.set(change[0], change[1]));
        private static final Read<Registers, Void, long[]> LOOK =
                Read.of("look", Codec.NONE, Codec.LONGS, (state, none) -> state.look());
        /** Waits for a version. */
        private static final Read<Registers, Long, long[]> AWAIT = Read.<Registers, Long, long[]>of(
                        "await", Codec.LONG, Codec.LONGS, (state, version) -> state.look())
                .when((state, version) -> state.version >= version);
        /** Waits until a register is even, and makes it odd. */
        private static final Update<Registers, Integer, long[]> LOCK = Update.<Registers, Integer, long[]>of(
                        "lock",
                        Codec.INT,
                        Codec.LONGS,
                        (state, register) -> state.set(register, state.values[register] + 1))
                .when((state, register) -> state.values[register] % 2 == 0);

        private static final Update<Registers, Integer, long[]> UNLOCK = Update.of(
                "unlock", Codec.INT, Codec.LONGS, (state, register) -> state.set(register, state.values[register] + 1));

        private final int[] values = new int[REGISTERS + 1];
        private long version;

        private long[] set(int register, int value) {
            values[register] = value;
            version++;
            return look();
        }

        /** Version, and a hash of the values. */
        private long[] look() {
            long hash = version;
            for (int value : values) {
                hash = hash * 31 + value;
            }
            return new long[] {version, hash};
        }
    }

    /** On one rank: the highest version that an operation has brought. */
    private static final Update<long[], Long, Long> BRING = Update.of(
            "bring", Codec.LONG, Codec.LONG, (highest, version) -> highest[0] = Math.max(highest[0], version));

    private static final Read<long[], Void, Long> ASK =
            Read.of("ask", Codec.NONE, Codec.LONG, (highest, none) -> highest[0]);

    private final long seed;
    private final int ranks;
    private final int steps;
    /** By version: the hash of the values, as the first rank has seen it. */
    private final Map<Long, Long> hashes = new ConcurrentHashMap<>();

    private final AtomicInteger ended = new AtomicInteger();

    /** A program of some ranks, each of which takes so many steps. */
    public OrcaProgram(long seed, int ranks, int steps) {
        this.seed = seed;
        this.ranks = ranks;
        this.steps = steps;
    }

    /** One rank's part. */
    public void run(Orca orca) {
        new Rank(orca).run();
        ended.incrementAndGet();
    }

    /** Where all ranks are in this JVM: they have ended. */
    public void check() {
        int all = ended.get();
        // Of a job of processes this JVM has one rank; of a job of another size it has none.
        assertTrue(all == ranks || all <= 1, all + " ranks have ended");
    }

    private final class Rank {
        private final Orca orca;
        private final Random draw;
        private final SharedObject<Registers> registers;
        private final SharedObject<long[]>[] highest;
        /** The highest version that this rank knows of. */
        private long known;

        @SuppressWarnings({"unchecked", "rawtypes"})
        Rank(Orca orca) {
            this.orca = orca;
            draw = new Random(seed * 31 + orca.rank());
            registers = orca.replicated(
                    "registers",
                    Registers::new,
                    Registers.SET,
                    Registers.LOOK,
                    Registers.AWAIT,
                    Registers.LOCK,
                    Registers.UNLOCK);
            highest = new SharedObject[ranks];
            for (int home = 0; home < ranks; home++) {
                highest[home] = orca.onRank(home, "highest " + home, () -> new long[1], BRING, ASK);
            }
        }

        void run() {
            for (int step = 0; step < steps; step++) {
                step();
            }
            orca.barrier();
            saw(registers.read(Registers.LOOK), 0);
            SharedObject<long[]> last = orca.onRank(0, "last", () -> new long[1], BRING, ASK);
            long before = last.update(BRING, known);
            orca.barrier();
            assertEquals(known, last.read(ASK), "the last version of rank " + orca.rank() + ", of " + before);
        }

        private void step() {
            switch (draw.nextInt(6)) {
                case 0 ->
                    saw(registers.update(Registers.SET, new int[] {draw.nextInt(REGISTERS), draw.nextInt(100)}), 1);
                case 1 -> saw(registers.read(Registers.LOOK), 0);
                case 2 -> {
                    // The others go on without this rank, so it may not wait for what it must do itself.
                    saw(registers.read(Registers.AWAIT, known), 0);
                }
                case 3 -> learned(highest[draw.nextInt(ranks)].update(BRING, known));
                case 4 -> learned(highest[draw.nextInt(ranks)].read(ASK));
                default -> {
                    saw(registers.update(Registers.LOCK, REGISTERS), 1);
                    saw(registers.update(Registers.UNLOCK, REGISTERS), 1);
                }
            }
        }

        /** A version and hash of the replicated object, which is newer than what was known by so much. */
        private void saw(long[] versionAndHash, int newer) {
            long version = versionAndHash[0];
            assertTrue(
                    version >= known + newer, "rank " + orca.rank() + " sees version " + version + " after " + known);
            known = version;
            Long first = hashes.putIfAbsent(version, versionAndHash[1]);
            assertTrue(first == null || first == versionAndHash[1], "version " + version + " is the same on all ranks");
        }

        /** Another rank has known a version: this one sees it from now on. */
        private void learned(long version) {
            saw(registers.read(Registers.LOOK), 0);
            assertTrue(known >= version, "rank " + orca.rank() + " has heard of " + version + " and sees " + known);
        }
    }
}
