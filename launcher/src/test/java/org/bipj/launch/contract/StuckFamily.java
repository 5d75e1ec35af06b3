package org.bipj.launch.contract;

import java.nio.ByteBuffer;
import java.util.Arrays;
import mpi.Comm;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;

/** Parents and children with a fault: {@code StuckFamily FAULT}. Children have "child" as their first argument. */
public final class StuckFamily {
    private static final String CHILD = "child";
    private static final int TAG = 7;

    private StuckFamily() {}

    /** Starts two children, and makes the fault with them. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        boolean isChild = args[0].equals(CHILD);
        String fault = args[args.length - 1];
        Intercomm other = isChild
                ? Intercomm.getParent()
                : MPI.COMM_WORLD.spawn(
                        StuckFamily.class.getName(), new String[] {CHILD, fault}, 2, MPI.INFO_NULL, 0, null);
        int rank = other.getRank();
        switch (fault) {
            case "circle" -> other.recv(new int[1], 1, MPI.INT, rank, TAG);
            case "finalize" -> {
                if (!isChild) {
                    other.recv(new int[1], 1, MPI.INT, 1, TAG);
                }
            }
            case "alone" -> {
                other.disconnect();
                if (isChild) {
                    MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 1 - rank, TAG);
                }
                System.out.println("right");
            }
            case "hang" -> {
                other.disconnect();
                if (isChild) {
                    System.out.println("hangs");
                    Thread.sleep(100_000);
                }
            }
            case "operation" -> {
                Op op = isChild && rank == 1 ? MPI.MAX : MPI.SUM;
                other.merge(isChild).allReduce(new int[1], 1, MPI.INT, op);
            }
            case "call" -> {
                if (isChild && rank == 1) {
                    other.merge(true).barrier();
                } else {
                    other.merge(isChild).allGather(new int[1], 1, MPI.INT, new int[4], 1, MPI.INT);
                }
            }
            case "length" -> {
                int sent = isChild && rank == 1 ? 2 : 1;
                other.allToAll(new int[2 * sent], sent, MPI.INT, new int[4], 1, MPI.INT);
            }
            case "missing" -> {
                Intracomm all = other.merge(isChild);
                if (!isChild || rank == 0) {
                    all.bcast(new int[1], 1, MPI.INT, 0);
                }
            }
            case "accept" -> {
                if (!isChild && rank == 0) {
                    MPI.COMM_SELF.accept(Intracomm.openPort(), 0);
                }
                other.barrier();
            }
            case "own" -> {
                if (!isChild && rank == 0) {
                    MPI.COMM_SELF.connect(Intracomm.openPort(), 0);
                }
                other.barrier();
            }
            case "connect" -> {
                // Parent 0 has opened the port of which child 1 is told, and waits elsewhere.
                if (!isChild && rank == 0) {
                    String port = Intracomm.openPort();
                    other.send(port.toCharArray(), port.length(), MPI.CHAR, 1, TAG);
                } else if (isChild && rank == 1) {
                    char[] name = new char[1000];
                    int length = other.recv(name, name.length, MPI.CHAR, 0, TAG).getCount(MPI.CHAR);
                    MPI.COMM_SELF.connect(new String(name, 0, length), 0);
                }
                other.barrier();
            }
            case "calls" -> different(other.merge(isChild));
            case "types" -> {
                if (!isChild) {
                    other.send(new int[1], 1, MPI.INT, rank, TAG);
                } else {
                    other.recv(new float[1], 1, MPI.FLOAT, rank, TAG);
                }
            }
            case "leak" -> {
                if (isChild && rank == 1) {
                    other.iRecv(MPI.newByteBuffer(1), 1, MPI.BYTE, 0, TAG);
                } else if (!isChild && rank == 0) {
                    other.send(new byte[1], 1, MPI.BYTE, 1, TAG);
                }
            }
            case "roots" -> {
                int root = isChild ? 0 : rank == 0 ? MPI.ROOT : MPI.PROC_NULL;
                other.bcast(new int[1], 1, MPI.INT, isChild && rank == 1 ? 1 : root);
                other.barrier();
            }
            case "traffic" -> {
                Intracomm all = other.merge(isChild);
                System.out.println("traffic");
                ByteBuffer sent = MPI.newByteBuffer(1 << 18);
                ByteBuffer found = MPI.newByteBuffer(1 << 18);
                int n = all.getSize();
                int me = all.getRank();
                for (int round = 0; round >= 0; round++) {
                    int bytes = 1 << round % 19;
                    int shift = 1 + round % (n - 1);
                    int from = (me - shift + n) % n;
                    all.sendRecv(sent, bytes, MPI.BYTE, (me + shift) % n, TAG, found, bytes, MPI.BYTE, from, TAG);
                    all.allReduce(new int[1], new int[1], 1, MPI.INT, MPI.SUM);
                }
            }
            case "messages" -> {
                if (isChild) {
                    other.recv(new byte[1000], 1000, MPI.BYTE, 0, TAG);
                } else if (rank == 0) {
                    for (int child = 0; child < 2; child++) {
                        other.send(new byte[1000], 1000, MPI.BYTE, child, TAG);
                    }
                }
                other.disconnect();
            }
            default -> throw new IllegalArgumentException(Arrays.toString(args));
        }
        MPI.Finalize();
    }

    /** Ranks of a tree wait for each other: the first ones in a barrier, the last one in a broadcast. */
    private static void different(Comm all) {
        all.setErrhandler(MPI.ERRORS_RETURN);
        try {
            if (all.getRank() == all.getSize() - 1) {
                all.bcast(new int[1], 1, MPI.INT, 0);
            } else {
                all.barrier();
            }
        } catch (MPIException e) {
            System.out.println(e.getMessage());
        }
    }
}
