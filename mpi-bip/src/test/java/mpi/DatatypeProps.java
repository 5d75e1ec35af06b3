package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.bipj.core.payload.Signature;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.type.TypeShape;

/** Derived datatypes of any nesting have the bytes, bounds and elements that their written-out type maps have. */
class DatatypeProps {
    /**
     * A datatype built by the library, and what it should be.
     *
     * @param how the constructors, for messages
     */
    record Built(Datatype type, TypeMap map, String how) {}

    private static final List<Built> BASIC = List.of(
            new Built(Predefined.BYTE, TypeMap.basic(1), "BYTE"),
            new Built(Predefined.SHORT, TypeMap.basic(2), "SHORT"),
            new Built(Predefined.INT, TypeMap.basic(4), "INT"),
            new Built(Predefined.DOUBLE, TypeMap.basic(8), "DOUBLE"),
            new Built(
                    Predefined.SHORT_INT,
                    TypeMap.blocks(new long[] {0, 4}, new int[] {1, 1}, List.of(TypeMap.basic(2), TypeMap.basic(4))),
                    "SHORT_INT"));

    @Provide
    Arbitrary<Built> types() {
        return nested(3);
    }

    private static Arbitrary<Built> nested(int depth) {
        if (depth == 0) {
            return Arbitraries.of(BASIC);
        }
        Arbitrary<Built> inner = Arbitraries.lazy(() -> nested(depth - 1));
        return Arbitraries.oneOf(
                Arbitraries.of(BASIC),
                Combinators.combine(ints(0, 3), inner).as(DatatypeProps::contiguous),
                Combinators.combine(ints(0, 3), ints(0, 3), ints(-4, 5), inner).as(DatatypeProps::vector),
                Combinators.combine(ints(0, 3), ints(0, 3), ints(-20, 40), inner)
                        .as(DatatypeProps::hvector),
                Combinators.combine(blocks(-3, 6), inner).as(DatatypeProps::indexed),
                Combinators.combine(blocks(-10, 50), inner).as(DatatypeProps::hindexed),
                Combinators.combine(blocks(-10, 50), inner.list().ofSize(3)).as(DatatypeProps::struct),
                Combinators.combine(ints(-8, 8), ints(-40, 60), inner).as(DatatypeProps::resized),
                ArrayTypes.indexedBlocks(inner),
                ArrayTypes.subarrays(inner),
                ArrayTypes.darrays(inner));
    }

    private static Arbitrary<Integer> ints(int min, int max) {
        return Arbitraries.integers().between(min, max);
    }

    /** Up to three blocks: {length, displacement} each. */
    private static Arbitrary<int[][]> blocks(int min, int max) {
        return Combinators.combine(ints(0, 3), ints(min, max))
                .as((length, at) -> new int[] {length, at})
                .array(int[][].class)
                .ofMaxSize(3);
    }

    private static Built contiguous(int count, Built old) {
        return new Built(
                Datatype.createContiguous(count, old.type),
                TypeMap.blocks(new long[] {0}, new int[] {count}, List.of(old.map)),
                "contiguous(" + count + ", " + old.how + ")");
    }

    private static Built vector(int count, int blockLength, int stride, Built old) {
        return strided(
                Datatype.createVector(count, blockLength, stride, old.type),
                "vector",
                count,
                blockLength,
                stride * old.map.extent(),
                old);
    }

    private static Built hvector(int count, int blockLength, int stride, Built old) {
        Datatype type = Datatype.createHVector(count, blockLength, stride, old.type);
        return strided(type, "hvector", count, blockLength, stride, old);
    }

    private static Built strided(Datatype type, String name, int count, int blockLength, long stride, Built old) {
        long[] at = new long[count];
        int[] lengths = new int[count];
        Arrays.setAll(at, i -> i * stride);
        Arrays.fill(lengths, blockLength);
        return new Built(
                type,
                TypeMap.blocks(at, lengths, Collections.nCopies(count, old.map)),
                name + "(" + count + ", " + blockLength + ", " + stride + " bytes, " + old.how + ")");
    }

