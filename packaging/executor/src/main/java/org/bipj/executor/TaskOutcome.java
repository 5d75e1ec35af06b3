package org.bipj.executor;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import mpi.ObjectCodec;

/**
 * What has become of a task, as bytes.
 *
 * @param form one of the constants
 * @param body the value; of a range the seconds and the values; of a failure see {@link #failure}; of a task that is lost why
 */
record TaskOutcome(int form, byte[] body) {
    static final int VALUE = 0;
    static final int VALUES = 1;
    static final int FAILURE = 2;
    static final int CANCELLED = 3;
    static final int LOST = 4;

    /** How classes begin that the program's line is not in. */
    private static final List<String> LIBRARY =
            List.of("mpi.", "org.bipj.mpi.", "org.bipj.core.", "org.bipj.executor.");

    /** How far down the causes of an exception their stacks are those of the worker's program alone. */
    private static final int CAUSES = 100;

    /** The frames of a task are those above the first one of this class. */
    private static final String WORKER = Work.class.getName();

    /** The task never ran, or its result is not wanted. */
    static TaskOutcome cancelled() {
        return new TaskOutcome(CANCELLED, new byte[0]);
    }

    /** As an exception. */
    static CancellationException cancellation() {
        return new CancellationException("the pool was shut down before the task began");
    }

    /** The workers of a task have died. */
    static TaskOutcome lost(int workers, String why) {
        String what = workers == 0 ? "no worker is left" : "the task was given to " + workers + " of them";
        String text = "the pool's workers have died, the last one: " + why + "; " + what;
        return new TaskOutcome(LOST, text.getBytes(StandardCharsets.UTF_8));
    }

    /** What {@link Work#perform} returned. */
    static TaskOutcome of(Object value, int rank, ObjectCodec codec) {
        if (value instanceof Work.Values values) {
            ByteBuffer all = ByteBuffer.allocate(Double.BYTES + values.bytes().capacity());
            return new TaskOutcome(
                    VALUES, all.putDouble(values.seconds()).put(values.bytes()).array());
        }
        try {
            return new TaskOutcome(VALUE, codec.encode(value));
        } catch (IOException | RuntimeException e) {
            String text = "the result is a " + value.getClass().getName() + ", which cannot travel to another rank: "
                    + e.getMessage();
            return failure(new TaskException(text, new StackTraceElement[0]), rank, codec);
        }
    }

    /**
     * An exception of a task: where it was thrown, what it says, its stack, and the exception itself as far as it travels.
     *
     * @param rank of the worker in the pool's communicator
     */
    static TaskOutcome failure(Throwable thrown, int rank, ObjectCodec codec) {
        Throwable each = thrown;
        for (int causes = 0; each != null && causes < CAUSES; causes++) {
            each.setStackTrace(ofWorker(each.getStackTrace(), rank));
            each = each.getCause();
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF("on rank " + rank + place(thrown));
            write(out, String.valueOf(thrown));
            StackTraceElement[] stack = thrown.getStackTrace();
            out.writeInt(stack.length);
            for (StackTraceElement frame : stack) {
                write(out, frame.getClassLoaderName());
                write(out, frame.getClassName());
                write(out, frame.getMethodName());
                write(out, frame.getFileName());
                out.writeInt(frame.getLineNumber());
            }
            try {
                out.write(codec.encode(thrown));
            } catch (IOException | RuntimeException e) {
                // Its text and its stack arrive.
            }
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory", e);
        }
        return new TaskOutcome(FAILURE, bytes.toByteArray());
    }

    /** The frames of the program alone, marked with the rank as frames of ranks that share their JVM are. */
    private static StackTraceElement[] ofWorker(StackTraceElement[] stack, int rank) {
        int own = 0;
        while (own < stack.length && !stack[own].getClassName().equals(WORKER)) {
            own++;
        }
        return Arrays.stream(stack, 0, own).map(frame -> marked(frame, rank)).toArray(StackTraceElement[]::new);
    }

    private static StackTraceElement marked(StackTraceElement frame, int rank) {
        return frame.getModuleName() != null
                ? frame
                : new StackTraceElement(
                        "rank " + rank,
                        null,
                        null,
                        frame.getClassName(),
                        frame.getMethodName(),
                        frame.getFileName(),
                        frame.getLineNumber());
    }

    /** The line of the program that an exception comes from. */
    private static String place(Throwable thrown) {
        return Arrays.stream(thrown.getStackTrace())
                .filter(frame ->
                        frame.getModuleName() == null && LIBRARY.stream().noneMatch(frame.getClassName()::startsWith))
                .findFirst()
                .map(frame -> " at " + frame.getFileName() + ":" + frame.getLineNumber())
                .orElse("");
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(text == null ? -1 : bytes.length);
        out.write(bytes);
    }

    private static String read(DataInputStream in) throws IOException {
        int length = in.readInt();
        return length < 0 ? null : new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /** Completes the future of the task. */
    <T> void complete(TaskFuture<T> future, ObjectCodec codec) {
        try {
            switch (form) {
                case VALUE -> future.complete(value(Work.decode(body, Object.class, codec)));
                case VALUES -> {
                    ByteBuffer all = ByteBuffer.wrap(body);
                    double seconds = all.getDouble();
                    future.complete(value(new Work.Values(seconds, all.slice())));
                }
                case CANCELLED -> future.completeExceptionally(cancellation());
                case LOST ->
                    future.completeExceptionally(
                            new TaskException(new String(body, StandardCharsets.UTF_8), new StackTraceElement[0]));
                default -> fail(future, codec);
            }
        } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError e) {
            future.completeExceptionally(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T> T value(Object value) {
        return (T) value;
    }

    private void fail(TaskFuture<?> future, ObjectCodec codec) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(body));
        String where = in.readUTF();
        String text = read(in);
        StackTraceElement[] stack = new StackTraceElement[in.readInt()];
        for (int i = 0; i < stack.length; i++) {
            String loader = read(in);
            stack[i] = new StackTraceElement(loader, null, null, read(in), read(in), read(in), in.readInt());
        }
        byte[] encoded = in.readAllBytes();
        Throwable thrown = new TaskException(text, stack);
        if (encoded.length > 0) {
            try {
                thrown = (Throwable) Work.decode(encoded, Throwable.class, codec);
            } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError e) {
                // Its text and its stack have come.
            }
        }
        future.fail(thrown, where);
    }
}
