package org.bipj.launch.contract;

import java.util.stream.IntStream;
import mpi.Comm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;

/** Runs a {@link MatchingProgram}; each rank prints what its operations have found. */
public final class MatchingMain {
    private static final int MOST_SLOTS = 8;

    private MatchingMain() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Comm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        StringBuilder log = new StringBuilder();
        Request[] requests = new Request[MOST_SLOTS];
        int[][] data = new int[MOST_SLOTS][1];
        int sent = 0;
        for (MatchingProgram.Op op : MatchingProgram.parse(args[rank])) {
            int peer = op.peer() == MatchingProgram.ANY ? MPI.ANY_SOURCE : op.peer();
            int tag = op.tag() == MatchingProgram.ANY ? MPI.ANY_TAG : op.tag();
            int[] one = {100 * rank + sent};
            switch (op.kind()) {
                case SEND, SSEND -> {
                    sent++;
                    if (op.kind() == MatchingProgram.Kind.SEND) {
                        world.send(one, 1, MPI.INT, peer, tag);
                    } else {
                        world.sSend(one, 1, MPI.INT, peer, tag);
                    }
                }
                case SCANCEL -> {
                    sent++;
                    Request request = world.isSend(one, 1, MPI.INT, peer, tag);
                    request.cancel();
                    log.append(request.waitStatus().isCancelled() ? " y" : " n");
                }
                case RECV -> {
                    world.recv(one, 1, MPI.INT, peer, tag);
                    log.append(" r").append(one[0]);
                }
                case PROBE -> log.append(found(" p", world.probe(peer, tag)));
                case IPROBE -> log.append(found(" i", world.iProbe(peer, tag)));
                case IRECV -> requests[op.slot()] = world.iRecv(data[op.slot()], 1, MPI.INT, peer, tag);
                case WAIT -> {
                    if (!requests[op.slot()].isNull()) {
                        requests[op.slot()].waitFor();
                        log.append(" w").append(data[op.slot()][0]);
                    }
                }
                case TEST ->
                    log.append(requests[op.slot()].isNull() ? " t." : requests[op.slot()].test() ? " t1" : " t0");
                case CANCEL -> {
                    if (!requests[op.slot()].isNull()) {
                        requests[op.slot()].cancel();
                        boolean isCancelled = requests[op.slot()].waitStatus().isCancelled();
                        log.append(isCancelled ? " x" : " c" + data[op.slot()][0]);
                    }
                }
                case WAIT_ANY -> {
                    int at = Request.waitAny(requests);
                    log.append(" a").append(at < 0 ? "." : Integer.toString(data[at][0]));
                }
                case WAIT_SOME -> {
                    int[] ended = Request.waitSome(requests);
                    log.append(" s")
                            .append(
                                    ended == null
                                            ? "."
                                            : IntStream.of(ended)
                                                    .mapToObj(at -> data[at][0])
                                                    .toList());
                }
            }
        }
        MPI.Finalize();
        System.out.print(log);
    }

    private static String found(String what, Status status) {
        return what + (status == null ? "-" : status.getSource() + "/" + status.getTag());
    }
}
