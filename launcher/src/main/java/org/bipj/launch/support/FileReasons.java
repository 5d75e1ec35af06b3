package org.bipj.launch.support;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Explains why the system refuses a file, for messages. */
public final class FileReasons {
    private FileReasons() {}

    /** The reason in a few words that follow a colon. Some exceptions have no other message than the file. */
    public static String why(IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> "no such file or directory";
            case FileAlreadyExistsException _ -> "there is a file of this name";
            case AccessDeniedException _ -> "permission denied";
            case NotDirectoryException _ -> "no directory";
            case FileSystemException named when named.getReason() != null -> named.getReason();
            default -> String.valueOf(failure.getMessage());
        };
    }
}
