package org.bipj.mpi.io;

import org.bipj.mpi.call.EngineException;

/** Access modes and ways to seek, with the values of Open MPI. */
public final class FileModes {
    public static final int CREATE = 1;
    public static final int RDONLY = 2;
    public static final int WRONLY = 4;
    public static final int RDWR = 8;
    public static final int DELETE_ON_CLOSE = 16;
    public static final int UNIQUE_OPEN = 32;
    public static final int EXCL = 64;
    public static final int APPEND = 128;
    public static final int SEQUENTIAL = 256;

    public static final int SEEK_SET = 600;
    public static final int SEEK_CUR = 602;
    public static final int SEEK_END = 604;

    /** Displacement of a view that begins where the shared pointer of a sequential file is. */
    public static final long DISPLACEMENT_CURRENT = -54278278;

    private static final int ALL = 2 * SEQUENTIAL - 1;
    private static final String[] NAMES = {
        "MODE_CREATE",
        "MODE_RDONLY",
        "MODE_WRONLY",
        "MODE_RDWR",
        "MODE_DELETE_ON_CLOSE",
        "MODE_UNIQUE_OPEN",
        "MODE_EXCL",
        "MODE_APPEND",
        "MODE_SEQUENTIAL"
    };

    private FileModes() {}

    /** Checks an access mode (MPI 4.1 section 14.2.1). */
    static void check(int amode) {
        if ((amode & ~ALL) != 0) {
            throw bad(amode, "a sum of modes of class MPI");
        }
        if (Integer.bitCount(amode & (RDONLY | WRONLY | RDWR)) != 1) {
            throw bad(amode, "exactly one of MODE_RDONLY, MODE_WRONLY and MODE_RDWR");
        }
        if (has(amode, RDONLY) && (amode & (CREATE | EXCL)) != 0) {
            throw bad(amode, "no MODE_CREATE and no MODE_EXCL with MODE_RDONLY");
        }
        if (has(amode, RDWR) && has(amode, SEQUENTIAL)) {
            throw bad(amode, "MODE_RDONLY or MODE_WRONLY with MODE_SEQUENTIAL");
        }
    }

    static boolean has(int amode, int mode) {
        return (amode & mode) != 0;
    }

    private static EngineException bad(int amode, String expected) {
        return new EngineException(
                FileErrors.AMODE, "the access mode is " + amode + " (" + names(amode) + "); expected " + expected);
    }

    private static String names(int amode) {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < NAMES.length; i++) {
            if (has(amode, 1 << i)) {
                names.append(names.isEmpty() ? "" : " | ").append(NAMES[i]);
            }
        }
        return names.isEmpty() ? "no mode" : names.toString();
    }
}
