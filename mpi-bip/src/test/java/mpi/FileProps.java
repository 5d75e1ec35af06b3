package mpi;

import static mpi.CommunicatorTest.mpirun;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** Files through random views, compared with an array of bytes that is changed by the rules of MPI 4.1 section 14.3. */
class FileProps {
    private static final int ROOM = 1 << 16;
    private static final int OPERATIONS = 12;

    @Provide
    Arbitrary<DatatypeProps.Built> types() {
        // Three elements fit into the buffers.
        return new DatatypeProps()
                .types()
                .filter(type -> Math.abs(type.map().extent()) <= 4000
                        && Math.abs(type.map().trueUb()) <= 4000
                        && Math.abs(type.map().trueLb()) <= 4000);
    }

    /** Mostly types that a file may have, and among those many with holes. */
    @Provide
    Arbitrary<DatatypeProps.Built> filetypes() {
        Arbitrary<DatatypeProps.Built> withHoles = types().filter(FileProps::isFileTypeWithHoles);
        return Arbitraries.frequencyOf(Tuple.of(1, types()), Tuple.of(4, withHoles));
    }

    private static boolean isFileTypeWithHoles(DatatypeProps.Built type) {
        List<Long> bytes = type.map().bytes();
        return isFileType(type) && bytes.getLast() - bytes.getFirst() >= bytes.size();
    }

    /** True if data are in ascending order, and tiles follow each other. */
    private static boolean isFileType(DatatypeProps.Built type) {
        List<Long> bytes = type.map().bytes();
        boolean ascending =
                !bytes.isEmpty() && bytes.getFirst() >= 0 && type.map().extent() > 0;
        for (int i = 1; i < bytes.size(); i++) {
            ascending &= bytes.get(i) > bytes.get(i - 1);
        }
        return ascending;
    }

    @Property(tries = 50)
    void oneRankReadsAndWritesWhatItsViewShows(
            @ForAll("filetypes") DatatypeProps.Built filetype,
            @ForAll("types") DatatypeProps.Built memory,
            @ForAll long seed)
            throws IOException {
        Path path = Files.createTempFile("bipj", ".view");
        try {
            mpirun(1, (world, job) -> {
                try (File file = new File(world, path.toString(), MPI.MODE_RDWR)) {
                    new OneRank(file, filetype, memory, new Random(seed)).run();
                }
            });
        } finally {
            Files.delete(path);
        }
    }

    /** One rank's random accesses, and the same on an array. */
    private static final class OneRank {
        private final File file;
        private final DatatypeProps.Built filetype;
        private final DatatypeProps.Built memory;
        private final Random random;
        private final Datatype etype;
        private final int etypeSize;
        private final int disp;
        /** The file's bytes; longer than the file, and made longer by writes far behind its end. */
        private byte[] model = new byte[ROOM];

        private int size;
        private long pointer;

        OneRank(File file, DatatypeProps.Built filetype, DatatypeProps.Built memory, Random random) {
            this.file = file;
            this.filetype = filetype;
            this.memory = memory;
            this.random = random;
            boolean bytes = random.nextBoolean();
            etype = bytes ? MPI.BYTE : filetype.type();
            etypeSize = bytes ? 1 : filetype.map().bytes().size();
            disp = random.nextInt(50);
        }

        void run() {
            filetype.type().commit();
            memory.type().commit();
            if (filetype.map().bytes().isEmpty() && etypeSize > 0) {
                seeNothing();
                return;
            }
            if (!isFileType(filetype)) {
                MPIException e =
                        assertThrows(MPIException.class, () -> file.setView(disp, etype, filetype.type(), "native"));
                assertEquals(MPI.ERR_TYPE, e.getErrorClass(), filetype.how());
                return;
            }
            file.setView(disp, etype, filetype.type(), "native");
            for (int i = 0; i < OPERATIONS; i++) {
                step();
                assertEquals(size, file.getSize());
                assertEquals(pointer, file.getPosition());
            }
            file.seek(0, MPI.SEEK_END);
            assertEquals(end(), file.getPosition(), "end of " + size + " bytes");
        }

        /** A file type without data: nothing is read, and nothing may be written. */
        private void seeNothing() {
            file.setView(disp, etype, filetype.type(), "native");
            int count = random.nextInt(4);
            int n = count * memory.map().bytes().size();
            if (n > 0) {
                MPIException e =
                        assertThrows(MPIException.class, () -> file.writeAt(0, new byte[ROOM], ROOM - n, MPI.BYTE));
                assertEquals(MPI.ERR_ARG, e.getErrorClass());
            }
            assertEquals(0, file.writeAll(new byte[1], 0, MPI.BYTE).getCount(MPI.BYTE));
            assertEquals(0, file.read(new byte[ROOM], n, MPI.BYTE).getCount(MPI.BYTE));
            assertEquals(n, file.getPosition());
            assertEquals(0, file.getSize());
            assertEquals(disp, file.getByteOffset(random.nextInt(60)));
            file.seek(0, MPI.SEEK_END);
            assertEquals(0, file.getPosition());
        }

