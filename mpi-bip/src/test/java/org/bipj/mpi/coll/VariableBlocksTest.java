package org.bipj.mpi.coll;

import static org.bipj.mpi.coll.Scenario.assertSame;
import static org.bipj.mpi.coll.Scenario.data;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.coll.Scenario.Pair;
import org.bipj.mpi.coll.allgather.AllgatherAlgorithm;
import org.bipj.mpi.coll.alltoall.AlltoallAlgorithm;

/** The operations with a count and a displacement for each rank, over random counts, gaps, orders and buffer kinds. */
class VariableBlocksTest {
    /** A random situation; everything else follows from these. */
    record Situation(int size, Fabric.Delivery delivery, Pair pair, int most, long seed, boolean inPlace) {
        int root() {
            return new Random(seed).nextInt(size);
        }

        /** Units from one rank to another. */
        int units(int from, int to) {
            Random random = new Random(seed * 1009 + from * 31L + to);
            return random.nextInt(3) == 0 ? 0 : random.nextInt(most + 1);
        }

        byte[] message(int from, int to) {
            return data((int) seed + from * 31 + to, (long) units(from, to) * Kind.UNIT_BYTES, pair.areFlags());
        }
    }

    /** Blocks in a buffer: their counts, and displacements in elements in a random order with gaps between. */
    private static final class Layout {
        private final Kind kind;
        private final int[] counts;
        private final int[] displs;
        private int end;

        Layout(Kind kind, int[] units, long seed) {
            this.kind = kind;
            this.counts = Arrays.stream(units).map(kind::count).toArray();
            this.displs = new int[units.length];
            Random random = new Random(seed);
            boolean backwards = random.nextBoolean();
            for (int i = 0; i < units.length; i++) {
                int block = backwards ? units.length - 1 - i : i;
                displs[block] = end;
                end += counts[block] + random.nextInt(3);
            }
        }

        Object buffer() {
            return kind.buffer(end);
        }

        void write(Object buffer, int block, byte[] data) {
            kind.write(buffer, displs[block], data);
        }

        /** The blocks in a buffer, with displacements in elements. */
        Blocks blocks(Object buffer) {
            return new Blocks().vector(buffer, kind.offset(), counts, displs, kind.type());
        }

        int[] byteDispls() {
            return Arrays.stream(displs)
                    .map(d -> Math.toIntExact(d * kind.type().extent()))
                    .toArray();
        }
    }

    @Provide
    Arbitrary<Situation> situations() {
        return net.jqwik.api.Combinators.combine(
                        Arbitraries.integers().between(1, 9),
                        Arbitraries.of(Fabric.Delivery.class),
                        Arbitraries.of(Scenario.PAIRS),
                        Arbitraries.of(1, 5, 90),
                        Arbitraries.longs().between(0, 1_000_000),
                        Arbitraries.of(true, false))
                .as(Situation::new);
    }

    @Property(tries = 150)
    void gathervPutsEachBlockAtItsPlace(@ForAll("situations") Situation s) {
        int root = s.root();
        int[] units = new int[s.size()];
        Arrays.setAll(units, rank -> s.units(rank, root));
        new Fabric(s.size(), s.delivery()).run(port -> {
            boolean isRoot = port.rank() == root;
            Kind kind = s.pair().send();
            byte[] mine = s.message(port.rank(), root);
            Object send = kind.buffer(kind.count(units[port.rank()]));
            kind.write(send, 0, mine);
            Layout to = new Layout(s.pair().receive(), units, s.seed());
            Object receive = to.buffer();
            Object expected = to.buffer();
            for (int rank = 0; rank < s.size() && isRoot; rank++) {
                to.write(expected, rank, s.message(rank, root));
            }
            if (isRoot && s.inPlace()) {
                to.write(receive, root, mine);
            }
            Collectives.gatherv(
                    port,
                    kind.data(isRoot && s.inPlace() ? Collectives.IN_PLACE : send, units[port.rank()]),
                    isRoot ? to.blocks(receive) : null,
                    root);
            assertSame(expected, receive, "gatherv");
        });
    }

    @Property(tries = 150)
    void scattervTakesEachBlockFromItsPlace(@ForAll("situations") Situation s) {
        int root = s.root();
        int[] units = new int[s.size()];
        Arrays.setAll(units, rank -> s.units(root, rank));
        new Fabric(s.size(), s.delivery()).run(port -> {
            boolean isRoot = port.rank() == root;
            Layout from = new Layout(s.pair().send(), units, s.seed());
            Object send = from.buffer();
            for (int rank = 0; rank < s.size(); rank++) {
                from.write(send, rank, s.message(root, rank));
            }
            Kind kind = s.pair().receive();
            int count = kind.count(units[port.rank()]);
            Object receive = kind.buffer(count);
            Object expected = kind.buffer(count);
            boolean stays = isRoot && s.inPlace();
            if (!stays) {
                kind.write(expected, 0, s.message(root, port.rank()));
            }
            Collectives.scatterv(
                    port,
                    isRoot ? from.blocks(send) : null,
                    kind.data(stays ? Collectives.IN_PLACE : receive, units[port.rank()]),
                    root);
            assertSame(expected, receive, "scatterv");
        });
    }

