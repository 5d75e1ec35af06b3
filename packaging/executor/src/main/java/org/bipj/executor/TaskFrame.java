package org.bipj.executor;

import java.nio.ByteBuffer;

/**
 * A message between the rank that opened a pool and a worker, as bytes in the order of the network.
 *
 * <pre>
 *  0      1      2        4         8               16              24
 *  +------+------+--------+---------+---------------+---------------+------ ...
 *  | kind | form |  0     | number  | id            | more          | body
 *  +------+------+--------+---------+---------------+---------------+------ ...
 * </pre>
 *
 * <p>{@code id} is that of a task. {@code number} is that of a {@link #WANT}: what a worker asks for, or answers.
 */
record TaskFrame(byte[] bytes) {
    /** To the root: a task that a task submits; more: the id of that one, 0: none that runs. */
    static final byte SUBMIT = 1;

    /** To the root: the result is not wanted any more; number 1: interrupt the task. */
    static final byte CANCEL = 2;

    /**
     * To the root: the sender can run tasks; more: how many at most. The id is that of the task that it waits for; 0: of none. Form: see
     * {@link #IDLE}.
     */
    static final byte WANT = 3;

    /** To the root: the want of this number is over. */
    static final byte UNWANT = 4;

    /** To the root: what has become of a task; number and more: the sender's next want as an idle worker, 0: none. */
    static final byte RESULT = 5;

    /** To the root: tasks that have not begun, in the order in which they came. Body: their ids. */
    static final byte RETURN = 6;

    /**
     * To a worker: tasks for the want of this number.
     *
     * <pre>
     *  body, once for each task:
     *  0      1               9         13
     *  +------+---------------+---------+------ ...
     *  | form | id            | length  | task
     *  +------+---------------+---------+------ ...
     * </pre>
     */
    static final byte TASKS = 7;

    /** To a worker: what has become of a task that it has submitted. */
    static final byte OUTCOME = 8;

    /** To a worker: the result of a task is not wanted any more; number 1: interrupt it if it runs. */
    static final byte INTERRUPT = 9;

    /** To a worker: the pool is over. */
    static final byte STOP = 10;

    /** To the root: the last frame of a worker, which answers {@link #STOP}. */
    static final byte BYE = 11;

    /** To a worker: give back what has not begun; another one waits for it. */
    static final byte RECALL = 12;

    /** Form of a {@link #WANT}: the worker has nothing to do. */
    static final int IDLE = 0;

    /** The worker waits within a task. */
    static final int WAITING = 1;

    /** The same, and takes only the task that it waits for. */
    static final int WAITING_FOR_IT = 2;

    /** The worker still runs one: it takes what no other worker takes. As an idle one it asks again, by the same number. */
    static final int AHEAD = 3;

    private static final int FORM_AT = 1;
    private static final int NUMBER_AT = 4;
    private static final int ID_AT = 8;
    private static final int MORE_AT = 16;
    private static final int HEADER = 24;

    /** Before each task of a {@link #TASKS}. */
    static final int TASK_HEADER = 1 + Long.BYTES + Integer.BYTES;

    static TaskFrame of(byte kind, int form, int number, long id, long more, byte[] body) {
        byte[] bytes = new byte[HEADER + body.length];
        ByteBuffer.wrap(bytes)
                .put(0, kind)
                .put(FORM_AT, (byte) form)
                .putInt(NUMBER_AT, number)
                .putLong(ID_AT, id)
                .putLong(MORE_AT, more)
                .put(HEADER, body);
        return new TaskFrame(bytes);
    }

    static TaskFrame of(byte kind, int number, long id) {
        return of(kind, 0, number, id, 0, new byte[0]);
    }

    byte kind() {
        return bytes[0];
    }

    int form() {
        return bytes[FORM_AT];
    }

    int number() {
        return ByteBuffer.wrap(bytes).getInt(NUMBER_AT);
    }

    long id() {
        return ByteBuffer.wrap(bytes).getLong(ID_AT);
    }

    long more() {
        return ByteBuffer.wrap(bytes).getLong(MORE_AT);
    }

    byte[] body() {
        byte[] body = new byte[bytes.length - HEADER];
        System.arraycopy(bytes, HEADER, body, 0, body.length);
        return body;
    }
}
