package org.bipj.launch;

import java.util.List;

/** Names of signals behind exit codes. */
final class Signals {
    private static final String[] NAMES = {
        "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2", "PIPE", "ALRM",
        "TERM"
    };
    private static final int BASE = 128;
    private static final List<String> DEADLY = List.of("ILL", "ABRT", "BUS", "FPE", "KILL", "SEGV");

    private Signals() {}

    /** True for the exit code of a process that did not end itself: it was killed, or it crashed. */
    static boolean isDeadly(int code) {
        int signal = code - BASE;
        return signal > 0 && signal < NAMES.length && DEADLY.contains(NAMES[signal]);
    }

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
