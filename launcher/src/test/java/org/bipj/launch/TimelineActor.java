package org.bipj.launch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import mpi.Comm;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Phase;
import mpi.Request;
import mpi.Status;
import mpi.Win;

/** Programs whose recordings are known. Their messages have sizes by which each is known among those of its sender. */
public final class TimelineActor {
    static final int MESSAGES = 60;
    static final int ROUNDS = 10;
    static final int SLEEP_MS = 20;
    private static final int HANG_MS = 1_000_000;

    private TimelineActor() {}

    /** {@code random SEED}, {@code kill}, {@code hang} or {@code slow}. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        if (!Intercomm.getParent().isNull()) {
            beStarted();
            MPI.Finalize();
            return;
        }
        switch (args[0]) {
            case "random" -> {
                random(Long.parseLong(args[1]));
                windows();
            }
            case "kill" -> kill();
            case "hang" -> {
                MPI.COMM_WORLD.barrier();
                System.out.println("rank " + MPI.COMM_WORLD.getRank() + " hangs");
                Thread.sleep(HANG_MS);
            }
            case "slow" -> {
                slow();
                startAndMeet();
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }

    /** A message of the random program; all ranks know all of them. */
    record Sent(int source, int dest, int tag, int bytes) {}

    /** What all ranks send. */
    static List<Sent> all(long seed, int ranks) {
        Random random = new Random(seed);
        List<Sent> all = new ArrayList<>();
        for (int source = 0; source < ranks; source++) {
            for (int i = 0; i < MESSAGES; i++) {
                // Some are too long to be sent at once.
                int bytes = i % 7 == 0 ? 100_000 + i : i;
                all.add(new Sent(source, random.nextInt(ranks), random.nextInt(3), bytes));
            }
        }
        return all;
    }

    private static void random(long seed) throws Exception {
        Comm comm = MPI.COMM_WORLD.dup();
        int rank = comm.getRank();
        Random random = new Random(seed + rank);
        List<Request> sends = new ArrayList<>();
        int mine = 0;
        try (Phase _ = MPI.phase("random");
                Phase _ = MPI.phase("sends")) {
            for (Sent each : all(seed, comm.getSize())) {
                mine += each.dest == rank ? 1 : 0;
                if (each.source == rank) {
                    byte[] bytes = new byte[each.bytes];
                    sends.add(
                            random.nextInt(4) == 0
                                    ? comm.isSend(bytes, each.bytes, MPI.BYTE, each.dest, each.tag)
                                    : comm.iSend(bytes, each.bytes, MPI.BYTE, each.dest, each.tag));
                }
            }
        }
        while (mine > 0) {
            mine -= receive(comm, random, mine);
        }
        Request.waitAll(sends.toArray(Request[]::new));
        comm.barrier();
        comm.free();
    }

    /** Receives in one of many ways; returns how many messages. */
    private static int receive(Comm comm, Random random, int left) throws Exception {
        byte[] bytes = new byte[200_000];
        switch (random.nextInt(4)) {
            case 0 -> comm.recv(bytes, bytes.length, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
            case 1 -> {
                Status next = comm.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
                comm.recv(bytes, bytes.length, MPI.BYTE, next.getSource(), next.getTag());
            }
            case 2 -> {
                if (left < 2) {
                    return receive(comm, random, left);
                }
                // Taken out in one order, received in another.
                Message first = new Message();
                first.mProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, comm);
                Message second = new Message();
                second.mProbe(MPI.ANY_SOURCE, MPI.ANY_TAG, comm);
                second.mRecv(bytes, bytes.length, MPI.BYTE);
                first.mRecv(bytes, bytes.length, MPI.BYTE);
                return 2;
            }
            default -> {
                int count = 1 + random.nextInt(left);
                Request[] requests = new Request[count];
                for (int i = 0; i < count; i++) {
                    requests[i] = comm.iRecv(new byte[200_000], 200_000, MPI.BYTE, MPI.ANY_SOURCE, MPI.ANY_TAG);
                }
                Request.waitAll(requests);
                return count;
            }
        }
        return 1;
    }

