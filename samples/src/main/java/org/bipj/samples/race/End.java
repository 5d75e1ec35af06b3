package org.bipj.samples.race;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Status;
import org.bipj.samples.Usage;

/**
 * Wrong: rank 0 ends the job when ranks have sent as many tasks as they have received, and asks each rank once for its numbers.
 *
 * <pre>{@code ./bipj explore -n 4 java -cp target/dist/samples/samples.jar org.bipj.samples.race.End}</pre>
 *
 * <pre>
 *   rank 3   task 1 -> rank 1                    asked: 1 sent, 0 received
 *   rank 1   asked: 0 sent, 0 received           task 1: task 2 -> rank 2, task 3 -> rank 3
 *   rank 2                                       task 2; asked: 0 sent, 1 received
 *   rank 0   1 sent, 1 received: the end         task 3 is under way, and is lost
 * </pre>
 *
 * <p>The error of counting once that F. Mattern shows in <i>Algorithms for distributed termination detection</i>, Distributed Computing
 * 2, 1987, section 4. Right: ask again, and end if the numbers of two rounds in a row are the same ones and equal.
 */
public final class End {
    private static final int RANKS = 4;
    private static final int TASKS = 3;

    // Tags.
    private static final int TASK = 1;
    private static final int IDLE = 2;
    private static final int ASK = 3;
    private static final int ANSWER = 4;
    private static final int END = 5;
    private static final int DONE = 6;

    private final Intracomm world;
    private int sent;
    private int received;

    private End(Intracomm world) {
        this.world = world;
    }

    /** Runs the program; see the class comment. */
    public static void main(String[] args) {
        MPI.Init(args);
        if (MPI.COMM_WORLD.getSize() != RANKS) {
            Usage.refuse("race-end -n 4", "needs 4 ranks but has " + MPI.COMM_WORLD.getSize());
            return;
        }
        new End(MPI.COMM_WORLD).run();
        MPI.Finalize();
    }

    private void run() {
        if (world.getRank() > 0) {
            work();
            return;
        }
        int[] none = {0};
        do {
            world.recv(none, 1, MPI.INT, MPI.ANY_SOURCE, IDLE);
        } while (!isEven());
        int done = 0;
        for (int rank = 1; rank < RANKS; rank++) {
            world.send(none, 0, MPI.INT, rank, END);
            int[] ofRank = new int[1];
            world.recv(ofRank, 1, MPI.INT, rank, DONE);
            done += ofRank[0];
        }
        if (done < TASKS) {
            throw new IllegalStateException("the job ends after " + done + " of " + TASKS + " tasks");
        }
        System.out.println("all tasks are done");
    }

    /** True if as many tasks were received as sent, as each rank says when it is asked. */
    private boolean isEven() {
        int difference = 0;
        for (int rank = 1; rank < RANKS; rank++) {
            int[] numbers = new int[2];
            world.send(numbers, 0, MPI.INT, rank, ASK);
            world.recv(numbers, 2, MPI.INT, rank, ANSWER);
            difference += numbers[0] - numbers[1];
        }
        return difference == 0;
    }

    private void work() {
        if (world.getRank() == RANKS - 1) {
            sendTask(1);
            sayIdle();
        }
        int[] none = {0};
        while (true) {
            Status status = world.recv(none, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            switch (status.getTag()) {
                case TASK -> {
                    received++;
                    if (world.getRank() == 1) {
                        sendTask(2);
                        sendTask(RANKS - 1);
                    }
                    sayIdle();
                }
                case ASK -> world.send(new int[] {sent, received}, 2, MPI.INT, 0, ANSWER);
                default -> {
                    world.send(new int[] {received}, 1, MPI.INT, 0, DONE);
                    return;
                }
            }
        }
    }

    private void sendTask(int rank) {
        sent++;
        world.send(new int[1], 1, MPI.INT, rank, TASK);
    }

    private void sayIdle() {
        world.send(new int[1], 1, MPI.INT, 0, IDLE);
    }
}
