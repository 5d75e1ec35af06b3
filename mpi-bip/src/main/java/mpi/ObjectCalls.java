package mpi;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * Objects as bytes, and the collective operations on objects: all processes exchange the lengths, so that they agree whether
 * the call fails, and then the bytes.
 */
final class ObjectCalls {
    /** Instead of the length of an object that could not be encoded. */
    private static final long FAILED = -1;
    /** Instead of a rank: each process has encoded an object. */
    private static final int EACH = -1;

    private ObjectCalls() {}

    static void check(Class<?> type) {
        if (type == null || type.isPrimitive()) {
            throw new EngineException(ErrorClass.ARG, "type is " + type + "; expected a class of objects");
        }
    }

    static void check(BinaryOperator<?> op) {
        if (op == null) {
            throw new EngineException(ErrorClass.OP, "the operator is null");
        }
    }

    static byte[] encode(Comm comm, @Nullable Object object) {
        try {
            byte[] bytes = comm.objectCodec().encode(object);
            if (bytes == null) {
                throw new EngineException(ErrorClass.ARG, "the codec has encoded an object as null");
            }
            return bytes;
        } catch (IOException e) {
            throw failed("the object cannot be encoded: ", e);
        }
    }

    static <T> @Nullable T decode(Comm comm, byte[] bytes, Class<T> type) {
        Object object;
        try {
            object = comm.objectCodec().decode(bytes, type, comm.runtime.programLoader());
        } catch (IOException | ClassNotFoundException e) {
            throw failed("the object cannot be decoded: ", e);
        }
        if (object != null && !type.isInstance(object)) {
            throw new EngineException(
                    ErrorClass.TYPE,
                    "the object is a " + object.getClass().getTypeName() + "; expected a " + type.getTypeName());
        }
        return type.cast(object);
    }

    /** Objects that were sent as an array. */
    static Object[] decodeArray(Comm comm, byte[] bytes) {
        return array(decode(comm, bytes, Object[].class));
    }

    /** What a codec has decoded, which was an array before. */
    static Object[] array(Object @Nullable [] decoded) {
        return Objects.requireNonNull(decoded, "the codec has decoded an array as null");
    }

    private static EngineException failed(String what, Exception cause) {
        EngineException error = new EngineException(ErrorClass.CONVERSION, what + cause);
        error.initCause(cause);
        return error;
    }

    static <T> @Nullable T bcast(Intracomm comm, Class<T> type, @Nullable T object, int root) {
        boolean isRoot = isRoot(comm, type, root);
        Encoded mine = isRoot ? Encoded.of(comm, Collections.singletonList(object)) : Encoded.NOTHING;
        long[] lengths = isRoot ? mine.lengths() : new long[1];
        comm.collective(Collective.BCAST)
                .sends(lengths, 1, Predefined.LONG)
                .at(root)
                .perform();
        int length = mine.agree(lengths, root)[0];
        byte[] bytes = isRoot ? mine.parts[0] : new byte[length];
        comm.collective(Collective.BCAST)
                .sends(bytes, length, Predefined.BYTE)
                .at(root)
                .perform();
        return isRoot ? object : decode(comm, bytes, type);
    }

    static <T> List<@Nullable T> gather(Intracomm comm, Class<T> type, @Nullable T object, int root) {
        boolean isRoot = isRoot(comm, type, root);
        Encoded mine = Encoded.of(comm, Collections.singletonList(object));
        int[] counts = agreeWithAll(comm, mine);
        byte[] bytes = new byte[isRoot ? sum(counts) : 0];
        comm.collective(Collective.GATHERV)
                .sends(mine.parts[0], mine.parts[0].length, Predefined.BYTE)
                .receivesEach(bytes, counts, displacements(counts), Predefined.BYTE)
                .at(root)
                .perform();
        return isRoot ? decode(comm, type, bytes, counts, object) : List.of();
    }

