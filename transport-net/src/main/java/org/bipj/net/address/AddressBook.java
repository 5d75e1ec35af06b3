package org.bipj.net.address;

/** Where ranks listen. Every rank publishes its own address once, and asks for those of the ranks that it talks with. Thread safe. */
public interface AddressBook extends AutoCloseable {
    /**
     * Publishes this rank's address.
     *
     * @param address {@code IP:PORT} or {@code [IPv6]:PORT}; of a worker of UCX, its bytes in hexadecimal digits
     */
    void publish(String address);

    /** The address of a rank; null until it is known. The first call asks for it. Does not block. */
    String find(int rank);

    /** Why a rank will never be reached; null as long as it may be. */
    default String gone(int rank) {
        return null;
    }

    /** Ends the book of this rank. */
    @Override
    default void close() {}
}
