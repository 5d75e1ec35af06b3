package org.bipj.mpi.rma;

import java.lang.invoke.VarHandle;

/**
 * Epochs of passive targets of one window (MPI 4.1 section 12.5.3). A target whose memory is reached is locked by its {@link
 * WindowControl}; any other one keeps a {@link LockQueue}, and is asked by a message.
 */
public final class Locks {
    private final OneSided rma;
    private final Window window;
    private final Epochs epochs;
    private final int ranks;
    private boolean grantedToSelf;
    /** The program has said that it uses no locks (hint no_locks, section 12.2.1). */
    private boolean refused;

    Locks(OneSided rma, Window window, int ranks) {
        this.rma = rma;
        this.window = window;
        this.ranks = ranks;
        epochs = window.epochs();
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
            window.completion().checkUsable(target);
            beginLock(target, exclusive);
            awaitLock(target, exclusive);
            window.completion().throwRefusal();
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
        rma.enter();
        try {
            if (window.control(target) != null) {
                window.control(target).enqueue();
            } else if (target == window.rank()) {
                grantedToSelf = false;
                window.own().lockForSelf(exclusive);
            } else {
                window.completion().ask(target, exclusive ? MessageKind.LOCK_EXCLUSIVE : MessageKind.LOCK_SHARED);
            }
        } finally {
            rma.exit();
        }
    }

    private void awaitLock(int target, boolean exclusive) {
        WindowControl control = window.control(target);
        if (control != null) {
            if (!control.isMyTurn(exclusive)) {
                rma.await(() -> control.isMyTurn(exclusive), lockWords(target));
            }
            rma.enter();
            try {
                control.entered(exclusive, rma::wake);
            } finally {
                rma.exit();
            }
        } else if (target == window.rank()) {
            rma.await(() -> grantedToSelf, lockWords(target));
        } else {
            rma.await(() -> !window.completion().awaits(target), lockWords(target));
        }
    }

    private String lockWords(int target) {
        return "the lock of rank " + window.world(target) + " in window " + window.number();
    }

    void grantedToSelf() {
        grantedToSelf = true;
    }

    /** Ends what {@link #lock} began; its operations are complete here and there (MPI_Win_unlock). */
    public void unlock(int target) {
        inTurn(() -> epochs.checkUnlock(target));
        endLock(target);
        window.completion().awaitQuiet(target);
        inTurn(() -> epochs.unlocked(target));
        window.completion().throwRefusal();
    }

    private void endLock(int target) {
        if (epochs.isUnchecked(target)) {
            window.completion().askForFlush(target);
            return;
        }
        VarHandle.fullFence();
        rma.enter();
        try {
            if (window.control(target) != null) {
                window.control(target).leave(epochs.isExclusive(target), rma::wake);
            } else if (target == window.rank()) {
                window.own().unlockForSelf();
            } else {
                window.completion().clean(target);
                window.completion().ask(target, MessageKind.UNLOCK);
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
        for (int target = 0; target < ranks && !without; target++) {
            window.completion().checkUsable(target);
        }
        for (int target = 0; target < ranks && !without; target++) {
            if (window.control(target) == null) {
                beginLock(target, false);
            }
        }
        for (int target = 0; target < ranks && !without; target++) {
            if (window.control(target) != null) {
                beginLock(target, false);
            }
            awaitLock(target, false);
        }
        window.completion().throwRefusal();
        epochs.lockedAll(without);
    }

    /** Ends what {@link #lockAll} began (MPI_Win_unlock_all). */
    public void unlockAll() {
        epochs.checkUnlockAll();
        for (int target = 0; target < ranks; target++) {
            endLock(target);
        }
        window.completion().awaitQuiet();
        epochs.unlockedAll();
        window.completion().throwRefusal();
    }
}
