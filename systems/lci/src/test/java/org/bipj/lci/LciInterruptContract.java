package org.bipj.lci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.bipj.core.job.Compute;
import org.junit.jupiter.api.Test;

/** Upcalls while the program computes: what interrupts do in every mode that has them. */
public abstract class LciInterruptContract extends LciSuite {
    /** Computes for a while, without a call of the library. */
    private static void compute() {
        if (Compute.isVirtual()) {
            Compute.charge(10_000);
        } else {
            Thread.onSpinWait();
        }
    }

    private void runWithInterrupts(Program program) {
        runRanks(2, () -> {
            try (Lci lci = Lci.setup().interrupts().init()) {
                program.run(lci);
                lci.barrier();
            }
        });
    }

    private static void send(Channel channel, int destination) {
        SendPacket packet = channel.allocate();
        packet.putInt(0, 1);
        channel.unicast(destination, packet, Integer.BYTES);
    }

    @Test
    void anUpcallRunsWhileTheProgramComputes() {
        runWithInterrupts(lci -> {
            AtomicInteger got = new AtomicInteger();
            Channel channel = lci.open(CHANNEL, packet -> {
                got.addAndGet(packet.getInt(0));
                return Disposal.RELEASE;
            });
            lci.barrier();
            for (int i = 1; i <= 20; i++) {
                if (lci.rank() == 1) {
                    send(channel, 0);
                }
                while (lci.rank() == 0 && got.get() < i) {
                    compute();
                }
            }
            assertEquals(lci.rank() == 0 ? 20 : 0, got.get());
        });
    }

    @Test
    void anInterruptReplies() {
        runWithInterrupts(lci -> {
            AtomicInteger got = new AtomicInteger();
            Channel[] channel = new Channel[1];
            channel[0] = lci.open(CHANNEL, packet -> {
                if (lci.rank() == 0) {
                    SendPacket reply = channel[0].tryAllocate();
                    reply.putInt(0, 2);
                    channel[0].unicast(1, reply, Integer.BYTES);
                }
                got.incrementAndGet();
                return Disposal.RELEASE;
            });
            lci.barrier();
            if (lci.rank() == 1) {
                for (int i = 1; i <= 20; i++) {
                    send(channel[0], 0);
                    int expected = i;
                    until(lci, () -> got.get() == expected);
                }
            }
            while (got.get() < 20) {
                compute();
            }
        });
    }

    /** Waits until rank 0 will make no more calls that run upcalls. */
    private static void awaitRank0(Lci lci) {
        while (lci.counter(0, 1).getAndAdd(0) == 0) {
            lci.pollOrIdle();
        }
    }

    @Test
    void disabledInterruptsNest() {
        AtomicBoolean sent = new AtomicBoolean();
        runWithInterrupts(lci -> {
            AtomicInteger got = new AtomicInteger();
            Channel channel = lci.open(CHANNEL, packet -> {
                got.incrementAndGet();
                return Disposal.RELEASE;
            });
            if (lci.rank() == 1) {
                awaitRank0(lci);
                send(channel, 0);
                sent.set(true);
                return;
            }
            lci.disableInterrupts();
            lci.disableInterrupts();
            assertEquals(0, lci.counter(0, 1).getAndAdd(1));
            while (!sent.get()) {
                compute();
            }
            lci.enableInterrupts();
            for (int i = 0; i < 1000; i++) {
                compute();
            }
            assertEquals(0, got.get());
            lci.enableInterrupts();
            fails("not disabled", lci::enableInterrupts);
            while (got.get() == 0) {
                compute();
            }
        });
    }

    @Test
    void anExceptionOfAnInterruptIsThrownByTheNextPoll() {
        runWithInterrupts(lci -> {
            AtomicInteger got = new AtomicInteger();
            Channel channel = lci.open(CHANNEL, packet -> {
                got.incrementAndGet();
                throw new IllegalStateException("of an upcall");
            });
            if (lci.rank() == 1) {
                awaitRank0(lci);
                send(channel, 0);
                return;
            }
            assertEquals(0, lci.counter(0, 1).getAndAdd(1));
            while (got.get() == 0) {
                compute();
            }
            assertEquals(
                    "of an upcall",
                    assertThrows(IllegalStateException.class, lci::poll).getMessage());
        });
    }

    @Test
    void interruptsAreChosenAtTheFirstInitialisation() {
        run(2, lci -> {
            fails("without interrupts", () -> Lci.setup().interrupts().init());
            lci.disableInterrupts();
            lci.enableInterrupts();
        });
    }
}
