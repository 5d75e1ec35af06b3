package org.bipj.net.address;

import java.util.function.ObjIntConsumer;

/** Where ranks listen. Every rank publishes its own address once, and asks for those of the ranks that it talks with. Thread safe. */
public interface AddressBook extends AutoCloseable {
    /** Asks the user where nothing better is known. */
    String FIREWALL = "is a firewall in between?";

    /**
     * Publishes this rank's address.
     *
     * @param address {@code IP:PORT} or {@code [IPv6]:PORT}; of a worker of UCX, its bytes in hexadecimal digits
     *     and where it listens
     */
    void publish(String address);

    /** The address of a rank; null until it is known. The first call asks for it. Does not block. */
    String find(int rank);

    /** Why a rank will never be reached; null as long as it may be. */
    default String gone(int rank) {
        return null;
    }

    /**
     * Asks for ranks that have {@linkplain #lost lost} this one.
     *
     * @param lostBy called once for each, on any thread, with the rank and its reason
     */
    default void watch(ObjIntConsumer<String> lostBy) {}

    /**
     * Reports that this rank has lost the connection with another one, or cannot make one. That rank then loses this one, too: its
     * end of the connection may not show it.
     */
    default void lost(int rank, String why) {}

    /** Asks whether a rank {@linkplain #hasFinished has finished}. Does not block. */
    default void watchEnd(int rank) {}

    /** True if a rank has finalised the library, and that was {@linkplain #watchEnd asked for}; false also where this cannot be known. */
    default boolean hasFinished(int rank) {
        return false;
    }

    /**
     * Reports that this rank tries in vain to connect to a rank, or that its connection with that rank is silent.
     *
     * @param address where that rank listens, or the other end of the connection, {@code IP:PORT} or {@code [IPv6]:PORT}
     * @param why what is known about the reason; empty: nobody answers
     */
    default void unanswered(int rank, String address, String why) {
        System.getLogger(AddressBook.class.getName())
                .log(
                        System.Logger.Level.WARNING,
                        "cannot reach rank " + rank + " at " + address + ": " + (why.isEmpty() ? FIREWALL : why));
    }

    /** Ends this rank's use of the book. */
    @Override
    default void close() {}
}
