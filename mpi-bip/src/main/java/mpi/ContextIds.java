package mpi;

import org.bipj.mpi.engine.CommCore;
import org.bipj.mpi.engine.Engine;

/** Contexts of communicators, agreed on by their processes. */
final class ContextIds {
    private final Engine engine;

    ContextIds(Engine engine) {
        this.engine = engine;
    }

    /**
     * A communicator whose context all processes of the parent agree on; disjoint groups may share it.
     *
     * @param world its members, or null where the caller is none
     * @return null where the caller is no member
     */
    CommCore create(CommCore parent, int[] world) {
        throw new UnsupportedOperationException("contexts: in work");
    }

    /** A communicator whose members alone agree on its context. */
    CommCore createAmong(CommCore parent, int[] world, int tag) {
        throw new UnsupportedOperationException("contexts: in work");
    }

    /** The context may be used again. */
    void release(CommCore core) {
        engine.forget(core);
    }
}
