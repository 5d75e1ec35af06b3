package org.bipj.shm.job;

import java.util.BitSet;
import org.bipj.core.machine.Processors;
import org.bipj.shm.memory.Native;

/**
 * The processors that the launcher chose for a rank. Only the thread that communicates is bound, not its process: the
 * compiler and the collector keep all cores.
 */
public final class Binding {
    /** The variable by which the launcher passes processors on; see {@link RankEnvironment#BINDING}. */
    public static final String VARIABLE = RankEnvironment.BINDING;

    /** The processors that the rank's thread may run on; empty if any. */
    private final BitSet processors;

    private Binding(BitSet processors) {
        this.processors = processors;
    }

    /** The processors that the environment names for a rank that is a process. */
    public static Binding ofProcess() {
        return of(RankEnvironment.value(VARIABLE));
    }

    /** The processors that the environment names for a rank that is a thread. */
    public static Binding ofThread(int rank) {
        String list = RankEnvironment.value(VARIABLE);
        String[] values = list == null ? new String[0] : list.split(";");
        return of(rank < values.length ? values[rank] : null);
    }

    private static Binding of(String value) {
        // A word is no list.
        return new Binding(value == null ? new BitSet() : Processors.parse(value));
    }

    /** Binds the calling thread, where the system allows it. */
    public void apply() {
        Native calls = processors.isEmpty() ? null : Native.get();
        if (calls != null && !calls.bindThread(processors)) {
            System.getLogger(Binding.class.getName())
                    .log(System.Logger.Level.DEBUG, "cannot bind the rank's thread to processors " + processors);
        }
    }
}
