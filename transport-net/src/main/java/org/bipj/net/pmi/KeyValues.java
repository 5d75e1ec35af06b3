package org.bipj.net.pmi;

/**
 * The services of a foreign launcher to its processes: a number, and a space of keys and values through which they find each other. Each
 * key is put once. A value is visible to the others after the next fence. Thread safe, but for {@link #fence}, which one thread
 * calls at a time. All methods throw {@link org.bipj.core.nic.PortException} where the launcher does not answer, or answers
 * what makes no sense.
 */
public interface KeyValues extends AutoCloseable {
    /** This process among those of the job, from 0. */
    int rank();

    /** The number of processes in the job. */
    int size();

    /** Number of this process's program among those of the job, from 0. */
    int application();

    /** By rank a number of its host: the same for ranks that the launcher has put on one host. */
    int[] hosts();

    /**
     * Puts a value.
     *
     * @param key of letters, digits and {@code -}
     * @param value of those, and {@code . _ * + %}
     */
    void put(String key, String value);

    /** Waits until all processes of the job have called it. */
    void fence();

    /**
     * The value that a rank has put before the last fence.
     *
     * @return null if it has put none
     */
    String get(int rank, String key);

    /**
     * Asks the launcher to end the job. Returns, or not.
     *
     * @param code exit code of the job
     * @param reason one line
     */
    void abort(int code, String reason);

    /** True if the launcher does not answer any more. */
    boolean isGone();

    /** This process leaves the job in good order: it may end with any exit code. */
    @Override
    void close();
}
