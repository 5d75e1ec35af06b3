package org.bipj.mpi.rma;

import java.lang.invoke.VarHandle;
import java.util.function.IntPredicate;
import org.bipj.mpi.call.TimelineMarks;

/**
 * Epochs of passive targets of one window (MPI 4.1 section 12.5.3). A target whose memory is reached is locked by its {@link
 * WindowControl}; any other one keeps a {@link LockQueue}, and is asked by a message.
 */
public final class Locks {
    private final OneSided rma;
    private final WindowShape shape;
    private final Epochs epochs;
    private final Completion completion;
    private final Target own;
    private final Notices notices;
    /** The program has said that it uses no locks (hint no_locks, section 12.2.1). */
    private boolean refused;

    Locks(OneSided rma, WindowShape shape, Epochs epochs, Completion completion, Target own, Notices notices) {
        this.rma = rma;
        this.shape = shape;
        this.epochs = epochs;
        this.completion = completion;
        this.own = own;
        this.notices = notices;
    }

    /** Sets whether locks are refused from now on. */
    public void refuse(boolean noLocks) {
        refused = noLocks;
    }

    /** Throws an error of class RMA_SYNC if the program has promised not to lock. */
    public void checkAllowed() {
        if (refused) {
            throw RmaErrors.sync("the window has the hint no_locks=true; expected no call of lock or lockAll");
        }
    }

    /** Begins an epoch of passive target communication with one target (MPI_Win_lock, section 12.5.3). */
    public void lock(boolean exclusive, int target, int assertions) {
        ActiveTarget.checkAssertions(assertions, ActiveTarget.NOCHECK, "NOCHECK");
        inTurn(() -> epochs.checkLock(target));
        boolean without = (assertions & ActiveTarget.NOCHECK) != 0;
        if (!without) {
            completion.checkUsable(target);
            beginLock(target, exclusive);
            awaitLock(target, exclusive);
            completion.throwRefusal();
        }
        inTurn(() -> epochs.locked(target, exclusive, without));
    }

    /** Several threads may begin and end epochs of different targets. */
    private void inTurn(Runnable step) {
        rma.enter();
        try {
            step.run();
        } finally {
            rma.exit();
        }
    }

    private void beginLock(int target, boolean exclusive) {
        WindowControl control = shape.control(target);
        WindowTurns turns = control == null ? null : shape.turns();
        rma.enter();
        try {
            if (control != null) {
                control.enqueue(exclusive);
                if (turns != null) {
                    turns.asked(target, control);
                }
            } else if (target == shape.rank() && !own.isServedInTurn()) {
                notices.granted = false;
                own.lockForSelf(exclusive);
            } else {
                completion.ask(target, exclusive ? MessageKind.LOCK_EXCLUSIVE : MessageKind.LOCK_SHARED);
            }
        } finally {
            rma.exit();
        }
    }

    private void awaitLock(int target, boolean exclusive) {
        WindowControl control = shape.control(target);
        if (control != null) {
            if (!control.isMyTurn(exclusive)) {
                rma.await(() -> control.isMyTurn(exclusive), held(target, control::isHeldBy, ", which ranks share"));
                TimelineMarks.awaited(true, shape.number(), shape.world(target), control.ticket(), -1);
            }
            rma.enter();
            try {
                control.entered(exclusive, this::wake);
            } finally {
                rma.exit();
            }
        } else if (target == shape.rank() && !own.isServedInTurn()) {
            rma.await(() -> notices.granted, held(target, rank -> own.locks().isHeldBy(shape.world(rank)), ""));
        } else {
            rma.await(
                    () -> !completion.awaits(target),
                    held(target, rank -> false, ", whose holder only that rank knows"));
        }
    }

    private void wake(int rank) {
        rma.wake(shape.world(rank));
    }

    private WindowWait held(int target, IntPredicate isHolder, String unknown) {
        return new WindowWait(
                shape,
                isHolder,
                who -> "the lock of rank " + shape.named(target) + " in window " + shape.number()
                        + (who.isEmpty() ? unknown : ", held by " + who));
    }

    /** Ends what {@link #lock} began; its operations are complete here and there (MPI_Win_unlock). */
    public void unlock(int target) {
        inTurn(() -> epochs.checkUnlock(target));
        endLock(target);
        completion.awaitQuiet(target);
        inTurn(() -> epochs.unlocked(target));
        completion.throwRefusal();
    }

    private void endLock(int target) {
        if (epochs.isUnchecked(target)) {
            completion.askForFlush(target);
            return;
        }
        VarHandle.fullFence();
        rma.enter();
        try {
            WindowControl control = shape.control(target);
            if (control != null) {
                TimelineMarks.passed(true, shape.number(), shape.world(target), control.ticket() + 1);
                control.leave(epochs.isExclusive(target), this::wake);
            } else if (target == shape.rank() && !own.isServedInTurn()) {
                own.unlockForSelf();
            } else {
                completion.clean(target);
                completion.ask(target, MessageKind.UNLOCK);
            }
        } finally {
            rma.exit();
        }
    }

    /** Locks all targets, shared (MPI_Win_lock_all). */
    public void lockAll(int assertions) {
        ActiveTarget.checkAssertions(assertions, ActiveTarget.NOCHECK, "NOCHECK");
        epochs.checkLockAll();
        boolean without = (assertions & ActiveTarget.NOCHECK) != 0;
        for (int target = 0; target < shape.ranks() && !without; target++) {
            completion.checkUsable(target);
        }
        for (int target = 0; target < shape.ranks() && !without; target++) {
            if (shape.control(target) == null) {
                beginLock(target, false);
            }
        }
        for (int target = 0; target < shape.ranks() && !without; target++) {
            if (shape.control(target) != null) {
                beginLock(target, false);
            }
            awaitLock(target, false);
        }
        completion.throwRefusal();
        epochs.lockedAll(without);
    }

    /** Ends what {@link #lockAll} began (MPI_Win_unlock_all). */
    public void unlockAll() {
        epochs.checkUnlockAll();
        for (int target = 0; target < shape.ranks(); target++) {
            endLock(target);
        }
        completion.awaitQuiet();
        epochs.unlockedAll();
        completion.throwRefusal();
    }
}
