package org.bipj.executor;

import java.util.List;
import java.util.stream.IntStream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.ObjectCodec;

/** One rank's part of a pool: its messages, its thread that receives, and what that hands them on to. */
final class Pool implements PoolMessages.Sink {
    private final Intracomm comm;
    private final int rootRank;
    private final PoolMessages messages;
    /** Where the pool was opened; null elsewhere. */
    private final RootSide root;
    /** Where tasks run; null where none do. */
    private final WorkerSide worker;
    /** Once the messages are over. */
    private final Runnable afterwards;

    private final Thread receiver;
    /** Why this rank cannot go on. */
    private volatile RuntimeException failure;

    /**
     * A part of a pool. Collective over the communicator.
     *
     * @param root the rank that opens the pool; alone, it is the worker, too
     */
    Pool(Intracomm parent, int root, Runnable afterwards) {
        this.afterwards = afterwards;
        rootRank = root;
        comm = parent.dup();
        comm.setErrhandler(MPI.ERRORS_RETURN);
        comm.setName("MpiExecutor");
        int rank = comm.getRank();
        int size = comm.getSize();
        ObjectCodec codec = comm.getObjectCodec();
        messages = new PoolMessages(comm);
        List<Integer> workers = size == 1
                ? List.of(root)
                : IntStream.range(0, size).filter(each -> each != root).boxed().toList();
        this.root = rank == root ? new RootSide(rank, size, workers, codec, messages::send) : null;
        worker = workers.contains(rank)
                ? new WorkerSide(
                        rank, rank == root ? size : rank, workers.size(), codec, frame -> messages.send(root, frame))
                : null;
        receiver = Thread.ofPlatform().daemon(true).name("MpiExecutor").unstarted(this::receive);
        for (Side side : new Side[] {this.root, worker}) {
            if (side != null) {
                side.receiver(receiver);
            }
        }
        receiver.start();
        if (this.root != null && worker != null) {
            Thread.ofPlatform().daemon(true).name("MpiExecutor worker").start(worker::serve);
        }
    }

    /** What the program of this rank submits tasks to; null: it has served. */
    RootSide root() {
        return root;
    }

    /** The part of a worker; null where no tasks run. */
    WorkerSide worker() {
        return worker;
    }

    /** Runs tasks in the calling thread until the pool is over, where the pool was not opened. */
    void serve() {
        worker.serve();
        boolean interrupted = false;
        while (true) {
            try {
                receiver.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void receive() {
        try {
            messages.receive(this);
            messages.flush();
            comm.free();
            afterwards.run();
        } catch (RuntimeException e) {
            failure = e;
            if (root != null) {
                root.failAll(e);
            }
            if (worker != null) {
                worker.fail(e);
            }
        } finally {
            if (root != null) {
                root.ended();
            }
        }
    }

    @Override
    public boolean died(int rank, String why) {
        if (root == null && rank == rootRank) {
            throw new MPIException(
                    MPI.ERR_PROC_FAILED, "rank " + rank + ", which has opened this pool, has died: " + why);
        }
        if (root != null) {
            root.died(rank, why);
        }
        return root != null && root.isOver();
    }

    @Override
    public boolean received(int source, TaskFrame frame) {
        switch (frame.kind()) {
            case TaskFrame.TASKS, TaskFrame.OUTCOME, TaskFrame.INTERRUPT, TaskFrame.RECALL -> worker.received(frame);
            case TaskFrame.STOP -> {
                worker.stop();
                return root == null;
            }
            default -> {
                if (root == null) {
                    throw new IllegalStateException("a frame of kind " + frame.kind() + " of " + frame.bytes().length
                            + " bytes from rank " + source + " at a worker");
                }
                root.received(source, frame);
            }
        }
        return root != null && root.isOver();
    }
}
