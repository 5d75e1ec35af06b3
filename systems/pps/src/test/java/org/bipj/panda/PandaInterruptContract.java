package org.bipj.panda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.bipj.core.job.Compute;
import org.junit.jupiter.api.Test;

/** What is received while the program computes, where Panda is multi-threaded. */
public class PandaInterruptContract extends PandaSuite {
    @Override
    protected Panda.Setup setup() {
        return super.setup().multithreaded();
    }

    /** Computes until something holds, without a call of the library. */
    private static void computeUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Compute.isVirtual()) {
                Compute.charge(10_000);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void aRankThatComputesServesCalls() {
        run(2, panda -> {
            AtomicInteger served = new AtomicInteger();
            Rpc rpc = panda.rpc(SERVICE, (request, reply) -> {
                reply.send(new Gather().putInt(request.getInt() + 1));
                served.incrementAndGet();
            });
            panda.barrier();
            if (panda.rank() == 0) {
                computeUntil(() -> served.get() == 20);
            } else {
                int[] result = new int[1];
                for (int i = 0; i < 20; i++) {
                    rpc.call(0, new Gather().putInt(i), reply -> result[0] = reply.getInt());
                    assertEquals(i + 1, result[0]);
                }
            }
        });
    }

    @Test
    void aRankThatComputesReceivesInTheCommonOrder() {
        run(3, panda -> {
            AtomicInteger got = new AtomicInteger();
            OrderedBroadcast broadcast = panda.orderedBroadcast(SERVICE, panda.group(), message -> {
                assertEquals(got.get(), message.ordinal());
                message.skip(2000);
                got.incrementAndGet();
            });
            panda.barrier();
            for (int i = 0; i < 10 && panda.rank() > 0; i++) {
                broadcast.send(new Gather().add(new byte[2000], 0, 2000));
            }
            if (panda.rank() == 0) {
                computeUntil(() -> got.get() == 20);
            } else {
                until(panda, () -> got.get() == 20);
            }
            assertTrue(panda.isMultithreaded());
        });
    }
}