        /** The etype behind the last data of the view that the file has. */
        private long end() {
            int seen = filetype.map().bytes().size();
            long behind = 0;
            for (long position = 0; position < (size / filetype.map().extent() + 1) * seen; position++) {
                behind = fileByte(position) < size ? position + 1 : behind;
            }
            return (behind + etypeSize - 1) / etypeSize;
        }

        private void step() {
            int count = random.nextInt(4);
            int n = count * memory.map().bytes().size();
            if (n % etypeSize != 0) {
                assertThrows(MPIException.class, () -> file.writeAt(0, new byte[ROOM], count, memory.type()));
                return;
            }
            boolean explicit = random.nextBoolean();
            if (!explicit && random.nextInt(3) == 0) {
                pointer = random.nextInt(60);
                file.seek(pointer, MPI.SEEK_SET);
            }
            long offset = explicit ? random.nextInt(60) : pointer;
            assertEquals(fileByte(offset * etypeSize), file.getByteOffset(offset));
            pointer += explicit ? 0 : n / etypeSize;
            if (random.nextInt(3) > 0) {
                write(explicit, offset, count);
            } else {
                read(explicit, offset, count, n);
            }
        }

        private int fileByte(long position) {
            List<Long> bytes = filetype.map().bytes();
            return (int) (disp
                    + position / bytes.size() * filetype.map().extent()
                    + bytes.get((int) (position % bytes.size())));
        }

        private int memoryByte(int position) {
            List<Long> bytes = memory.map().bytes();
            return (int)
                    (ROOM / 2 + position / bytes.size() * memory.map().extent() + bytes.get(position % bytes.size()));
        }

        private static ByteBuffer fromTheMiddle(byte[] array) {
            return ByteBuffer.wrap(array).slice(ROOM / 2, ROOM / 2);
        }

        private void write(boolean explicit, long offset, int count) {
            byte[] data = new byte[ROOM];
            random.nextBytes(data);
            Object buf = fromTheMiddle(data);
            Status status =
                    explicit ? file.writeAt(offset, buf, count, memory.type()) : file.write(buf, count, memory.type());
            int n = count * memory.map().bytes().size();
            assertEquals(n, status.getCount(MPI.BYTE));
            for (int i = 0; i < n; i++) {
                int at = fileByte(offset * etypeSize + i);
                if (at >= model.length) {
                    model = Arrays.copyOf(model, 2 * at);
                }
                model[at] = data[memoryByte(i)];
                size = Math.max(size, at + 1);
            }
        }

        private void read(boolean explicit, long offset, int count, int n) {
            byte[] data = new byte[ROOM];
            byte[] expected = new byte[ROOM];
            Object buf = fromTheMiddle(data);
            Status status =
                    explicit ? file.readAt(offset, buf, count, memory.type()) : file.read(buf, count, memory.type());
            int there = 0;
            while (there < n && fileByte(offset * etypeSize + there) < size) {
                expected[memoryByte(there)] = model[fileByte(offset * etypeSize + there)];
                there++;
            }
            assertEquals(there, status.getCount(MPI.BYTE));
            assertArrayEquals(expected, data);
        }
    }

    @Tag("deep")
    @Property(tries = 1500)
    void oneRankReadsAndWritesWhatManyViewsShow(
            @ForAll("filetypes") DatatypeProps.Built filetype,
            @ForAll("types") DatatypeProps.Built memory,
            @ForAll long seed)
            throws IOException {
        oneRankReadsAndWritesWhatItsViewShows(filetype, memory, seed);
    }

    /**
     * Tiles of blocks that belong to ranks at random, or to none. All write theirs and read them again, with random hints, so
     * that windows and rounds of all kinds come up.
     */
    @Property(tries = 40)
    void ranksTogetherWriteAndReadTheirPartsOfTheFile(@ForAll @IntRange(min = 1, max = 4) int ranks, @ForAll long seed)
            throws IOException {
        Path path = Files.createTempFile("bipj", ".parts");
        try {
            Parts parts = new Parts(ranks, seed);
            Files.write(path, parts.before);
            mpirun(ranks, (world, job) -> parts.run(world, path));
            assertArrayEquals(parts.after, Files.readAllBytes(path), "seed " + seed);
        } finally {
            Files.delete(path);
        }
    }

    /** Each of these sends more to other aggregators than its outbox holds, while it is one of them itself. */
    @Example
    void aggregatorsWithFullOutboxesDoNotWaitForEachOther() throws IOException {
        ranksTogetherWriteAndReadTheirPartsOfTheFile(3, 445539);
    }

