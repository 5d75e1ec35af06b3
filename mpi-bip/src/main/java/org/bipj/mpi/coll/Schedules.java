package org.bipj.mpi.coll;

import java.util.function.Consumer;
import org.bipj.mpi.coll.base.CollectiveTuning;
import org.bipj.mpi.coll.base.Tags;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.coll.schedule.Schedule;
import org.bipj.mpi.coll.schedule.ScheduleMaker;
import org.bipj.mpi.comm.CommCollectives;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * Non-blocking and persistent collective operations of one communicator (MPI 4.1 sections 6.12 and 6.13): calls of {@link
 * Collectives} that are recorded, and done later. All ranks of the communicator make them in the same order, in which the
 * blocking operations count too.
 */
public final class Schedules implements CollPort.Kept {
    private final CollPort port;
    private final ScheduleMaker maker;
    private boolean agreed;
    private int calls;
    private int persistentCalls;

    Schedules(CollPort port) {
        this.port = port;
        maker = new ScheduleMaker(port);
    }

    /**
     * Records an operation of a communicator, which stays in use until the operation has ended. {@link CommCore#start}
     * starts it.
     *
     * @param persistent true for an operation that is started any number of times, until it is {@link #free freed}
     * @param text calls one method of {@link Collectives} with the port that it is given
     */
    public static Schedule record(CommCore comm, boolean persistent, Consumer<CollPort> text) {
        comm.enter();
        try {
            CommCollectives collectives = comm.collectives();
            Schedules schedules = (Schedules) collectives.schedules();
            if (schedules == null) {
                schedules = new Schedules(collectives);
                collectives.schedules(schedules);
            }
            Schedule schedule = schedules.record(persistent, text, comm::release);
            comm.retain();
            return schedule;
        } finally {
            comm.exit();
        }
    }

    /** Ends a persistent operation, once it is complete if it is under way. */
    public static void free(CommCore comm, Schedule schedule) {
        comm.enter();
        try {
            schedule.free();
        } finally {
            comm.exit();
        }
    }

    /**
     * Lets a communicator that all ranks of a parent make together choose algorithms as the parent does now, so that its first
     * operation needs no agreement. All ranks call it at the same place among the parent's operations.
     */
    public static Consumer<CommCore> inheritance(CommCore parent) {
        return parent.collectives().state() instanceof CommState state
                ? child -> state.bequeath(child.collectives())
                : child -> {};
    }

    Schedule record(boolean persistent, Consumer<CollPort> text, Runnable end) {
        tune();
        // Every call takes a number, also one with wrong arguments, because the calls of the other ranks do.
        int number = persistent ? ++persistentCalls : ++calls;
        maker.open(Tags.ofSequence(number, persistent));
        try {
            text.accept(maker);
        } catch (RuntimeException | OutOfMemoryError e) {
            maker.abort();
            throw e;
        }
        return maker.close(persistent, end);
    }

    /**
     * The ranks agree on the criteria of their choices in their first blocking operation. That is the same call on all of them,
     * so here either all ranks have agreed or none has. Both groups of an intercommunicator use its agreement.
     */
    private void tune() {
        boolean nowAgreed = port.state() != null;
        if (maker.state() == null || agreed != nowAgreed) {
            agreed = nowAgreed;
            CollectiveTuning blocking = port.state() instanceof CommState of ? of.moving.tuning() : null;
            tune(maker, blocking);
            if (port.firstGroup() > 0) {
                tune(maker.local(), blocking);
            }
        }
    }

    private static void tune(ScheduleMaker maker, @Nullable CollectiveTuning blocking) {
        maker.state(new CommState(maker.newState(CollectiveTuning.recorded(maker.size(), blocking))));
    }
}
