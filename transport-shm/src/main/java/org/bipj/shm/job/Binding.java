package org.bipj.shm.job;

import org.bipj.shm.memory.Native;

/**
 * The core that the launcher chose for a rank. Only the thread that communicates is bound, not its process: the
 * compiler and the collector keep all cores.
 */
public final class Binding {
    /** A core's number, or {@code none}; for ranks that are threads a list of these by rank, with commas. */
    public static final String VARIABLE = "BIPJ_BIND";

    private static final int NONE = -1;

    private final int core;

    private Binding(int core) {
        this.core = core;
    }

    /** The core that the environment names for a rank that is a process. */
    public static Binding ofProcess() {
        return of(System.getenv(VARIABLE));
    }

    /** The core that the environment names for a rank that is a thread. */
    public static Binding ofThread(int rank) {
        String list = System.getenv(VARIABLE);
        String[] values = list == null ? new String[0] : list.split(",");
        return of(rank < values.length ? values[rank] : null);
    }

    private static Binding of(String value) {
        if (value == null || value.isEmpty() || value.equals("none")) {
            return new Binding(NONE);
        }
        for (int i = 0; i < value.length(); i++) {
            if (!Character.isDigit(value.charAt(i))) {
                return new Binding(NONE);
            }
        }
        return new Binding(Integer.parseInt(value));
    }

    /** Binds the calling thread, where the system allows it. */
    public void apply() {
        Native calls = core == NONE ? null : Native.get();
        if (calls != null && !calls.bindThread(core)) {
            System.getLogger(Binding.class.getName())
                    .log(System.Logger.Level.DEBUG, "cannot bind the rank's thread to core " + core);
        }
    }
}
