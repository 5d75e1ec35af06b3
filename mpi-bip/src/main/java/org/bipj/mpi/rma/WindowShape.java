package org.bipj.mpi.rma;

import java.lang.foreign.MemorySegment;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/** What all ranks know of a window: its number, its ranks, and which memory each has. Ranks are ranks of the window. */
final class WindowShape {
    private final CommCore core;
    private final int number;
    private final int rank;
    private final long[] bytes;
    private final int[] units;
    /** The memory of ranks that can be reached, this one's included; null where messages serve. */
    private final @Nullable MemorySegment[] memory;
    /** The same, where operations need no message: without this rank's own if it serves itself in turn. */
    private final @Nullable MemorySegment[] direct;
    /** Locks that ranks share beside their memory; null where messages serve. */
    private final WindowControl[] controls;

    private final boolean dynamic;
    /** Null where turns are neither recorded nor replayed. */
    private final @Nullable WindowTurns turns;

    /**
     * Of the arrays each has an element for each rank.
     *
     * @param servesSelf all operations are messages, those of this rank on its own memory too
     */
    WindowShape(
            CommCore core,
            int number,
            long[] bytes,
            int[] units,
            @Nullable MemorySegment[] memory,
            WindowControl[] controls,
            boolean dynamic,
            boolean servesSelf,
            @Nullable WindowTurns turns) {
        this.core = core;
        this.number = number;
        this.bytes = bytes;
        this.units = units;
        this.memory = memory;
        direct = servesSelf ? new MemorySegment[memory.length] : memory;
        this.controls = controls;
        this.dynamic = dynamic;
        this.turns = turns;
        rank = core.rank();
    }

    int number() {
        return number;
    }

    /** The context of the window's communicator. */
    int context() {
        return core.context();
    }

    /** This rank. */
    int rank() {
        return rank;
    }

    int ranks() {
        return bytes.length;
    }

    /** The rank in the window of a world rank. */
    int rankOf(int peer) {
        return core.rankOf(peer);
    }

    /** The world rank of a rank of the window. */
    int world(int target) {
        return core.world(target);
    }

    /** Why a rank that lives lacks the window; null where it has it. */
    @Nullable
    String absence(int target) {
        return core.membership().absence(core.world(target));
    }

    /** What a rank of the window is called in reports. */
    String named(int target) {
        return namedWorld(core.world(target));
    }

    String namedWorld(int world) {
        return core.engine().processes().named(world);
    }

    /** True if ranks attach memory to the window, which has none of its own. */
    boolean isDynamic() {
        return dynamic;
    }

    /** The order of locks and accumulates; null where that is neither recorded nor replayed. */
    @Nullable
    WindowTurns turns() {
        return turns;
    }

    long bytes(int target) {
        return bytes[target];
    }

    /** Bytes of a target's displacement unit. */
    int unit(int target) {
        return units[target];
    }

    /** This rank's memory; null in a dynamic window. */
    @Nullable
    MemorySegment own() {
        return memory[rank];
    }

    /** A rank's memory where operations on it need no message; else null. */
    @Nullable
    MemorySegment direct(int target) {
        return direct[target];
    }

    /** A rank's memory where it can be reached; null where messages serve. */
    @Nullable
    MemorySegment memory(int target) {
        return memory[target];
    }

    /** A rank's locks where its memory is reached; null where messages serve. */
    WindowControl control(int target) {
        return controls[target];
    }
}
