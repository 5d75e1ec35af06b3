package org.bipj.launch.contract;

import java.util.Arrays;
import mpi.Comm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

/**
 * Arrays that begin with null requests of both kinds, with requests that are done and persistent ones that are not started, through each
 * call that ends requests of an array, in both dialects. Whatever such a call has ended may be used again at once.
 */
final class FaultlessRequests {
    private static final int TAG = 11;
    /** Calls of a program. */
    private static final int CALLS = 5;

    /** Ends all active requests of an array, of which it gets the number. */
    private interface End {
        void all(Request[] requests, int active);
    }

    private static final End[] ENDS = {
        (requests, active) -> Request.waitAll(requests),
        (requests, active) -> Request.waitAllStatus(requests),
        (requests, active) -> repeat(() -> Request.waitAny(requests) != MPI.UNDEFINED, active),
        (requests, active) -> repeat(() -> Request.waitAnyStatus(requests).getIndex() != MPI.UNDEFINED, active),
        (requests, active) -> until(() -> Request.waitSome(requests) == null),
        (requests, active) -> until(() -> Request.waitSomeStatus(requests) == null),
        (requests, active) -> until(() -> Request.testAll(requests)),
        (requests, active) -> until(() -> Request.testAllStatus(requests) != null),
        (requests, active) -> repeat(() -> Request.testAny(requests) != MPI.UNDEFINED, active),
        (requests, active) -> repeat(() -> Request.testAnyStatus(requests) != null, active),
        (requests, active) -> until(() -> Request.testSome(requests) == null),
        (requests, active) -> until(() -> Request.testSomeStatus(requests) == null),
        (requests, active) -> Request.Waitall(requests),
        (requests, active) -> repeat(() -> Request.Waitany(requests) != null, active),
        (requests, active) -> until(() -> Request.Waitsome(requests).length == 0),
        (requests, active) -> until(() -> Request.Testall(requests) != null),
        (requests, active) -> repeat(() -> Request.Testany(requests) != null, active),
        (requests, active) -> {
            for (int left = active; left > 0; ) {
                left -= Request.Testsome(requests).length;
            }
        }
    };

    private interface Step {
        boolean take();
    }

    private FaultlessRequests() {}

    private static void until(Step isOver) {
        while (!isOver.take()) {
            Thread.onSpinWait();
        }
    }

    /** Until so many steps have succeeded. */
    private static void repeat(Step step, int times) {
        for (int left = times; left > 0; ) {
            left -= step.take() ? 1 : 0;
        }
    }

    /**
     * All ranks exchange with their neighbours.
     *
     * @param first the first of the calls
     */
    static void run(Comm comm, int count, int first) {
        int me = comm.getRank();
        int next = (me + 1) % comm.getSize();
        int last = (me + comm.getSize() - 1) % comm.getSize();
        int[] sent = new int[count];
        int[] received = new int[count];
        int[] shared = new int[1];
        Request done = comm.iBarrier();
        done.waitFor();
        try (Prequest idle = comm.sendInit(sent, count, MPI.INT, next, TAG);
                Prequest receive = comm.recvInit(new int[1], 1, MPI.INT, last, TAG + 1);
                Prequest send = comm.sendInit(new int[1], 1, MPI.INT, next, TAG + 1)) {
            Request[][] heads = {
                {MPI.REQUEST_NULL},
                {null, MPI.REQUEST_NULL, MPI.REQUEST_NULL},
                {null, null},
                {done, MPI.REQUEST_NULL},
                {idle, null},
                {MPI.REQUEST_NULL, done, idle}
            };
            for (int i = first; i < first + CALLS; i++) {
                sent[0] = i;
                Prequest.startAll(new Prequest[] {receive, send});
                Request[] operations = {
                    comm.iRecv(received, count, MPI.INT, last, TAG),
                    comm.iSend(sent, count, MPI.INT, next, TAG),
                    comm.iBcast(shared, 1, MPI.INT, 0),
                    receive,
                    send
                };
                Request[] head = heads[i % heads.length];
                Request[] all = Arrays.copyOf(head, head.length + operations.length);
                System.arraycopy(operations, 0, all, head.length, operations.length);
                ENDS[i % ENDS.length].all(all, operations.length);
                if (received[0] != i) {
                    throw new AssertionError(received[0] + " received, " + i + " sent");
                }
            }
        }
        Request[] none = {null, MPI.REQUEST_NULL, done};
        for (int i = first; i < first + CALLS; i++) {
            ENDS[i % ENDS.length].all(none, 0);
        }
    }
}
