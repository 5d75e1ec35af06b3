package mpi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import mpi.DatatypeProps.Built;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Parts of arrays by chance, and what they should be: a walk over all elements of the array, in the order of memory, of which
 * each is asked by its indices whether it belongs to the part.
 */
final class ArrayTypes {
    /** Whether an element belongs to the part. */
    private interface Chosen {
        boolean at(int[] index);
    }

    private ArrayTypes() {}

    private static Arbitrary<Integer> ints(int min, int max) {
        return Arbitraries.integers().between(min, max);
    }

    static Arbitrary<Built> indexedBlocks(Arbitrary<Built> inner) {
        return Combinators.combine(ints(0, 3), ints(-9, 12).array(int[].class).ofMaxSize(4), ints(0, 1), inner)
                .as((length, displacements, inBytes, old) -> {
                    Datatype type = inBytes == 1
                            ? Datatype.createHIndexedBlock(length, displacements, old.type())
                            : Datatype.createIndexedBlock(length, displacements, old.type());
                    long unit = inBytes == 1 ? 1 : old.map().extent();
                    long[] at = Arrays.stream(displacements)
                            .mapToLong(d -> d * unit)
                            .toArray();
                    int[] lengths = new int[at.length];
                    Arrays.fill(lengths, length);
                    return new Built(
                            type,
                            TypeMap.blocks(at, lengths, Collections.nCopies(at.length, old.map())),
                            "indexedBlock(" + length + Arrays.toString(displacements) + unit + ", " + old.how() + ")");
                });
    }

    /** Each dimension: size, and two numbers that say where the part begins and ends. */
    static Arbitrary<Built> subarrays(Arbitrary<Built> inner) {
        Arbitrary<int[]> dimension = Combinators.combine(ints(1, 5), ints(0, 99), ints(0, 99))
                .as((size, one, other) -> new int[] {size, one, other});
        return Combinators.combine(dimension.array(int[][].class).ofMinSize(1).ofMaxSize(3), ints(0, 1), inner)
                .as(ArrayTypes::subarray);
    }

    private static Built subarray(int[][] dimensions, int order, Built old) {
        int n = dimensions.length;
        int[] sizes = new int[n];
        int[] starts = new int[n];
        int[] subSizes = new int[n];
        for (int d = 0; d < n; d++) {
            sizes[d] = dimensions[d][0];
            starts[d] = dimensions[d][1] % sizes[d];
            subSizes[d] = 1 + dimensions[d][2] % (sizes[d] - starts[d]);
        }
        TypeMap map = part(sizes, order, old.map(), index -> {
            boolean inside = true;
            for (int d = 0; d < n; d++) {
                inside &= index[d] >= starts[d] && index[d] < starts[d] + subSizes[d];
            }
            return inside;
        });
        return new Built(
                Datatype.createSubarray(sizes, subSizes, starts, order, old.type()),
                map,
                "subarray(" + Arrays.toString(sizes) + Arrays.toString(subSizes) + Arrays.toString(starts) + order
                        + ", " + old.how() + ")");
    }

    /** Each dimension: size, distribution, processes, and a number that says how long blocks are; 0 by default. */
    static Arbitrary<Built> darrays(Arbitrary<Built> inner) {
        Arbitrary<int[]> dimension = Combinators.combine(ints(1, 7), ints(0, 2), ints(1, 3), ints(0, 4))
                .as((size, distrib, processes, darg) -> new int[] {size, distrib, processes, darg});
        return Combinators.combine(
                        dimension.array(int[][].class).ofMinSize(1).ofMaxSize(3), ints(0, 99), ints(0, 1), inner)
                .as(ArrayTypes::darray);
    }

    private static Built darray(int[][] dimensions, int anyRank, int order, Built old) {
        int n = dimensions.length;
        int[] sizes = new int[n];
        int[] distribs = new int[n];
        int[] dargs = new int[n];
        int[] psizes = new int[n];
        int size = 1;
        for (int d = 0; d < n; d++) {
            sizes[d] = dimensions[d][0];
            distribs[d] = dimensions[d][1];
            psizes[d] = distribs[d] == MPI.DISTRIBUTE_NONE ? 1 : dimensions[d][2];
            size *= psizes[d];
            int enough = (sizes[d] + psizes[d] - 1) / psizes[d];
            int darg = dimensions[d][3];
            dargs[d] = darg == 0
                    ? MPI.DISTRIBUTE_DFLT_DARG
                    : distribs[d] == MPI.DISTRIBUTE_BLOCK ? enough + darg - 1 : darg;
        }
        int rank = anyRank % size;
        TypeMap map = part(sizes, order, old.map(), index -> {
            int owner = 0;
            for (int d = 0; d < n; d++) {
                owner = owner * psizes[d] + owner(index[d], sizes[d], distribs[d], dargs[d], psizes[d]);
            }
            return owner == rank;
        });
        return new Built(
                Datatype.createDarray(size, rank, sizes, distribs, dargs, psizes, order, old.type()),
                map,
                "darray(" + rank + " of " + size + ", " + Arrays.toString(sizes) + Arrays.toString(distribs)
                        + Arrays.toString(dargs) + Arrays.toString(psizes) + order + ", " + old.how() + ")");
    }

    /** The process along one dimension that has an index. */
    private static int owner(int index, int size, int distrib, int darg, int processes) {
        return switch (distrib) {
            case MPI.DISTRIBUTE_NONE -> 0;
            case MPI.DISTRIBUTE_CYCLIC -> index / (darg < 0 ? 1 : darg) % processes;
            default -> {
                int block = darg;
                if (darg < 0) {
                    block = 1;
                    while (block * processes < size) {
                        block++;
                    }
                }
                yield index / block;
            }
        };
    }

    private static TypeMap part(int[] sizes, int order, TypeMap old, Chosen chosen) {
        int elements = Arrays.stream(sizes).reduce(1, (a, b) -> a * b);
        List<Long> displacements = new ArrayList<>();
        for (int element = 0; element < elements; element++) {
            if (chosen.at(index(element, sizes, order))) {
                displacements.add(element * old.extent());
            }
        }
        long[] at = displacements.stream().mapToLong(d -> d).toArray();
        int[] ones = new int[at.length];
        Arrays.fill(ones, 1);
        return TypeMap.blocks(at, ones, Collections.nCopies(at.length, old)).resized(0, elements * old.extent());
    }

    /** The indices of an element that is at a place in memory. */
    private static int[] index(int element, int[] sizes, int order) {
        int[] index = new int[sizes.length];
        int rest = element;
        for (int i = 0; i < sizes.length; i++) {
            int d = order == MPI.ORDER_C ? sizes.length - 1 - i : i;
            index[d] = rest % sizes[d];
            rest /= sizes[d];
        }
        return index;
    }
}
