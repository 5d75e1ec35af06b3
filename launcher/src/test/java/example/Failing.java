package example;

import mpi.MPI;

/** A program whose ranks fail. It is none of the library's packages, as users' programs are. */
public final class Failing {
    private Failing() {}

    /**
     * Fails.
     *
     * @param args how, and the rank that fails; all do where there is none
     */
    public static void main(String[] args) {
        if (args[0].equals("before")) {
            throw new IllegalStateException("too bad");
        }
        MPI.Init(args);
        MPI.COMM_WORLD.barrier();
        int rank = MPI.COMM_WORLD.getRank();
        if (args.length == 1 || Integer.parseInt(args[1]) == rank) {
            work(args[0]);
        }
        MPI.COMM_WORLD.barrier();
    }

    private static void work(String how) {
        switch (how) {
            case "error" -> MPI.COMM_WORLD.send(new int[1], -1, MPI.INT, 0, 0);
            case "throw" -> throw new IllegalStateException("too bad", new RuntimeException("the cause"));
            case "thread" -> {
                Thread.ofPlatform().start(() -> {
                    throw new IllegalStateException("too bad");
                });
                MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, 0, 0);
            }
            case "overflow" -> System.out.println(even(1));
            case "cause" -> {
                try {
                    even(1);
                } catch (StackOverflowError e) {
                    throw new IllegalStateException("too deep", e);
                }
            }
            default -> throw new IllegalArgumentException(how);
        }
    }

    private static long even(long depth) {
        return 1 + odd(depth + 1);
    }

    private static long odd(long depth) {
        return 1 + even(depth + 1);
    }
}