    /** A file whose bytes belong to ranks. */
    private static final class Parts {
        private final long seed;
        private final int[] owners;
        private final int[] lengths;
        private final int[] starts;
        private final int tile;
        private final int tiles;
        private final int disp;
        private final byte[] before;
        private final byte[] after;

        Parts(int ranks, long seed) {
            this.seed = seed;
            Random random = new Random(seed);
            int n = 1 + random.nextInt(6);
            owners = random.ints(n, 0, ranks + 1).toArray();
            lengths = random.ints(n, 1, random.nextBoolean() ? 40 : 3000).toArray();
            starts = new int[n];
            for (int i = 1; i < n; i++) {
                starts[i] = starts[i - 1] + lengths[i - 1];
            }
            tile = starts[n - 1] + lengths[n - 1];
            tiles = 1 + random.nextInt(40);
            disp = random.nextInt(10_000);
            before = new byte[random.nextInt(disp + tiles * tile)];
            random.nextBytes(before);
            int end = 0;
            for (int i = 0; i < n; i++) {
                end = owners[i] < ranks ? disp + (tiles - 1) * tile + starts[i] + lengths[i] : end;
            }
            after = Arrays.copyOf(before, Math.max(before.length, end));
            for (int at = disp; at < disp + tiles * tile; at++) {
                int owner = owner((at - disp) % tile);
                if (owner < ranks) {
                    after[at] = value(owner, at);
                }
            }
        }

        private int owner(int inTile) {
            int block = Arrays.binarySearch(starts, inTile);
            return owners[block >= 0 ? block : -block - 2];
        }

        private byte value(int owner, int at) {
            return (byte) (seed + 31 * owner + 7 * at + at / 251);
        }

        void run(Intracomm world, Path path) {
            int me = world.getRank();
            int[] mine = java.util.stream.IntStream.range(0, owners.length)
                    .filter(i -> owners[i] == me)
                    .toArray();
            int[] blockLengths = Arrays.stream(mine).map(i -> lengths[i]).toArray();
            int[] displacements = Arrays.stream(mine).map(i -> starts[i]).toArray();
            int n = Arrays.stream(blockLengths).sum() * tiles;
            Random random = new Random(seed);
            Info hints = new Info();
            hints.set("cb_buffer_size", "4096");
            hints.set("cb_nodes", "" + (1 + random.nextInt(4)));
            hints.set("romio_cb_write", random.nextInt(4) == 0 ? "automatic" : "enable");
            hints.set("romio_cb_read", random.nextInt(4) == 0 ? "automatic" : "enable");
            try (File file = new File(world, path.toString(), MPI.MODE_RDWR, hints);
                    Datatype blocks = Datatype.createIndexed(blockLengths, displacements, MPI.BYTE);
                    Datatype filetype = Datatype.createResized(blocks, 0, tile)) {
                filetype.commit();
                file.setView(disp, MPI.BYTE, n == 0 ? MPI.BYTE : filetype, "native");
                byte[] data = new byte[n];
                for (int i = 0, at = 0; i < n; at++) {
                    if (owner(at % tile) == me) {
                        data[i++] = value(me, disp + at);
                    }
                }
                exchange(file, data, new Random(seed + me));
            }
        }

        /** Writes in pieces of any size, and reads in others; memory with and without gaps. */
        private void exchange(File file, byte[] data, Random random) {
            int calls = 1 + (int) (seed & 1);
            try (Datatype gaps = Datatype.createResized(MPI.BYTE, 0, 3)) {
                gaps.commit();
                boolean spread = random.nextBoolean();
                byte[] memory = spread ? spread(data) : data;
                int first = random.nextInt(data.length + 1);
                Datatype type = spread ? gaps : MPI.BYTE;
                int unit = spread ? 3 : 1;
                for (int call = 0; call < calls; call++) {
                    int from = call == 0 ? 0 : first;
                    int to = call == calls - 1 ? data.length : first;
                    byte[] part = Arrays.copyOfRange(memory, from * unit, to * unit);
                    assertEquals(to - from, file.writeAll(part, to - from, type).getCount(MPI.BYTE));
                }
                byte[] read = new byte[memory.length + unit];
                Status status = file.readAtAll(0, read, data.length, type);
                assertEquals(data.length, status.getCount(MPI.BYTE));
                assertArrayEquals(memory, Arrays.copyOf(read, memory.length), "what was read again");
            }
        }

        private static byte[] spread(byte[] data) {
            byte[] wide = new byte[3 * data.length];
            for (int i = 0; i < data.length; i++) {
                wide[3 * i] = data[i];
            }
            return wide;
        }
    }
}
