package org.bipj.shm.memory;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import org.bipj.core.machine.HostSystem;

/** Messages for users whose session's files cannot be made or opened. */
public final class SessionFileErrors {
    private SessionFileErrors() {}

    /** Why something failed, in a few words that follow a colon. */
    public static String why(IOException e) {
        if (areDescriptorsUsedUp()) {
            return "this process has no file descriptor left; raise the limit on open files (ulimit -n)";
        }
        return switch (e) {
            case NoSuchFileException _ -> "no such file or directory";
            case AccessDeniedException _ -> "permission denied";
            case FileAlreadyExistsException _ -> "it exists already";
            case FileSystemException f when f.getReason() != null -> f.getReason();
            default -> String.valueOf(e.getMessage());
        };
    }

    /** Found by trial, because the system's message for it is in the user's language. */
    private static boolean areDescriptorsUsedUp() {
        File device = HostSystem.nothing();
        try {
            new FileInputStream(device).close();
            return false;
        } catch (IOException e) {
            return device.exists();
        }
    }

    /** The message where a file of shared memory cannot be made. */
    public static String cannotMake(OwnDirectory directory, String name, long bytes, IOException cause) {
        if (!directory.isInPlace()) {
            return "cannot make shared memory " + name + ": the session directory " + directory.path()
                    + " was removed while the job runs, by somebody or by a cleaner (systemd with RemoveIPC=yes empties"
                    + " /dev/shm when a user logs out); set BIPJ_SHM_DIR to a directory that is left alone";
        }
        if (areDescriptorsUsedUp()) {
            return "cannot make shared memory " + name + " in " + directory.path() + ": " + why(cause);
        }
        String room;
        try {
            var store = Files.getFileStore(directory.path());
            room = store.getUsableSpace() + " of " + store.getTotalSpace() + " bytes free";
        } catch (IOException e) {
            room = "free space unknown";
        }
        return "cannot reserve " + bytes + " bytes of shared memory for " + name + " in " + directory.path() + " ("
                + room + "): " + why(cause) + ". Make the file system larger (for a container: --shm-size) or set"
                + " BIPJ_SHM_DIR to a directory on another memory file system.";
    }
}
