package org.bipj.mpi.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.Blocks;
import org.bipj.mpi.call.CallData;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.op.BaseType;
import org.bipj.mpi.op.ReduceType;
import org.bipj.mpi.op.Reduction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No operation allocates after the first calls, whatever the algorithm. */
class AllocationTest {
    private static final TypeLayout DOUBLE = TypeLayout.bytes(8);
    private static final ReduceType TYPE = new ReduceType(DOUBLE, BaseType.DOUBLE);
    private static final Reduction SUM = new Sum();
    private static final int LONG = 9_000;
    private static final int CALLS = 100;
    /** The compiler removes short-lived wrappers when it gets to a method; until then they count. */
    private static final int ROUNDS = 5_000;

    private static final class Sum implements Reduction {
        @Override
        public boolean commutative() {
            return true;
        }

        @Override
        public void apply(Object in, int inStart, Object inOut, int inOutStart, int elements) {
            ((double[]) inOut)[inOutStart] += ((double[]) in)[inStart];
        }
    }

    private final double[] in = new double[8 * LONG];
    private final double[] out = new double[8 * LONG];
    private final ByteBuffer direct = ByteBuffer.allocateDirect(8 * LONG);
    private final CallData call = new CallData();
    private final int[] counts = new int[8];
    private final int[] displs = new int[8];

    @ParameterizedTest
    @CsvSource({"0, 2", "1, 2", "0, 8", "3, 8", "4, 7"})
    void operationsAllocateNothingOnceWarm(int rank, int size) {
        Arrays.fill(counts, 2);
        Arrays.setAll(displs, i -> 3 * i);
        Mirror mirror = new Mirror(rank, size);
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS && allocated > 0; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int call = 0; call < CALLS; call++) {
                everything(mirror);
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertEquals(0, allocated, "bytes in " + CALLS + " calls of all operations");
        assertEquals(0, mirror.pending());
    }

    private void everything(CollPort c) {
        Collectives.barrier(c);
        moving(c, 1);
        moving(c, LONG / 10);
        varying(c);
        reducing(c, 1);
        reducing(c, LONG);
        Collectives.allReduce(c, direct, 0, out, 0, LONG, TYPE, SUM);
        Collectives.allReduce(c, Collectives.IN_PLACE, 0, out, 0, 1, TYPE, SUM);
    }

    private void moving(CollPort c, int count) {
        Data sent = call.sent.set(in, 0, 10L * count, DOUBLE);
        Collectives.bcast(c, sent, 0);
        sent.set(in, 0, count, DOUBLE);
        Collectives.bcast(c, sent, 0);
        Data received = call.received.set(out, 0, count, DOUBLE);
        Collectives.gather(c, sent, received, 0);
        Collectives.scatter(c, sent, received, 0);
        Collectives.allGather(c, sent, received);
        Collectives.allToAll(c, sent, received);
        Collectives.allToAll(c, sent.set(Collectives.IN_PLACE, 0, 0, DOUBLE), received);
    }

    private void varying(CollPort c) {
        Data sent = call.sent.set(in, 0, 2, DOUBLE);
        Data received = call.received.set(out, 0, 2, DOUBLE);
        Blocks sentBlocks = call.sentBlocks.vector(in, 0, counts, displs, DOUBLE);
        Blocks receivedBlocks = call.receivedBlocks.vector(out, 0, counts, displs, DOUBLE);
        Collectives.gatherv(c, sent, receivedBlocks, 0);
        Collectives.scatterv(c, sentBlocks, received, 0);
        Collectives.allGatherv(c, sent, receivedBlocks);
        Collectives.allToAllv(c, sentBlocks, receivedBlocks);
    }

    private void reducing(CollPort c, int count) {
        Collectives.reduce(c, in, 0, out, 0, count, TYPE, SUM, 0);
        Collectives.allReduce(c, in, 0, out, 0, count, TYPE, SUM);
        Collectives.reduceScatter(c, in, 0, out, 0, counts, TYPE, SUM);
        Collectives.reduceScatterBlock(c, in, 0, out, 0, count, TYPE, SUM);
        Collectives.scan(c, in, 0, out, 0, count, TYPE, SUM);
        Collectives.exScan(c, in, 0, out, 0, count, TYPE, SUM);
    }
}