    @Property(tries = 150)
    void allGathervGivesEveryRankAllBlocks(@ForAll("situations") Situation s) {
        int[] units = new int[s.size()];
        Arrays.setAll(units, rank -> s.units(rank, 0));
        Fabric fabric = new Fabric(s.size(), s.delivery());
        fabric.force(AllgatherAlgorithm.class, s.seed() % 2 == 0 ? AllgatherAlgorithm.LINEAR : AllgatherAlgorithm.RING);
        fabric.run(port -> {
            Kind kind = s.pair().send();
            byte[] mine = s.message(port.rank(), 0);
            Object send = kind.buffer(kind.count(units[port.rank()]));
            kind.write(send, 0, mine);
            Layout to = new Layout(s.pair().receive(), units, s.seed());
            Object receive = to.buffer();
            Object expected = to.buffer();
            for (int rank = 0; rank < s.size(); rank++) {
                to.write(expected, rank, s.message(rank, 0));
            }
            if (s.inPlace()) {
                to.write(receive, port.rank(), mine);
            }
            Collectives.allGatherv(
                    port, kind.data(s.inPlace() ? Collectives.IN_PLACE : send, units[port.rank()]), to.blocks(receive));
            assertSame(expected, receive, "allGatherv");
        });
    }

    @Property(tries = 150)
    void allToAllvMovesEachBlock(@ForAll("situations") Situation s) {
        allToAll(s, false);
    }

    @Property(tries = 150)
    void allToAllwMovesEachBlock(@ForAll("situations") Situation s) {
        allToAll(s, true);
    }

    private static void allToAll(Situation s, boolean typed) {
        Fabric fabric = new Fabric(s.size(), s.delivery());
        fabric.force(
                AlltoallAlgorithm.class, s.seed() % 2 == 0 ? AlltoallAlgorithm.LINEAR : AlltoallAlgorithm.PAIRWISE);
        fabric.run(port -> {
            int me = port.rank();
            int[] outgoing = new int[s.size()];
            int[] incoming = new int[s.size()];
            for (int rank = 0; rank < s.size(); rank++) {
                // In place, the blocks that two ranks exchange are of equal size.
                boolean swap = s.inPlace() && rank < me;
                outgoing[rank] = swap ? s.units(rank, me) : s.units(me, rank);
                incoming[rank] = s.inPlace() ? outgoing[rank] : s.units(rank, me);
            }
            Layout from = new Layout(s.pair().send(), outgoing, s.seed() + me);
            Layout to = new Layout(s.pair().receive(), incoming, s.seed() - me);
            Object send = from.buffer();
            Object receive = to.buffer();
            Object expected = to.buffer();
            for (int rank = 0; rank < s.size(); rank++) {
                byte[] out = data(
                        me * 100 + rank,
                        (long) outgoing[rank] * Kind.UNIT_BYTES,
                        s.pair().areFlags());
                byte[] in = data(
                        rank * 100 + me,
                        (long) incoming[rank] * Kind.UNIT_BYTES,
                        s.pair().areFlags());
                from.write(send, rank, out);
                to.write(expected, rank, in);
                if (s.inPlace()) {
                    to.write(receive, rank, out);
                }
            }
            call(port, typed, s.inPlace() ? Collectives.IN_PLACE : send, from, receive, to);
            assertSame(expected, receive, "alltoall");
        });
    }

    private static void call(
            org.bipj.mpi.coll.port.CollPort port, boolean typed, Object send, Layout from, Object receive, Layout to) {
        if (typed) {
            TypeLayout[] sendTypes = new TypeLayout[port.size()];
            TypeLayout[] receiveTypes = new TypeLayout[port.size()];
            Arrays.fill(sendTypes, from.kind.type());
            Arrays.fill(receiveTypes, to.kind.type());
            Collectives.allToAllv(
                    port,
                    new Blocks().typed(send, from.kind.offset(), from.counts, from.byteDispls(), sendTypes),
                    new Blocks().typed(receive, to.kind.offset(), to.counts, to.byteDispls(), receiveTypes));
        } else {
            Collectives.allToAllv(port, from.blocks(send), to.blocks(receive));
        }
    }
}