    static <T> @Nullable T scatter(
            Intracomm comm, Class<T> type, @Nullable List<? extends @Nullable T> objects, int root) {
        boolean isRoot = isRoot(comm, type, root);
        List<? extends @Nullable T> own = isRoot ? each(comm, objects) : List.of();
        Encoded mine = isRoot ? Encoded.of(comm, own) : Encoded.NOTHING;
        long[] lengths = isRoot ? mine.lengths() : new long[comm.getSize()];
        comm.collective(Collective.BCAST)
                .sends(lengths, lengths.length, Predefined.LONG)
                .at(root)
                .perform();
        int[] counts = mine.agree(lengths, root);
        byte[] bytes = new byte[counts[comm.getRank()]];
        comm.collective(Collective.SCATTERV)
                .sendsEach(mine.joined(), counts, displacements(counts), Predefined.BYTE)
                .receives(bytes, bytes.length, Predefined.BYTE)
                .at(root)
                .perform();
        return isRoot ? own.get(root) : decode(comm, bytes, type);
    }

    static <T> List<@Nullable T> allGather(Intracomm comm, Class<T> type, @Nullable T object) {
        check(type);
        Encoded mine = Encoded.of(comm, Collections.singletonList(object));
        int[] counts = agreeWithAll(comm, mine);
        byte[] bytes = new byte[sum(counts)];
        comm.collective(Collective.ALLGATHERV)
                .sends(mine.parts[0], mine.parts[0].length, Predefined.BYTE)
                .receivesEach(bytes, counts, displacements(counts), Predefined.BYTE)
                .perform();
        return decode(comm, type, bytes, counts, object);
    }

    static <T> List<@Nullable T> allToAll(Intracomm comm, Class<T> type, List<? extends @Nullable T> objects) {
        check(type);
        Encoded mine = Encoded.of(comm, each(comm, objects));
        long[] lengths = new long[comm.getSize()];
        // A process that has failed says so to all.
        comm.collective(Collective.ALLTOALL)
                .sendsEach(mine.lengths(), 1, Predefined.LONG)
                .receivesEach(lengths, 1, Predefined.LONG)
                .perform();
        int[] counts = mine.agree(lengths, EACH);
        int[] own = mine.counts();
        byte[] bytes = new byte[sum(counts)];
        comm.collective(Collective.ALLTOALLV)
                .sendsEach(mine.joined(), own, displacements(own), Predefined.BYTE)
                .receivesEach(bytes, counts, displacements(counts), Predefined.BYTE)
                .perform();
        return decode(comm, type, bytes, counts, objects.get(comm.getRank()));
    }

    /** Combines objects in their order; null where there are none. */
    static <T> @Nullable T reduce(List<T> objects, BinaryOperator<T> op) {
        if (objects.isEmpty()) {
            return null;
        }
        T result = objects.getFirst();
        for (T right : objects.subList(1, objects.size())) {
            result = op.apply(result, right);
        }
        return result;
    }

    private static boolean isRoot(Intracomm comm, Class<?> type, int root) {
        check(type);
        MessageChecks.root(root, comm.getSize());
        return comm.getRank() == root;
    }

    private static <T extends @Nullable Object> List<T> each(Intracomm comm, @Nullable List<T> objects) {
        if (objects == null || objects.size() != comm.getSize()) {
            throw new EngineException(
                    ErrorClass.ARG,
                    "there are " + (objects == null ? "no" : objects.size()) + " objects; expected " + comm.getSize()
                            + ", one for each process");
        }
        return objects;
    }

    private static int[] agreeWithAll(Intracomm comm, Encoded mine) {
        long[] lengths = new long[comm.getSize()];
        comm.collective(Collective.ALLGATHER)
                .sends(mine.lengths(), 1, Predefined.LONG)
                .receivesEach(lengths, 1, Predefined.LONG)
                .perform();
        return mine.agree(lengths, EACH);
    }

