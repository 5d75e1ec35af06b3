package org.bipj.launch.contract;

import java.util.ArrayList;
import java.util.List;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

/** Runs a {@link WindowProgram}; each rank prints what it has got, and what is in its window at the end. */
public final class WindowMain {
    /** What an operation has got, once it is complete. */
    private record Got(int target, int[] value) {}

    private WindowMain() {}

    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        StringBuilder log = new StringBuilder();
        int[] memory = new int[WindowProgram.SLOTS];
        List<Got> pending = new ArrayList<>();
        Win win = new Win(memory, memory.length, 1, MPI.INFO_NULL, world);
        for (WindowProgram.Op op : WindowProgram.parse(args[rank])) {
            int to = op.peer();
            int[] value = {op.value()};
            int[] got = new int[1];
            switch (op.kind()) {
                case LOCK -> win.lock(MPI.LOCK_SHARED, to, 0);
                case LOCK_EXCLUSIVE -> win.lock(MPI.LOCK_EXCLUSIVE, to, 0);
                case UNLOCK -> {
                    win.unlock(to);
                    complete(log, pending, to);
                }
                case LOCK_ALL -> win.lockAll(0);
                case UNLOCK_ALL -> {
                    win.unlockAll();
                    complete(log, pending, -1);
                }
                case FLUSH -> {
                    win.flush(to);
                    complete(log, pending, to);
                }
                case PUT -> win.put(value, 1, MPI.INT, to, op.slot(), 1, MPI.INT);
                case GET -> win.get(got, 1, MPI.INT, to, op.slot(), 1, MPI.INT);
                case ADD -> win.accumulate(value, 1, MPI.INT, to, op.slot(), 1, MPI.INT, MPI.SUM);
                case FETCH -> win.fetchAndOp(value, got, MPI.INT, to, op.slot(), MPI.SUM);
                case SWAP -> win.compareAndSwap(value, new int[1], got, MPI.INT, to, op.slot());
                case FENCE -> {
                    win.fence(0);
                    complete(log, pending, -1);
                }
                case POST -> win.post(others(world), 0);
                case WAIT -> win.waitFor();
                case START -> win.start(world.getGroup().incl(new int[] {to}), 0);
                case COMPLETE -> {
                    win.complete();
                    complete(log, pending, to);
                }
                case SEND -> world.send(value, 1, MPI.INT, to, 0);
                case RECV -> {
                    world.recv(got, 1, MPI.INT, MPI.ANY_SOURCE, 0);
                    log.append(" r").append(got[0]);
                }
            }
            if (op.gets()) {
                pending.add(new Got(to, got));
            }
        }
        world.barrier();
        for (int value : memory) {
            log.append(" m").append(value);
        }
        System.out.print(log);
        if (WindowProgram.parse(args[rank]).stream().anyMatch(op -> op.kind() == WindowProgram.Kind.FENCE)) {
            win.fence(MPI.MODE_NOSUCCEED);
        }
        win.free();
        MPI.Finalize();
    }

    private static Group others(Intracomm world) throws MPIException {
        return world.getGroup().excl(new int[] {world.getRank()});
    }

    /** What operations on a target, or on all, have got is there. */
    private static void complete(StringBuilder log, List<Got> pending, int target) {
        for (Got one : List.copyOf(pending)) {
            if (target < 0 || one.target == target) {
                log.append(" g").append(one.value[0]);
                pending.remove(one);
            }
        }
    }
}
