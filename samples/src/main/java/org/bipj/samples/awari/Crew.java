package org.bipj.samples.awari;

import java.util.Arrays;
import org.bipj.orca.Codec;
import org.bipj.orca.Update;

/**
 * Finds out when a pass has ended: no rank has work, and none is on its way to one. An object on rank 0.
 *
 * <p>A rank that has nothing left reports how many batches it has sent and received. Before it sends again it reports that. So
 * what the reports say was sent is exact; and if as much was received by ranks that then had nothing left, there is nothing.
 */
final class Crew {
    /** A rank has nothing left: number of the pass, rank, batches it has sent and received. Returns true if the pass has ended. */
    static final Update<Crew, long[], Boolean> IDLE = Update.of(
            "idle",
            Codec.LONGS,
            Codec.BOOLEAN,
            (crew, report) -> crew.idle(report[0], (int) report[1], report[2], report[3]));

    /** A rank has got work after it had reported that it has nothing left. */
    static final Update<Crew, Integer, Void> BUSY = Update.of("busy", Codec.INT, Crew::busy);

    private final boolean[] idle;
    private final long[] sent;
    private final long[] received;
    private long pass;
    private int idlers;

    Crew(int ranks) {
        idle = new boolean[ranks];
        sent = new long[ranks];
        received = new long[ranks];
    }

    private boolean idle(long inPass, int rank, long hasSent, long hasReceived) {
        if (inPass != pass) {
            // Its pass has ended, which it has not seen yet.
            return false;
        }
        idlers += idle[rank] ? 0 : 1;
        idle[rank] = true;
        sent[rank] = hasSent;
        received[rank] = hasReceived;
        boolean ended = idlers == idle.length && sum(sent) == sum(received);
        if (ended) {
            pass++;
            idlers = 0;
            Arrays.fill(idle, false);
        }
        return ended;
    }

    private void busy(int rank) {
        if (idle[rank]) {
            idle[rank] = false;
            idlers--;
        }
    }

    private static long sum(long[] numbers) {
        long sum = 0;
        for (long number : numbers) {
            sum += number;
        }
        return sum;
    }
}
