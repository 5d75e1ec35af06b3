package org.bipj.mpi.io;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;
import org.bipj.mpi.call.EngineException;

/** Error classes of files (MPI 4.1 section 14.7), with the values of Open MPI, and how errors of the system map to them. */
public final class FileErrors {
    public static final int ACCESS = 20;
    public static final int AMODE = 21;
    public static final int BAD_FILE = 23;
    public static final int CONVERSION = 25;
    public static final int DISP = 26;
    public static final int FILE_EXISTS = 28;
    public static final int FILE_IN_USE = 29;
    public static final int FILE = 30;
    public static final int IO = 35;
    public static final int NOT_SAME = 40;
    public static final int NO_SPACE = 41;
    public static final int NO_SUCH_FILE = 42;
    public static final int QUOTA = 44;
    public static final int READ_ONLY = 45;
    public static final int UNSUPPORTED_DATAREP = 51;
    public static final int DUP_DATAREP = 27;

    private FileErrors() {}

    /**
     * The error of a failed system call.
     *
     * @param what what failed, in words
     */
    public static EngineException of(String what, Path path, IOException cause) {
        EngineException error = new EngineException(classOf(path, cause), what + ": " + reason(cause));
        error.initCause(cause);
        return error;
    }

    private static String reason(IOException cause) {
        return switch (cause) {
            case NoSuchFileException e -> "no such file";
            case FileAlreadyExistsException e -> "the file exists";
            case AccessDeniedException e -> "permission denied";
            case FileSystemException e when e.getReason() != null -> e.getReason();
            default -> cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        };
    }

    private static int classOf(Path path, IOException cause) {
        return switch (cause) {
            case NoSuchFileException e -> NO_SUCH_FILE;
            case FileAlreadyExistsException e -> FILE_EXISTS;
            case AccessDeniedException e -> ACCESS;
            case NotDirectoryException e -> BAD_FILE;
            default -> byReason(path, reason(cause).toLowerCase(Locale.ROOT));
        };
    }

    /** Java gives no number of these errors, only the system's words for them. */
    private static int byReason(Path path, String reason) {
        if (reason.contains("no space left") || isFull(path)) {
            return NO_SPACE;
        } else if (reason.contains("read-only file system")) {
            return READ_ONLY;
        } else if (reason.contains("quota")) {
            return QUOTA;
        } else if (reason.contains("text file busy")) {
            return FILE_IN_USE;
        } else if (reason.contains("file name too long")
                || reason.contains("is a directory")
                || reason.contains("not a directory")
                || reason.contains("too many levels of symbolic links")) {
            return BAD_FILE;
        }
        return IO;
    }

    /** True if the device is full, on systems whose error texts are in another language. */
    private static boolean isFull(Path path) {
        try {
            return Files.getFileStore(path).getUsableSpace() == 0 && Files.isRegularFile(path);
        } catch (IOException e) {
            return false;
        }
    }
}
