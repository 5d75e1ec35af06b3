package example;

import java.util.Arrays;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** The last rank dies, as the first argument says; rank 0 finds that out and goes on. */
public final class Dying {
    private static final int TAG = 1;
    private static final int ROUNDS = 60;
    private static final int LONG = 20_000;

    private Dying() {}

    /** Rank 0 prints what it gets from the last rank. */
    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        world.setErrhandler(MPI.ERRORS_RETURN);
        int rank = world.getRank();
        if (args[0].equals("window")) {
            lock(world);
        } else if (args[0].equals("port")) {
            meet(world);
        } else if (args[0].equals("pairs")) {
            exchange(world);
        } else if (rank == world.getSize() - 1) {
            die(world, args[0]);
        } else if (rank == 0) {
            outlive(world);
        }
        MPI.Finalize();
        System.out.println("rank " + rank + " has finalised");
    }

    private static void die(Intracomm world, String how) throws Exception {
        world.send(new int[] {42}, 1, MPI.INT, 0, TAG);
        // It has the message.
        world.recv(new int[1], 1, MPI.INT, 0, TAG);
        switch (how) {
            case "kill" -> {
                new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start();
                Thread.sleep(Long.MAX_VALUE);
            }
            case "throw" -> throw new IllegalStateException("so be it");
            case "thread" -> {
                Thread other = new Thread(() -> {
                    throw new IllegalStateException("in a thread");
                });
                other.start();
                world.recv(new int[1], 1, MPI.INT, 0, TAG + 1);
            }
            case "exit" -> System.exit(3);
            case "return" -> System.exit(0);
            case "abort" -> world.abort(7);
            default -> throw new IllegalArgumentException(how);
        }
    }

    private static void outlive(Intracomm world) {
        int last = world.getSize() - 1;
        int[] number = new int[1];
        try {
            world.recv(number, 1, MPI.INT, last, TAG);
            System.out.println("got " + number[0]);
            world.send(number, 1, MPI.INT, last, TAG);
            world.recv(number, 1, MPI.INT, last, TAG);
            System.out.println("got more");
        } catch (MPIException e) {
            System.out.println("class " + e.getErrorClass());
            System.err.println(e.getMessage());
        }
    }

    /** The last rank dies whose port rank 0 calls at. */
    private static void meet(Intracomm world) {
        int last = world.getSize() - 1;
        char[] name = new char[1000];
        if (world.getRank() == last) {
            String port = Intracomm.openPort();
            world.send(port.toCharArray(), port.length(), MPI.CHAR, 0, TAG);
            world.recv(new int[1], 1, MPI.INT, 0, TAG);
            throw new IllegalStateException("the host");
        } else if (world.getRank() == 0) {
            int length = world.recv(name, name.length, MPI.CHAR, last, TAG).getCount(MPI.CHAR);
            world.send(new int[1], 1, MPI.INT, last, TAG);
            MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
            try {
                MPI.COMM_SELF.connect(new String(name, 0, length), MPI.INFO_NULL, 0);
            } catch (MPIException e) {
                boolean isOfPort = e.getErrorClass() == MPI.ERR_PROC_FAILED || e.getErrorClass() == MPI.ERR_PORT;
                System.out.println("no connection: " + (isOfPort ? "the port's error" : e.getMessage()));
            }
        }
    }

    /** Pairs of ranks exchange messages, short and long ones, until one is dead; then the other one goes on with the rest. */
    private static void exchange(Intracomm world) {
        int rank = world.getRank();
        boolean[] isLost = new boolean[world.getSize()];
        for (int round = 0; round < ROUNDS; round++) {
            int other = rank ^ 1 + round % (world.getSize() - 1);
            int count = round % 2 == 0 ? 1 : LONG;
            if (!isLost[other]) {
                int[] sent = new int[count];
                Arrays.fill(sent, rank * ROUNDS + round);
                int[] received = new int[count];
                try {
                    world.sendRecv(sent, count, MPI.INT, other, TAG, received, count, MPI.INT, other, TAG);
                    if (received[0] != other * ROUNDS + round || received[count - 1] != received[0]) {
                        throw new IllegalStateException("rank " + rank + " got " + received[0]);
                    }
                } catch (MPIException e) {
                    isLost[other] = true;
                    System.out.println("rank " + rank + " lost rank " + other + " with class " + e.getErrorClass());
                }
            }
        }
    }

    /** Rank 1 dies while it holds the lock of rank 0, rank 2 while it waits for it; rank 3 gets it. */
    private static void lock(Intracomm world) throws Exception {
        Win win = Win.allocate(8, 1, MPI.INFO_NULL, world);
        int[] word = new int[1];
        switch (world.getRank()) {
            case 0 -> world.recv(word, 1, MPI.INT, 3, TAG);
            case 1 -> {
                win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                world.send(word, 1, MPI.INT, 2, TAG);
                try {
                    world.recv(word, 1, MPI.INT, 2, TAG);
                } catch (MPIException e) {
                    throw new IllegalStateException("the holder");
                }
            }
            case 2 -> {
                world.recv(word, 1, MPI.INT, 1, TAG);
                Thread main = Thread.currentThread();
                new Thread(() -> {
                            while (Arrays.stream(main.getStackTrace())
                                    .noneMatch(frame -> frame.getMethodName().equals("awaitLock"))) {
                                Thread.yield();
                            }
                            throw new IllegalStateException("the waiter");
                        })
                        .start();
                win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
            }
            default -> {
                // It does not overtake the waiter.
                try {
                    world.recv(word, 1, MPI.INT, 2, TAG);
                } catch (MPIException e) {
                    win.lock(MPI.LOCK_EXCLUSIVE, 0, 0);
                    win.unlock(0);
                    System.out.println("locked");
                    world.send(word, 1, MPI.INT, 0, TAG);
                }
            }
        }
    }
}