    /** Bytes that each rank writes into the window of the next one, and that it reads from the one behind that. */
    static final int PUT_BYTES = 1003;

    static final int GET_BYTES = 2001;

    /** The bytes of {@code random}, by the ranks that they come from and go to. */
    static long[][] bytes(long seed, int ranks) {
        long[][] bytes = new long[ranks][ranks];
        all(seed, ranks).forEach(each -> bytes[each.source()][each.dest()] += each.bytes());
        for (int rank = 0; rank < ranks; rank++) {
            bytes[rank][(rank + 1) % ranks] += PUT_BYTES;
            bytes[(rank + 2) % ranks][rank] += GET_BYTES;
        }
        return bytes;
    }

    private static void windows() throws Exception {
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        ByteBuffer memory = MPI.newByteBuffer(PUT_BYTES + GET_BYTES);
        Win window = new Win(memory, PUT_BYTES + GET_BYTES, 1, MPI.INFO_NULL, MPI.COMM_WORLD);
        window.fence(0);
        window.put(new byte[PUT_BYTES], PUT_BYTES, MPI.BYTE, (rank + 1) % size, 0, PUT_BYTES, MPI.BYTE);
        window.get(new byte[GET_BYTES], GET_BYTES, MPI.BYTE, (rank + 2) % size, PUT_BYTES, GET_BYTES, MPI.BYTE);
        window.fence(0);
        window.free();
    }

    private static void kill() throws Exception {
        MPI.COMM_WORLD.barrier();
        if (MPI.COMM_WORLD.getRank() == 1) {
            ProcessHandle own = ProcessHandle.current();
            new ProcessBuilder("kill", "-9", Long.toString(own.pid())).start().waitFor();
        }
        MPI.COMM_WORLD.recv(new byte[1], 1, MPI.BYTE, 1, 77);
    }

    /** Rank 2 computes longer than the others, and those behind it wait for each other. */
    private static void slow() throws Exception {
        int rank = MPI.COMM_WORLD.getRank();
        int size = MPI.COMM_WORLD.getSize();
        double[] row = new double[10];
        for (int round = 0; round < ROUNDS; round++) {
            if (rank == 2) {
                Thread.sleep(SLEEP_MS);
            }
            MPI.COMM_WORLD.sendRecv(
                    row,
                    10,
                    MPI.DOUBLE,
                    (rank + 1) % size,
                    0,
                    new double[10],
                    10,
                    MPI.DOUBLE,
                    (rank + size - 1) % size,
                    0);
            MPI.COMM_WORLD.barrier();
        }
    }

    /** The ranks start a job of one rank, which rank 0 meets once more by a port; each way a message comes from there. */
    private static void startAndMeet() throws Exception {
        Intercomm started = MPI.COMM_WORLD.spawn(TimelineActor.class.getName(), null, 1, MPI.INFO_NULL, 0, null);
        if (MPI.COMM_WORLD.getRank() == 0) {
            String port = Intracomm.openPort();
            started.send(port.toCharArray(), port.length(), MPI.CHAR, 0, 1);
            Intercomm met = MPI.COMM_SELF.accept(port, 0);
            met.recv(new byte[PUT_BYTES], PUT_BYTES, MPI.BYTE, 0, 2);
            met.disconnect();
            Intracomm.closePort(port);
        }
        started.disconnect();
    }

    private static void beStarted() throws Exception {
        Intercomm starters = Intercomm.getParent();
        char[] port = new char[starters.probe(0, 1).getCount(MPI.CHAR)];
        starters.recv(port, port.length, MPI.CHAR, 0, 1);
        Intercomm met = MPI.COMM_WORLD.connect(new String(port), 0);
        met.send(new byte[PUT_BYTES], PUT_BYTES, MPI.BYTE, 0, 2);
        met.disconnect();
        starters.disconnect();
    }
}