    private static Built indexed(int[][] blocks, Built old) {
        Datatype type = Datatype.createIndexed(column(blocks, 0), column(blocks, 1), old.type);
        return placed(type, "indexed", blocks, old.map.extent(), Collections.nCopies(blocks.length, old));
    }

    private static Built hindexed(int[][] blocks, Built old) {
        Datatype type = Datatype.createHIndexed(column(blocks, 0), column(blocks, 1), old.type);
        return placed(type, "hindexed", blocks, 1, Collections.nCopies(blocks.length, old));
    }

    private static Built struct(int[][] blocks, List<Built> three) {
        List<Built> olds = three.subList(0, blocks.length);
        Datatype[] types = olds.stream().map(Built::type).toArray(Datatype[]::new);
        Datatype type = Datatype.createStruct(column(blocks, 0), column(blocks, 1), types);
        return placed(type, "struct", blocks, 1, olds);
    }

    private static Built placed(Datatype type, String name, int[][] blocks, long unit, List<Built> olds) {
        long[] at = new long[blocks.length];
        Arrays.setAll(at, i -> blocks[i][1] * unit);
        return new Built(
                type,
                TypeMap.blocks(
                        at, column(blocks, 0), olds.stream().map(Built::map).toList()),
                name
                        + Arrays.deepToString(blocks)
                        + olds.stream().map(Built::how).toList());
    }

    private static Built resized(int lb, int extent, Built old) {
        return new Built(
                Datatype.createResized(old.type, lb, extent),
                old.map.resized(lb, extent),
                "resized(" + lb + ", " + extent + ", " + old.how + ")");
    }

    private static int[] column(int[][] blocks, int column) {
        return Arrays.stream(blocks).mapToInt(b -> b[column]).toArray();
    }

    @Property(tries = 3000)
    void layoutIsThatOfTheTypeMap(@ForAll("types") Built built) {
        TypeShape shape = built.type.shape("test");
        TypeLayout layout = shape.layout();
        assertEquals(built.map.bytes(), bytes(layout), "bytes");
        assertEquals(built.map.lb(), layout.lb(), "lower bound");
        assertEquals(built.map.extent(), layout.extent(), "extent");
        assertEquals(built.map.trueLb(), shape.trueLb(), "true lower bound");
        assertEquals(built.map.trueUb(), shape.trueUb(), "true upper bound");
    }

    @Property(tries = 1000)
    void noTwoRunsTouch(@ForAll("types") Built built) {
        TypeLayout layout = built.type.shape("test").layout();
        for (int run = 1; run < layout.runs(); run++) {
            assertTrue(
                    layout.runOffset(run - 1) + layout.runLength(run - 1) != layout.runOffset(run),
                    "runs " + (run - 1) + " and " + run + " could be one");
        }
    }

    @Property(tries = 1000)
    void elementsAreCountedInTravellingOrder(@ForAll("types") Built built) {
        List<Integer> sizes = new ArrayList<>(built.map.sizes());
        sizes.addAll(built.map.sizes());
        Signature signature = built.type.shape("test").signature();
        if (sizes.isEmpty()) {
            return;
        }
        long bytes = 0;
        for (int n = 0; n <= sizes.size(); n++) {
            assertEquals(n, signature.elementsIn(bytes), bytes + " bytes");
            assertEquals(bytes, signature.bytesOf(n), n + " elements");
            if (n < sizes.size()) {
                if (sizes.get(n) > 1) {
                    assertEquals(-1, signature.elementsIn(bytes + 1), bytes + 1 + " bytes");
                }
                bytes += sizes.get(n);
            }
        }
    }

    private static List<Long> bytes(TypeLayout layout) {
        List<Long> bytes = new ArrayList<>();
        for (int run = 0; run < layout.runs(); run++) {
            for (long i = 0; i < layout.runLength(run); i++) {
                bytes.add(layout.runOffset(run) + i);
            }
        }
        return bytes;
    }
}
