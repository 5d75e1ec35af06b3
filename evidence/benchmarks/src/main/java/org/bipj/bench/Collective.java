package org.bipj.bench;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Locale;
import mpi.Comm;
import mpi.MPI;

/**
 * The timed collective operations. Each has a loop of its own, so that the JIT compiles it for that operation alone, and
 * says what its buffers hold before and after. All use the sum and root 0; those with ints are for a warm-up only.
 */
enum Collective {
    BARRIER {
        @Override
        void calls(Comm comm, double[] in, double[] out, int count, int times, int touched) {
            for (int i = 0; i < times; i++) {
                comm.barrier();
            }
        }

        @Override
        void intCalls(Comm comm, int[] in, int[] out, int count, int times) {}

        @Override
        int sent(Layout layout) {
            return 0;
        }

        @Override
        void starts(Comm comm, double[] in, double[] out, int count, int times) {
            for (int i = 0; i < times; i++) {
                comm.iBarrier().waitFor();
            }
        }

        @Override
        void check(Layout layout, double[] in, double[] out) {}
    },
    BCAST {
        @Override
        void calls(Comm comm, double[] in, double[] out, int count, int times, int touched) {
            for (int i = 0; i < times; i++) {
                touch(in, touched);
                comm.bcast(in, count, MPI.DOUBLE, 0);
            }
        }

        @Override
        void intCalls(Comm comm, int[] in, int[] out, int count, int times) {
            for (int i = 0; i < times; i++) {
                comm.bcast(in, count, MPI.INT, 0);
            }
        }

        @Override
        int sent(Layout layout) {
            return layout.rank() == 0 ? layout.count() : 0;
        }

        @Override
        void starts(Comm comm, double[] in, double[] out, int count, int times) {
            for (int i = 0; i < times; i++) {
                comm.iBcast(in, count, MPI.DOUBLE, 0).waitFor();
            }
        }

        @Override
        void fill(Layout layout, double[] in) {
            for (int i = 0; i < layout.count(); i++) {
                in[i] = layout.rank() == 0 ? value(0, i) : Double.NaN;
            }
        }

        @Override
        void check(Layout layout, double[] in, double[] out) {
            for (int i = 0; i < layout.count(); i++) {
                expect(layout, i, in[i], value(0, i));
            }
        }
    },
    ALLREDUCE {
        @Override
        void calls(Comm comm, double[] in, double[] out, int count, int times, int touched) {
            for (int i = 0; i < times; i++) {
                touch(in, touched);
                comm.allReduce(in, out, count, MPI.DOUBLE, MPI.SUM);
            }
        }

        @Override
        void intCalls(Comm comm, int[] in, int[] out, int count, int times) {
            for (int i = 0; i < times; i++) {
                comm.allReduce(in, out, count, MPI.INT, MPI.SUM);
            }
        }

        @Override
        void starts(Comm comm, double[] in, double[] out, int count, int times) {
            for (int i = 0; i < times; i++) {
                comm.iAllReduce(in, out, count, MPI.DOUBLE, MPI.SUM).waitFor();
            }
        }

        @Override
        void check(Layout layout, double[] in, double[] out) {
            checkSum(layout, out);
        }
    },
    REDUCE {
        @Override
        void calls(Comm comm, double[] in, double[] out, int count, int times, int touched) {
            for (int i = 0; i < times; i++) {
                touch(in, touched);
                comm.reduce(in, out, count, MPI.DOUBLE, MPI.SUM, 0);
            }
        }

        @Override
        void intCalls(Comm comm, int[] in, int[] out, int count, int times) {
            for (int i = 0; i < times; i++) {
                comm.reduce(in, out, count, MPI.INT, MPI.SUM, 0);
            }
        }

        @Override
        void starts(Comm comm, double[] in, double[] out, int count, int times) {
            for (int i = 0; i < times; i++) {
                comm.iReduce(in, out, count, MPI.DOUBLE, MPI.SUM, 0).waitFor();
            }
        }

        @Override
        void check(Layout layout, double[] in, double[] out) {
            if (layout.rank() == 0) {
                checkSum(layout, out);
            }
        }
    },
    ALLGATHER {
        @Override
        void calls(Comm comm, double[] in, double[] out, int count, int times, int touched) {
            for (int i = 0; i < times; i++) {
                touch(in, touched);
                comm.allGather(in, count, MPI.DOUBLE, out, count, MPI.DOUBLE);
            }
        }

        @Override
        void intCalls(Comm comm, int[] in, int[] out, int count, int times) {
            for (int i = 0; i < times; i++) {
                comm.allGather(in, count, MPI.INT, out, count, MPI.INT);
            }
        }

        @Override
        void starts(Comm comm, double[] in, double[] out, int count, int times) {
            for (int i = 0; i < times; i++) {
                comm.iAllGather(in, count, MPI.DOUBLE, out, count, MPI.DOUBLE).waitFor();
            }
        }

        @Override
        void check(Layout layout, double[] in, double[] out) {
            for (int i = 0; i < layout.count() * layout.ranks(); i++) {
                expect(layout, i, out[i], value(i / layout.count(), i % layout.count()));
            }
        }
    },
    ALLTOALL {
        @Override
        void calls(Comm comm, double[] in, double[] out, int count, int times, int touched) {
            for (int i = 0; i < times; i++) {
                touch(in, touched);
                comm.allToAll(in, count, MPI.DOUBLE, out, count, MPI.DOUBLE);
            }
        }

        @Override
        void intCalls(Comm comm, int[] in, int[] out, int count, int times) {
            for (int i = 0; i < times; i++) {
                comm.allToAll(in, count, MPI.INT, out, count, MPI.INT);
            }
        }

        @Override
        int sent(Layout layout) {
            return layout.count() * layout.ranks();
        }

        @Override
        void starts(Comm comm, double[] in, double[] out, int count, int times) {
            for (int i = 0; i < times; i++) {
                comm.iAllToAll(in, count, MPI.DOUBLE, out, count, MPI.DOUBLE).waitFor();
            }
        }

        @Override
        void fill(Layout layout, double[] in) {
            for (int i = 0; i < layout.count() * layout.ranks(); i++) {
                in[i] = block(layout, layout.rank(), i / layout.count(), i % layout.count());
            }
        }

        @Override
        void check(Layout layout, double[] in, double[] out) {
            for (int i = 0; i < layout.count() * layout.ranks(); i++) {
                expect(layout, i, out[i], block(layout, i / layout.count(), layout.rank(), i % layout.count()));
            }
        }

        private static double block(Layout layout, int from, int to, int index) {
            return value(from * layout.ranks() + to, index);
        }
    };

