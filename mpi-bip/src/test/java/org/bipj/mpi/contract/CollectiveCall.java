package org.bipj.mpi.contract;

import java.util.function.IntFunction;
import java.util.function.Supplier;
import mpi.Prequest;
import mpi.Request;

/**
 * One call of a collective operation on one rank, with its buffers, in the three forms that a program may choose from; and
 * what a sequential model says that the buffers hold before and after it, by a seed that is the same on all ranks.
 *
 * @param name of the blocking method, and what tells its forms apart
 * @param send what is only read; without a buffer where there is no such thing
 * @param receive what is written, or read and written
 */
record CollectiveCall(
        String name,
        Ints send,
        IntFunction<int[]> sendData,
        Ints receive,
        IntFunction<int[]> before,
        IntFunction<int[]> after,
        Runnable blocking,
        Supplier<Request> nonBlocking,
        Supplier<Prequest> persistent) {

    void fill(int seed) {
        if (send.buffer() != null) {
            send.write(sendData.apply(seed));
        }
        if (receive.buffer() != null) {
            receive.write(before.apply(seed));
        }
    }

    void check(int seed, String form) {
        if (send.buffer() != null) {
            Check.equal(sendData.apply(seed), send.read(), name + ", " + form + ": the send buffer");
        }
        if (receive.buffer() != null) {
            Check.equal(after.apply(seed), receive.read(), name + ", " + form + ": the receive buffer");
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
