package org.bipj.executor;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import mpi.MPI;
import mpi.ObjectCodec;
import org.bipj.core.job.RankLoader;

/**
 * What a worker does, as bytes.
 *
 * @param form how to read them
 * @param body the task; where there is an argument, the length of the function, the function and the argument; of a range,
 *     its bounds and the function
 */
record Work(Form form, byte[] body) {
    /** What the bytes are. */
    enum Form {
        CALL,
        RUN,
        APPLY,
        DOUBLES,
        LONGS,
        INTS
    }

    /** The name of the class that users submit tasks to. */
    private static final String POOL = Work.class.getPackageName() + ".MpiExecutor";

    private static final Form[] FORMS = Form.values();

    /** The result of a range: how long it took, and the values. */
    record Values(double seconds, ByteBuffer bytes) {}

    static Work of(int form, byte[] body) {
        return new Work(FORMS[form], body);
    }

    /** A task. */
    static Work task(Form form, Object task, ObjectCodec codec) {
        return new Work(form, encode(task, codec));
    }

    /** A function of an argument. */
    static Work apply(byte[] function, Object argument, ObjectCodec codec) {
        byte[] encoded = encode(argument, codec);
        ByteBuffer body = ByteBuffer.allocate(Integer.BYTES + function.length + encoded.length);
        return new Work(
                Form.APPLY,
                body.putInt(function.length).put(function).put(encoded).array());
    }

    /** The values of a function at some indices. */
    static Work range(Form form, byte[] function, int from, int to) {
        ByteBuffer body = ByteBuffer.allocate(2 * Integer.BYTES + function.length);
        return new Work(form, body.putInt(from).putInt(to).put(function).array());
    }

    /**
     * An object as bytes.
     *
     * @throws RejectedExecutionException if it does not travel
     */
    static byte[] encode(Object object, ObjectCodec codec) {
        try {
            return codec.encode(object);
        } catch (IOException | RuntimeException e) {
            String why = String.valueOf(e.getMessage());
            String cure = why.contains(POOL)
                    ? ": the task refers to its pool, which stays where it is; expected MpiExecutor.current() in the task"
                    : "; a task, its arguments and what these refer to travel to another rank";
            throw new RejectedExecutionException(why + cure, e);
        }
    }

    private static Object decode(byte[] bytes, int at, int length, ObjectCodec codec)
            throws IOException, ClassNotFoundException {
        byte[] part = new byte[length];
        System.arraycopy(bytes, at, part, 0, length);
        return decode(part, Object.class, codec);
    }

    /** The object that bytes stand for, of the classes of this rank's program. */
    static Object decode(byte[] bytes, Class<?> type, ObjectCodec codec) throws IOException, ClassNotFoundException {
        ClassLoader own = MPI.class.getClassLoader();
        ClassLoader program =
                own instanceof RankLoader ? own : Thread.currentThread().getContextClassLoader();
        return codec.decode(bytes, type, program != null ? program : ClassLoader.getSystemClassLoader());
    }

    /** Does it. Returns the result; {@link Values} for a range. */
    Object perform(ObjectCodec codec) throws Exception {
        ByteBuffer head = ByteBuffer.wrap(body);
        return switch (form) {
            case CALL -> ((Callable<?>) decode(body, Callable.class, codec)).call();
            case RUN -> {
                ((Runnable) decode(body, Runnable.class, codec)).run();
                yield null;
            }
            case APPLY -> {
                int length = head.getInt();
                int argument = Integer.BYTES + length;
                Object function = decode(body, Integer.BYTES, length, codec);
                yield apply((Function<?, ?>) function, decode(body, argument, body.length - argument, codec));
            }
            case DOUBLES, LONGS, INTS -> {
                int from = head.getInt();
                int to = head.getInt();
                yield values(decode(body, head.position(), head.remaining(), codec), from, to);
            }
        };
    }

    @SuppressWarnings("unchecked")
    private static Object apply(Function<?, ?> function, Object argument) {
        return ((Function<Object, Object>) function).apply(argument);
    }

    private Values values(Object function, int from, int to) {
        ByteBuffer values = ByteBuffer.allocate((to - from) * (form == Form.INTS ? Integer.BYTES : Long.BYTES));
        double begin = MPI.wtime();
        switch (form) {
            case DOUBLES -> {
                IntToDouble each = (IntToDouble) function;
                double[] all = new double[to - from];
                for (int i = from; i < to; i++) {
                    all[i - from] = each.apply(i);
                }
                values.asDoubleBuffer().put(all);
            }
            case LONGS -> {
                IntToLong each = (IntToLong) function;
                long[] all = new long[to - from];
                for (int i = from; i < to; i++) {
                    all[i - from] = each.apply(i);
                }
                values.asLongBuffer().put(all);
            }
            default -> {
                IntToInt each = (IntToInt) function;
                int[] all = new int[to - from];
                for (int i = from; i < to; i++) {
                    all[i - from] = each.apply(i);
                }
                values.asIntBuffer().put(all);
            }
        }
        return new Values(MPI.wtime() - begin, values);
    }
}
