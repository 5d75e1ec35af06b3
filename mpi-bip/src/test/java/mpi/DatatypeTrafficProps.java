package mpi;

import static mpi.CommunicatorTest.mpirun;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * Data of random trees of datatypes, sent and accessed in windows, arrive where {@link TypeMap} says, and no other byte
 * changes. ({@link FileProps} has the same for views of files.)
 */
class DatatypeTrafficProps {
    private static final int MOST_BYTES = 4000;
    private static final int MOST_ROOM = 1 << 20;
    private static final int MARGIN = 16;

    @Provide
    Arbitrary<DatatypeProps.Built> types() {
        return new DatatypeProps().types();
    }

    /** Elements of a datatype in a byte array, and where each of their bytes lies. */
    private static final class Data {
        final DatatypeProps.Built built;
        final int count;
        final int[] places;
        final int origin;
        final int room;

        Data(DatatypeProps.Built built, int count) {
            this.built = built;
            this.count = count;
            List<Long> element = built.map().bytes();
            long extent = built.map().extent();
            Assume.that((long) count * element.size() <= MOST_BYTES);
            long[] offsets = IntStream.range(0, count)
                    .boxed()
                    .flatMapToLong(i -> element.stream().mapToLong(at -> at + i * extent))
                    .toArray();
            long low = Math.min(0, LongStream.of(offsets).min().orElse(0));
            long high = Math.max(0, LongStream.of(offsets).max().orElse(0) + 1);
            Assume.that(high - low <= MOST_ROOM);
            origin = (int) -low + MARGIN;
            room = origin + (int) high + MARGIN;
            places = LongStream.of(offsets).mapToInt(at -> origin + (int) at).toArray();
            built.type().commit();
        }

        /** No byte twice: what a receive and a put require of the type at the target. */
        boolean isTarget() {
            HashSet<Integer> seen = new HashSet<>();
            return IntStream.of(places).allMatch(seen::add);
        }

        byte[] random(Random random) {
            byte[] memory = new byte[room];
            random.nextBytes(memory);
            return memory;
        }

        byte[] gather(byte[] memory) {
            byte[] packed = new byte[places.length];
            for (int i = 0; i < packed.length; i++) {
                packed[i] = memory[places[i]];
            }
            return packed;
        }

        /** A copy of the memory into which packed data were put. */
        byte[] scatter(byte[] packed, byte[] memory) {
            byte[] copy = memory.clone();
            for (int i = 0; i < packed.length; i++) {
                copy[places[i]] = packed[i];
            }
            return copy;
        }

        /** The buffer whose first element is the origin of the first element. */
        Object at(byte[] memory) {
            return MPI.slice(memory, origin);
        }

        Datatype type() {
            return built.type();
        }
    }

    @Property(tries = 250, shrinking = ShrinkingMode.OFF)
    void messagesCarryWhatTheTypeMapSays(
            @ForAll("types") DatatypeProps.Built built, @ForAll @IntRange(max = 3) int count, @ForAll long seed) {
        Data data = new Data(built, count);
        Random random = new Random(seed);
        byte[] source = data.random(random);
        byte[] before = data.random(random);
        byte[] packed = data.gather(source);
        int n = packed.length;
        boolean isTarget = data.isTarget();
        mpirun(2, (world, job) -> {
            if (job.rank() == 0) {
                world.send(data.at(source), count, data.type(), 1, 1);
                if (isTarget) {
                    world.send(packed, n, MPI.BYTE, 1, 2);
                    world.send(data.at(source), count, data.type(), 1, 3);
                }
                byte[] bytes = new byte[n];
                world.pack(data.at(source), count, data.type(), bytes, 0);
                assertArrayEquals(packed, bytes, "packed");
                return;
            }
            byte[] bytes = new byte[n];
            world.recv(bytes, n, MPI.BYTE, 0, 1);
            assertArrayEquals(packed, bytes, () -> built.how() + " received as bytes");
            for (int tag = 2; tag <= 3 && isTarget; tag++) {
                byte[] memory = before.clone();
                world.recv(data.at(memory), count, data.type(), 0, tag);
                assertArrayEquals(data.scatter(packed, before), memory, () -> built.how() + " received");
            }
        });
    }

    /** A type without data may have bounds beyond the window: nothing is accessed. */
    @Example
    void noDataAreInsideOfEveryWindow() {
        Datatype nothing = Datatype.createResized(Datatype.createContiguous(0, MPI.INT), -8, 4000);
        nothing.commit();
        mpirun(1, (world, job) -> {
            Win win = new Win(new int[1], 1, 1, MPI.INFO_NULL, world);
            win.setErrhandler(MPI.ERRORS_RETURN);
            win.fence(0);
            win.put(null, 0, MPI.INT, 0, 0, 3, nothing);
            win.get(null, 3, nothing, 0, 0, 3, nothing);
            win.accumulate(null, 0, MPI.INT, 0, 77, 0, MPI.INT, MPI.SUM);
            win.fence(0);
            win.free();
        });
    }

    /** By messages to the other rank, directly to the own memory. */
    @Property(tries = 150, shrinking = ShrinkingMode.OFF)
    void windowsChangeWhatTheTypeMapSays(
            @ForAll("types") DatatypeProps.Built built, @ForAll @IntRange(max = 3) int count, @ForAll long seed) {
        Data data = new Data(built, count);
        Assume.that(data.isTarget());
        Random random = new Random(seed);
        byte[] source = data.random(random);
        byte[] before = data.random(random);
        byte[] packed = data.gather(source);
        int n = packed.length;
        mpirun(2, (world, job) -> {
            byte[] memory = before.clone();
            byte[] second = before.clone();
            byte[] bytes = new byte[n + 1];
            Win win = new Win(memory, memory.length, 1, MPI.INFO_NULL, world);
            Win other = new Win(second, second.length, 1, MPI.INFO_NULL, world);
            Win flat = new Win(bytes, bytes.length, 1, MPI.INFO_NULL, world);
            for (Win each : List.of(win, other, flat)) {
                each.setErrhandler(MPI.ERRORS_RETURN);
                each.fence(0);
            }
            byte[] read = before.clone();
            byte[] readAsBytes = new byte[n];
            // The first rank fills its own memory and the other's.
            if (job.rank() == 0) {
                for (int target = 0; target < 2; target++) {
                    win.put(data.at(source), count, data.type(), target, data.origin, count, data.type());
                    other.put(packed, n, MPI.BYTE, target, data.origin, count, data.type());
                    flat.put(data.at(source), count, data.type(), target, 0, n, MPI.BYTE);
                }
            }
            for (Win each : List.of(win, other, flat)) {
                each.fence(0);
            }
            byte[] expected = data.scatter(packed, before);
            assertArrayEquals(expected, memory, () -> built.how() + " put");
            assertArrayEquals(expected, second, () -> built.how() + " put as bytes");
            win.get(data.at(read), count, data.type(), 1, data.origin, count, data.type());
            win.get(readAsBytes, n, MPI.BYTE, 0, data.origin, count, data.type());
            win.fence(0);
            assertArrayEquals(expected, read, () -> built.how() + " got");
            assertArrayEquals(packed, readAsBytes, () -> built.how() + " got as bytes");
            for (Win each : List.of(win, other, flat)) {
                each.free();
            }
            assertArrayEquals(packed, Arrays.copyOf(bytes, n), () -> built.how() + " put into bytes");
        });
    }
}
