package org.bipj.launch.contract;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import mpi.File;
import mpi.Grequest;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Session;
import mpi.Status;

/** Requests that have ended, and communicators of groups that have been freed, leave nothing behind. */
public final class EndedRequests {
    private static final List<String> KINDS =
            List.of("partitioned", "generalized", "flush", "status", "file", "groups");
    private static final int PARTS = 4;

    private EndedRequests() {}

    /** So many of each kind. */
    public static void main(String[] args) throws Exception {
        run(Integer.parseInt(args[0]));
        System.out.println("right");
    }

    static void run(int number) throws Exception {
        MPI.Init(new String[0]);
        for (String kind : KINDS) {
            System.out.println(kind + " " + number + ": " + use(kind, number));
        }
        MPI.Finalize();
    }

    private static String use(String kind, int number) throws Exception {
        return switch (kind) {
            case "file" -> file(number);
            case "groups" -> groups(number);
            default -> Reopening.leavesNothing(kind, number, round(kind));
        };
    }

    private static Reopening.Round round(String kind) {
        return switch (kind) {
            case "partitioned" -> EndedRequests::partitioned;
            case "generalized" -> EndedRequests::generalized;
            case "flush" -> EndedRequests::flush;
            case "status" -> EndedRequests::status;
            default -> throw new IllegalArgumentException(kind);
        };
    }

    /** Prepared, started twice and freed. */
    private static void partitioned() {
        int me = MPI.COMM_WORLD.getRank();
        int peer = 1 - me;
        int[] out = new int[PARTS];
        int[] in = new int[PARTS];
        Prequest send = MPI.COMM_WORLD.pSendInit(out, PARTS, 1, MPI.INT, peer, 3, MPI.INFO_NULL);
        Prequest receive = MPI.COMM_WORLD.pRecvInit(in, 2, PARTS / 2, MPI.INT, peer, 3, MPI.INFO_NULL);
        for (int start = 0; start < 2; start++) {
            out[PARTS - 1] = start + 1;
            send.start();
            receive.start();
            send.pReadyRange(0, PARTS - 1);
            send.waitFor();
            receive.waitFor();
            check(start + 1, in[PARTS - 1]);
        }
        send.free();
        receive.free();
    }

    private static void generalized() {
        int[] calls = new int[2];
        Grequest request = Grequest.start(status -> calls[0]++, () -> calls[1]++, isComplete -> {});
        request.complete();
        request.waitFor();
        check(1, calls[0]);
        check(1, calls[1]);
    }

    private static void flush() {
        int peer = 1 - MPI.COMM_WORLD.getRank();
        MPI.attachBuffer(MPI.BUFFER_AUTOMATIC);
        MPI.COMM_WORLD.bSend(new int[] {1, 2}, 2, MPI.INT, peer, 4);
        Request request = MPI.iFlushBuffer();
        int[] in = new int[2];
        MPI.COMM_WORLD.recv(in, 2, MPI.INT, peer, 4);
        request.waitFor();
        MPI.detachBuffer();
        check(2, in[1]);
    }

    private static void status() {
        int peer = 1 - MPI.COMM_WORLD.getRank();
        int[] in = new int[1];
        Request[] both = {
            MPI.COMM_WORLD.iRecv(in, 1, MPI.INT, peer, 5), MPI.COMM_WORLD.iSend(new int[] {6}, 1, MPI.INT, peer, 5)
        };
        while (Request.getStatusAll(both) == null) {
            Thread.onSpinWait();
        }
        Status[] ended = Request.waitAllStatus(both);
        check(2, ended.length);
        check(6, in[0]);
    }

    /** Non-blocking accesses to one file. */
    private static String file(int number) throws Exception {
        Path path = Files.createTempFile("ended", ".bin");
        try (File file = new File(MPI.COMM_SELF, path.toString(), MPI.MODE_RDWR | MPI.MODE_DELETE_ON_CLOSE)) {
            return Reopening.leavesNothing("file", number, () -> {
                byte[] in = new byte[8];
                file.iWriteAt(0, new byte[] {1, 2, 3, 4, 5, 6, 7, 8}, 8, MPI.BYTE)
                        .waitFor();
                file.iReadAt(0, in, 8, MPI.BYTE).waitFor();
                check(8, in[7]);
            });
        }
    }

    /** Communicators and intercommunicators of the groups of one session. */
    private static String groups(int number) throws Exception {
        try (Session session = Session.init(MPI.INFO_NULL, MPI.ERRORS_RETURN)) {
            return Reopening.leavesNothing("groups", number, () -> {
                Group all = Group.fromSessionPset(session, "mpi://WORLD");
                Intracomm comm = Intracomm.createFromGroup(all, "groups", MPI.INFO_NULL, MPI.ERRORS_RETURN);
                int me = comm.getRank();
                Intercomm inter = Intercomm.createFromGroups(
                        all.incl(new int[] {me}),
                        0,
                        all.incl(new int[] {1 - me}),
                        0,
                        "groups",
                        MPI.INFO_NULL,
                        MPI.ERRORS_RETURN);
                check(1, inter.getRemoteSize());
                inter.free();
                comm.free();
            });
        }
    }

    private static void check(int expected, int got) {
        if (expected != got) {
            throw new AssertionError("expected " + expected + ", got " + got);
        }
    }
}
