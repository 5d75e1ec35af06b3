package org.bipj.mpi.rma;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which epochs a window is in at this rank (MPI 4.1 section 12.5), and what may follow what. Access epochs:
 *
 * <pre>
 *   NONE --fence--> FENCE --fence--> FENCE        an unused fence epoch may be followed by every other one
 *        --start--> STARTED --complete--> NONE
 *        --lock---> LOCKED ... --unlock of the last--> NONE
 *        --lockAll--> ALL --unlockAll--> NONE
 * </pre>
 */
final class Epochs {
    private enum Access {
        NONE("no epoch"),
        FENCE("an epoch of fence"),
        STARTED("an epoch of start"),
        LOCKED("an epoch of lock"),
        ALL("an epoch of lockAll");

        final String words;

        Access(String words) {
            this.words = words;
        }
    }

    private Access access = Access.NONE;
    /** An operation was called since the last fence. */
    private boolean used;
    /** By rank: whether it is a target of the present start or lock. */
    private final boolean[] targets;

    private final boolean[] exclusive;
    /** The lock was not taken, as the program says that it is free. */
    private final boolean[] unchecked;

    private int locks;
    /** Origins of the exposure epoch; null: there is none. */
    private int @Nullable [] origins;
    /** The ranks that the present start has named; null if there is none. */
    private int @Nullable [] group;

    Epochs(int ranks) {
        targets = new boolean[ranks];
        exclusive = new boolean[ranks];
        unchecked = new boolean[ranks];
    }

    /** Checks that a target may be accessed now. */
    void check(int target) {
        if (access == Access.ALL) {
            return;
        }
        if (access == Access.FENCE) {
            used = true;
        } else if (!targets[target]) {
            throw RmaErrors.sync("rank " + target + " is accessed in " + access.words
                    + (access == Access.NONE
                            ? "; expected a call of fence, start, lock or lockAll before"
                            : ", which is not for this target"));
        }
    }

    /** Checks that completion may be asked for: in an epoch of lock or lockAll. */
    void checkPassive(int target) {
        if (access != Access.ALL && (access != Access.LOCKED || !targets[target])) {
            throw RmaErrors.sync("rank " + target + " is not locked; expected a call of lock or lockAll before");
        }
    }

    void checkPassive() {
        if (access != Access.ALL && access != Access.LOCKED) {
            throw RmaErrors.sync("no rank is locked; expected a call of lock or lockAll before");
        }
    }

    /** Checks that an epoch of another kind may begin. */
    private void checkFree(String call) {
        if (access == Access.FENCE && !used) {
            access = Access.NONE;
        }
        if (access != Access.NONE) {
            throw RmaErrors.sync(call + " is called in " + access.words + ", which must end before");
        }
    }

    void checkFence() {
        if (access != Access.FENCE) {
            checkFree("fence");
        }
        if (origins != null) {
            throw RmaErrors.sync("fence is called in an epoch of post, which must end before");
        }
    }

    void fenced(boolean succeeds) {
        access = succeeds ? Access.FENCE : Access.NONE;
        used = false;
    }

    void checkLock(int target) {
        if (access != Access.LOCKED) {
            checkFree("lock");
        } else if (targets[target]) {
            throw RmaErrors.sync("rank " + target + " is locked already");
        }
    }

    void locked(int target, boolean exclusively, boolean without) {
        access = Access.LOCKED;
        targets[target] = true;
        exclusive[target] = exclusively;
        unchecked[target] = without;
        locks++;
    }

    /** True in an epoch of an exclusive lock. */
    boolean locksAlone() {
        for (int target = 0; target < targets.length; target++) {
            if (targets[target] && exclusive[target]) {
                return true;
            }
        }
        return false;
    }

    void checkUnlock(int target) {
        if (access != Access.LOCKED || !targets[target]) {
            throw RmaErrors.sync("rank " + target + " is not locked by lock");
        }
    }

    boolean isExclusive(int target) {
        return exclusive[target];
    }

    boolean isUnchecked(int target) {
        return unchecked[target];
    }

    void unlocked(int target) {
        targets[target] = false;
        if (--locks == 0) {
            access = Access.NONE;
        }
    }

    void checkLockAll() {
        checkFree("lockAll");
    }

    void lockedAll(boolean without) {
        access = Access.ALL;
        Arrays.fill(exclusive, false);
        Arrays.fill(unchecked, without);
    }

    void checkUnlockAll() {
        if (access != Access.ALL) {
            throw RmaErrors.sync("unlockAll is called in " + access.words + "; expected a call of lockAll before");
        }
    }

    void unlockedAll() {
        access = Access.NONE;
    }

    void checkStart() {
        checkFree("start");
    }

    void started(int[] ranks) {
        access = Access.STARTED;
        group = ranks;
        for (int rank : ranks) {
            targets[rank] = true;
        }
    }

    /** The targets of the epoch that is to end. */
    int[] checkComplete() {
        if (access != Access.STARTED || group == null) {
            throw RmaErrors.sync("complete is called in " + access.words + "; expected a call of start before");
        }
        return group;
    }

    void completed() {
        Arrays.fill(targets, false);
        access = Access.NONE;
        group = null;
    }

    void checkPost() {
        if (origins != null) {
            throw RmaErrors.sync("post is called in an epoch of post, which must end before");
        }
        if (access == Access.FENCE && used) {
            throw RmaErrors.sync("post is called in an epoch of fence, which must end before");
        }
    }

    void posted(int[] ranks) {
        origins = ranks;
    }

    /** The origins of the exposure epoch; null: there is none. */
    int @Nullable [] origins() {
        return origins;
    }

    /** The origins of the exposure epoch that is to end. */
    int[] checkExposed(String call) {
        if (origins == null) {
            throw RmaErrors.sync(call + " is called without an epoch of post; expected a call of post before");
        }
        return origins;
    }

    void concealed() {
        origins = null;
    }

    void checkFreeable() {
        if (access != Access.NONE && access != Access.FENCE || origins != null) {
            throw RmaErrors.sync("free is called in " + (origins != null ? "an epoch of post" : access.words)
                    + ", which must end before");
        }
    }
}