    /** The objects of all processes; the own one is not copied. */
    private static <T> List<@Nullable T> decode(
            Intracomm comm, Class<T> type, byte[] bytes, int[] counts, @Nullable T own) {
        List<@Nullable T> objects = new ArrayList<>(counts.length);
        int at = 0;
        for (int i = 0; i < counts.length; i++) {
            byte[] part = Arrays.copyOfRange(bytes, at, at + counts[i]);
            at += counts[i];
            try {
                objects.add(i == comm.getRank() ? own : decode(comm, part, type));
            } catch (EngineException e) {
                throw new EngineException(e.errorClass(), "from rank " + i + ": " + e.getMessage());
            }
        }
        return objects;
    }

    private static int sum(int[] counts) {
        return IntStream.of(counts).sum();
    }

    private static int[] displacements(int[] counts) {
        int[] displacements = new int[counts.length];
        for (int i = 1; i < counts.length; i++) {
            displacements[i] = displacements[i - 1] + counts[i - 1];
        }
        return displacements;
    }

    /** A process's objects as bytes, or the reason why they are not. */
    private record Encoded(byte[][] parts, @Nullable Throwable failure) {
        static final Encoded NOTHING = new Encoded(new byte[0][], null);

        static Encoded of(Intracomm comm, List<? extends @Nullable Object> objects) {
            byte[][] parts = new byte[objects.size()][];
            int most = Integer.MAX_VALUE / comm.getSize();
            try {
                for (int i = 0; i < parts.length; i++) {
                    parts[i] = encode(comm, objects.get(i));
                    if (parts[i].length > most) {
                        throw new EngineException(
                                ErrorClass.COUNT,
                                "an object has " + parts[i].length + " bytes; expected at most " + most
                                        + ", so that those of all processes fit into an array");
                    }
                }
                return new Encoded(parts, null);
            } catch (RuntimeException | Error e) {
                // Thrown once the other processes know.
                return new Encoded(parts, e);
            }
        }

        long[] lengths() {
            long[] lengths = new long[parts.length];
            Arrays.setAll(lengths, i -> failure == null ? parts[i].length : FAILED);
            return lengths;
        }

        int[] counts() {
            return Stream.of(parts).mapToInt(part -> part.length).toArray();
        }

        /**
         * The lengths, unless a process has failed.
         *
         * @param encoder rank of the process that has encoded all of them; EACH if each has encoded the one of its number
         */
        int[] agree(long[] lengths, int encoder) {
            if (failure instanceof Error e) {
                throw e;
            } else if (failure != null) {
                throw (RuntimeException) failure;
            }
            int[] counts = new int[lengths.length];
            for (int i = 0; i < counts.length; i++) {
                if (lengths[i] == FAILED) {
                    throw new EngineException(
                            ErrorClass.OTHER,
                            "rank " + (encoder == EACH ? i : encoder) + " has failed to encode what it sends");
                }
                counts[i] = (int) lengths[i];
            }
            return counts;
        }

        byte[] joined() {
            byte[] all = new byte[sum(counts())];
            int at = 0;
            for (byte[] part : parts) {
                System.arraycopy(part, 0, all, at, part.length);
                at += part.length;
            }
            return all;
        }
    }

    /** The bytes of an object that a call sends, whose other arguments are right. */
    static byte[] bytesFor(Comm comm, String method, @Nullable Object object, int dest, int tag) {
        CommCore c = comm.core();
        try {
            MessageChecks.send(c, null, 0, Predefined.BYTE, dest, tag);
            return encode(comm, object);
        } catch (RuntimeException | OutOfMemoryError e) {
            throw comm.raise(method, e);
        }
    }

    /** A persistent request whose starts send the bytes that an object has then. */
    static Prequest init(
            Comm comm,
            String method,
            @Nullable Object object,
            int dest,
            int tag,
            BiConsumer<Prequest, Data> sendBytes) {
        CommCore c = comm.core();
        try {
            MessageChecks.send(c, null, 0, Predefined.BYTE, dest, tag);
            return comm.persistent(c, request -> {
                byte[] bytes = encode(comm, object);
                sendBytes.accept(request, Data.of(bytes, 0, bytes.length, TypeLayout.BYTE));
            });
        } catch (RuntimeException | OutOfMemoryError e) {
            throw comm.raise(method, e);
        }
    }
}
