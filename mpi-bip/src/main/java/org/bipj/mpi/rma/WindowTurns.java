package org.bipj.mpi.rma;

import java.io.IOException;
import java.util.function.IntUnaryOperator;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.WaitMarks;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.core.replay.TurnFile;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/**
 * The order in which ranks ask for the lock of each target of a window, and in which their accumulates are done there, where that is
 * recorded or replayed. It is the same whether the origin reaches the target's memory or sends messages.
 */
final class WindowTurns {
    private final NicPort port;
    /** The rank in the window of a process. */
    private final IntUnaryOperator rankOf;

    private final ChoiceFolder folder;
    private final String name;
    private final int self;
    private final @Nullable TurnFile[] locks;
    private final @Nullable TurnFile[] operations;
    /** Turns at this rank that have been. */
    private long served;

    /**
     * The turns of one window.
     *
     * @param name of the window, which is the same on all its ranks and in each run
     */
    WindowTurns(NicPort port, CommCore core, ChoiceFolder folder, String name) {
        this.port = port;
        rankOf = core::rankOf;
        this.folder = folder;
        this.name = name;
        self = core.rank();
        locks = new TurnFile[core.size()];
        operations = new TurnFile[core.size()];
    }

    private TurnFile file(@Nullable TurnFile[] of, int target, String kind) {
        TurnFile file = of[target];
        if (file == null) {
            try {
                file = TurnFile.open(folder, "window-" + name + "." + target + "." + kind);
            } catch (IOException e) {
                throw new EngineException(
                        ErrorClass.OTHER, "the turns of a window cannot be recorded or replayed: " + e);
            }
            of[target] = file;
        }
        return file;
    }

    private TurnFile locks(int target) {
        return file(locks, target, "locks");
    }

    private TurnFile operations(int target) {
        return file(operations, target, "operations");
    }

    // ---- locks -----------------------------------------------------------------------------------------------------

    /** This rank has asked for the lock of a target whose memory it reaches, which it does not in a replay. */
    void asked(int target, WindowControl control) {
        locks(target).set(control.ticket(), self);
    }

    /** True if a process may be the next that has this rank's lock, which it asks for by a message. */
    boolean mayLock(int process, long turn) {
        return !folder.isReplayed() || locks(self).isTurnOf(rankOf.applyAsInt(process), turn);
    }

    /** A process has this rank's lock. */
    void locked(int process, long turn) {
        if (!folder.isReplayed()) {
            locks(self).set(turn, rankOf.applyAsInt(process));
        }
    }

    // ---- accumulates -----------------------------------------------------------------------------------------------

    /** This rank is about to combine elements of a target whose memory it reaches, which it does not in a replay. */
    void begin(int target) {
        TurnFile file = operations(target);
        for (int fruitless = 1; !file.tryBegin(); fruitless++) {
            WaitMarks.pauses();
            port.idle(fruitless);
        }
        file.add(self);
    }

    /** It has done so. */
    void end(int target) {
        operations(target).end();
    }

    /** True if a message of a process with an accumulate may be served now. */
    boolean mayServe(int process) {
        return !folder.isReplayed() || operations(self).isTurnOf(rankOf.applyAsInt(process), served);
    }

    /** Such a message is served. */
    void served(int process) {
        if (folder.isReplayed()) {
            served++;
        } else {
            operations(self).add(rankOf.applyAsInt(process));
        }
    }
}
