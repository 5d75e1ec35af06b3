package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicReference;
import org.bipj.bip.Bip;
import org.bipj.core.nic.PortException;
import org.bipj.mpi.contract.BesideBipSuite;
import org.bipj.mpi.testkit.QueueJob;
import org.bipj.mpi.testkit.Ranks;
import org.junit.jupiter.api.Test;

/** MPI and BIP join and leave one job in any order; the last one closes it. */
class BesideBipTest {
    private static final int ROUNDS = 500;

    @Test
    void bipGoesOnAfterMpiIsFinalised() {
        Ranks.run(2, job -> {
            BesideBipSuite.bipAfterMpi();
            assertTrue(job.isFinished());
        });
    }

    /** And BIP may be opened again meanwhile. */
    @Test
    void mpiGoesOnAfterBipIsClosed() {
        Ranks.run(2, job -> {
            MpiRank mpi = MpiRank.of(null);
            if (job.rank() == 0) {
                mpi.initialize("Init", MPI.THREAD_SINGLE);
            }
            Bip bip = Bip.init();
            assertTrue(job.isStarted());
            if (job.rank() == 1) {
                mpi.initialize("Init", MPI.THREAD_SINGLE);
            }
            exchange(bip);
            bip.close();
            assertFalse(job.isFinished());
            try (Bip again = Bip.init()) {
                exchange(again);
            }
            assertFalse(job.isFinished());
            mpi.world().barrier();
            mpi.shutDown();
            assertTrue(job.isFinished());
        });
    }

    /** Threads that call MPI leave BIP's calls in peace, whichever was initialised first. */
    @Test
    void threadsOfMpiBesideOneOfBip() {
        Ranks.run(2, job -> {
            MpiRank mpi = MpiRank.of(null);
            Bip early = job.rank() == 0 ? Bip.init() : null;
            mpi.initialize("InitThread", MPI.THREAD_MULTIPLE);
            Bip bip = early != null ? early : Bip.init();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread messenger = Thread.ofPlatform().start(() -> {
                try {
                    pingPong(mpi.world(), job);
                } catch (Throwable t) {
                    failure.set(t);
                }
            });
            for (int i = 0; i < ROUNDS; i++) {
                exchange(bip);
            }
            messenger.join();
            assertEquals(null, failure.get());
            bip.close();
            mpi.shutDown();
        });
    }

    private static void pingPong(Intracomm world, QueueJob job) {
        int[] word = new int[1];
        for (int i = 0; i < ROUNDS; i++) {
            if (job.rank() == 0) {
                world.send(new int[] {i}, 1, MPI.INT, 1, 0);
            } else {
                world.recv(word, 1, MPI.INT, 0, 0);
                assertEquals(i, word[0]);
            }
        }
    }

    @Test
    void eachIsOpenOnceAtATime() {
        Ranks.run(1, job -> {
            Bip bip = Bip.init();
            String twice = assertThrows(PortException.class, Bip::init).getMessage();
            assertTrue(twice.contains("rank 0: BIP is initialised already"), twice);
            bip.close();
            assertTrue(job.isFinished());
        });
    }

    private static void exchange(Bip bip) {
        int other = 1 - bip.myNode();
        bip.tsend(other, 1, new int[] {bip.myNode()}, 1);
        int[] word = new int[1];
        assertEquals(1, bip.trecv(1, word, 1));
        assertEquals(other, word[0]);
    }
}