    /** Doubles in a cache line. */
    private static final int LINE = 64 / Double.BYTES;

    private static final VarHandle ELEMENT =
            MethodHandles.arrayElementVarHandle(double[].class).withInvokeExactBehavior();

    /** Which rank of how many, and how many doubles per rank. */
    record Layout(int rank, int ranks, int count) {}

    /** Calls the operation so many times in a row, and {@link #touch touches} so many doubles before each call. */
    abstract void calls(Comm comm, double[] in, double[] out, int count, int times, int touched);

    /** Calls the operation so many times in a row with ints, where it has data; nothing checks their results. */
    abstract void intCalls(Comm comm, int[] in, int[] out, int count, int times);

    /** Starts the operation so many times, and waits for each. */
    abstract void starts(Comm comm, double[] in, double[] out, int count, int times);

    /** Throws IllegalStateException, naming the rank and the element, where a result is wrong. */
    abstract void check(Layout layout, double[] in, double[] out);

    /** Writes the values that this rank contributes. */
    void fill(Layout layout, double[] in) {
        for (int i = 0; i < layout.count(); i++) {
            in[i] = value(layout.rank(), i);
        }
    }

    /** How many doubles of {@code in} this rank sends in a call. */
    int sent(Layout layout) {
        return layout.count();
    }

    /** Writes to every cache line of the first doubles without changing them, as programs write anew what they send. */
    static void touch(double[] in, int count) {
        for (int i = 0; i < count; i += LINE) {
            // Opaque: a plain store of what has just been read would be left out.
            ELEMENT.setOpaque(in, i, (double) ELEMENT.getOpaque(in, i));
        }
    }

    /** The name of the operation in the table. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Small whole numbers: sums of them are exact in any order. */
    static double value(int sender, int index) {
        return (sender + 1) * (index % 17 + 1);
    }

    final void checkSum(Layout layout, double[] out) {
        int senders = layout.ranks() * (layout.ranks() + 1) / 2;
        for (int i = 0; i < layout.count(); i++) {
            expect(layout, i, out[i], senders * value(0, i));
        }
    }

    final void expect(Layout layout, int index, double found, double expected) {
        if (found != expected) {
            throw new IllegalStateException(String.format(
                    "rank %d of %d: element %d of %s of %d doubles is %s, expected %s",
                    layout.rank(), layout.ranks(), index, label(), layout.count(), found, expected));
        }
    }
}
