package org.bipj.launch;

/** Names of signals behind exit codes. */
final class Signals {
    private static final String[] NAMES = {
        "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
        "TERM"
    };
    private static final int BASE = 128;

    private Signals() {}

    /** How a process ended that had this exit code. */
    static String describe(int code) {
        int signal = code - BASE;
        if (signal > 0 && signal < NAMES.length) {
            return "was ended by signal " + signal + " (SIG" + NAMES[signal] + "; exit code " + code + ")"
                    + (NAMES[signal].equals("KILL") ? ": by somebody, or by the system for lack of memory" : "");
        }
        return "exited with code " + code;
    }
}
